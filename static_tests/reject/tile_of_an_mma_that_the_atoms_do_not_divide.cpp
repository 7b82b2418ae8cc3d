// SPDX-License-Identifier: BSL-1.0
// expect-error: atoms_divide_the_tile
// expect-error: in_mode<0>
// expect-error: found<16>
// expect-error: expected<32>
// expect-sentence: make_tiled_mma: in mode 0 of (M,N,K) the tile has 16 elements, and the atoms
// expect-sentence: together have 32: the tile needs a multiple of 32, or `_`
#include <tileproof/atom.hpp>

using namespace tileproof;

// Two atoms of M = 16 along M, and a tile of 16 rows.
using operation = SM80_16x8x16_F32F16F16F32_TN;
using atoms = Layout<Shape<_2, _2>>;
#ifdef TILEPROOF_CONTROL
auto mma() { return make_tiled_mma(operation{}, atoms{}, Tile<_32, _16, _16>{}); }
#else
auto mma() {
  return make_tiled_mma(operation{}, atoms{}, Tile<_16, _16, _16>{});  // the mistake
}
#endif
