// SPDX-License-Identifier: BSL-1.0
// expect-error: owns_every_element<
// expect-error: elements_missed<96>
// expect-sentence: element 32 has more than 1 owner, among them value 0 of thread 1 and value 4
// expect-sentence: of thread 0; 96 elements have too many, and 96 too few
// B of m16n8k32 of 4-bit integers: 8 consecutive k a thread, so the next thread is 64 elements on.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

template <class Next>
using fragment = Layout<Shape<Shape<_4, _8>, _8>, Stride<Stride<Next, _1>, _8>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<owns_every_element<>>(fragment<_64>{}, Shape<_8, _32>{}));
#else
static_assert(require<owns_every_element<>>(fragment<_32>{}, Shape<_8, _32>{}));
#endif
