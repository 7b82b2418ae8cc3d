// SPDX-License-Identifier: BSL-1.0
// expect-error: swizzle_offset_divides
// expect-error: core::upcast
// expect-error: expected<2>
// expect-sentence: upcast: the offset inside the swizzle, 1, is not a multiple of 2
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = upcast<2>(composition(Swizzle<1, 1, 1>{}, _2{}, Layout<_4, _1>{}));
#else
auto r = upcast<2>(composition(Swizzle<1, 1, 1>{}, _1{}, Layout<_4, _1>{}));
#endif
