// SPDX-License-Identifier: BSL-1.0
// expect-error: same_elements
// expect-error: at_thread<1>
// expect-error: at_value<0>
// expect-error: found<8>
// expect-error: expected<1>
// expect-sentence: value 0 of thread 1 is element 1 of the source and element 8 of the
// expect-sentence: destination
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// (thread,value) -> element of an 8x8 tile.
using by_columns = Layout<Shape<_8, _8>, Stride<_1, _8>>;
using by_rows = Layout<Shape<_8, _8>, Stride<_8, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<same_elements>(by_columns{}, by_columns{}));
#else
static_assert(require<same_elements>(by_columns{}, by_rows{}));
#endif
