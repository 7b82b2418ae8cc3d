// SPDX-License-Identifier: BSL-1.0
//
// Defines protocols that the explorer can draw by name: the kernels' own, and a GEMM in two roles
// with 2, 3 or 4 stages.
#pragma once

#include <tileproof/print/picture.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

struct named_protocol {
  std::string_view name;
  std::string_view meaning;
  picture (*draw)(int steps, int tiles);
};

// The protocol of that name; null where there is none.
named_protocol const* find_protocol(std::string_view name);
std::vector<named_protocol> const& protocols();

}  // namespace tileproof::explorer
