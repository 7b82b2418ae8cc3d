// SPDX-License-Identifier: BSL-1.0
// expect-error: projection_rank_fits
// expect-error: found<2>
// expect-error: expected<1>
// expect-sentence: a Step of rank 2 does not fit a tiler of rank 1; the arguments are (_4),
// expect-sentence: (_8,_8):(_1,_8), (?,?) and (_1,_)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto const t = make_tensor(counting_iterator<int>{0}, make_layout(make_shape(_8{}, _8{})));

#ifdef TILEPROOF_CONTROL
auto r = local_tile(t, make_tile(_4{}, _4{}), make_coord(0, 0), Step<_1, X>{});
#else
auto r = local_tile(t, make_tile(_4{}), make_coord(0, 0), Step<_1, X>{});
#endif
