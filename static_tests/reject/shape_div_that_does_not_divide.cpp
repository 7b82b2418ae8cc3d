// SPDX-License-Identifier: BSL-1.0
// expect-error: extents_divide
// expect-error: core::shape_div
// expect-error: found<6>
// expect-error: expected<4>
// expect-sentence: shape_div: neither of 6 and 4 divides the other; the arguments are (_6,_3) and
// expect-sentence: (_4,_3)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = shape_div(make_shape(_8{}, _3{}), make_shape(_4{}, _3{}));
#else
auto r = shape_div(make_shape(_6{}, _3{}), make_shape(_4{}, _3{}));
#endif
