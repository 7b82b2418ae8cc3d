// SPDX-License-Identifier: BSL-1.0
// expect-error: contiguous<4
// expect-error: at_coordinate<0, 1>
// expect-error: at_offset<8>
// expect-error: in_runs_of<6>
// expect-sentence: (_6,_2):(_1,_8) has no runs of 4 consecutive elements: coordinate (0,1), at
// expect-sentence: offset 8, breaks one; every group has a run of 6
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<contiguous<2>>(Layout<Shape<_6, _2>, Stride<_1, _8>>{}));
#else
static_assert(require<contiguous<4>>(Layout<Shape<_6, _2>, Stride<_1, _8>>{}));
#endif
