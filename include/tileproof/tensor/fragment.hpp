// SPDX-License-Identifier: BSL-1.0
//
// Tensors with the shape of another: registers, and coordinates.
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The layout of registers for a fragment: mode 0, the vector of an atom, stays compact and first.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto fragment_layout(L const& l) {
  if constexpr (L::rank > 1) {
    auto const head = filter_zeros(layout<0>(l));
    return tiled_product(
        make_layout(shape<0>(l), make_layout_like(make_layout(shape(head))).stride()),
        make_ordered_layout(take<1, L::rank>(shape(l)), take<1, L::rank>(stride(l))));
  } else {
    return make_layout(shape(l));
  }
}

}  // namespace detail

// An owning tensor with the shape of l: mode 0 first, the others in the order of their strides.
template <class T, class L>
requires(is_layout_v<L>) TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return make_fragment_like<T>(l.layout_b());
  else
    return make_tensor<T>(detail::fragment_layout(l));
}
template <class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(Tensor<E, L> const& t) {
  return make_fragment_like<typename Tensor<E, L>::value_type>(t.layout());
}
template <class T, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(Tensor<E, L> const& t) {
  return make_fragment_like<T>(t.layout());
}

// An owning, compact tensor with the shape of l and its strides in the same order.
template <class T, class L>
requires(is_layout_v<L>) TILEPROOF_HOST_DEVICE constexpr auto make_tensor_like(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return make_tensor<T>(make_layout_like(l.layout_b()));
  else
    return make_tensor<T>(make_layout_like(l));
}
template <class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_tensor_like(Tensor<E, L> const& t) {
  return make_tensor_like<typename Tensor<E, L>::value_type>(t.layout());
}
template <class T, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_tensor_like(Tensor<E, L> const& t) {
  return make_tensor_like<T>(t.layout());
}

// The element at every coordinate is that coordinate.
template <class S>
TILEPROOF_HOST_DEVICE constexpr auto make_identity_tensor(S const& shape) {
  auto const l = make_identity_layout(shape);
  auto const origin = detail::call_offset<detail::slice_op>(l, Int<0>{});
  return detail::view(ArithmeticTupleIterator<std::remove_const_t<decltype(origin)>>{origin}, l);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
