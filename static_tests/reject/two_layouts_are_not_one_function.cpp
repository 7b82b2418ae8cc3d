// SPDX-License-Identifier: BSL-1.0
// expect-error: equivalent
// expect-error: at_coordinate<1, 0>
// expect-error: found<2>
// expect-error: expected<1>
// expect-sentence: at coordinate (1,0), (_4,_2):(_1,_4) has offset 1 and (_4,_2):(_2,_1) has 2
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using columns = Layout<Shape<_4, _2>, Stride<_1, _4>>;
using rows = Layout<Shape<_4, _2>, Stride<_2, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<equivalent>(columns{}, Layout<_8, _1>{}));
#else
static_assert(require<equivalent>(columns{}, rows{}));
#endif
