// SPDX-License-Identifier: BSL-1.0
// expect-error: injective
// expect-error: at_coordinate<3, 0>
// expect-error: and_coordinate<0, 1>
// expect-error: at_offset<3>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _4>>{}));
#else
static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{}));
#endif
