// SPDX-License-Identifier: BSL-1.0
#include "swizzle.hpp"

namespace laws {

static_assert(swizzle_is_an_involution<0, 0, 0>());
static_assert(swizzle_is_an_involution<0, 4, 3>());
static_assert(swizzle_is_an_involution<1, 0, 1>());
static_assert(swizzle_is_an_involution<1, 2, 2>());
static_assert(swizzle_is_an_involution<2, 0, 2>());
static_assert(swizzle_is_an_involution<2, 1, 3>());
static_assert(swizzle_is_an_involution<2, 0, -3>());
static_assert(swizzle_is_an_involution<2, 2, -2>());
static_assert(swizzle_is_an_involution<3, 0, 3>());
static_assert(swizzle_is_an_involution<3, 0, -3>());
static_assert(swizzle_is_an_involution<3, 3, 3>());
static_assert(swizzle_is_an_involution<1, 4, 3>());
static_assert(swizzle_is_an_involution<2, 4, 3>());
static_assert(swizzle_is_an_involution<3, 4, 3>());

static_assert(checked<swizzled_cosize_bounds_the_offsets> >= 10);
static_assert(checked<swizzled_layouts_are_injective> >= 10);
static_assert(checked<operations_act_inside_the_swizzle> >= 10);
static_assert(checked<domain_offset_moves_the_origin> >= 106);
static_assert(checked<recast_keeps_the_swizzle> >= 6);

}  // namespace laws
