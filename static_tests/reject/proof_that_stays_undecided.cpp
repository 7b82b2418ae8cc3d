// SPDX-License-Identifier: BSL-1.0
// expect-error: equivalent
// expect-error: undecided
// expect-sentence: undecided: 12000 points differ, more than the 8192 that a proof visits; prove
// expect-sentence: one period, a stage, a tile or a warp, in place of all repetitions
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<equivalent>(Layout<Int<12000>, _1>{}, Layout<Int<12000>, _1>{}));
#else
static_assert(require<equivalent>(Layout<Int<12000>, _1>{},
                                  composition(Swizzle<1, 20, 1>{}, Layout<Int<12000>, _1>{})));
#endif
