// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<every_third>> >= 115);
static_assert(checked<composition_is_a_of_b<sparse>> >= 63);
static_assert(checked<composition_is_a_of_b<broadcast>> >= 124);

}  // namespace laws
