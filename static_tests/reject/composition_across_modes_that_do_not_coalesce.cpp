// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: in_mode<0>
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 2,
// expect-sentence: A(B(c)) is 21 where the layout would give 18; the arguments are
// expect-sentence: (_4,_2,_8):(_3,_15,_97) and _3:_3
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = composition(Layout<Shape<_4, _2, _8>, Stride<_3, _12, Int<97>>>{}, Layout<_3, _3>{});
#else
auto r = composition(Layout<Shape<_4, _2, _8>, Stride<_3, Int<15>, Int<97>>>{}, Layout<_3, _3>{});
#endif
