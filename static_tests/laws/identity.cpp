// SPDX-License-Identifier: BSL-1.0
#include "stride.hpp"

namespace laws {

static_assert(checked<identity_is_the_coordinate> >= 118);

}  // namespace laws
