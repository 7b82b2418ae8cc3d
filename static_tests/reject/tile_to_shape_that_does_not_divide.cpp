// SPDX-License-Identifier: BSL-1.0
// expect-error: block_divides_shape
// expect-error: in_mode<0>
// expect-error: found<10>
// expect-error: expected<4>
// expect-sentence: tile_to_shape: in mode 0, the block's extent 4 does not divide the target's
// expect-sentence: 10; the arguments are (_4,_8):(_1,_4), (_10,_16) and _0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using block = Layout<Shape<_4, _8>>;

#ifdef TILEPROOF_CONTROL
auto r = tile_to_shape(block{}, make_shape(_12{}, _16{}));
#else
auto r = tile_to_shape(block{}, make_shape(_10{}, _16{}));
#endif
