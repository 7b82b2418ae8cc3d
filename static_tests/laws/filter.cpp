// SPDX-License-Identifier: BSL-1.0
#include "filter.hpp"

namespace laws {

static_assert(checked<filter_zeros_drops_repetition> >= 118);
static_assert(checked<filter_keeps_the_offsets> >= 130);
static_assert(checked<filter_by_profile_filters_the_modes> >= 111);
static_assert(checked<nullspace_maps_to_zero> >= 118);

}  // namespace laws
