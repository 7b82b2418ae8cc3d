// SPDX-License-Identifier: BSL-1.0
// expect-error: shape_and_stride_congruent
// expect-sentence: shape and stride are not congruent: both must be integers, or tuples of one
// expect-sentence: rank whose elements are congruent; the arguments are (_4,_8) and (_8)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Shape of two modes, stride of one.
#ifdef TILEPROOF_CONTROL
auto rows() { return make_layout(Shape<_4, _8>{}, Stride<_8, _1>{}); }
#else
auto rows() { return make_layout(Shape<_4, _8>{}, Stride<_8>{}); }  // the mistake
#endif
