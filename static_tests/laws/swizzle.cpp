// SPDX-License-Identifier: BSL-1.0
#include "swizzle.hpp"

#include "one_to_one_layouts.hpp"
#include "swizzled_layouts.hpp"

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

static_assert(checked<swizzled_cosize_bounds_the_offsets, swizzled<layouts>> >= 130);
static_assert(checked<swizzled_layouts_are_injective, swizzled<layouts>> >= 130);
static_assert(checked<domain_offset_moves_the_origin> >= 111);
static_assert(checked<recast_keeps_the_swizzle, swizzled<layouts>> +
                  checked<recast_keeps_the_swizzle, swizzled<one_to_one_layouts>> >=
              111);

}  // namespace laws
