// SPDX-License-Identifier: BSL-1.0
#include "complement.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<complement_is_ordered_disjoint_and_full<96>> >= 126);
static_assert(checked_on_both<complement_is_ordered_disjoint_and_full<7>> >= 126);
static_assert(checked_on_both<complement_of_a_run_time_size> >= 126);
static_assert(checked_on_both<complement_of_the_cosize> >= 126);

}  // namespace laws
