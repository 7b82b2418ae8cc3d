// SPDX-License-Identifier: BSL-1.0
// expect-error: aligned<16, float>
// expect-error: at_coordinate<1>
// expect-error: at_offset<6>
// expect-error: aligned_to<16>
// expect-sentence: coordinate 1 of _4:_6 is at offset 6 of float, which is no multiple of 16
// expect-sentence: bytes. Every offset is a multiple of 8.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The offsets of the first elements of a tile's rows.
#ifdef TILEPROOF_CONTROL
static_assert(require<aligned<16, float>>(Layout<_4, _8>{}));
#else
static_assert(require<aligned<16, float>>(Layout<_4, _6>{}));
#endif
