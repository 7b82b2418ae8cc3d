// SPDX-License-Identifier: BSL-1.0
//
// everywhere: the predicate that is true at every coordinate. A kernel passes it for a tile that
// lies completely inside the tensor.
#pragma once

#include <tileproof/algebra/coordinate.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// True at a coordinate. A slice or a partition of it is `everywhere` again, so a kernel writes its
// predicates once; interior tiles pay nothing for them, at run time or in compile time.
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
