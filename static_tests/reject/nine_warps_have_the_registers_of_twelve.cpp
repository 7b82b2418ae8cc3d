// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_register_file<288
// expect-error: in_registers<104, 240>
// expect-error: found<344
// expect-error: expected<336
// expect-sentence: setmaxnreg: (104,240) registers a thread are 344 in all, and the warpgroups have
// 336, 168 each at expect-sentence: launch: an increase waits for ever. (96,240) would do.
#include <tileproof/atom.hpp>
#include <tileproof/prove/register_file.hpp>

using namespace tileproof;

// An SM gives registers to four warps at a time: 65536 / 384 and not 65536 / 288.
#ifdef TILEPROOF_CONTROL
static_assert(require<fits_register_file<288>>(Shape<Int<96>, Int<240>>{}));
#else
static_assert(require<fits_register_file<288>>(Shape<Int<104>, Int<240>>{}));
#endif
