// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-error: found<3>
// expect-error: expected<2>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using A = Layout<Shape<_4, _6>>;

#ifdef TILEPROOF_CONTROL
auto r = A{}(1, 2);
#else
auto r = A{}(1, 2, 3);
#endif
