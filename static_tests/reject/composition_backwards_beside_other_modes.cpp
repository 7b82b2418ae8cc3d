// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_stays_in_domain
// expect-error: in_mode<0>
// expect-sentence: composition(A,B): mode 0 of B has the negative stride -1 beside other modes, and
// expect-sentence: with run-time leaves it is not known that they keep apart in A, which has
// expect-sentence: several modes: compose each mode of B alone, or make the leaves static
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using B = Layout<Shape<_2, _2>, Stride<_m1, _4>>;

#ifdef TILEPROOF_CONTROL
// Coordinates 0, -1, 4 and 3: 3 is 3 in A, and -1 + 8 is not.
auto r =
    composition(Layout<Shape<_2, int>, Stride<_1, _2>>{make_shape(_2{}, 4)}, Layout<_2, _m1>{});
#else
auto r = composition(Layout<Shape<_4, int>, Stride<_1, _8>>{make_shape(_4{}, 4)}, B{});
#endif
