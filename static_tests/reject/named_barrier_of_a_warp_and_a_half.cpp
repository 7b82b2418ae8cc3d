// SPDX-License-Identifier: BSL-1.0
// expect-error: named_barrier_counts_warps
// expect-error: found<48>
// expect-error: expected<1024>
// expect-sentence: a named barrier of 48 threads: it counts whole warps, a multiple of 32 threads
// expect-sentence: from 32 to 1024
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using threads = Int<64>;
#else
using threads = Int<48>;
#endif
static_assert(require_named_barrier(_1{}, threads{}));  // the mistake
