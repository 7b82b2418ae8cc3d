// SPDX-License-Identifier: BSL-1.0
// expect-error: core::tile_to_shape
// expect-error: injective
// expect-sentence: complement(A): A is not injective: two coordinates share an offset; the
// expect-sentence: arguments are (_2,_2):(_1,_1), (_4,_4) and _0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using block = Layout<Shape<_2, _2>, Stride<_1, _2>>;
#else
using block = Layout<Shape<_2, _2>, Stride<_1, _1>>;  // two coordinates of one offset
#endif

auto r = tile_to_shape(block{}, Shape<_4, _4>{});
