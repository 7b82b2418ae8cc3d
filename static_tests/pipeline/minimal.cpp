// SPDX-License-Identifier: BSL-1.0
//
// minimal_protocol names an mbarrier whose count is higher than it need be: without the arrivals of
// one of its roles, and with a count that is lower by these, the protocol is sound.
#include "answers.hpp"

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;
using namespace answers;

// The arrivals of a role at an mbarrier that a protocol does without; 0 where it needs them.
template <class P, class Barrier>
constexpr int spare_arrivals(int role) {
  for (spare const& s : spare_actions<P>.at)
    if (s.how == weaker::fewer && s.role == role &&
        s.resource == plan<P>::template resource_of<Barrier>)
      return s.arrivals;
  return 0;
}

// Two roles release A and then B. The producer waits for both, so who releases B need not release
// A; and a role that does not read B need not release it, but then it has to release A.
template <bool BothReadB>
struct two_buffers {
  static constexpr bool reads_need_no_proxy_fence = true;
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct B : buffer<B, 2, 512> {
  } b{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct EmptyA : mbarrier<EmptyA, 2, 64> {
  } empty_a{};
  static constexpr struct EmptyB : mbarrier<EmptyB, 2, 64> {
  } empty_b{};
  using resources = pipeline::resources<A, B, Full, EmptyA, EmptyB>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      m.wait(empty_a[now].before());
      m.wait(empty_b[now].before());
      m.arrive_and_expect_tx(full[now], 1024);
      m.tma_load(a[now], full[now]);
      m.tma_load(b[now], full[now]);
    }
  };
  template <int, bool ReadsB>
  struct reader {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.read(a[now]);
      m.arrive(empty_a[now]);
      if (ReadsB) m.read(b[now]);
      m.arrive(empty_b[now]);
    }
  };
  using roles = pipeline::roles<producer, reader<1, true>, reader<2, BothReadB>>;
};
template <class P>
constexpr bool spares_b(int role) {
  return spare_arrivals<P, typename P::EmptyB>(role) == 32;
}
static_assert(proved<sound_protocol, two_buffers<true>>);
static_assert(!spares_b<two_buffers<true>>(1) && !spares_b<two_buffers<true>>(2));
static_assert(proved<sound_protocol, two_buffers<false>>);
static_assert(!spares_b<two_buffers<false>>(1) && spares_b<two_buffers<false>>(2));

// A whole warp arrives beside the thread whose arrival publishes the write.
template <bool OthersWrite>
struct handed_over {
  static constexpr struct A : buffer<A, 1, 512, 2> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 64> {
  } full{};
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
static_assert(spares<handed_over<false>>(
    "writer<1>, all arrivals at Full, if it counts 32 fewer: the protocol is sound so, too"));

// The arrival of the first writer is needed, though the count would be right without it.
static_assert(spare_actions<handed_over<false>>.at[0].role == 1);

}  // namespace
