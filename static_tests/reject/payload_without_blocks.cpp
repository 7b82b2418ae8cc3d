// SPDX-License-Identifier: BSL-1.0
//
// expect-error: payload_knows_blocks
// expect-sentence: machine: a place of A names a block, and the payload has no tensor(A, int part, int block)
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  static constexpr int blocks = 2;
  static constexpr struct A : pipeline::buffer<A, 1, 512> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(a[0]);
      m.sync_cluster();
      m.read(a[0].of(1 - m.rank()));
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
struct context {};
struct payload {
  float* first;
  float* of_other;
  TILEPROOF_KERNEL auto tensor(protocol::A) const { return make_tensor(first, Layout<_128>{}); }
#if defined(TILEPROOF_CONTROL)
  TILEPROOF_KERNEL auto tensor(protocol::A, int, int) const {
    return make_tensor(of_other, Layout<_128>{});
  }
#endif
  template <class Stage>
  TILEPROOF_KERNEL void read(protocol::A, Stage const&, int) {}
};

TILEPROOF_KERNEL void read(context const& ctx, payload& data) {
  pipeline::machine<protocol, protocol::one, context, int, payload> m(ctx, 0, data, 0);
  m.read(protocol::a[0].of(1));
}
