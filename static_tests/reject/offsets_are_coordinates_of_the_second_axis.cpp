// SPDX-License-Identifier: BSL-1.0
// expect-error: compact
// expect-error: offsets_are_coordinates_along_axis<1>
// expect-sentence: the offsets of _4:_1@1 are coordinates along E<1>, and integers are expected
// expect-sentence: here
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<compact>(Layout<_4, _1>{}));
#else
static_assert(require<compact>(Layout<_4, E<1>>{}));
#endif
