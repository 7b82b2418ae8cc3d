// SPDX-License-Identifier: BSL-1.0
//
// minimal_protocol names an mbarrier whose count is higher than it need be: without the arrivals of
// one of the roles that arrive there, and with a count that is lower by these, the protocol is sound.
#include <tileproof/pipeline.hpp>

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;

template <class P>
constexpr bool names(std::string_view words) {
  core::text const t = sentence<minimal_protocol>(P{});
  return std::string_view(t).find(words) != std::string_view::npos;
}

// Two readers release a stage. Where the second does not read it, its arrivals are for nothing.
template <bool BothRead>
struct two_readers {
  static constexpr struct A : buffer<A, 2, 512> {} a{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {} full{};
  static constexpr struct Empty : mbarrier<Empty, 2, 33> {} empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  static constexpr bool reads_need_no_proxy_fence = true;
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 512);
      m.tma_load(a[now], full[now]);
    }
    constexpr void finish(auto& m) {
      m.wait(empty[now].before());
      m.wait(empty[now + 1].before());
    }
  };
  struct reader {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.read(a[now]);
      m.arrive(empty[now]);
    }
  };
  struct other {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      if (BothRead) m.read(a[now]);
      m.sync_warp();
      if (m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, reader, other>;
};
static_assert(proved<sound_protocol, two_readers<true>>);
static_assert(!names<two_readers<true>>("fewer"));
static_assert(proved<sound_protocol, two_readers<false>>);

// A whole warp arrives beside the thread whose arrival publishes the write.
template <bool OthersWrite>
struct handed_over {
  static constexpr struct A : buffer<A, 1, 512, 2> {} a{};
  static constexpr struct Full : mbarrier<Full, 1, 64> {} full{};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  template <int I>
  struct writer {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (I == 0 || OthersWrite) m.write(a[I]);
      m.arrive(full[0]);
    }
  };
  struct reader {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      m.wait(full[0]);
      m.read(a[0]);
      if (OthersWrite) m.read(a[1]);
    }
  };
  using roles = pipeline::roles<writer<0>, writer<1>, reader>;
};
static_assert(require<minimal_protocol>(handed_over<true>{}));
static_assert(proved<sound_protocol, handed_over<false>>);
static_assert(spare_actions<handed_over<false>>.count == 1);
static_assert(spare_actions<handed_over<false>>.at[0].how == weaker::fewer);
static_assert(spare_actions<handed_over<false>>.at[0].arrivals == 32);
static_assert(names<handed_over<false>>(
    "writer<1>, all arrivals at Full, if it counts 32 fewer: the protocol is sound so, too"));

// The arrival of the first writer is needed, though the count would be right without it.
static_assert(spare_actions<handed_over<false>>.at[0].role == 1);

}  // namespace
