// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 1 of B, at coordinate 2,
// expect-sentence: A(B(c)) is 1 where the layout would give 24; the arguments are (_4,_6):(_6,_1)
// expect-sentence: and (_2,_3):(_1,_2)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6>, Stride<_6, _1>>;
using B = Layout<Shape<_2, _3>, Stride<_1, _2>>;

// A Hana sequence of its modes, and all the same one layout: the algebra does not go by mode.
#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, make_tile(get<0>(B{}), get<1>(B{})));
#else
auto r = composition(A{}, B{});
#endif
