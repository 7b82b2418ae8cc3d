// SPDX-License-Identifier: BSL-1.0
//
// The third argument of make_tiled_mma as before CUTLASS 3.4, a layout of repeated values.
//
// expect-error: layout_permutes_whole_atoms
// expect-error: found<2>
// expect-error: expected<32>
// expect-sentence: make_tiled_mma: a layout as third argument permutes the tile along M, and it has
// expect-sentence: 2 elements where the atoms have 32: write the extents of the tile,
// expect-sentence: Tile<_32,_32,_16>, in place of the repeated values of CUTLASS before 3.4
#include <tileproof/atom.hpp>

using namespace tileproof;

using op = SM80_16x8x16_F32F16F16F32_TN;
using atoms = Layout<Shape<_2, _2, _1>>;
#ifdef TILEPROOF_CONTROL
auto mma = make_tiled_mma(op{}, atoms{}, Tile<_32, _32, _16>{});
#else
auto mma = make_tiled_mma(op{}, atoms{}, Layout<Shape<_1, _2, _1>>{});
#endif
