// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<float
// expect-error: in_swizzle<3, 5, 3>
// expect-error: expected<3, 4, 3>
// expect-sentence: TMA has no swizzle Sw<3,5,3> of bytes; Sw<3,4,3> would do
#include <tileproof/atom.hpp>

using namespace tileproof;

// TMA swizzles 16 bytes: 4 floats, not 8.
using rows = Layout<Shape<_8, _32>, Stride<_32, _1>>;
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_8, _32>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<float>>(composition(Swizzle<3, 2, 3>{}, rows{}), tile{}));
#else
static_assert(require<canonical_for_tma<float>>(composition(Swizzle<3, 3, 3>{}, rows{}), tile{}));
#endif
