// SPDX-License-Identifier: BSL-1.0
//
// Orders of tiles are right for every grid.
#include <tileproof/kernel/attention/any_size.hpp>
#include <tileproof/kernel/common/orders_of_any_size.hpp>
#include <tileproof/kernel/common/place_in_groups.hpp>

using namespace tileproof;

static_assert(detail::orders_are_right::hold);
static_assert(detail::order_of_attention_is_right::hold);
