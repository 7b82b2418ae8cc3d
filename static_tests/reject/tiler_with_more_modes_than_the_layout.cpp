// SPDX-License-Identifier: BSL-1.0
// expect-error: tiler_rank_fits
// expect-error: found<3>
// expect-error: expected<2>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6>>;

#ifdef TILEPROOF_CONTROL
auto r = zipped_divide(A{}, make_tile(_2{}, _2{}));
#else
auto r = zipped_divide(A{}, make_tile(_2{}, _2{}, _2{}));
#endif
