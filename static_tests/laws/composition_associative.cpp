// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_associative<columns, every_third>> >= 85);

}  // namespace laws
