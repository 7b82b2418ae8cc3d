// SPDX-License-Identifier: BSL-1.0
// expect-error: shape_and_stride_congruent
// expect-error: core::inner_product
// expect-sentence: shape and stride are not congruent: both must be integers, or tuples of one
// expect-sentence: rank whose elements are congruent; the arguments are (_2,_3) and (_4,(_5,_6))
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = inner_product(make_shape(_2{}, _3{}), make_shape(_4{}, _5{}));
#else
auto r = inner_product(make_shape(_2{}, _3{}), make_shape(_4{}, make_shape(_5{}, _6{})));
#endif
