// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_modes_do_not_carry
// expect-error: at_coordinate<3>
// expect-error: found<10>
// expect-error: expected<2>
// expect-sentence: composition(A,B): the modes of B carry into each other, beginning with mode 0:
// expect-sentence: at coordinate 3, A(B(c)) is 10 and the sum over the modes is 2; the arguments
// expect-sentence: are (_2,_2):(_1,_10) and (_2,_2):(_1,_1)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_2, _2>, Stride<_1, _10>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<Shape<_2, _2>, Stride<_1, _2>>{});
#else
// A(B(1,1)) = A(2) = 10.
auto r = composition(A{}, Layout<Shape<_2, _2>, Stride<_1, _1>>{});
#endif
