// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<tileproof::
// expect-error: in_mode<0>
// expect-error: global_stride<549755813888
// expect-error: at_most<1099511627760
// expect-sentence: TMA: mode 0 of the global tensor has the stride 549755813888, of elements of 2
// bytes, and a expect-sentence: tensor map takes at most 1099511627760 bytes. A stride of at most
// 549755813880 elements would expect-sentence: do.
#include <tileproof/atom.hpp>

using namespace tileproof;

using shared = Layout<Shape<_64, _64>, Stride<_64, _1>>;
template <class Rows, class Stride0>
using tile = tma_tile<Layout<Shape<Rows, _64>, Stride<Stride0, _1>>, Shape<_64, _64>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_tma<half_t>>(shared{},
                                                 tile<_64, Int<(std::int64_t{1} << 39) - 8>>{}));
#else
static_assert(require<canonical_for_tma<half_t>>(shared{},
                                                 tile<_64, Int<(std::int64_t{1} << 39)>>{}));
#endif
