// SPDX-License-Identifier: BSL-1.0
// expect-error: compact
// expect-error: missing_offset<1>
// expect-error: expected<0, 4>
// expect-sentence: _4:_-1 is no bijection onto [0,4): no coordinate has offset 1
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<compact>(Layout<_4, _1>{}));
#else
static_assert(require<compact>(Layout<_4, _m1>{}));
#endif
