// SPDX-License-Identifier: BSL-1.0
#include "slice.hpp"

namespace laws {

static_assert(checked<static_slice_is_the_layout> >= 106);
static_assert(checked<whole_slice_is_the_layout> >= 118);
static_assert(checked<slice_inside_a_mode> >= 108);

}  // namespace laws
