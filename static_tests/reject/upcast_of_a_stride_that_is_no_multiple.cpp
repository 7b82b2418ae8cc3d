// SPDX-License-Identifier: BSL-1.0
// expect-error: element_widths_divide
// expect-error: in_mode<1>
// expect-error: found<6>
// expect-error: expected<4>
// expect-sentence: upcast: leaf 1 does not consist of whole wide elements: 6 is not a multiple of
// expect-sentence: 4; the argument is (_4,_2):(_1,_6)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = upcast<4>(Layout<Shape<_4, _2>, Stride<_1, _8>>{});
#else
auto r = upcast<4>(Layout<Shape<_4, _2>, Stride<_1, _6>>{});
#endif
