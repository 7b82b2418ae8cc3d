// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<vector>> >= 123);
static_assert(checked<composition_is_a_of_b<every_second>> >= 130);

}  // namespace laws
