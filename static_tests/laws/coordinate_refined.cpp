// SPDX-License-Identifier: BSL-1.0
#include "coordinate.hpp"

namespace laws {

static_assert(checked<idx2crd_refines_a_natural_coordinate> >= 111);

}  // namespace laws
