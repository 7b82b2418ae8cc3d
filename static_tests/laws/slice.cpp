// SPDX-License-Identifier: BSL-1.0
#include "slice.hpp"

namespace laws {

static_assert(checked<slice_and_offset_are_the_layout> >= 106);

}  // namespace laws
