// SPDX-License-Identifier: BSL-1.0
//
// Each element as a function of the elements at its index in other tensors.
#pragma once

#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// t(i) = f(t(i))
template <class T, class F>
requires(is_tensor_v<T>) TILEPROOF_HOST_DEVICE constexpr void transform(T&& t, F&& f) {
  detail::for_each_index(size(t), [&](auto i) { t(i) = f(t(i)); });
}

// out(i) = f(in(i)). Refused unless the sizes are equal.
template <class E, class L, class Out, class F>
requires(is_tensor_v<Out>) TILEPROOF_HOST_DEVICE
    constexpr void transform(Tensor<E, L> const& in, Out&& out, F&& f) {
  detail::require_same_size(in, out);
  detail::for_each_index(size(out), [&](auto i) { out(i) = f(in(i)); });
}

// out(i) = f(a(i), b(i)). Refused unless the sizes are equal.
template <class EA, class LA, class EB, class LB, class Out, class F>
requires(is_tensor_v<Out>) TILEPROOF_HOST_DEVICE
    constexpr void transform(Tensor<EA, LA> const& a, Tensor<EB, LB> const& b, Out&& out, F&& f) {
  detail::require_same_size(a, out);
  detail::require_same_size(b, out);
  detail::for_each_index(size(out), [&](auto i) { out(i) = f(a(i), b(i)); });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
