// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<short
// expect-error: in_mode<1>
// expect-error: shared_stride<64>
// expect-error: expected<1>
// expect-sentence: TMA: mode 1 of (_64,_64):(_1,_64) has the stride 64 in shared memory, and a
// expect-sentence: box has 1
#include <tileproof/atom.hpp>

using namespace tileproof;

// Rows are contiguous in global memory, and have to be in shared memory.
using global = Layout<Shape<int, int>, Stride<int, _1>>;
using tile = tma_tile<global, Shape<_64, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<short>>(Layout<Shape<_64, _64>, Stride<_64, _1>>{},
                                                tile{}));
#else
static_assert(require<canonical_for_tma<short>>(Layout<Shape<_64, _64>>{}, tile{}));
#endif
