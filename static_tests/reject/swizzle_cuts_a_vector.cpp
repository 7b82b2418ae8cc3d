// SPDX-License-Identifier: BSL-1.0
// expect-error: swizzle_fits<8
// expect-error: in_runs_of<4>
// expect-error: expected<8>
// expect-sentence: the swizzle of Sw<3,2,3> o _0 o (_8,_64):(_64,_1) keeps runs of 4 elements
// expect-sentence: together, and a vector has 8. Swizzle<3,3,3> would do.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<swizzle_fits<8>>(composition(Swizzle<3, 3, 3>{}, tile{})));
#else
static_assert(require<swizzle_fits<8>>(composition(Swizzle<3, 2, 3>{}, tile{})));
#endif
