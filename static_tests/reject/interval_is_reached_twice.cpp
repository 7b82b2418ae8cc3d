// SPDX-License-Identifier: BSL-1.0
// expect-error: bijective_onto_interval
// expect-error: at_coordinate<3, 0>
// expect-error: and_coordinate<0, 1>
// expect-error: at_offset<3>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
// All of [-3,5), each once.
static_assert(require<bijective_onto_interval>(Layout<Shape<_4, _2>, Stride<_m1, _4>>{}));
#else
// All of [0,7), and 3 twice.
static_assert(require<bijective_onto_interval>(Layout<Shape<_4, _2>, Stride<_1, _3>>{}));
#endif
