// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<local_tile_projects> >= 106);
static_assert(checked<local_partition_projects> >= 106);

}  // namespace laws
