// SPDX-License-Identifier: BSL-1.0
//
// copy_if: dst(c) = src(c) where a predicate holds.
#pragma once

#include <tileproof/atom/copy/copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// By elements, where pred(i): a tensor, or a function of the index.
template <class P, class ES, class LS, class Dst>
requires(is_tensor_v<Dst>) TILEPROOF_HOST_DEVICE
    constexpr void copy_if(P const& pred, Tensor<ES, LS> const& src, Dst&& dst) {
  detail::require_same_size(src, dst);
  if constexpr (is_tensor_v<P>) detail::require_same_size(pred, dst);
  detail::for_each_index(size(dst), [&](auto i) {
    if (pred(i)) detail::copy_element(src, dst, i);
  });
}

// With an instruction, of tensors (V,rest...): all of repetition i where pred(i), a tensor of shape
// (rest...) or (_1,rest...), or a function of i. Where it does not hold the destination keeps what
// it has, or becomes zero if the instruction fills with zeros (atom/copy/sm80.hpp).
template <detail::copy_atom Atom, class P, class ES, class LS, class Dst>
requires(is_tensor_v<Dst>) TILEPROOF_HOST_DEVICE
    constexpr void copy_if(Atom const& atom, P const& pred, Tensor<ES, LS> const& src, Dst&& dst) {
  auto const s = detail::first_and_rest(src);  // (V,rest)
  auto const d = detail::first_and_rest(dst);
  detail::require_same_size(layout<1>(s), layout<1>(d));
  if constexpr (is_tensor_v<P>) detail::require_same_size(pred, layout<1>(d));
  detail::for_each_index(size<1>(s), [&](auto i) {
    if constexpr (detail::fills_with_zeros<typename Atom::Copy_Op>)
      atom.with(static_cast<bool>(pred(i))).call(s(_, i), d(_, i));
    else if (pred(i))
      copy(atom, s(_, i), d(_, i));
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
