// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways
// expect-error: write_swizzle<3, 3, 3>
// expect-sentence: 8-way bank conflict: lanes 0 and 1 of warp 0 read words 0 and 32, both in bank
// expect-sentence: 0, at step 0; 32 wavefronts where 4 are possible. Swizzle<3,3,3> removes it.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Rows of 64 f16: the 8 rows of a matrix begin in one bank.
using tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;
using rows = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, _64>, _8>>;  // (lane,value)
#ifdef TILEPROOF_CONTROL
constexpr auto smem = composition(Swizzle<3, 3, 3>{}, tile{});
#else
constexpr auto smem = tile{};
#endif
constexpr auto read = composition(smem, rows{});
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, short>>(read));  // the mistake
