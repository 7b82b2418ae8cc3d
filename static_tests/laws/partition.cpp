// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<local_tile_is_the_tile> >= 69);
static_assert(checked<local_tile_keeps_a_mode> >= 69);

}  // namespace laws
