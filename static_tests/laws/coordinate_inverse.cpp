// SPDX-License-Identifier: BSL-1.0
#include "coordinate.hpp"

namespace laws {

static_assert(checked<crd2crd_keeps_the_index> >= 114);
static_assert(checked<idx2crd_inverts_a_compact_layout> >= 68);

}  // namespace laws
