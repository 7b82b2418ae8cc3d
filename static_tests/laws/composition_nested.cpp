// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<apart>> >= 119);
static_assert(checked<composition_is_a_of_b<nested>> >= 105);

}  // namespace laws
