// SPDX-License-Identifier: BSL-1.0
// expect-error: compact
// expect-error: missing_offset<1>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto p = make_predicate(10, Layout<_4, _1>{});
#else
auto p = make_predicate(10, Layout<_4, _2>{});
#endif
