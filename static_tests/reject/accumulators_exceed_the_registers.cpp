// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_in_registers<128, float>
// expect-error: in_registers<256>
// expect-error: expected<128>
// expect-sentence: the fragments of float take 256 registers of 32 bits, and 128 are there
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// A thread's partition of a 128x256 tile of fp32: of 256 threads, and of 128.
#ifdef TILEPROOF_CONTROL
static_assert(require<fits_in_registers<128, float>>(Layout<Shape<_4, _32>>{}));
#else
static_assert(require<fits_in_registers<128, float>>(Layout<Shape<_8, _32>>{}));
#endif
