// SPDX-License-Identifier: BSL-1.0
// expect-error: block_has_named_barrier
// expect-error: found<16>
// expect-error: expected<15>
// expect-sentence: named barrier 16: a block has the barriers 0 to 15, and 0 is that of
// expect-sentence: __syncthreads
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using id = Int<15>;
#else
using id = Int<16>;
#endif
static_assert(require_named_barrier(id{}, _128{}));  // the mistake
