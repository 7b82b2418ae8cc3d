// SPDX-License-Identifier: BSL-1.0
//
// The heterogeneous tuple that shapes, strides, coordinates and tilers are made of.
//
// It stores the leaves of the whole tree, those with a value, in one flat list, so that an operation
// reads any run-time leaf in one step. A tuple of static leaves is an empty type. All of its members
// work in device code. It models Hana's Sequence on the host (algebra/hana.hpp).
#pragma once

#include <tileproof/algebra/int.hpp>

#include <boost/hana/fwd/integral_constant.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class... Ts>
struct tuple;

struct tuple_tag {};

namespace detail {

template <class... Ts>
struct type_list {
  static constexpr int size = sizeof...(Ts);
};
template <class... As, class... Bs>
type_list<As..., Bs...> operator+(type_list<As...>, type_list<Bs...>);

// The stored leaves below a type: none of an empty type, those of a tree, else the value itself.
template <class T>
concept tree = requires { typename T::leaf_list; };

template <class T>
constexpr auto leaves_of() {
  if constexpr (__is_empty(T))
    return type_list<>{};
  else if constexpr (tree<T>)
    return typename T::leaf_list{};
  else
    return type_list<T>{};
}
template <class T>
using leaves_t = decltype(leaves_of<T>());

template <std::size_t K, class T>
struct slot {
  T value{};
};

template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T const& slot_value(slot<K, T> const& s) {
  return s.value;
}
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T& slot_value(slot<K, T>& s) {
  return s.value;
}

struct from_leaves {};

template <class Seq, class List>
struct leaf_store;
template <std::size_t... K, class... Ls>
struct leaf_store<std::index_sequence<K...>, type_list<Ls...>> : slot<K, Ls>... {
  leaf_store() = default;
  TILEPROOF_HOST_DEVICE constexpr leaf_store(from_leaves, Ls const&... ls)
      : slot<K, Ls>{ls}... {}
};
template <class List>
using leaf_store_of = leaf_store<std::make_index_sequence<List::size>, List>;

// Stored leaf K of a value of the algebra.
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr auto const& leaf(T const& t) {
  if constexpr (tree<T>)
    return slot_value<K>(t);
  else
    return t;
}

// Stored leaf K of a list of values.
template <std::size_t K, class T, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto const& leaf_among(T const& t, Ts const&... ts) {
  constexpr int n = leaves_t<T>::size;
  if constexpr (static_cast<int>(K) < n)
    return leaf<K>(t);
  else
    return leaf_among<K - n>(ts...);
}

template <bool Empty, class... Ts>
struct tuple_base {
  using leaf_list = type_list<>;
  constexpr tuple_base() = default;
  TILEPROOF_HOST_DEVICE constexpr tuple_base(Ts const&...)
    requires(sizeof...(Ts) > 0)
  {}
  TILEPROOF_HOST_DEVICE constexpr tuple_base(from_leaves) {}
};
template <class... Ts>
struct tuple_base<false, Ts...> : leaf_store_of<decltype((leaves_t<Ts>{} + ... + type_list<>{}))> {
  using leaf_list = decltype((leaves_t<Ts>{} + ... + type_list<>{}));
  using store = leaf_store_of<leaf_list>;
  using store::store;
  tuple_base() = default;
  TILEPROOF_HOST_DEVICE constexpr tuple_base(Ts const&... ts)
      : tuple_base(std::make_index_sequence<leaf_list::size>{}, ts...) {}

 private:
  template <std::size_t... K>
  TILEPROOF_HOST_DEVICE constexpr tuple_base(std::index_sequence<K...>, Ts const&... ts)
      : store(from_leaves{}, leaf_among<K>(ts...)...) {}
};

}  // namespace detail

template <class... Ts>
struct tuple : detail::tuple_base<(__is_empty(Ts) && ...), Ts...> {
  using hana_tag = tuple_tag;
  using base = detail::tuple_base<(__is_empty(Ts) && ...), Ts...>;
  using base::base;
  tuple() = default;
};
template <class... Ts>
tuple(Ts const&...) -> tuple<Ts...>;

template <class T>
struct is_tuple : std::false_type {};
template <class... Ts>
struct is_tuple<tuple<Ts...>> : std::true_type {};
template <class T>
struct is_tuple<T const> : is_tuple<T> {};
template <class T>
inline constexpr bool is_tuple_v = is_tuple<std::remove_cvref_t<T>>::value;

namespace detail {

template <std::size_t I, class... Ts>
struct nth;
template <class T0, class... Ts>
struct nth<0, T0, Ts...> {
  using type = T0;
};
template <class T0, class T1, class... Ts>
struct nth<1, T0, T1, Ts...> {
  using type = T1;
};
template <class T0, class T1, class T2, class... Ts>
struct nth<2, T0, T1, T2, Ts...> {
  using type = T2;
};
template <std::size_t I, class T0, class T1, class T2, class... Ts>
  requires(I > 2)
struct nth<I, T0, T1, T2, Ts...> : nth<I - 3, Ts...> {};

// The number of stored leaves before element I.
template <std::size_t I, class... Ts>
inline constexpr std::size_t leaves_before = [] {
  int const count[] = {leaves_t<Ts>::size...};
  int n = 0;
  for (int i = 0; i < static_cast<int>(I); ++i) n += count[i];
  return static_cast<std::size_t>(n);
}();

template <class E, std::size_t Begin, class T, std::size_t... K>
TILEPROOF_HOST_DEVICE constexpr E gather(T const& t, std::index_sequence<K...>) {
  return E(from_leaves{}, slot_value<Begin + K>(t)...);
}

// The value of type E that is stored in t from leaf Begin on.
template <class E, std::size_t Begin, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) element(T const& t) {
  if constexpr (__is_empty(E))
    return E{};
  else if constexpr (tree<E>)
    return gather<E, Begin>(t, std::make_index_sequence<leaves_t<E>::size>{});
  else
    return slot_value<Begin>(t);
}

}  // namespace detail

// Element I: a reference to a leaf, a value where the element is a tree or static.
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...> const& t) {
  static_assert(I < sizeof...(Ts), "get<I>: the tuple has no element I");
  return detail::element<typename detail::nth<I, Ts...>::type, detail::leaves_before<I, Ts...>>(t);
}
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...>& t) {
  static_assert(I < sizeof...(Ts), "get<I>: the tuple has no element I");
  using E = typename detail::nth<I, Ts...>::type;
  if constexpr (__is_empty(E) || detail::tree<E>)
    return get<I>(static_cast<tuple<Ts...> const&>(t));
  else
    return detail::slot_value<detail::leaves_before<I, Ts...>>(t);
}
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto get(tuple<Ts...>&& t) {
  return get<I>(static_cast<tuple<Ts...> const&>(t));
}

namespace detail {

// Integers and sequences of Hana and the standard library, as the algebra's own.
template <class T>
struct own {
  using type = T;
  TILEPROOF_HOST_DEVICE static constexpr T const& from(T const& t) { return t; }
};
template <class T, T V>
struct own<std::integral_constant<T, V>> {
  using type = static_int<V>;
  TILEPROOF_HOST_DEVICE static constexpr type from(std::integral_constant<T, V> const&) { return {}; }
};
template <class T, T V>
struct own<boost::hana::integral_constant<T, V>> {
  using type = static_int<V>;
  TILEPROOF_HOST_DEVICE static constexpr type from(boost::hana::integral_constant<T, V> const&) {
    return {};
  }
};
template <class T>
using own_t = typename own<T>::type;

}  // namespace detail

template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_tuple(Ts const&... ts) {
  return tuple<detail::own_t<Ts>...>(detail::own<Ts>::from(ts)...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class... Ts>
struct std::tuple_size<tileproof::tuple<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, tileproof::tuple<Ts...>> {
  using type = typename tileproof::detail::nth<I, Ts...>::type;
};
