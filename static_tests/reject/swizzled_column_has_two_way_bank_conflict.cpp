// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways<
// expect-error: in_ways<2>
// expect-error: of_lanes<0, 16>
// expect-error: in_bank<0>
// expect-error: on_words<0, 1024>
// expect-error: in_wavefronts<2>
// expect-error: write_swizzle<5, 0, 6>
// expect-sentence: 2-way bank conflict: lanes 0 and 16 of warp 0 read words 0 and 1024, both in
// expect-sentence: bank 0, at step 0; 2 wavefronts where 1 is possible. Swizzle<5,0,6> in place
// expect-sentence: of this one removes it.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 32 lanes read down a column of a 64x64 tile of fp32, row-major.
using column = Layout<_32, _64>;

#ifdef TILEPROOF_CONTROL
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(
    composition(Swizzle<5, 0, 6>{}, column{})));
#else
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(
    composition(Swizzle<5, 0, 5>{}, column{})));
#endif
