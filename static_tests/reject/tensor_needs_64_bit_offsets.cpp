// SPDX-License-Identifier: BSL-1.0
// expect-error: offsets_fit_32_bits
// expect-error: at_offset<4294967295
// expect-sentence: offset 4294967295 of (_65536,_65536):(_1,_65536) does not fit in 32 bits
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<offsets_fit_32_bits>(Layout<Shape<Int<32768>, Int<65536>>>{}));
#else
static_assert(require<offsets_fit_32_bits>(Layout<Shape<Int<65536>, Int<65536>>>{}));
#endif
