// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<every_third>> >= 120);
static_assert(checked<composition_is_a_of_b<sparse>> >= 64);
static_assert(checked<composition_is_a_of_b<broadcast>> >= 130);

}  // namespace laws
