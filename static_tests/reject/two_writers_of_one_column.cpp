// SPDX-License-Identifier: BSL-1.0
// expect-error: written_by_one_thread
// expect-sentence: threads 31 and 0 write the same element, at offset 31, as their values 0 and
// expect-sentence: 1. Leaf 1, of stride 31, overlaps leaves that reach offset 31: stride 32 does
// expect-sentence: not.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Rows of 32 elements, 31 apart: the destination overlaps.
#ifdef TILEPROOF_CONTROL
using tv = Layout<Shape<_32, _4>, Stride<_1, _32>>;
#else
using tv = Layout<Shape<_32, _4>, Stride<_1, Int<31>>>;
#endif
static_assert(require<written_by_one_thread>(tv{}));  // the mistake
