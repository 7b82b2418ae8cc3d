// SPDX-License-Identifier: BSL-1.0
// expect-error: onto_interval
// expect-error: missing_offset<4>
// expect-error: write_stride_of_leaf<1, 4>
// expect-sentence: no coordinate of (_4,_2):(_1,_5) has offset 4, which lies between two of its
// expect-sentence: offsets. Leaf 1, of stride 5, leaves a gap after leaves that reach offset 3:
// expect-sentence: stride 4 does not.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<onto_interval>(Layout<Shape<_4, _2>, Stride<_1, _4>>{}));
#else
static_assert(require<onto_interval>(Layout<Shape<_4, _2>, Stride<_1, _5>>{}));
#endif
