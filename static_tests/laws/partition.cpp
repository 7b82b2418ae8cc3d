// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<local_tile_is_the_tile> >= 106);
static_assert(checked<local_tile_keeps_a_mode> >= 106);

}  // namespace laws
