// SPDX-License-Identifier: BSL-1.0
//
// expect-error: payload_knows_parts
// expect-sentence: machine: A has several parts, and the payload has no tensor(A, int part), nor part(A), which tells of which one its tensor is
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  static constexpr struct A : pipeline::buffer<A, 1, 512, 2> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(a[0]);
      m.write(a[1]);
    }
  };
  using roles = pipeline::roles<one>;
};
struct context {
  TILEPROOF_KERNEL void expects(bool, char const*) const {}
};
struct payload {
  float* first;
#if defined(TILEPROOF_CONTROL)
  TILEPROOF_KERNEL auto tensor(protocol::A, int part) const {
    return make_tensor(first + 128 * part, Layout<_128>{});
  }
#else
  TILEPROOF_KERNEL auto tensor(protocol::A) const { return make_tensor(first, Layout<_128>{}); }
#endif
  template <class Stage>
  TILEPROOF_KERNEL void write(protocol::A, Stage const&, int) {}
};

TILEPROOF_KERNEL void write(context const& ctx, payload& data) {
  pipeline::machine<protocol, protocol::one, context, int, payload> m(ctx, 0, data, 0);
  m.write(protocol::a[1]);
}
