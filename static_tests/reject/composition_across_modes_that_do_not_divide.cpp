// SPDX-License-Identifier: BSL-1.0
// expect-error: composition_is_a_layout
// expect-error: in_mode<0>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>;

#ifdef TILEPROOF_CONTROL
auto r = composition(A{}, Layout<_6, _12>{});
#else
auto r = composition(A{}, Layout<_6, _3>{});
#endif
