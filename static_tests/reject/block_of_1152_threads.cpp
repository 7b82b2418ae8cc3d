// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_register_file<1152
// expect-error: threads_of_block<1152
// expect-error: at_most<1024>
// expect-sentence: a block of 1152 threads: it has 1 to 1024
#include <tileproof/atom.hpp>
#include <tileproof/prove/register_file.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<fits_register_file<1024>>(Shape<_24, Int<104>>{}));
#else
static_assert(require<fits_register_file<1152>>(Shape<_24, Int<104>>{}));
#endif
