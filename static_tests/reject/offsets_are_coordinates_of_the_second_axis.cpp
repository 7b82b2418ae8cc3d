// SPDX-License-Identifier: BSL-1.0
// expect-error: compact
// expect-error: offsets_are_coordinates_along_axis<1>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<compact>(Layout<_4, _1>{}));
#else
static_assert(require<compact>(Layout<_4, E<1>>{}));
#endif
