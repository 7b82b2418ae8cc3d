// SPDX-License-Identifier: BSL-1.0
#include "filter.hpp"

namespace laws {

static_assert(checked<filter_zeros_drops_repetition> >= 114);
static_assert(checked<filter_keeps_the_offsets> >= 124);
static_assert(checked<filter_by_profile_filters_the_modes> >= 106);
static_assert(checked<nullspace_maps_to_zero> >= 114);

}  // namespace laws
