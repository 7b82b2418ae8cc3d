// SPDX-License-Identifier: BSL-1.0
#include "partition.hpp"

namespace laws {

static_assert(checked<outer_partition_is_the_element> >= 106);
static_assert(checked<local_partition_is_a_share<threads_by_columns>> >= 106);

}  // namespace laws
