// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

namespace laws {

static_assert(checked<tile_to_shape_repeats_the_block<LayoutLeft>> >= 50);
static_assert(checked<tile_to_shape_repeats_the_block<LayoutRight>> >= 50);

}  // namespace laws
