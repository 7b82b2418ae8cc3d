// SPDX-License-Identifier: BSL-1.0
// expect-error: tiler_rank_fits
// expect-error: found<3>
// expect-error: expected<2>
// expect-sentence: a tiler of rank 3 does not fit a layout of rank 2; the arguments are
// expect-sentence: (_2,_2,_2) and (_4,_6):(_1,_4)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6>>;

#ifdef TILEPROOF_CONTROL
auto r = zipped_divide(A{}, make_tile(_2{}, _2{}));
#else
auto r = zipped_divide(A{}, make_tile(_2{}, _2{}, _2{}));
#endif
