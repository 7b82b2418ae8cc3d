// SPDX-License-Identifier: BSL-1.0
//
// Comparisons of integer tuples: C<true> or C<false> where static leaves decide, bool otherwise.
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

// Elements compare by position. Where a is longer the answer is no; an integer beside a tuple is
// compared with its size.
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

// Lexicographic: the first element that differs decides (from the front or from the back).
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
    auto const x = get < FromBack ? ra - 1 - I : I > (a);
    auto const y = get < FromBack ? rb - 1 - I : I > (b);
    return less_from<FromBack, 0>(x, y) || (equal_tuples(x, y) && less_from<FromBack, I + 1>(a, b));
  } else {
    return integer_less(a, b);
  }
}

}  // namespace detail

template <class... As, class... Bs>
TILEPROOF_HOST_DEVICE constexpr auto operator==(tuple<As...> const& a, tuple<Bs...> const& b) {
  return detail::equal_tuples(a, b);
}
template <class... As, class... Bs>
TILEPROOF_HOST_DEVICE constexpr auto operator!=(tuple<As...> const& a, tuple<Bs...> const& b) {
  return !detail::equal_tuples(a, b);
}

// Every leaf of a is less than its partner in b, as of a coordinate inside a shape.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_less(A const& a, B const& b) {
  return detail::every_less(a, b);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_leq(A const& a, B const& b) {
  return !detail::every_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_gtr(A const& a, B const& b) {
  return detail::every_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_geq(A const& a, B const& b) {
  return !detail::every_less(a, b);
}

// Lexicographic order, the first element the most significant; colex: the last one.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_less(A const& a, B const& b) {
  return detail::less_from<false, 0>(a, b);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_leq(A const& a, B const& b) {
  return !lex_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_gtr(A const& a, B const& b) {
  return lex_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto lex_geq(A const& a, B const& b) {
  return !lex_less(a, b);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_less(A const& a, B const& b) {
  return detail::less_from<true, 0>(a, b);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_leq(A const& a, B const& b) {
  return !colex_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_gtr(A const& a, B const& b) {
  return colex_less(b, a);
}
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto colex_geq(A const& a, B const& b) {
  return !colex_less(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
