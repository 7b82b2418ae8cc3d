// SPDX-License-Identifier: BSL-1.0
// expect-error: compact
// expect-error: missing_offset<1>
// expect-sentence: no coordinate of _4:_2 has offset 1, which lies between two of its offsets.
// expect-sentence: Leaf 0, of stride 2, leaves a gap after leaves that reach offset 0: stride 1
// expect-sentence: does not.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto p = make_predicate(10, Layout<_4, _1>{});
#else
auto p = make_predicate(10, Layout<_4, _2>{});
#endif
