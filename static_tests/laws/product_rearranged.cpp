// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

namespace laws {

static_assert(checked<products_are_rearrangements> >= 47);

}  // namespace laws
