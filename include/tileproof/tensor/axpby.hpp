// SPDX-License-Identifier: BSL-1.0
//
// y = alpha x + beta y.
#pragma once

#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// y(i) = alpha * x(i) + beta * y(i), where `inside`, a tensor or a function of the index, holds at
// i. Where beta is 0, y is not read. Refused unless the sizes are equal.
template <class Alpha, class E, class L, class Beta, class Y, class Inside = detail::everywhere>
requires(is_tensor_v<Y>) TILEPROOF_HOST_DEVICE
    constexpr void axpby(Alpha const& alpha, Tensor<E, L> const& x, Beta const& beta, Y&& y,
                         Inside const& inside = {}) {
  using value = typename std::remove_cvref_t<Y>::value_type;
  detail::require_same_size(x, y);
  if constexpr (is_tensor_v<Inside>) detail::require_same_size(inside, y);
  bool const overwrites = beta == 0;
  detail::for_each_index(size(y), [&](auto i) {
    if (inside(i))
      y(i) = overwrites
                 ? static_cast<value>(alpha * detail::taken(x(i)))
                 : static_cast<value>(alpha * detail::taken(x(i)) + beta * detail::taken(y(i)));
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
