// SPDX-License-Identifier: BSL-1.0
// expect-error: swizzle_fits<8
// expect-error: at_offset<4>
// expect-error: expected<8>
// expect-sentence: Sw<3,3,3> o _4 o (_8,_64):(_64,_1) begins at offset 4 inside its swizzle, no
// expect-sentence: multiple of 8: vectors of 8 elements are not aligned, and the swizzle may cut
// expect-sentence: them. Offset 0, or vectors of 4 elements, would do.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Elements 0 to 7 of row 1 lie at 76, 77, 78, 79, 64, 65, 66, 67.
template <class Offset>
constexpr auto tile =
    make_composed_layout(Swizzle<3, 3, 3>{}, Offset{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});

#ifdef TILEPROOF_CONTROL
static_assert(require<swizzle_fits<8>>(tile<_8>) && require<swizzle_fits<4>>(tile<_4>));
#else
static_assert(require<swizzle_fits<8>>(tile<_4>));
#endif
