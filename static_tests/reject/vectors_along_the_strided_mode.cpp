// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width
// expect-sentence: a 128-bit access of float needs 4 consecutive elements that begin at a
// expect-sentence: multiple of 4: value 1 of thread 0 has offset 32 in (_32,_4):(_1,_32), with
// expect-sentence: runs of 1. The widest access is of one element.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 128-bit loads down the rows of a row-major tile.
#ifdef TILEPROOF_CONTROL
using tv = Layout<Shape<_32, _4>, Stride<_4, _1>>;
#else
using tv = Layout<Shape<_32, _4>, Stride<_1, _32>>;
#endif
static_assert(require<access_width<128, float>>(tv{}));  // the mistake
