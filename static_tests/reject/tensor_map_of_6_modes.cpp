// SPDX-License-Identifier: BSL-1.0
//
// expect-error: canonical_for_tma<short
// expect-error: found<6>
// expect-error: expected<5>
// expect-sentence: TMA: the global tensor has 6 modes that do not merge for this tile, and 5 is the
// expect-sentence: most
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL  // mode 1 goes on where mode 0 ends, and the tile has all of mode 0
using two = Layout<Shape<_8, int, int, int, int, int>, Stride<_1, _8, int, int, int, int>>;
#else
using two = Layout<Shape<_8, int, int, int, int, int>, Stride<_1, int, int, int, int, int>>;
#endif
static_assert(require<canonical_for_tma<short>>(Layout<Shape<_8, _8, _1, _1, _1, _1>>{},
                                                tma_tile<two, Shape<_8, _8, _1, _1, _1, _1>>{}));
