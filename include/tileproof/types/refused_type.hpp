// SPDX-License-Identifier: BSL-1.0
//
// Defines refused_type, the base of a refusal whose sentence names two types: {verb}, the one that
// is refused, and {element}, the one that it stands beside.
#pragma once

#include <tileproof/core/witness.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

template <class Refused, class Beside>
struct refused_type {
  using element_type = Beside;
  static constexpr core::text name = core::type_text<Refused>();
  static constexpr std::string_view verb = name;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
