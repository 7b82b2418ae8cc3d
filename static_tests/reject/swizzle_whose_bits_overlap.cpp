// SPDX-License-Identifier: BSL-1.0
// expect-error: swizzle_bits_lie_apart
// expect-error: found<3, 3, 2>
// expect-error: expected<3, 3, 3>
// expect-sentence: Swizzle<3,3,2>: the bits that are read and those that are changed overlap: |S|
// expect-sentence: must be at least B, as in Swizzle<3,3,3>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Three bits, shifted by two.
using tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;
#ifdef TILEPROOF_CONTROL
auto swizzled() { return composition(Swizzle<3, 3, 3>{}, tile{}); }
#else
auto swizzled() { return composition(Swizzle<3, 3, 2>{}, tile{}); }  // the mistake
#endif
