// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

namespace laws {

// The layouts of depth 2 and 3, and the swizzled ones; composition_run_time.cpp has the flat ones.
static_assert(checked<composition_is_a_of_b<run_time>, layouts, 93> >= 37);

}  // namespace laws
