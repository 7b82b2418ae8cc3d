// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<products_are_rearrangements> >= 102);

}  // namespace laws
