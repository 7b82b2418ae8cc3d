// SPDX-License-Identifier: BSL-1.0
//
// copy_if(pred, src, dst): copies the elements at which a predicate is true. Use it where tiles
// leave a residue (tensor/predicate.hpp makes the predicate, or elem_less of coordinates does).
//
//   // One predicate for each row of the tile, the same for all of its columns (stride 0):
//   auto tApA = make_tensor<bool>(make_shape(size<1>(tAgA), size<2>(tAgA)), Stride<_1, _0>{});
//   for (int m = 0; m < size<0>(tApA); ++m) tApA(m, 0) = elem_less(get<0>(tAcA(0, m, 0)), rows);
//   copy_if(tiled_copy, tApA, tAgA, tAsA);  // with cp.async that fills with zeros: zeros outside
#pragma once

#include <tileproof/atom/copy/copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: the predicate of copy_if has another size than what it guards.
struct predicate_has_the_elements {
  static constexpr char const* sentences[] = {
      "copy_if: the predicate has {found} element{|s}, and {expected} {is|are} needed: one for "
      "each value, or for each repetition of the instruction",
      nullptr};
};

namespace detail {

// True for a predicate tensor (V,rest...) with a predicate for each value, beside a tensor
// (V,rest...).
template <class P, class Src>
inline constexpr bool has_values = false;
template <class P, class Src>
  requires(is_tensor_v<P>)
inline constexpr bool has_values<P, Src> = [] {
  if constexpr (P::rank != Src::rank)
    return false;
  else
    return !std::is_same_v<decltype(size<0>(std::declval<P const&>())), _1>;
}();

// One instruction, where `inside` is true. One that fills with zeros is executed in any case.
template <class Atom, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void call_if(Atom const& atom, bool inside, Src const& src,
                                             Dst&& dst) {
  if constexpr (fills_with_zeros<typename Atom::Copy_Op>)
    atom.with(inside).call(src, dst);
  else if (inside)
    copy(atom, src, dst);
}

// The instructions of one repetition, with a predicate for each value: that of an instruction's
// first value decides. On the host an assert requires that its other values have the same.
template <class Atom, class P, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void call_by_values(Atom const& atom, P const& pred, Src const& src,
                                                    Dst&& dst) {
  require_same_size<predicate_has_the_elements>(pred, src);
  constexpr int values = Atom::NumValSrc;
  auto const s = logical_divide(src, Int<values>{});
  auto const d = logical_divide(dst, Int<Atom::NumValDst>{});
  for_each_index(size<1>(s), [&](auto i) {
    bool const inside = pred(i * values);
#if !defined(__CUDA_ARCH__)
    for (int v = 1; v < values; ++v)
      TILEPROOF_ASSERT(static_cast<bool>(pred(i * values + v)) == inside &&
                       "tileproof: copy_if: the values of one instruction must have one predicate; "
                       "use a narrower instruction");
#endif
    call_if(atom, inside, s(_, i), d(_, i));
  });
}

}  // namespace detail

// Copies element i where pred(i) is true, one element at a time. pred is a tensor, or a function of
// the index. Other elements of dst keep their values. Refused unless the sizes are equal. Each
// element has a predicate of its own, so no assumption would widen an access, and
// TILEPROOF_REQUIRE_VECTORISED refuses nothing here; give an atom to move several elements at once.
template <class P, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy_if(P const& pred, Tensor<ES, LS> const& src, Dst&& dst) {
  detail::require_same_size(src, dst);
  if constexpr (is_tensor_v<P>) detail::require_same_size<predicate_has_the_elements>(pred, dst);
  detail::for_each_index(size(dst), [&](auto i) {
    if (pred(i)) detail::copy_element(src, dst, i);
  });
}

// Copies with an instruction: tensors (V,rest...), and repetition i where the predicate is true.
// Elsewhere the destination keeps its values, or becomes zero if the instruction fills with zeros
// (atom/copy/sm80.hpp). `pred` is
//   a tensor (rest...) or (_1,rest...), or a function of the index of a repetition: for each
//     repetition in full;
//   a tensor (V,rest...), partitioned like the source: for each instruction. The predicate of its
//     first value decides, as in CuTe, so the tensor's extent must be a multiple of the values of
//     one instruction; on the host an assert requires that its values have one predicate.
// Strides of the predicate may be 0. Refused unless repetitions and values agree in number.
template <copy_atom_like Atom, class P, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy_if(Atom const& atom, P const& pred,
                                             Tensor<ES, LS> const& src, Dst&& dst) {
  auto const s = detail::first_and_rest(src);  // (V,rest)
  auto const d = detail::first_and_rest(dst);
  detail::require_same_size<same_number_of_repetitions>(layout<1>(s), layout<1>(d));
  if constexpr (detail::has_values<P, Tensor<ES, LS>>) {
    auto const p = detail::first_and_rest(pred);
    detail::require_same_size<predicate_has_the_elements>(layout<1>(p), layout<1>(d));
    detail::for_each_index(size<1>(s), [&](auto i) {
      if constexpr (detail::assumed_bits < typename Atom::Copy_Op >> 0)
        copy_if(p(_, i), s(_, i), d(_, i));  // no instruction: element by element
      else
        detail::call_by_values(atom, p(_, i), s(_, i), d(_, i));
    });
  } else {
    if constexpr (is_tensor_v<P>)
      detail::require_same_size<predicate_has_the_elements>(pred, layout<1>(d));
    detail::for_each_index(size<1>(s), [&](auto i) {
      detail::call_if(atom, static_cast<bool>(pred(i)), s(_, i), d(_, i));
    });
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
