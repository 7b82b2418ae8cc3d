// SPDX-License-Identifier: BSL-1.0
// expect-error: linear_over_gf2
// expect-error: in_mode<0>
// expect-error: found<6>
// expect-sentence: leaf 0 of (_6,_2):(_1,_8) has the extent 6, which is no power of two
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto m = matrix_over_gf2(Layout<Shape<_8, _2>, Stride<_1, _8>>{});
#else
auto m = matrix_over_gf2(Layout<Shape<_6, _2>, Stride<_1, _8>>{});
#endif
