// SPDX-License-Identifier: BSL-1.0
// expect-error: permutes_mode<0>
// expect-error: at_coordinate<8, 0>
// expect-error: and_coordinate<0, 1>
// expect-sentence: coordinates (8,0) and (0,1) of (_16,_2):(_1,_8) have one offset, 8. Leaf 1, of
// expect-sentence: stride 8, overlaps leaves that reach offset 15: stride 16 does not.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using rows = Layout<Shape<_16, _2>, Stride<_1, _16>>;
#else
using rows = Layout<Shape<_16, _2>, Stride<_1, _8>>;
#endif
auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _1, _1>>{},
                          Tile<rows, _8, _16>{});
