// SPDX-License-Identifier: BSL-1.0
#include "divide.hpp"

namespace laws {

static_assert(checked<divides_are_rearrangements> >= 106);

}  // namespace laws
