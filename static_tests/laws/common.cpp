// SPDX-License-Identifier: BSL-1.0
#include "common.hpp"

namespace laws {

static_assert(checked<common_with_itself> >= 114);
static_assert(checked<common_with_memory> >= 114);
static_assert(checked<common_under_a_swizzle> >= 10);

}  // namespace laws
