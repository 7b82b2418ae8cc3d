// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

static_assert(checked<composition_is_a_of_b<run_time>, layouts, 88> >= 42);

}  // namespace laws
