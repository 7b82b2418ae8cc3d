// SPDX-License-Identifier: BSL-1.0
// expect-error: element_widths_divide
// expect-error: found<6>
// expect-error: expected<4>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = upcast<4>(Layout<_8, _1>{});
#else
auto r = upcast<4>(Layout<_6, _1>{});
#endif
