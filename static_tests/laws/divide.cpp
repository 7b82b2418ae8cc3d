// SPDX-License-Identifier: BSL-1.0
#include "divide.hpp"

namespace laws {

static_assert(checked<logical_divide_covers<vector>> >= 111);
static_assert(checked<logical_divide_covers<every_second>> >= 111);

}  // namespace laws
