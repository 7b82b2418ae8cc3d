// SPDX-License-Identifier: BSL-1.0
// expect-error: leaves_fit_capacity
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using nine = Layout<Shape<_2, _2, _2, _2, _2, _2, _2, _2, _2>>;

#ifdef TILEPROOF_CONTROL
auto r = logical_product(Layout<_2>{}, nine{});
#else
auto r = logical_product(nine{}, nine{});
#endif
