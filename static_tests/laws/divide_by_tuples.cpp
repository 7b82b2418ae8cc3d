// SPDX-License-Identifier: BSL-1.0
#include "divide.hpp"

namespace laws {

static_assert(checked<logical_divide_covers<rows>> >= 105);
static_assert(checked<logical_divide_covers<apart>> >= 98);

}  // namespace laws
