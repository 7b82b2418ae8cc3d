// SPDX-License-Identifier: BSL-1.0
// expect-error: equivalent
// expect-error: at_coordinate<1, 0>
// expect-error: found<2>
// expect-error: expected<1>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using columns = Layout<Shape<_4, _2>, Stride<_1, _4>>;
using rows = Layout<Shape<_4, _2>, Stride<_2, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<equivalent>(columns{}, Layout<_8, _1>{}));
#else
static_assert(require<equivalent>(columns{}, rows{}));
#endif
