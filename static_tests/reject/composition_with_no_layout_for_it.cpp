// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: core::composition
// expect-error: in_mode<0>
// expect-error: at_coordinate<5>
// expect-error: found<2>
// expect-error: expected<21>
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 5,
// expect-sentence: A(B(c)) is 2 where the layout would give 21; the arguments are (_5,_4):(_4,_1)
// expect-sentence: and _6:_2
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_5, _4>, Stride<_4, _1>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<_3, _2>{});
#else
// A(2c) is 0, 8, 16, 5, 13, 2: the second block of 3 is not the first one moved.
auto r = composition(A{}, Layout<_6, _2>{});
#endif
