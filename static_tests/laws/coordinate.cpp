// SPDX-License-Identifier: BSL-1.0
#include "coordinate.hpp"

namespace laws {

static_assert(checked<index_call_is_the_function> >= 130);
static_assert(checked<natural_call_is_the_function> >= 111);
static_assert(checked<hierarchical_call_is_the_function> >= 130);

}  // namespace laws
