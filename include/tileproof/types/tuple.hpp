// SPDX-License-Identifier: BSL-1.0
//
// Defines tuple, the heterogeneous tuple that shapes, strides, coordinates and tilers are made of.
//
// Use make_shape, make_stride, make_coord and make_tile (algebra/int_tuple.hpp), which are
// make_tuple by the role of the result.
//
//   auto const s = make_tuple(_4{}, make_tuple(n, _8{}));  // (_4,(n,_8)): stores one int
//
// It stores its run-time leaves in one flat list (types/leaf_store.hpp); a tuple of static leaves
// is an empty type. All members work in device code. It is a Hana Sequence on the host
// (types/hana.hpp) and has structured bindings. (hana::tuple is never empty, and its constructors
// are host-only.)
#pragma once

#include <tileproof/types/int.hpp>
#include <tileproof/types/leaf_store.hpp>
#include <tileproof/types/refused.hpp>

#include <boost/hana/fwd/integral_constant.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The tag by which Hana dispatches.
struct tuple_tag {};

// A tuple of integers, `_`, and trees of these. Trivially copyable; sizeof is that of the stored
// leaves.
template <class... Ts>
struct tuple : detail::store_of<Ts...> {
  using hana_tag = tuple_tag;

  tuple() = default;
  TILEPROOF_HOST_DEVICE constexpr tuple(Ts const&... ts)
    requires(sizeof...(Ts) > 0)
      : tuple(detail::gathered<tuple, detail::begins_of<Ts...>>(std::index_sequence_for<Ts...>{},
                                                                ts...)) {}
};
// tuple(a, b) is tuple<A, B>, as it stands; make_tuple converts foreign constants.
template <class... Ts>
tuple(Ts const&...) -> tuple<Ts...>;

// Whether T is a tuple of this library (references and const aside, for is_tuple_v).
template <class T>
struct is_tuple : std::false_type {};
template <class... Ts>
struct is_tuple<tuple<Ts...>> : std::true_type {};
template <class T>
struct is_tuple<T const> : is_tuple<T> {};
template <class T>
inline constexpr bool is_tuple_v = is_tuple<std::remove_cvref_t<T>>::value;

namespace detail {

// The type of element I. Unrolled three elements at a time: it is instantiated for each access.
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

// A tree of type E with the leaves of t from Begin on.
template <class E, std::size_t Begin, class T, std::size_t... K>
TILEPROOF_HOST_DEVICE constexpr E extracted(T const& t, std::index_sequence<K...>) {
  E e{};
  ((slot_value<K>(e) = slot_value<Begin + K>(t)), ...);
  return e;
}

// The element of type E that is stored in t from leaf Begin on: a value where it is a tree or
// static, a reference to the slot where it is a run-time leaf.
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

namespace detail {

// The refusal of element I of N. An extent of 1 stands for the element, so that nothing else is
// reported.
struct get_op;
template <std::size_t I, std::size_t N>
using no_element =
    refuse<get_op, mode_exists, found<static_cast<int>(I)>, expected<static_cast<int>(N)>>;

}  // namespace detail

// Element I: a reference to a run-time leaf; a value where the element is a tree or static. Refused
// (mode_exists) where I is past the end.
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...> const& t) {
  if constexpr (I < sizeof...(Ts)) {
    return detail::element<typename detail::nth<I, Ts...>::type,
                           detail::begins_v<detail::begins_of<Ts...>>.at[I]>(t);
  } else {
    static_cast<void>(detail::no_element<I, sizeof...(Ts)>{});
    return C<1>{};
  }
}
// get on a tuple that may be written: a reference to a run-time leaf, which can be assigned.
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(tuple<Ts...>& t) {
  if constexpr (I < sizeof...(Ts)) {
    using E = typename detail::nth<I, Ts...>::type;
    if constexpr (__is_empty(E) || detail::tree<E>)
      return get<I>(static_cast<tuple<Ts...> const&>(t));
    else
      return detail::slot_value<detail::begins_v<detail::begins_of<Ts...>>.at[I]>(t);
  } else {
    static_cast<void>(detail::no_element<I, sizeof...(Ts)>{});
    return C<1>{};
  }
}
// get on a temporary gives a value, never a reference into it.
template <std::size_t I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto get(tuple<Ts...>&& t) {
  return get<I>(static_cast<tuple<Ts...> const&>(t));
}

namespace detail {

// Integers and sequences of Hana and the standard library as the library's own types: own_t<T> is
// the type, own<T>::from(t) the value. Identity for all other types.
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

// An integer or a tuple of Hana or the standard library, at the surface: own<T> changes it. A
// variable template, because every call of the algebra asks it.
template <class T>
inline constexpr bool is_foreign_v = false;
template <class T, T V>
inline constexpr bool is_foreign_v<std::integral_constant<T, V>> = true;
template <class T, T V>
inline constexpr bool is_foreign_v<boost::hana::integral_constant<T, V>> = true;
template <class... Ts>
inline constexpr bool is_foreign_v<boost::hana::tuple<Ts...>> = true;

template <class... Ts>
concept any_foreign = (is_foreign_v<Ts> || ...);

// t in the algebra's own types.
template <class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) owned(T const& t) {
  return own<T>::from(t);
}

// An integer tuple, of whichever library. The elements of a tuple are looked at where it is read.
template <class T>
concept int_tuple = is_tuple_v<T> || is_integral_v<T> ||
                    (is_foreign_v<T> && (is_tuple_v<own_t<T>> || is_integral_v<own_t<T>>));
// True for what can be no extent and no stride: a number that is not an integer, or a pointer.
template <class T>
concept no_integer = !__is_class(T) && !requires(T const& t) { t % 1; };

// make_tuple of values that are not all empty, where Owns are their types as own_t gives them. It
// writes the leaves itself: every call is one more function for each combination of types.
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

// Defines a function NAME that makes a tuple: make_tuple here, and make_shape and its like in
// algebra/int_tuple.hpp. Each body is written out, since a call would be one more function for each
// combination of types. The first overload, for static integers, is the common case: little to
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
// The tuple of the given integers, tuples and `_`. Constants and tuples of Hana and of the standard
// library (std::integral_constant) become the library's own.
TILEPROOF_MAKE(make_tuple)

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class... Ts>
// Structured bindings, and everything that asks for std::tuple_size.
struct std::tuple_size<tileproof::tuple<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, tileproof::tuple<Ts...>> {
  using type = typename tileproof::detail::nth<I, Ts...>::type;
};
