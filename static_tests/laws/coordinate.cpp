// SPDX-License-Identifier: BSL-1.0
#include "coordinate.hpp"

namespace laws {

static_assert(checked<index_call_is_the_function> >= 124);
static_assert(checked<natural_call_is_the_function> >= 106);
static_assert(checked<hierarchical_call_is_the_function> >= 124);

}  // namespace laws
