// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: composition_op
// expect-error: in_mode<0>
// expect-error: at_coordinate<5>
// expect-error: found<2>
// expect-error: expected<21>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_5, _4>, Stride<_4, _1>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<_3, _2>{});
#else
// A(2c) is 0, 8, 16, 5, 13, 2: the second block of 3 is not the first one moved.
auto r = composition(A{}, Layout<_6, _2>{});
#endif
