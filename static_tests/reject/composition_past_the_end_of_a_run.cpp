// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: in_mode<0>
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 3,
// expect-sentence: A(B(c)) is 100 where the layout would give 27; the arguments are
// expect-sentence: (_4,_2,_8):(_3,_12,_97) and _4:_3
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _2, _8>, Stride<_3, _12, Int<97>>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<_3, _3>{});
#else
// A is 8:3 followed by a stride of 97: the fourth step of 3 leaves the 8.
auto r = composition(A{}, Layout<_4, _3>{});
#endif
