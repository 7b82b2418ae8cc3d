// SPDX-License-Identifier: BSL-1.0
#include "inverse.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked<right_inverse_is_undone> >= 118);
static_assert(checked_on_both<left_inverse_is_undone> >= 115);

static_assert(left_inverse_is_found(
    make_layout(Int<9>{}, Int<-1>{}),
    make_layout(make_shape(Int<2>{}, Int<2>{}), make_stride(Int<0>{}, Int<-2>{})),
    make_layout(make_shape(Int<4>{}, Int<4>{}), make_stride(Int<1>{}, Int<1>{})),
    make_layout(make_shape(Int<4>{}, Int<2>{}), make_stride(Int<3>{}, Int<2>{}))));

}  // namespace laws
