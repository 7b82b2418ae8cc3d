// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<short
// expect-error: in_mode<0>
// expect-error: box_extent<512>
// expect-error: expected<256>
// expect-sentence: TMA: the box has 512 elements in mode 0, and 256 is the most
#include <tileproof/atom.hpp>

using namespace tileproof;

template <class M>
using rows = Layout<Shape<M, _64>, Stride<_64, _1>>;
template <class M>
using tile = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<M, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<short>>(rows<_256>{}, tile<_256>{}));
#else
static_assert(require<canonical_for_tma<short>>(rows<_512>{}, tile<_512>{}));
#endif
