// SPDX-License-Identifier: BSL-1.0
// expect-error: shape_and_stride_congruent
// expect-error: in_mode<1>
// expect-sentence: shape and stride are not congruent: both must be integers, or tuples of one
// expect-sentence: rank whose elements are congruent; the arguments are (_4,_8) and (_1,(_4,_16))
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using shape_type = Shape<_4, _8>;

#ifdef TILEPROOF_CONTROL
auto r = make_layout(shape_type{}, make_stride(_1{}, _4{}));
#else
auto r = make_layout(shape_type{}, make_stride(_1{}, make_stride(_4{}, _16{})));
#endif
