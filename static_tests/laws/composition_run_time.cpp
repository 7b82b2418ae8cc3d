// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<run_time>, layouts, 0, 93> >= 86);

}  // namespace laws
