// SPDX-License-Identifier: BSL-1.0
// expect-error: element_widths_divide
// expect-error: found<6>
// expect-error: expected<4>
// expect-sentence: upcast: leaf 0 does not consist of whole wide elements: 6 is not a multiple of
// expect-sentence: 4; the argument is _6:_1
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = upcast<4>(Layout<_8, _1>{});
#else
auto r = upcast<4>(Layout<_6, _1>{});
#endif
