// SPDX-License-Identifier: BSL-1.0
// expect-error: tiles_cover
// expect-error: in_mode<0>
// expect-error: missing_element<4>
// expect-error: elements_missed<8>
// expect-error: elements_outside<8>
// expect-sentence: in mode 0, no tile visits element 4: 8 elements are missed
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<tiles_cover>(Int<24>{}, Layout<Shape<_4, _2>, Stride<_1, _4>>{}));
#else
static_assert(require<tiles_cover>(Int<24>{}, Layout<Shape<_4, _2>, Stride<_1, _6>>{}));
#endif
