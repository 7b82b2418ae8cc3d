// SPDX-License-Identifier: BSL-1.0
#include "stride.hpp"

namespace laws {

static_assert(checked<columns_are_compact> >= 118);
static_assert(checked<rows_are_compact> >= 118);
static_assert(checked<ordered_layouts_are_compact> >= 111);
static_assert(checked<layout_like_keeps_the_order> >= 118);

}  // namespace laws
