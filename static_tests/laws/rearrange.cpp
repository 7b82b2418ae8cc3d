// SPDX-License-Identifier: BSL-1.0
#include "rearrange.hpp"

namespace laws {

static_assert(checked<flatten_keeps_the_function> >= 130);
static_assert(checked<group_keeps_the_function> >= 111);
static_assert(checked<take_cuts_the_layout> >= 106);
static_assert(checked<select_orders_the_modes> >= 106);

}  // namespace laws
