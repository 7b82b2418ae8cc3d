// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<local_partition_is_a_share<threads_at_run_time>> >= 106);

}  // namespace laws
