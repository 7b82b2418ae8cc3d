// SPDX-License-Identifier: BSL-1.0
//
// The heterogeneous tuple that shapes, strides, coordinates and tilers are made of.
//
// It stores the leaves of the whole tree, those with a value, in one flat list, so that an
// operation reads any run-time leaf in one step. A tuple of static leaves is an empty type. All of
// its members work in device code. It models Hana's Sequence on the host (algebra/hana.hpp).
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
// One list after the other.
template <class... Lists>
struct joined_lists;
template <>
struct joined_lists<> {
  using type = type_list<>;
};
template <class... As>
struct joined_lists<type_list<As...>> {
  using type = type_list<As...>;
};
template <class... As, class... Bs, class... Rest>
struct joined_lists<type_list<As...>, type_list<Bs...>, Rest...>
    : joined_lists<type_list<As..., Bs...>, Rest...> {};

// The stored leaves below a type: none of an empty type, those of a tree, else the value itself.
template <class T>
concept tree = requires {
  typename T::leaf_list;
};

template <class T, bool IsEmpty = __is_empty(T)>
struct leaves {
  using type = type_list<T>;
};
template <class T>
struct leaves<T, true> {
  using type = type_list<>;
};
template <tree T>
struct leaves<T, false> {
  using type = typename T::leaf_list;
};
template <class T>
using leaves_t = typename leaves<T>::type;

template <std::size_t K, class T>
struct slot {
  T value;
};

template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T const& slot_value(slot<K, T> const& s) {
  return s.value;
}
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T& slot_value(slot<K, T>& s) {
  return s.value;
}

// The leaves of a tree in one flat list. Trees with the same leaves share it, whatever their static
// integers: little is instantiated for each.
template <class Seq, class List>
struct leaf_store;
template <std::size_t... K, class... Ls>
struct leaf_store<std::index_sequence<K...>, type_list<Ls...>> : slot<K, Ls>... {
  using leaf_list = type_list<Ls...>;
};
struct no_leaves {
  using leaf_list = type_list<>;
};

template <class List>
struct store {
  using type = leaf_store<std::make_index_sequence<List::size>, List>;
};
template <>
struct store<type_list<>> {
  using type = no_leaves;
};
// Of a static tuple nothing is instantiated for a leaf.
template <bool AreEmpty>
struct store_for {
  template <class... Ts>
  using of = no_leaves;
};
template <>
struct store_for<false> {
  template <class... Ts>
  using of = typename store<typename joined_lists<leaves_t<Ts>...>::type>::type;
};
template <class... Ts>
using store_of = typename store_for<(__is_empty(Ts) && ...)>::template of<Ts...>;

// Copies the leaves of a value into those of a store, from leaf Begin on. One function serves all
// values without leaves, and one all trees with the same leaves.
enum class leaf_kind { none, tree, leaf };
template <class T, bool IsEmpty = __is_empty(T)>
inline constexpr leaf_kind leaf_kind_v = tree<T> ? leaf_kind::tree : leaf_kind::leaf;
template <class T>
inline constexpr leaf_kind leaf_kind_v<T, true> = leaf_kind::none;

template <leaf_kind>
struct putter {
  template <std::size_t Begin>
  TILEPROOF_HOST_DEVICE static constexpr void put(void const*, void const*) {}
};
template <>
struct putter<leaf_kind::tree> {
  template <std::size_t Begin, class Seq, class List, std::size_t... K, class... Ls>
  TILEPROOF_HOST_DEVICE static constexpr void put(
      leaf_store<Seq, List>* to,
      leaf_store<std::index_sequence<K...>, type_list<Ls...>> const* from) {
    ((slot_value<Begin + K>(*to) = slot_value<K>(*from)), ...);
  }
};
template <>
struct putter<leaf_kind::leaf> {
  template <std::size_t Begin, class Seq, class List, class T>
  TILEPROOF_HOST_DEVICE static constexpr void put(leaf_store<Seq, List>* to, T const* from) {
    slot_value<Begin>(*to) = *from;
  }
};

template <std::size_t Begin, class Store, class T>
TILEPROOF_HOST_DEVICE constexpr void put(Store& to, T const& from) {
  putter<leaf_kind_v<T>>::template put<Begin>(&to, &from);
}

// The sums of the counts before each.
template <int... Counts>
struct begins {
  std::size_t at[sizeof...(Counts) + 1]{};
  constexpr begins() {
    int const count[] = {Counts..., 0};
    for (std::size_t i = 0; i < sizeof...(Counts); ++i)
      at[i + 1] = at[i] + static_cast<std::size_t>(count[i]);
  }
};
template <class... Ts>
using begins_of = begins<leaves_t<Ts>::size...>;
template <class Begins>
inline constexpr Begins begins_v{};

// A tree with the leaves of the given values, one after the other.
template <class R, class Begins, std::size_t... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr R gathered(std::index_sequence<I...>, Ts const&... ts) {
  R r{};
  (putter<leaf_kind_v<Ts>>::template put<begins_v<Begins>.at[I]>(&r, &ts), ...);
  return r;
}

// Stored leaf K of a value of the algebra.
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr auto const& leaf(T const& t) {
  if constexpr (tree<T>)
    return slot_value<K>(t);
  else
    return t;
}

}  // namespace detail

template <class... Ts>
struct tuple : detail::store_of<Ts...> {
  using hana_tag = tuple_tag;

  tuple() = default;
  TILEPROOF_HOST_DEVICE constexpr tuple(Ts const&... ts) requires(sizeof...(Ts) > 0)
      : tuple(detail::gathered<tuple, detail::begins_of<Ts...>>(std::index_sequence_for<Ts...>{},
                                                                ts...)) {}
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
requires(I > 2) struct nth<I, T0, T1, T2, Ts...> : nth<I - 3, Ts...> {
};

template <class E, std::size_t Begin, class T, std::size_t... K>
TILEPROOF_HOST_DEVICE constexpr E extracted(T const& t, std::index_sequence<K...>) {
  E e{};
  ((slot_value<K>(e) = slot_value<Begin + K>(t)), ...);
  return e;
}

// The value of type E that is stored in t from leaf Begin on.
template <class E, std::size_t Begin, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) element(T const& t) {
  if constexpr (__is_empty(E))
    return E{};
  else if constexpr (tree<E>)
    return extracted<E, Begin>(t, std::make_index_sequence<leaves_t<E>::size>{});
  else
    return slot_value<Begin>(t);
}

}  // namespace detail

// Element I: a reference to a leaf, a value where the element is a tree or static.
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...> const& t) {
  static_assert(I < sizeof...(Ts), "get<I>: the tuple has no element I");
  return detail::element<typename detail::nth<I, Ts...>::type,
                         detail::begins_v<detail::begins_of<Ts...>>.at[I]>(t);
}
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...>& t) {
  static_assert(I < sizeof...(Ts), "get<I>: the tuple has no element I");
  using E = typename detail::nth<I, Ts...>::type;
  if constexpr (__is_empty(E) || detail::tree<E>)
    return get<I>(static_cast<tuple<Ts...> const&>(t));
  else
    return detail::slot_value<detail::begins_v<detail::begins_of<Ts...>>.at[I]>(t);
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
  TILEPROOF_HOST_DEVICE static constexpr type from(std::integral_constant<T, V> const&) {
    return {};
  }
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

// make_tuple of values that are not all empty; Owns: their types as the algebra's own. It writes the
// leaves itself: every call is a function more for each combination of types.
template <class... Owns, std::size_t... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto made_tuple(std::index_sequence<I...> all, Ts const&... ts) {
  using result = tuple<Owns...>;
  using begins = begins_of<Owns...>;
  if constexpr (__is_empty(result)) {
    return result{};
  } else if constexpr (std::is_same_v<result, tuple<Ts...>>) {
    result r{};
    (putter<leaf_kind_v<Ts>>::template put<begins_v<begins>.at[I]>(&r, &ts), ...);
    return r;
  } else {
    return gathered<result, begins>(all, own<Ts>::from(ts)...);
  }
}

}  // namespace detail

// make_tuple, and the same by the name of what is made (algebra/int_tuple.hpp). Written out: a call
// would be a function more for each combination of types. First the common case, with little to
// instantiate.
#define TILEPROOF_MAKE(NAME)                                                                    \
  template <auto V0, auto... V>                                                                 \
  TILEPROOF_HOST_DEVICE constexpr tuple<C<V0>, C<V>...> NAME(C<V0> const&, C<V> const&...) {    \
    return {};                                                                                  \
  }                                                                                             \
  template <class... Ts>                                                                        \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(Ts const&... ts) {                                  \
    if constexpr ((__is_empty(Ts) && ...))                                                      \
      return tuple<detail::own_t<Ts>...>{};                                                     \
    else                                                                                        \
      return detail::made_tuple<detail::own_t<Ts>...>(std::index_sequence_for<Ts...>{}, ts...); \
  }
TILEPROOF_MAKE(make_tuple)

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class... Ts>
struct std::tuple_size<tileproof::tuple<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, tileproof::tuple<Ts...>> {
  using type = typename tileproof::detail::nth<I, Ts...>::type;
};
