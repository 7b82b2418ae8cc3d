// SPDX-License-Identifier: BSL-1.0
//
// expect-error: stage_has_bytes
// expect-sentence: machine: a TMA load brings 8192 bytes to a stage of A, and the protocol counts 16384
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  static constexpr struct A : pipeline::buffer<A, 2, 16384> {
  } a{};
  static constexpr struct Full : pipeline::mbarrier<Full, 2, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = pipeline::steps;
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.arrive_and_expect_tx(full[pipeline::now], 16384);
      m.tma_load(a[pipeline::now], full[pipeline::now]);
      m.wait(full[pipeline::now]);
    }
  };
  using roles = pipeline::roles<producer>;
};
struct context {
  TILEPROOF_KERNEL void expects(bool, char const*) const {}
};
struct payload {
#if defined(TILEPROOF_CONTROL)
  using stages = Layout<Shape<_128, _64, _2>>;
#else
  using stages = Layout<Shape<_64, _64, _2>>;
#endif
  half_t* first;
  TILEPROOF_KERNEL auto tensor(protocol::A) const { return make_tensor(first, stages{}); }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(protocol::A, Stage const&, Barrier const&, int) {}
};

TILEPROOF_KERNEL void load(context const& ctx, std::uint64_t* barriers, payload& data) {
  pipeline::machine<protocol, protocol::producer, context, std::uint64_t*, payload> m(ctx, barriers,
                                                                                      data, 0);
  m.tma_load(protocol::a[pipeline::now], protocol::full[pipeline::now]);
}
