// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

namespace laws {

static_assert(checked<logical_product_repeats_the_block<broadcast>> >= 80);

}  // namespace laws
