// SPDX-License-Identifier: BSL-1.0
#include "divide.hpp"

namespace laws {

static_assert(checked<logical_divide_acts_on_the_modes> >= 106);

}  // namespace laws
