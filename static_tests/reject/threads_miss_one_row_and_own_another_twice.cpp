// SPDX-License-Identifier: BSL-1.0
// expect-error: owns_every_element<
// expect-error: at_element<3>
// expect-error: at_thread<3>
// expect-error: at_value<0>
// expect-error: and_thread<4>
// expect-error: and_value<0>
// expect-error: elements_missed<8>
// expect-error: elements_repeated<8>
// expect-sentence: element 3 has more than 1 owner, among them value 0 of thread 3 and value 0 of
// expect-sentence: thread 4; 8 elements have too many, and 8 too few
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// (thread,value) -> element: the threads take a row each, by (_4,_2).
using tile = Shape<_8, _8>;

#ifdef TILEPROOF_CONTROL
using partition = Layout<Shape<Shape<_4, _2>, _8>, Stride<Stride<_1, _4>, _8>>;
static_assert(require<owns_every_element<>>(partition{}, tile{}));
#else
// Row 3 has two owners, row 7 none.
using partition = Layout<Shape<Shape<_4, _2>, _8>, Stride<Stride<_1, _3>, _8>>;
static_assert(require<owns_every_element<>>(partition{}, tile{}));
#endif
