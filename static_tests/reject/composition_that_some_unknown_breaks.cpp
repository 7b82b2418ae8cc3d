// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: core::composition
// expect-sentence: composition(A,B): no layout equals A(B(c)): in mode 1 of B, at coordinate 3,
// expect-sentence: A(B(c)) is 8 where the layout would give 3; the arguments are (m,_8):(_1,ld) and
// expect-sentence: (_2,_4):(m,_1), for ld = 8, m = 3
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Four elements of a column of A, and the same of the next: a column has at least four.
#ifdef TILEPROOF_CONTROL
using m = unknown<"m", at_least<4>, multiple_of<4>>;
#else
using m = unknown<"m">;
#endif
using ld = unknown<"ld", at_least<m{}>, multiple_of<8>>;
auto r = composition(make_layout(make_shape(m(8), _8{}), make_stride(_1{}, ld(8))),
                     make_layout(make_shape(_2{}, _4{}), make_stride(m(8), _1{})));
