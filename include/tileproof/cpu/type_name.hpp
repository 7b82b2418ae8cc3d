// SPDX-License-Identifier: BSL-1.0
//
// Defines type_name<T>(): the name of a type, for findings. It is also the identity of a kernel's
// shared_memory type (cpu/block.hpp), by its address.
#pragma once

#include <tileproof/config.hpp>

#include <string>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The name that the compiler gives, without the namespaces in front of it: copy_async<float>.
// Parsed from __PRETTY_FUNCTION__ of g++ and clang.
template <class T>
std::string type_name() {
  std::string_view const all = __PRETTY_FUNCTION__;  // ... [with T = x; ...] or [T = x]
  std::size_t const from = all.find("T = ") + 4;
  std::string_view name = all.substr(from, all.find_first_of(";]", from) - from);
  std::size_t const colon = name.substr(0, name.find('<')).rfind("::");
  if (colon != std::string_view::npos) name.remove_prefix(colon + 2);
  return std::string(name);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
