// SPDX-License-Identifier: BSL-1.0
//
// A layout is a Boost.Hana Sequence of its modes, each of them a layout. For
// L = (_4,(_2,_3)):(_6,(_3,_1)), hana::at_c<1>(L) is (_2,_3):(_3,_1) and hana::length(L) is 2.
//
// An algorithm that makes a sequence, as hana::transform does, makes a layout again where it makes
// layouts, and a hana::tuple where it makes something else; the caller includes
// boost/hana/tuple.hpp for it. To the algebra a layout stays one argument: composition(A, L)
// composes with L as a whole, never mode by mode. Host only, as Hana is.
//
// algebra/layout.hpp, which defines Layout, includes this header.
#pragma once

#include <tileproof/types/hana.hpp>

#include <boost/hana/fwd/equal.hpp>
#include <boost/hana/fwd/tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

struct layout_tag {};

// In algebra/layout.hpp.
template <class Shape, class Stride>
struct Layout;
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto layout(Layout<S, D> const& l);
template <class S, class D, class... Ss, class... Ds>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(Layout<S, D> const& first,
                                                 Layout<Ss, Ds> const&... rest);

namespace detail {

template <class T>
inline constexpr bool is_mode_v = false;
template <class S, class D>
inline constexpr bool is_mode_v<Layout<S, D>> = true;

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace boost::hana {

template <>
struct Sequence<tileproof::layout_tag> {
  static constexpr bool value = true;
};

template <>
struct make_impl<tileproof::layout_tag> {
  template <class... Ts>
  static constexpr auto apply(Ts&&... ts) {
    if constexpr (sizeof...(Ts) > 0 &&
                  (tileproof::detail::is_mode_v<std::remove_cvref_t<Ts>> && ...))
      return tileproof::make_layout(ts...);
    else
      return hana::make_tuple(static_cast<Ts&&>(ts)...);
  }
};

template <>
struct at_impl<tileproof::layout_tag> {
  template <class L, class N>
  static constexpr auto apply(L const& l, N const&) {
    return tileproof::layout<N::value>(l);
  }
};

template <>
struct length_impl<tileproof::layout_tag> {
  template <class L>
  static constexpr auto apply(L const&) {
    return hana::size_c<static_cast<std::size_t>(L::rank)>;
  }
};

template <>
struct is_empty_impl<tileproof::layout_tag> {
  template <class L>
  static constexpr auto apply(L const&) {
    return hana::bool_c < L::rank == 0 > ;
  }
};

template <>
struct unpack_impl<tileproof::layout_tag> {
  template <class L, class F>
  static constexpr decltype(auto) apply(L const& l, F&& f) {
    return apply(l, static_cast<F&&>(f),
                 std::make_index_sequence<static_cast<std::size_t>(L::rank)>{});
  }

 private:
  template <class L, class F, std::size_t... I>
  static constexpr decltype(auto) apply([[maybe_unused]] L const& l, F&& f,
                                        std::index_sequence<I...>) {
    return static_cast<F&&>(f)(tileproof::layout<I>(l)...);
  }
};

template <>
struct drop_front_impl<tileproof::layout_tag> {
  template <class L, class N>
  static constexpr auto apply(L const& l, N const&) {
    constexpr std::size_t rank = static_cast<std::size_t>(L::rank);
    constexpr std::size_t n = N::value < rank ? N::value : rank;
    return apply<n>(l, std::make_index_sequence<rank - n>{});
  }

 private:
  template <std::size_t Begin, class L, std::size_t... I>
  static constexpr auto apply([[maybe_unused]] L const& l, std::index_sequence<I...>) {
    return make_impl<tileproof::layout_tag>::apply(tileproof::layout<Begin + I>(l)...);
  }
};

// As operator==: the same shape and the same strides, profiles included.
template <>
struct equal_impl<tileproof::layout_tag, tileproof::layout_tag> {
  template <class A, class B>
  static constexpr auto apply(A const& a, B const& b) {
    return a == b;
  }
};

}  // namespace boost::hana
