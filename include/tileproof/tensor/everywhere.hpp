// SPDX-License-Identifier: BSL-1.0
//
// The predicate that holds at every element: of tiles that lie inside as a whole.
#pragma once

#include <tileproof/algebra/coordinate.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// True at a coordinate. A part of it, by whatever slice or partition, is the same again, so that
// kernels write predicates once and pay for them, and for compiling them, at edges alone.
struct everywhere {
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Cs const&...) const {
    return std::conditional_t<(has_underscore_v<own_t<Cs>> || ...), everywhere, true_type>{};
  }
};

template <class... Args>
TILEPROOF_HOST_DEVICE constexpr everywhere local_partition(everywhere, Args const&...) {
  return {};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
