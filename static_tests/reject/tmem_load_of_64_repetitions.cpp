// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_copy_has_num
// expect-error: found<64>
// expect-error: at_most<32>
// expect-sentence: tcgen05.ld and tcgen05.st of this shape: x64 does not exist; there are the
// expect-sentence: powers of two from x1 to x32
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/load_store.hpp>

using namespace tileproof;
using shape = TMEM::DpShape;

// Each shape has as many as fill 128 registers: .32x32b up to x128, .16x256b up to x32.
#ifdef TILEPROOF_CONTROL
static_assert(tmem_load<shape::dp32_32b, 64>::registers == 64);
#else
static_assert(tmem_load<shape::dp16_256b, 64>::registers == 256);
#endif
