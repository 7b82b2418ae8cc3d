// SPDX-License-Identifier: BSL-1.0
//
// expect-error: memory_reuses_an_overlap
// expect-sentence: memory: D is to reuse the memory of A, and the protocol does not say that they overlap: add pipeline::overlap<D, A> to its overlaps
#include <tileproof/machine/memory.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct protocol {
  struct A : pipeline::buffer<A, 3, 8192> {};
  struct D : pipeline::buffer<D, 1, 4096> {};
  using resources = pipeline::resources<A, D>;
#if defined(TILEPROOF_CONTROL)
  using overlaps = pipeline::overlaps<pipeline::overlap<D, A>>;
#endif
  using loop = pipeline::once;
  struct one {
    static constexpr int threads = 128;
  };
  using roles = pipeline::roles<one>;
};
using memory =
    pipeline::memory<protocol, pipeline::bind<protocol::A, half_t, Layout<Shape<_64, _64, _3>>>,
                     pipeline::reuse<protocol::D, protocol::A, float, Layout<Shape<_1024>>>>;
static_assert(memory::bytes > 0);
