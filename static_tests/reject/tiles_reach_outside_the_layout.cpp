// SPDX-License-Identifier: BSL-1.0
// expect-error: tiles_cover
// expect-error: in_mode<0>
// expect-error: outside_element<25>
// expect-error: at_coordinate<1, 5>
// expect-error: elements_outside<16>
// expect-sentence: in mode 0, element (1,5) of (element of the tile, tile) is 25, outside: 16
// expect-sentence: such places
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<tiles_cover>(Int<24>{}, Layout<_4, _6>{}));
#else
static_assert(require<tiles_cover>(Int<24>{}, Layout<_4, _5>{}));
#endif
