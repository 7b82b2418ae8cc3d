// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

namespace laws {

static_assert(checked<logical_product_repeats_the_block<every_third>> >= 78);
static_assert(checked<logical_product_repeats_the_block<rows>> >= 74);

}  // namespace laws
