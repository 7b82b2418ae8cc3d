// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<tileproof::
// expect-error: at_offset<32>
// expect-error: in_bytes<2>
// expect-error: aligned_to<128>
// expect-sentence: TMA: the tile begins at offset 32 inside the swizzle, of elements of 2 bytes,
// and a box begins expect-sentence: at a multiple of 128 bytes
#include <tileproof/atom.hpp>

using namespace tileproof;

// Stages of 4 rows of 128 bytes: a box may begin at any of the rows, and not inside of one.
template <class Offset>
constexpr auto stage =
    make_composed_layout(Swizzle<3, 3, 3>{}, Offset{}, Layout<Shape<_4, _64>, Stride<_64, _1>>{});
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_4, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<half_t>>(stage<_0>, tile{}));
static_assert(require<canonical_for_tma<half_t>>(stage<Int<256>>, tile{}));
#else
static_assert(require<canonical_for_tma<half_t>>(stage<_32>, tile{}));
#endif
