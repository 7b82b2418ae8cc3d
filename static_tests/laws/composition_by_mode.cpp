// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_by_mode_acts_on_the_modes> >= 106);

}  // namespace laws
