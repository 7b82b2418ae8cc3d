// SPDX-License-Identifier: BSL-1.0
// expect-error: onto_interval
// expect-error: missing_offset<4>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<onto_interval>(Layout<Shape<_4, _2>, Stride<_1, _4>>{}));
#else
static_assert(require<onto_interval>(Layout<Shape<_4, _2>, Stride<_1, _5>>{}));
#endif
