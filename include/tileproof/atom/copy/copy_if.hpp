// SPDX-License-Identifier: BSL-1.0
//
// copy_if(pred, src, dst): copies the elements at which a predicate is true. Use it where tiles
// leave a residue (tensor/predicate.hpp makes the predicate).
//
//   copy_if(tiled_copy, tApA, tAgA, tAsA);  // with cp.async that fills with zeros: zeros outside
#pragma once

#include <tileproof/atom/copy/copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Copies element i where pred(i) is true, one element at a time. pred is a tensor, or a function of
// the index. Other elements of dst keep their values. Refused unless the sizes are equal.
template <class P, class ES, class LS, class Dst>
requires(is_tensor_v<Dst>) TILEPROOF_HOST_DEVICE
    constexpr void copy_if(P const& pred, Tensor<ES, LS> const& src, Dst&& dst) {
  detail::require_same_size(src, dst);
  if constexpr (is_tensor_v<P>) detail::require_same_size(pred, dst);
  detail::for_each_index(size(dst), [&](auto i) {
    if (pred(i)) detail::copy_element(src, dst, i);
  });
}

// Copies with an instruction: tensors (V,rest...), and repetition i in full where pred(i) is true.
// pred is a tensor of shape (rest...) or (_1,rest...), or a function of i. Elsewhere the
// destination keeps its values, or becomes zero if the instruction fills with zeros
// (atom/copy/sm80.hpp). Refused unless the repetitions agree in number.
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
