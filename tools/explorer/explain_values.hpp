// SPDX-License-Identifier: BSL-1.0
//
// Defines about, what `explain` says of an atom, a tiling, a TMA copy, an order of tiles or a
// protocol.
#pragma once

#include "value.hpp"

#include <string>
#include <vector>

namespace tileproof::explorer {

// Lines about a value; none about a layout, whose steps are those of its operations.
std::vector<std::string> about(value const& v);

}  // namespace tileproof::explorer
