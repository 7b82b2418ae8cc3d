// SPDX-License-Identifier: BSL-1.0
// expect-error: block_divides_shape
// expect-error: in_mode<0>
// expect-error: found<10>
// expect-error: expected<4>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using block = Layout<Shape<_4, _8>>;

#ifdef TILEPROOF_CONTROL
auto r = tile_to_shape(block{}, make_shape(_12{}, _16{}));
#else
auto r = tile_to_shape(block{}, make_shape(_10{}, _16{}));
#endif
