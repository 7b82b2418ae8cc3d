// SPDX-License-Identifier: BSL-1.0
// expect-error: same_elements
// expect-sentence: value 0 of thread 1 is element 4 of the source and element 1 of the
// expect-sentence: destination
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The source is read by rows, the destination written by columns.
using rows = Layout<Shape<_8, _4>, Stride<_4, _1>>;  // (thread,value) -> element
#ifdef TILEPROOF_CONTROL
using written = rows;
#else
using written = Layout<Shape<_8, _4>, Stride<_1, _8>>;
#endif
static_assert(require<same_elements>(rows{}, written{}));  // the mistake
