// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma
// expect-sentence: TMA: the layout in shared memory, Sw<3,3,3> o _0 o
// expect-sentence: ((_8,_8),(_64,_1)):((_64,_512),(_1,_0)), has 4096 elements, and the tile of
// expect-sentence: the copy has 8192: both must be one tile, product_each(shape(layout))
#include <tileproof/atom.hpp>

using namespace tileproof;

// The tile of the copy is 128x64, the layout in shared memory 64x64.
using atom = GMMA::Layout_K_SW128_Atom<half_t>;
using shared = decltype(tile_to_shape(atom{}, Shape<_64, _64>{}));

void describe(half_t const* p) {
  auto g = make_tensor(make_gmem_ptr(p), Shape<Int<1024>, Int<512>>{}, Stride<Int<512>, _1>{});
#ifdef TILEPROOF_CONTROL
  make_tma_copy(SM90_TMA_LOAD{}, g, shared{}, Shape<_64, _64>{});
#else
  make_tma_copy(SM90_TMA_LOAD{}, g, shared{}, Shape<_128, _64>{});  // the mistake
#endif
}
