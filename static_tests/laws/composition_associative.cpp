// SPDX-License-Identifier: BSL-1.0
#include "composition.hpp"

#include "one_to_one_layouts.hpp"

namespace laws {

static_assert(checked_on_both<composition_is_associative<columns, every_third>> >= 112);

}  // namespace laws
