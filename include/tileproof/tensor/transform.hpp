// SPDX-License-Identifier: BSL-1.0
//
// transform: writes each element of a tensor as a function of the elements with the same index.
// Indices count column-major, so tensors of equal size and different layouts may be combined.
//
//   transform(rC, rC16, [](float c) { return half_t(c); });
#pragma once

#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// t(i) = f(t(i)) for every index i.
template <class T, class F>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr void transform(T&& t, F&& f) {
  detail::for_each_index(size(t), [&](auto i) { t(i) = f(t(i)); });
}

// out(i) = f(in(i)) for every index i. Refused unless the sizes are equal
// (same_number_of_elements).
template <class E, class L, class Out, class F>
  requires(is_tensor_v<Out>)
TILEPROOF_HOST_DEVICE constexpr void transform(Tensor<E, L> const& in, Out&& out, F&& f) {
  detail::require_same_size(in, out);
  detail::for_each_index(size(out), [&](auto i) { out(i) = f(in(i)); });
}

// out(i) = f(a(i), b(i)) for every index i. Refused unless all three sizes are equal
// (same_number_of_elements).
template <class EA, class LA, class EB, class LB, class Out, class F>
  requires(is_tensor_v<Out>)
TILEPROOF_HOST_DEVICE constexpr void transform(Tensor<EA, LA> const& a, Tensor<EB, LB> const& b,
                                               Out&& out, F&& f) {
  detail::require_same_size(a, out);
  detail::require_same_size(b, out);
  detail::for_each_index(size(out), [&](auto i) { out(i) = f(a(i), b(i)); });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
