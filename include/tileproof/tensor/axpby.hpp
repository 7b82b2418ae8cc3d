// SPDX-License-Identifier: BSL-1.0
//
// axpby(alpha, x, beta, y): y = alpha x + beta y on tensors, as in BLAS. Use it for the epilogue of
// a GEMM, from the accumulators to C.
//
//   axpby(alpha, tCrC, beta, tCgC);                // every element
//   axpby(alpha, tCrC, beta, tCgC, tCpC);          // where the predicate tensor holds
#pragma once

#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/for_each.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// y(i) = alpha * x(i) + beta * y(i) for each index i at which `inside`, a tensor or a function of
// the index, is true. x and y have equal sizes (same_number_of_elements otherwise); computed in the
// type of the expression, then converted to y's element. y is not read if beta is 0, so it may be
// uninitialized.
template <class Alpha, class E, class L, class Beta, class Y, class Inside = detail::everywhere>
  requires(is_tensor_v<Y>)
TILEPROOF_HOST_DEVICE constexpr void axpby(Alpha const& alpha, Tensor<E, L> const& x,
                                           Beta const& beta, Y&& y, Inside const& inside = {}) {
  using from = typename Tensor<E, L>::value_type;
  using value = typename std::remove_cvref_t<Y>::value_type;
  detail::require_same_size(x, y);
  if constexpr (is_tensor_v<Inside>) detail::require_same_size(inside, y);
  bool const overwrites = beta == 0;
  detail::for_each_index(size(y), [&](auto i) {
    if (!inside(i)) return;
    auto const& ax = alpha * detail::as_number<from>(detail::taken(x(i)));
    y(i) =
        overwrites
            ? detail::converted<value>(ax)
            : detail::converted<value>(ax + beta * detail::as_number<value>(detail::taken(y(i))));
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
