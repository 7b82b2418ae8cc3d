// SPDX-License-Identifier: BSL-1.0
// expect-error: owns_every_element
// expect-sentence: no value of a thread is element 128 of (_16,_16): 128 elements have fewer
// expect-sentence: owners than 1
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// 32 threads of 4 floats for a tile of 16x16.
using threads = Layout<Shape<_32, _4>, Stride<_4, _1>>;  // (thread,value) -> element
#ifdef TILEPROOF_CONTROL
using tile = Shape<_16, _8>;
#else
using tile = Shape<_16, _16>;
#endif
static_assert(require<owns_every_element<>>(threads{}, tile{}));  // the mistake
