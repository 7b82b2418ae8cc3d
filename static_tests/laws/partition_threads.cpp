// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<local_partition_is_a_share<threads_by_rows>> >= 106);
static_assert(checked<local_partition_is_a_share<threads_in_a_mode>> >= 106);

}  // namespace laws
