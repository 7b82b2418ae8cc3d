// SPDX-License-Identifier: BSL-1.0
//
// Defines the checks of the coordinates with which a kernel indexes or slices a tensor in memory:
// each lies inside its mode, so that a row does not wrap into the next column.
//
//   tensor of shape (4,8): t(4, 0) is out of bounds, although offset 4 is element (0,1)
//   t(_, 8) is a slice outside: reported when an element of it is accessed
//   t(32): one integer for the whole tensor; 0 to 31 are inside
//
// Found: coordinates of Tensor::operator() on tensors whose pointer is a cpu::ptr, tagged or not.
// Not found: a coordinate that a kernel turns into an offset itself, and coordinates of a remainder
// tile that lie inside the tile but outside of the matrix, where padding or the next column makes
// them elements; cpu::global finds padding.
#pragma once

#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// The number of elements of a shape: an integer, or a tuple tree of integers, static or not.
template <class S>
std::int64_t count_of(S const& shape) {
  if constexpr (is_tuple_v<S>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (std::int64_t{1} * ... * count_of(get<I>(shape)));
    }(std::make_index_sequence<static_cast<std::size_t>(rank_v<S>)>{});
  else
    return static_cast<std::int64_t>(shape);
}
// Writes the first coordinate of c that lies outside of its mode to `first`, unless it has one
// already. `mode` is the top-level mode that c belongs to, -1 for the whole coordinate. An integer
// in the place of a tuple counts within the size of that tuple. `_` is inside.
template <class S, class C>
void find_outside(outside& first, int mode, S const& shape, C const& c) {
  if constexpr (is_tuple_v<C>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (find_outside(first, mode < 0 ? static_cast<int>(I) : mode, get<I>(shape), get<I>(c)), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(rank_v<C>)>{});
  } else if constexpr (!is_underscore<C>::value) {
    std::int64_t const n = static_cast<std::int64_t>(c);
    std::int64_t const all = count_of(shape);
    if ((n < 0 || n >= all) && first.mode < 0) first = {mode < 0 ? 0 : mode, n, all};
  }
}

// The pointer p, with a mark if one of the coordinates cs of layout l is outside; nothing is
// reported before an access by it. The first mark of a chain of slices stays. For a swizzled
// layout, the coordinates are those of the inner layout.
template <class P, class L, class... Cs>
ptr<P> watch_place(ptr<P> p, L const& l, Cs const&... cs) {
  if constexpr (is_composed_layout<L>::value) {
    return watch_place(p, l.layout_b(), cs...);  // a swizzle takes the offset of the inner layout
  } else if constexpr (sizeof...(Cs) == 1 || sizeof...(Cs) == static_cast<std::size_t>(L::rank)) {
    outside first;
    find_outside(first, -1, l.shape(), detail::as_coordinate(cs...));
    if (first.mode >= 0 && p.wrong == nullptr) p.wrong = checks().kept(first);
  }
  return p;
}
template <class Space, class P, class L, class... Cs>
tagged_ptr<Space, ptr<P>> watch_place(tagged_ptr<Space, ptr<P>> const& p, L const& l,
                                      Cs const&... cs) {
  return {watch_place(p.it, l, cs...)};
}

}  // namespace cpu

namespace detail {

// Tensors over checked pointers call watch_place (tensor/tensor.hpp).
template <class P>
inline constexpr bool is_watched<ViewEngine<cpu::ptr<P>>> = true;
template <class Space, class P>
inline constexpr bool is_watched<ViewEngine<tagged_ptr<Space, cpu::ptr<P>>>> = true;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
