// SPDX-License-Identifier: BSL-1.0
// expect-error: left_inverse_exists
// expect-error: core::left_inverse
// expect-sentence: left_inverse(L): no layout I has L(I(L(i))) == L(i) for every i; the argument
// expect-sentence: is (_3,_3):(_2,_3)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = left_inverse(Layout<Shape<_3, _3>, Stride<_2, _6>>{});
#else
auto r = left_inverse(Layout<Shape<_3, _3>, Stride<_2, _3>>{});
#endif
