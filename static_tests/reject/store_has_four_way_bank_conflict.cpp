// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways<
// expect-error: in_ways<4>
// expect-error: of_lanes<0, 8>
// expect-error: in_bank<0>
// expect-error: on_words<0, 32>
// expect-error: in_wavefronts<4>
// expect-error: at_least<1>
// expect-error: write_swizzle<2, 3, 2>
// expect-sentence: 4-way bank conflict: lanes 0 and 8 of warp 0 write words 0 and 32, both in
// expect-sentence: bank 0, at step 0; 4 wavefronts where 1 is possible. Swizzle<2,3,2> removes
// expect-sentence: it.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// (lane,value) -> offset: four rows of 8 lanes. The pitch of the rows is 32 words, or 40.
#ifdef TILEPROOF_CONTROL
using rows = Layout<Shape<Shape<_8, _4>, _1>, Stride<Stride<_1, Int<40>>, _0>>;
static_assert(require<bank_ways<shared_store<32>, float, 2>>(rows{}));
#else
using rows = Layout<Shape<Shape<_8, _4>, _1>, Stride<Stride<_1, _32>, _0>>;
static_assert(require<bank_ways<shared_store<32>, float, 2>>(rows{}));
#endif
