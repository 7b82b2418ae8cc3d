// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<short
// expect-error: in_mode<0>
// expect-error: shared_stride<32>
// expect-error: expected<64>
// expect-sentence: TMA: mode 0 of Sw<3,3,3> o _0 o (_8,_32):(_32,_1) has the stride 32 in shared
// expect-sentence: memory, and a box has 64, or a multiple of 128 bytes
#include <tileproof/atom.hpp>

using namespace tileproof;

// With a swizzle of 128 bytes every row of a box takes 128 bytes.
template <class Rows>
using rows = Layout<Shape<_8, _32>, Stride<Rows, _1>>;
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_8, _32>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<short>>(composition(Swizzle<3, 3, 3>{}, rows<_64>{}),
                                                tile{}));
#else
static_assert(require<canonical_for_tma<short>>(composition(Swizzle<3, 3, 3>{}, rows<_32>{}),
                                                tile{}));
#endif
