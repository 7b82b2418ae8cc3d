// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways
// expect-error: in_bytes<132>
// expect-error: aligned_to<16>
// expect-sentence: lane 1 of warp 0 accesses byte 132 at step 0, which is no multiple of 16
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Lane i reads the first 4 elements of row i.
using rows = Layout<Shape<_32, _4>, Stride<_1, _32>>;

#ifdef TILEPROOF_CONTROL
using tile = Layout<Shape<_32, _32>, Stride<_32, _1>>;
using best = best_swizzle<float, tile, tile_access<shared_load<128>, rows>>;
static_assert(best::num_bits == 3);
#else
// Row 1 starts 132 bytes in.
using tile = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>;
using best = best_swizzle<float, tile, tile_access<shared_load<128>, rows>>;
#endif
