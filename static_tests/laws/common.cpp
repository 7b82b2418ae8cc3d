// SPDX-License-Identifier: BSL-1.0
#include "common.hpp"

#include "swizzled_layouts.hpp"

namespace laws {

static_assert(checked<common_with_itself> >= 118);
static_assert(checked<common_with_memory> >= 118);
static_assert(checked<common_under_a_swizzle, swizzled<layouts>> >= 130);

}  // namespace laws
