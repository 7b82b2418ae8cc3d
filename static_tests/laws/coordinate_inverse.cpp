// SPDX-License-Identifier: BSL-1.0
#include "coordinate.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked<crd2crd_keeps_the_index> >= 118);
static_assert(checked_on_both<idx2crd_inverts_the_layout> >= 126);
static_assert(checked_on_both<get_1d_coord_inverts_the_layout> >= 126);

}  // namespace laws
