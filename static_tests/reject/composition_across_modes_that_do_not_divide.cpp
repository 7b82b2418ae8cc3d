// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: in_mode<0>
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 3,
// expect-sentence: A(B(c)) is 8 where the layout would give 13; the arguments are
// expect-sentence: (_4,_6,_8):(_2,_3,_5) and _6:_3
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<_6, _12>{});
#else
auto r = composition(A{}, Layout<_6, _3>{});
#endif
