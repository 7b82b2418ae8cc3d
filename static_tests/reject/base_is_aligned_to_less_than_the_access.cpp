// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, float, 8>
// expect-error: aligned_to<8>
// expect-error: expected<16>
// expect-sentence: a 128-bit access of float needs an address at a multiple of 16 bytes, and a
// expect-sentence: multiple of 8 is known. The widest access is of 64 bits.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<access_width<128, float, 16>>(Layout<Shape<_8, _4>, Stride<_4, _1>>{}));
#else
static_assert(require<access_width<128, float, 8>>(Layout<Shape<_8, _4>, Stride<_4, _1>>{}));
#endif
