// SPDX-License-Identifier: BSL-1.0
// expect-error: linear_over_gf2
// expect-error: at_coordinate<1, 0>
// expect-error: and_coordinate<0, 1>
// expect-sentence: the offsets at the coordinates (1,0) and (0,1) of (_4,_2):(_3,_1) carry into
// expect-sentence: each other, so their sum is no xor
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<linear_over_gf2>(Layout<Shape<_4, _2>, Stride<_2, _1>>{}));
#else
static_assert(require<linear_over_gf2>(Layout<Shape<_4, _2>, Stride<_3, _1>>{}));
#endif
