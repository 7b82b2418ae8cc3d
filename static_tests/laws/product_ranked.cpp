// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

namespace laws {

static_assert(checked<ranked_products_interleave<rows>> >= 36);

}  // namespace laws
