// SPDX-License-Identifier: BSL-1.0
// expect-error: stride_order_known
// expect-error: complement_op
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = complement(make_layout(make_shape(_4{}, _2{}), make_stride(_1{}, 4)), 24);
#else
auto r = complement(make_layout(make_shape(_4{}, _2{}), make_stride(E<0>{}, E<1>{})), 24);
#endif
