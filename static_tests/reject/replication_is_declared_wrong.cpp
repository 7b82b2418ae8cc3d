// SPDX-License-Identifier: BSL-1.0
// expect-error: owns_every_element<2
// expect-error: at_element<0>
// expect-error: at_thread<0>
// expect-error: and_thread<4>
// expect-error: elements_repeated<16>
// expect-sentence: element 0 has more than 2 owners, among them value 0 of thread 0 and value 0
// expect-sentence: of thread 4; 16 elements have too many
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Groups of 4 threads; all 4 groups own the same 16 elements.
using broadcast = Layout<Shape<Shape<_4, _4>, _4>, Stride<Stride<_1, _0>, _4>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<owns_every_element<4>>(broadcast{}, _16{}));
#else
static_assert(require<owns_every_element<2>>(broadcast{}, _16{}));
#endif
