// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways
// expect-sentence: 32-way bank conflict: lanes 0 and 1 of warp 0 read words 0 and 32, both in
// expect-sentence: bank 0, at step 0; 32 wavefronts where 1 is possible. Swizzle<5,0,5> removes
// expect-sentence: it.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 32 lanes read a column of 32x32 floats: 32 wavefronts.
using tile = Layout<Shape<_32, _32>, Stride<_32, _1>>;
using column = Layout<Shape<_32, _1>>;  // (lane,value) -> element of the column
#ifdef TILEPROOF_CONTROL
constexpr auto smem = composition(Swizzle<5, 0, 5>{}, tile{});
#else
constexpr auto smem = tile{};
#endif
constexpr auto read = composition(smem, column{});
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(read));  // the mistake
