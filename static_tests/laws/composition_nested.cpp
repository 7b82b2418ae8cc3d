// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<apart>> >= 125);
static_assert(checked<composition_is_a_of_b<nested>> >= 111);

}  // namespace laws
