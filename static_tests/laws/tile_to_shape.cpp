// SPDX-License-Identifier: BSL-1.0
#include "product.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<tile_to_shape_repeats_the_block<LayoutLeft>> >= 103);
static_assert(checked_on_both<tile_to_shape_repeats_the_block<LayoutRight>> >= 102);

}  // namespace laws
