// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<logical_product_repeats_the_block<every_third>> >= 124);
static_assert(checked_on_both<logical_product_repeats_the_block<rows>> >= 120);

}  // namespace laws
