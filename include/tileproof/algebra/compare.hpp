// SPDX-License-Identifier: BSL-1.0
//
// Defines comparisons of integer tuples: ==, element by element (elem_less), lexicographic
// (lex_less) and colexicographic (colex_less).
//
// Use elem_less(coord, shape) as the predicate of a remainder tile: true inside the tensor.
//
//   static_assert(elem_less(make_coord(_3{}, _7{}), make_shape(_4{}, _8{})));
//
// Each returns C<true> or C<false> where the types decide, and a bool where a run-time leaf enters.
#pragma once

#include <tileproof/algebra/rearrange.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto equal_tuples(A const& a, B const& b);

template <class A, class B, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto equal_elements(A const& a, B const& b,
                                                    std::index_sequence<I...>) {
  return (C<true>{} && ... && equal_tuples(get<I>(a), get<I>(b)));
}

// Tuples are equal if their ranks and all elements are; a tuple never equals an integer. Multiples
// of basis vectors compare by type.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto equal_tuples(A const& a, B const& b) {
  if constexpr (is_tuple_v<A> && is_tuple_v<B> && rank_v<A> == rank_v<B>)
    return equal_elements(a, b, indices_of<A>{});
  else if constexpr (is_tuple_v<A> || is_tuple_v<B>)
    return C<false>{};
  else if constexpr (is_scaled_basis<A>::value || is_scaled_basis<B>::value)
    return C<std::is_same_v<A, B>>{};
  else
    return a == b;
}

// a < b as numbers, whatever their signs and widths.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto integer_less(A const& a, B const& b) {
  if constexpr (is_static_integer<A> && is_static_integer<B>)
    return a < b;
  else if constexpr (std::is_signed_v<decltype(a + 0)> == std::is_signed_v<decltype(b + 0)>)
    return a < b;
  else
    return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
}

// Elements are compared by position. False where a has more elements than b. An integer a beside a
// tuple b is compared with the size of b, as a linear index is with a shape.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto every_less(A const& a, B const& b);

template <class A, class B, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto every_element_less(A const& a, B const& b,
                                                        std::index_sequence<I...>) {
  return (C<true>{} && ... && every_less(get<I>(a), get<I>(b)));
}

template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto every_less(A const& a, B const& b) {
  if constexpr (any_foreign<A, B>) {
    return every_less(owned(a), owned(b));
  } else if constexpr (is_tuple_v<A> && is_tuple_v<B>) {
    if constexpr (rank_v<B> < rank_v<A>)
      return C<false>{};
    else
      return every_element_less(a, b, indices_of<A>{});
  } else if constexpr (is_tuple_v<B>) {
    return integer_less(a, product(b));
  } else {
    return integer_less(a, b);
  }
}

// Lexicographic order from element I on: the first element that differs decides, counted from the
// front or from the back. A tuple that is a proper prefix of the other one is the smaller.
template <bool FromBack, std::size_t I, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto less_from(A const& a, B const& b) {
  constexpr std::size_t ra = static_cast<std::size_t>(rank_v<A>);
  constexpr std::size_t rb = static_cast<std::size_t>(rank_v<B>);
  if constexpr (any_foreign<A, B>) {
    return less_from<FromBack, I>(owned(a), owned(b));
  } else if constexpr (I == rb) {
    return C<false>{};
  } else if constexpr (I == ra) {
    return C<true>{};
  } else if constexpr (is_tuple_v<A> && is_tuple_v<B>) {
    auto const x = get<FromBack ? ra - 1 - I : I>(a);
    auto const y = get<FromBack ? rb - 1 - I : I>(b);
    return less_from<FromBack, 0>(x, y) || (equal_tuples(x, y) && less_from<FromBack, I + 1>(a, b));
  } else {
    return integer_less(a, b);
  }
}

}  // namespace detail

// True where both have one profile and equal leaves, whatever the C++ types of the leaves.
template <class... As, class... Bs>
TILEPROOF_HOST_DEVICE constexpr auto operator==(tuple<As...> const& a, tuple<Bs...> const& b) {
  return detail::equal_tuples(a, b);
}
// True where the profiles or some leaves differ.
template <class... As, class... Bs>
TILEPROOF_HOST_DEVICE constexpr auto operator!=(tuple<As...> const& a, tuple<Bs...> const& b) {
  return !detail::equal_tuples(a, b);
}

// Whether every leaf of a is less than its partner in b: whether coordinate a lies inside shape b,
// for coordinates that are not negative. False where a has more elements than b.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_less(A const& a, B const& b) {
  return detail::every_less(a, b);
}
// !elem_less(b, a), as in CuTe. That is not `<=` at every leaf: elem_leq((1,5), (2,3)) is true.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_leq(A const& a, B const& b) {
  return !detail::every_less(b, a);
}
// elem_less(b, a).
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_gtr(A const& a, B const& b) {
  return detail::every_less(b, a);
}
// !elem_less(a, b), as in CuTe; not `>=` at every leaf.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_geq(A const& a, B const& b) {
  return !detail::every_less(a, b);
}

// Lexicographic order: the first element that differs decides, so the first one is the most
// significant. lex_leq, lex_gtr and lex_geq follow from it by swapping and negating.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_less(A const& a, B const& b) {
  return detail::less_from<false, 0>(a, b);
}
// !lex_less(b, a): true of equal tuples.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_leq(A const& a, B const& b) {
  return !lex_less(b, a);
}
// lex_less(b, a).
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_gtr(A const& a, B const& b) {
  return lex_less(b, a);
}
// !lex_less(a, b): true of equal tuples.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_geq(A const& a, B const& b) {
  return !lex_less(a, b);
}
// Colexicographic order: the last element that differs decides, as it does in the column-major
// linear index of a coordinate. colex_leq, colex_gtr and colex_geq follow by swapping and negating.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_less(A const& a, B const& b) {
  return detail::less_from<true, 0>(a, b);
}
// !colex_less(b, a): true of equal tuples.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_leq(A const& a, B const& b) {
  return !colex_less(b, a);
}
// colex_less(b, a).
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_gtr(A const& a, B const& b) {
  return colex_less(b, a);
}
// !colex_less(a, b): true of equal tuples.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_geq(A const& a, B const& b) {
  return !colex_less(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
