// SPDX-License-Identifier: BSL-1.0
// expect-error: tiles_evenly
// expect-error: residue_in_modes<0, 1>
// expect-error: extent_has_divisors<100, 10, 5, 4, 2, 90, 15, 10>
// expect-sentence: the tiles do not divide modes 0 and 1 of (_100,_90): the last tile lies partly
// expect-sentence: outside. 100 is a multiple of 10, 5, 4, 2; 90 is a multiple of 15, 10, 9, 6.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 100 rows and 90 columns, by tiles of 16.
#ifdef TILEPROOF_CONTROL
using matrix = Shape<Int<96>, Int<80>>;
#else
using matrix = Shape<Int<100>, Int<90>>;
#endif
static_assert(require<tiles_evenly>(matrix{}, Shape<_16, _16>{}));  // the mistake
