// SPDX-License-Identifier: BSL-1.0
// expect-error: injective
// expect-error: core::complement
// expect-sentence: complement(A): A is not injective: two coordinates share an offset; the
// expect-sentence: arguments are (_4,_2):(_1,_2) and _24
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = complement(Layout<Shape<_4, _2>, Stride<_1, _4>>{}, Int<24>{});
#else
auto r = complement(Layout<Shape<_4, _2>, Stride<_1, _2>>{}, Int<24>{});
#endif
