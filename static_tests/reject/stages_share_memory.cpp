// SPDX-License-Identifier: BSL-1.0
//
// expect-error: stages_are_apart
// expect-sentence: machine: stages 0 and 1 of A share memory, and the protocol takes them for different; with the stride 8192 of its tensor's last mode they are
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  static constexpr struct A : pipeline::buffer<A, 3, 16384> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = pipeline::steps;
  struct one {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.write(a[pipeline::now]);
      m.sync_block();
      m.read(a[pipeline::now]);
      m.sync_block();
    }
  };
  using roles = pipeline::roles<one>;
};
struct context {
  TILEPROOF_KERNEL void expects(bool, char const*) const {}
};
struct payload {
#if defined(TILEPROOF_CONTROL)
  using stages = Layout<Shape<_128, _64, _3>, Stride<_64, _1, Int<8192>>>;
#else
  using stages = Layout<Shape<_128, _64, _3>, Stride<_64, _1, Int<4096>>>;
#endif
  half_t* first;
  TILEPROOF_KERNEL auto tensor(protocol::A) const {
    return make_tensor(first, composition(Swizzle<3, 3, 3>{}, stages{}));
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(protocol::A, Stage const&, int) {}
};

TILEPROOF_KERNEL void write(context const& ctx, payload& data) {
  pipeline::machine<protocol, protocol::one, context, int, payload> m(ctx, 0, data, 0);
  m.write(protocol::a[pipeline::now]);
}
