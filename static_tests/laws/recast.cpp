// SPDX-License-Identifier: BSL-1.0
#include "recast.hpp"

namespace laws {

static_assert(checked<downcast_keeps_the_memory<2>> >= 76);
static_assert(checked<upcast_divides_the_offsets<2>> >= 75);
static_assert(checked<upcast_divides_the_offsets<4>> >= 42);
static_assert(checked<recast_layout_goes_back> >= 76);

}  // namespace laws
