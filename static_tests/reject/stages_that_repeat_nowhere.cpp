// SPDX-License-Identifier: BSL-1.0
// expect-error: undecided
// expect-error: points_to_visit<131072>
// expect-error: enumeration_bound_is<8192>
// expect-error: prove_one_period
// expect-sentence: undecided: 131072 points differ, more than the 8192 that a proof visits; prove
// expect-sentence: one period, a stage, a tile or a warp, in place of all repetitions
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Rows of 33 floats with a swizzle whose period is 2^18: each row is another case.
template <int Rows>
using rows = Layout<Shape<_32, Int<Rows>>, Stride<_1, Int<33>>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<bank_ways<shared_load<32>, float, 2>>(composition(Swizzle<3, 10, 5>{},
                                                                        rows<64>{})));
#else
static_assert(require<bank_ways<shared_load<32>, float, 2>>(composition(Swizzle<3, 10, 5>{},
                                                                        rows<4096>{})));
#endif
