// SPDX-License-Identifier: BSL-1.0
//
// make_fragment_like, make_tensor_like and make_identity_tensor: tensors with the shape of another
// one. Use make_fragment_like for the registers that a partition of shared or global memory is
// copied to:
//
//   auto tArA = make_fragment_like(tAsA);  // the same shape, in registers, compact
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The layout of a fragment in registers. Mode 0, the values of one atom call, comes first and
// compact, so that they fill whole registers; the other modes follow by ascending strides. With
// run-time extents, which registers cannot have, it is column-major.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto fragment_layout(L const& l) {
  if constexpr (L::rank > 1 && is_static_v<decltype(shape(l))>) {
    auto const head = filter_zeros(layout<0>(l));
    return tiled_product(
        make_layout(shape<0>(l), make_layout_like(make_layout(shape(head))).stride()),
        make_ordered_layout(take<1, L::rank>(shape(l)), take<1, L::rank>(stride(l))));
  } else {
    return make_layout(shape(l));
  }
}

}  // namespace detail

// An owning tensor with the shape of l, or of a tensor t: mode 0 is compact and first, the other
// modes follow in the order of their strides. Modes of stride 0 share elements in mode 0. The
// element type is T if given, otherwise that of t. The layout must be static (static_assert in
// make_tensor).
template <class T, class L>
  requires(is_layout_v<L>)
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return make_fragment_like<T>(l.layout_b());
  else
    return make_tensor<T>(detail::fragment_layout(l));
}
// Without an element type, of a layout or a shape: the layout of these registers. The unused
// parameter keeps calls that name an element type away from the condition, which costs compile
// time.
template <int Unused = 0, class L>
  requires(!is_tensor_v<L> && (is_layout_v<L> || detail::int_tuple<L>))
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return make_fragment_like(l.layout_b());
  else if constexpr (is_layout_v<L>)
    return detail::fragment_layout(l);
  else
    return make_layout(l);
}
template <class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(Tensor<E, L> const& t) {
  return make_fragment_like<typename Tensor<E, L>::value_type>(t.layout());
}
template <class T, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto make_fragment_like(Tensor<E, L> const& t) {
  return make_fragment_like<T>(t.layout());
}

// An owning, compact tensor with the shape of l, or of a tensor t, and its strides in the same
// order: row-major stays row-major. The layout must be static.
template <class T, class L>
  requires(is_layout_v<L>)
TILEPROOF_HOST_DEVICE constexpr auto make_tensor_like(L const& l) {
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

// A tensor whose element at each coordinate is that coordinate. Partition it like the data to learn
// where a thread's elements lie, for instance to build a predicate. A tensor of 2 x 2:
//   make_identity_tensor(make_shape(_2{}, _2{}))  // (0,0) (0,1)
//                                                 // (1,0) (1,1)
template <class S>
TILEPROOF_HOST_DEVICE constexpr auto make_identity_tensor(S const& shape) {
  auto const l = make_identity_layout(shape);
  auto const origin =
      detail::lift<detail::operation<core::slice>, detail::give::offset>(l, Int<0>{});
  return detail::view(ArithmeticTupleIterator<std::remove_const_t<decltype(origin)>>{origin}, l);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
