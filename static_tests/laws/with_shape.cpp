// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<with_shape_keeps_the_function> >= 113);

}  // namespace laws
