// SPDX-License-Identifier: BSL-1.0
// expect-error: written_by_one_thread
// expect-error: at_offset<4>
// expect-error: at_thread<1>
// expect-error: at_value<0>
// expect-error: and_thread<0>
// expect-error: and_value<4>
// expect-sentence: threads 1 and 0 write the same element, at offset 4, as their values 0 and 4.
// expect-sentence: Leaf 0, of stride 4, overlaps leaves that reach offset 4: stride 5 does not.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<written_by_one_thread>(Layout<Shape<_8, _4>, Stride<_4, _1>>{}));
#else
// The fifth value of a thread is the first one of the next.
static_assert(require<written_by_one_thread>(Layout<Shape<_8, _5>, Stride<_4, _1>>{}));
#endif
