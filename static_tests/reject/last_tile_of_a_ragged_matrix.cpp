// SPDX-License-Identifier: BSL-1.0
// expect-error: tiles_evenly
// expect-sentence: the tiles do not divide mode 0 of (_100,_64): the last tile lies partly
// expect-sentence: outside. 100 is a multiple of 10, 5, 4, 2.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 100 rows by tiles of 16.
#ifdef TILEPROOF_CONTROL
using rows = Int<96>;
#else
using rows = Int<100>;
#endif
static_assert(require<tiles_evenly>(Shape<rows, _64>{}, Shape<_16, _16>{}));  // the mistake
