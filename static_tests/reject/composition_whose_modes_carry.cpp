// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_modes_do_not_carry
// expect-error: at_coordinate<3>
// expect-error: found<10>
// expect-error: expected<2>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_2, _2>, Stride<_1, _10>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<Shape<_2, _2>, Stride<_1, _2>>{});
#else
// A(B(1,1)) = A(2) = 10.
auto r = composition(A{}, Layout<Shape<_2, _2>, Stride<_1, _1>>{});
#endif
