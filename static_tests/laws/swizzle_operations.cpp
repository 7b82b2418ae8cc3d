// SPDX-License-Identifier: BSL-1.0
#include "swizzle.hpp"

#include "swizzled_layouts.hpp"

namespace laws {

static_assert(checked<operations_act_inside_the_swizzle, swizzled<layouts>> >= 121);

}  // namespace laws
