// SPDX-License-Identifier: BSL-1.0
#include "coalesce.hpp"

namespace laws {

static_assert(checked<coalesce_keeps_the_function> >= 130);
static_assert(checked<coalesce_is_flat_and_minimal> >= 130);
static_assert(checked<coalesce_is_idempotent> >= 118);
static_assert(checked<coalesce_by_profile_keeps_the_modes> >= 111);

}  // namespace laws
