// SPDX-License-Identifier: BSL-1.0
//
// expect-error: memory_fits_where_it_lies
// expect-sentence: memory: D has 32768 bytes, and is to reuse the memory of A, which has 24576
#include <tileproof/machine/memory.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  struct A : pipeline::buffer<A, 3, 8192> {};
  struct D : pipeline::buffer<D, 1, 0> {};
  using resources = pipeline::resources<A, D>;
  using overlaps = pipeline::overlaps<pipeline::overlap<D, A>>;
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
  };
  using roles = pipeline::roles<one>;
};
#if defined(TILEPROOF_CONTROL)
using layout_of_d = Layout<Shape<Int<4096>>>;
#else
using layout_of_d = Layout<Shape<Int<8192>>>;
#endif
using memory =
    pipeline::memory<protocol, pipeline::bind<protocol::A, half_t, Layout<Shape<_64, _64, _3>>>,
                     pipeline::reuse<protocol::D, protocol::A, float, layout_of_d>>;

struct context {
  template <class M, int I>
  TILEPROOF_KERNEL half_t* shared(M, Int<I>) const {
    return nullptr;
  }
};
TILEPROOF_KERNEL auto first_of_d(context const& ctx) { return memory::data<protocol::D>(ctx); }
