// SPDX-License-Identifier: BSL-1.0
#include "complement.hpp"

namespace laws {

static_assert(checked<complement_is_ordered_disjoint_and_full<96>> >= 91);
static_assert(checked<complement_is_ordered_disjoint_and_full<7>> >= 91);
static_assert(checked<complement_of_a_run_time_size> >= 91);
static_assert(checked<complement_of_the_cosize> >= 91);

}  // namespace laws
