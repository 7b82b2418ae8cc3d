// SPDX-License-Identifier: BSL-1.0
//
// expect-error: payload_has_tensor
// expect-sentence: machine: neither the memory of the kernel nor the payload has a tensor of A: bind A in pipeline::memory and give that to run_protocol, or give the payload tensor(A)
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  struct A : pipeline::buffer<A, 1, 512, 2> {};
  using resources = pipeline::resources<A>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) { m.write(A{}[1]); }
  };
  using roles = pipeline::roles<one>;
};
using memory =
    pipeline::memory<protocol, pipeline::bind<protocol::A, float, Layout<Shape<_128, _2>>>>;
struct context {
  TILEPROOF_KERNEL void expects(bool, char const*) const {}
  template <int I>
  TILEPROOF_KERNEL float* shared(memory, Int<I>) const {
    return nullptr;
  }
};
struct payload {
  template <class Stage>
  TILEPROOF_KERNEL void write(protocol::A, Stage const&, int) {}
};

TILEPROOF_KERNEL void write(context const& ctx, payload& data) {
#if defined(TILEPROOF_CONTROL)
  pipeline::machine<protocol, protocol::one, context, int, payload, memory> m(ctx, 0, data, 0);
#else
  pipeline::machine<protocol, protocol::one, context, int, payload> m(ctx, 0, data, 0);
#endif
  m.write(protocol::A{}[1]);
}
