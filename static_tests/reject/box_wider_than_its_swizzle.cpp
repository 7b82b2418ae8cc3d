// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<short
// expect-error: in_mode<1>
// expect-error: in_bytes<256>
// expect-error: expected<128>
// expect-sentence: TMA: a row of 256 bytes in mode 1 does not fit a box: a multiple of 16 bytes
// expect-sentence: is needed, and with a swizzle at most its row of 32, 64 or 128 bytes
#include <tileproof/atom.hpp>

using namespace tileproof;

// 128 bytes are swizzled: two atoms side by side are two boxes, one of twice the width is none.
using wide = Layout<Shape<_8, _128>, Stride<_128, _1>>;
using atom = Layout<Shape<_8, _64>, Stride<_64, _1>>;
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_8, _128>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<short>>(
    tile_to_shape(composition(Swizzle<3, 3, 3>{}, atom{}), Shape<_8, _128>{}), tile{}));
#else
static_assert(require<canonical_for_tma<short>>(composition(Swizzle<3, 3, 3>{}, wide{}), tile{}));
#endif
