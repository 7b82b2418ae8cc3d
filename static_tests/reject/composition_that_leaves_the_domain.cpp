// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_stays_in_domain
// expect-error: in_mode<0>
// expect-sentence: composition(A,B): mode 0 of B has the negative stride -1, and A, which has
// expect-sentence: several modes, is defined for coordinates of at least 0 only: compose
// expect-sentence: with the stride 1, and negate the strides of the result; the arguments are (_4,_2):(_1,_8) and _2:_-1
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using B = Layout<_2, _m1>;

#ifdef TILEPROOF_CONTROL
auto r = composition(Layout<_8, _3>{}, B{});
#else
// Only a linear A has negative coordinates.
auto r = composition(Layout<Shape<_4, _2>, Stride<_1, _8>>{}, B{});
#endif
