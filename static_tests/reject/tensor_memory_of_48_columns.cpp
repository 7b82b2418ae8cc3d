// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_has_columns
// expect-error: found<48>
// expect-sentence: tensor memory: 48 columns are allocated or freed at once, and tcgen05.alloc has
// expect-sentence: 32, 64, 128, 256 and 512
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/memory.hpp>

using namespace tileproof;

// D of 128 x 48 takes 48 columns, of 64 that are allocated.
#ifdef TILEPROOF_CONTROL
static_assert(require_tmem_columns<64>());
#else
static_assert(require_tmem_columns<48>());  // the mistake
#endif
