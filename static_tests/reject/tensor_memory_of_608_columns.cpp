// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_holds_allocations
// expect-error: found<608>
// expect-error: at_most<512>
// expect-sentence: tensor memory: the allocations take 608 columns together, and there are 512:
// expect-sentence: allocate once, and give each tensor some of its columns
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/memory.hpp>

using namespace tileproof;

// Accumulators of 384 columns, and 4 columns for each of three tensors of scale factors.
#ifdef TILEPROOF_CONTROL
static_assert(require_tmem_columns<512>() && require_tmem_columns<256, 128, 64, 64>());
#else
static_assert(require_tmem_columns<512, 32, 32, 32>());  // the mistake
#endif
