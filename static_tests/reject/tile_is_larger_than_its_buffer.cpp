// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_in_bytes<4096
// expect-error: in_bytes<4220>
// expect-error: expected<4096>
// expect-sentence: the layouts of float take 4220 bytes, and the buffer has 4096
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 32x32, the rows padded by one element.
using tile = Layout<Shape<_32, _32>, Stride<Int<33>, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<fits_in_bytes<33 * 32 * 4, float>>(tile{}));
#else
static_assert(require<fits_in_bytes<32 * 32 * 4, float>>(tile{}));
#endif
