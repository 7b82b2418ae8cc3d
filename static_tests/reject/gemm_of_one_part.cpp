// SPDX-License-Identifier: BSL-1.0
//
// expect-error: gemm_names_all_parts
// expect-sentence: machine: gemm names 1 of the 2 parts of B, and the payload's operand has them all
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  static constexpr struct B : pipeline::buffer<B, 1, 8192, 2> {
  } b{};
  static constexpr struct Acc : pipeline::accumulator<Acc> {
  } acc{};
  using resources = pipeline::resources<B, Acc>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(b[0]);
      m.write(b[1]);
      m.fence_view_async_shared();
      m.sync_block();
      m.warpgroup_arrive();
      m.gemm(acc[0], b[0], b[1]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
    }
  };
  using roles = pipeline::roles<one>;
};
struct context {};
struct payload {
  half_t* first;
  TILEPROOF_KERNEL auto all_parts(protocol::B) const {
    return make_tensor(first, Layout<Shape<_128, _64>>{});
  }
  template <class... Stages>
  TILEPROOF_KERNEL void gemm(protocol::Acc, Stages const&...) {}
};

TILEPROOF_KERNEL void gemm(context const& ctx, payload& data) {
  pipeline::machine<protocol, protocol::one, context, int, payload> m(ctx, 0, data, 0);
#if defined(TILEPROOF_CONTROL)
  m.gemm(protocol::acc[0], protocol::b[0], protocol::b[1]);
#else
  m.gemm(protocol::acc[0], protocol::b[0]);
#endif
}
