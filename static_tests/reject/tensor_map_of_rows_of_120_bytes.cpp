// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<tileproof::
// expect-error: in_mode<0>
// expect-error: global_stride<60>
// expect-error: in_bytes<120>
// expect-error: aligned_to<16>
// expect-error: would_do<64>
// expect-sentence: TMA: mode 0 of the global tensor has the stride 60, 120 bytes, and a tensor map
// takes expect-sentence: multiples of 16 bytes. Rows padded to a stride of 64 would do.
#include <tileproof/atom.hpp>

using namespace tileproof;

using shared = Layout<Shape<_64, _64>, Stride<_64, _1>>;
template <class Rows, class Stride0>
using tile = tma_tile<Layout<Shape<Rows, _64>, Stride<Stride0, _1>>, Shape<_64, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<half_t>>(shared{}, tile<int, _64>{}));
#else
static_assert(require<canonical_for_tma<half_t>>(shared{}, tile<int, Int<60>>{}));
#endif
