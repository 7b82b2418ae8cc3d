// SPDX-License-Identifier: BSL-1.0
// expect-error: stride_order_known
// expect-error: core::complement
// expect-sentence: the strides must be integers, since basis vectors have no order: the stride of
// expect-sentence: leaf 0 is a basis vector; the arguments are (_4,_2):(_1@0,_1@1) and ?
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = complement(make_layout(make_shape(_4{}, _2{}), make_stride(_1{}, 4)), 24);
#else
auto r = complement(make_layout(make_shape(_4{}, _2{}), make_stride(E<0>{}, E<1>{})), 24);
#endif
