// SPDX-License-Identifier: BSL-1.0
// expect-error: tile_to_shape_op
// expect-error: injective
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using block = Layout<Shape<_2, _2>, Stride<_1, _2>>;
#else
using block = Layout<Shape<_2, _2>, Stride<_1, _1>>;  // two coordinates of one offset
#endif

auto r = tile_to_shape(block{}, Shape<_4, _4>{});
