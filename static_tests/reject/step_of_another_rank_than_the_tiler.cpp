// SPDX-License-Identifier: BSL-1.0
// expect-error: projection_rank_fits
// expect-error: found<2>
// expect-error: expected<1>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto const t = make_tensor(counting_iterator<int>{0}, make_layout(make_shape(_8{}, _8{})));

#ifdef TILEPROOF_CONTROL
auto r = local_tile(t, make_tile(_4{}, _4{}), make_coord(0, 0), Step<_1, X>{});
#else
auto r = local_tile(t, make_tile(_4{}), make_coord(0, 0), Step<_1, X>{});
#endif
