// SPDX-License-Identifier: BSL-1.0
// expect-error: injective
// expect-sentence: coordinates (1,0) and (0,1) of (2,_8):(_1,1) have one offset, 1. Leaf 1, of
// expect-sentence: stride 1, overlaps leaves that reach offset 1: stride 2 does not. (for ld = 1,
// expect-sentence: m = 2 in (m,_8):(_1,ld))
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using m = unknown<"m">;
#ifdef TILEPROOF_CONTROL
using ld = unknown<"ld", at_least<m{}>>;
#else
using ld = unknown<"ld">;
#endif
static_assert(require<injective>(Layout<Shape<m, _8>, Stride<_1, ld>>{}));
