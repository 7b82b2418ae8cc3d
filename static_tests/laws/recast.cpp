// SPDX-License-Identifier: BSL-1.0
#include "recast.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<downcast_keeps_the_memory<2>> >= 113);
static_assert(checked_on_both<upcast_divides_the_offsets<2>> >= 115);
static_assert(checked_on_both<upcast_divides_the_offsets<4>> >= 104);
static_assert(checked_on_both<recast_layout_goes_back> >= 113);

}  // namespace laws
