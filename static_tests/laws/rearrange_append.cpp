// SPDX-License-Identifier: BSL-1.0
#include "rearrange.hpp"

namespace laws {

static_assert(checked<append_adds_a_mode> >= 130);

}  // namespace laws
