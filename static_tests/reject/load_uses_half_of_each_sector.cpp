// SPDX-License-Identifier: BSL-1.0
// expect-error: sector_efficiency<
// expect-error: in_per_cent<50>
// expect-error: in_sectors<8>
// expect-error: at_least<4>
// expect-error: in_warp<0>
// expect-error: at_step<0>
// expect-error: in_requests<1>
// expect-sentence: 50 % of the bytes in the sectors are used where 100 % are asked for: warp 0
// expect-sentence: touches 8 sectors at step 0 where 4 would do
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<sector_efficiency<global_load<32>, float>>(Layout<_32, _1>{}));
#else
static_assert(require<sector_efficiency<global_load<32>, float>>(Layout<_32, _2>{}));
#endif
