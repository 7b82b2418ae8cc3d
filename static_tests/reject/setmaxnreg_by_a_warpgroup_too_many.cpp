// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_register_file<128
// expect-error: threads_of_block<128
// expect-error: found<2
// expect-error: at_most<1>
// expect-sentence: setmaxnreg: 2 warpgroups change their registers, and a block of 128 threads has
// 1
#include <tileproof/atom.hpp>
#include <tileproof/prove/register_file.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<fits_register_file<256>>(Shape<_24, Int<240>>{}));
#else
static_assert(require<fits_register_file<128>>(Shape<_24, Int<240>>{}));
#endif
