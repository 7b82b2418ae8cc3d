// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<tileproof::
// expect-error: in_mode<0>
// expect-error: found<8589934592
// expect-error: at_most<4294967296
// expect-sentence: TMA: mode 0 of the global tensor has 8589934592 elements, and a tensor map takes
// 1 to expect-sentence: 4294967296. A tensor map for each part of at most 4294967296 elements would
// do.
#include <tileproof/atom.hpp>

using namespace tileproof;

using shared = Layout<Shape<_64, _64>, Stride<_64, _1>>;
template <class Rows, class Stride0>
using tile = tma_tile<Layout<Shape<Rows, _64>, Stride<Stride0, _1>>, Shape<_64, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<half_t>>(shared{}, tile<Int<65536>, _64>{}));
static_assert(require<canonical_for_tma<half_t>>(shared{},
                                                 tile<Int<(std::int64_t{1} << 32)>, _64>{}));
#else
static_assert(require<canonical_for_tma<half_t>>(shared{},
                                                 tile<Int<(std::int64_t{1} << 33)>, _64>{}));
#endif
