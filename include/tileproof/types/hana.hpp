// SPDX-License-Identifier: BSL-1.0
//
// Makes the library's tuple a Boost.Hana Sequence, so that every Hana algorithm works on a shape,
// stride or coordinate on the host; and lets Hana's own tuples stand wherever the algebra takes a
// tuple.
//
//   auto const twice = [](auto e) { return e * _2{}; };
//   auto const s = hana::transform(make_shape(_4{}, _8{}), twice);  // (_8,_16)
//
// Hana's functions are host-only: in device code use get, take, select and the like
// (algebra/rearrange.hpp).
#pragma once

#include <tileproof/types/tuple.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/bool.hpp>
#include <boost/hana/concept/sequence.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/fwd/core/make.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/is_empty.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/unpack.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A hana::tuple, with its elements at any depth, as a tuple of this library.
template <class... Ts>
struct own<boost::hana::tuple<Ts...>> {
  using type = tuple<own_t<Ts>...>;
  struct convert {
    TILEPROOF_HOST_DEVICE constexpr type operator()(Ts const&... ts) const {
      return type(own<Ts>::from(ts)...);
    }
  };
  // Host only: Hana's functions are. nvcc is told not to warn of it where nobody calls this.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  TILEPROOF_HOST_DEVICE static constexpr type from(boost::hana::tuple<Ts...> const& t) {
    return boost::hana::unpack(t, convert{});
  }
};
template <>
struct own<boost::hana::tuple<>> {
  using type = tuple<>;
  TILEPROOF_HOST_DEVICE static constexpr type from(boost::hana::tuple<> const&) { return {}; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail

namespace boost::hana {

// The minimal set of Hana's Sequence: make, at, length, is_empty, unpack and drop_front. Hana
// derives its other algorithms from these.
template <>
struct Sequence<tileproof::tuple_tag> {
  static constexpr bool value = true;
};

template <>
struct make_impl<tileproof::tuple_tag> {
  template <class... Ts>
  static constexpr auto apply(Ts const&... ts) {
    return tileproof::make_tuple(ts...);
  }
};

template <>
struct at_impl<tileproof::tuple_tag> {
  template <class Tuple, class N>
  static constexpr decltype(auto) apply(Tuple&& t, N const&) {
    return tileproof::get<N::value>(static_cast<Tuple&&>(t));
  }
};

template <>
struct length_impl<tileproof::tuple_tag> {
  template <class... Ts>
  static constexpr auto apply(tileproof::tuple<Ts...> const&) {
    return hana::size_c<sizeof...(Ts)>;
  }
};

template <>
struct is_empty_impl<tileproof::tuple_tag> {
  template <class... Ts>
  static constexpr auto apply(tileproof::tuple<Ts...> const&) {
    return hana::bool_c < sizeof...(Ts) == 0 > ;
  }
};

template <>
struct unpack_impl<tileproof::tuple_tag> {
  template <class... Ts, class F>
  static constexpr decltype(auto) apply(tileproof::tuple<Ts...> const& t, F&& f) {
    return apply(t, static_cast<F&&>(f), std::index_sequence_for<Ts...>{});
  }

 private:
  template <class Tuple, class F, std::size_t... I>
  static constexpr decltype(auto) apply(Tuple const& t, F&& f, std::index_sequence<I...>) {
    return static_cast<F&&>(f)(tileproof::get<I>(t)...);
  }
};

template <>
struct drop_front_impl<tileproof::tuple_tag> {
  template <class... Ts, class N>
  static constexpr auto apply(tileproof::tuple<Ts...> const& t, N const&) {
    constexpr std::size_t n = N::value < sizeof...(Ts) ? N::value : sizeof...(Ts);
    return apply<n>(t, std::make_index_sequence<sizeof...(Ts) - n>{});
  }

 private:
  template <std::size_t Begin, class Tuple, std::size_t... I>
  static constexpr auto apply(Tuple const& t, std::index_sequence<I...>) {
    return tileproof::make_tuple(tileproof::get<Begin + I>(t)...);
  }
};

}  // namespace boost::hana
