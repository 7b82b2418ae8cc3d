// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<short
// expect-error: in_mode<0>
// expect-error: shared_stride<72>
// expect-error: expected<64>
// expect-error: aligned_to<128>
// expect-sentence: TMA: mode 0 of (_64,_64):(_72,_1) has the stride 72 in shared memory, and a
// expect-sentence: box has 64, or a multiple of 128 bytes. Padding would do over a mode of exactly
// expect-sentence: 64 elements: view that mode of the tensor as (_64,n).
#include <tileproof/atom.hpp>

using namespace tileproof;

// The rows of a box follow one another; those of different boxes start at multiples of 128 bytes.
template <class Rows>
using rows = Layout<Shape<_64, _64>, Stride<Rows, _1>>;
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_64, _64>>;
#ifdef TILEPROOF_CONTROL
using columns_of_64 = Layout<Shape<int, Shape<_64, int>>, Stride<int, Stride<_1, _64>>>;
static_assert(require<canonical_for_tma<short>>(rows<Int<128>>{}, tile{}));
static_assert(require<canonical_for_tma<short>>(rows<Int<72>>{},
                                                tma_tile<columns_of_64, Shape<_64, _64>>{}));
#else
static_assert(require<canonical_for_tma<short>>(rows<Int<72>>{}, tile{}));
#endif
