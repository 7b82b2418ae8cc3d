// SPDX-License-Identifier: BSL-1.0
#include "rearrange.hpp"

namespace laws {

static_assert(checked<append_fills_up> >= 118);
static_assert(checked<replace_changes_one_mode> >= 100);

}  // namespace laws
