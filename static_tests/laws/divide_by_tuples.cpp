// SPDX-License-Identifier: BSL-1.0
#include "divide.hpp"

namespace laws {

static_assert(checked<logical_divide_covers<rows>> >= 111);
static_assert(checked<logical_divide_covers<apart>> >= 104);

}  // namespace laws
