// SPDX-License-Identifier: BSL-1.0
// expect-error: swizzle_fits<
// expect-error: at_offset<6>
// expect-error: found<7>
// expect-error: expected<6>
// expect-sentence: the swizzle of Sw<2,0,2> o _0 o _7:_1 moves offset 6 to 7, outside the tile,
// expect-sentence: whose last offset is 6
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<swizzle_fits<>>(composition(Swizzle<2, 0, 2>{}, Layout<_8, _1>{})));
#else
static_assert(require<swizzle_fits<>>(composition(Swizzle<2, 0, 2>{}, Layout<_7, _1>{})));
#endif
