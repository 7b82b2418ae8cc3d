// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-error: found<3>
// expect-error: expected<2>
// expect-sentence: a coordinate of rank 3 does not fit a mode of rank 2; the arguments are
// expect-sentence: (_4,_6):(_1,_4) and (?,?,?)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6>>;

#ifdef TILEPROOF_CONTROL
auto r = A{}(1, 2);
#else
auto r = A{}(1, 2, 3);
#endif
