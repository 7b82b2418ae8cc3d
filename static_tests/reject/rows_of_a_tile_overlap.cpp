// SPDX-License-Identifier: BSL-1.0
// expect-error: injective
// expect-error: at_coordinate<3, 0>
// expect-error: and_coordinate<0, 1>
// expect-error: at_offset<3>
// expect-error: write_stride_of_leaf<1, 4>
// expect-sentence: coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3. Leaf 1, of
// expect-sentence: stride 3, overlaps leaves that reach offset 3: stride 4 does not.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _4>>{}));
#else
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{}));
#endif
