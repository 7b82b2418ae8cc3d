// SPDX-License-Identifier: BSL-1.0
#include "coalesce.hpp"

namespace laws {

static_assert(checked<coalesce_keeps_the_function> >= 124);
static_assert(checked<coalesce_is_flat_and_minimal> >= 124);
static_assert(checked<coalesce_is_idempotent> >= 114);
static_assert(checked<coalesce_by_profile_keeps_the_modes> >= 106);

}  // namespace laws
