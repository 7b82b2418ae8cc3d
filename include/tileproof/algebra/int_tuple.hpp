// SPDX-License-Identifier: BSL-1.0
//
// Integer tuples: a leaf (static or run-time integer) or a tuple of integer tuples.
#pragma once

#include <tileproof/algebra/build.hpp>
#include <tileproof/core/coordinate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class... Ts>
using Shape = tuple<Ts...>;
template <class... Ts>
using Stride = tuple<Ts...>;
template <class... Ts>
using Coord = tuple<Ts...>;
template <class... Ts>
using Tile = tuple<Ts...>;
template <class... Ts>
using Step = tuple<Ts...>;

template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_shape(Ts const&... ts) {
  return make_tuple(ts...);
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_stride(Ts const&... ts) {
  return make_tuple(ts...);
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_coord(Ts const&... ts) {
  return make_tuple(ts...);
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_tile(Ts const&... ts) {
  return make_tuple(ts...);
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_step(Ts const&... ts) {
  return make_tuple(ts...);
}

// ---- structure

// get<I,J,...>(t): element J of element I ...; get<I>(leaf) for I == 0 is the leaf.
template <std::size_t I, std::size_t J, std::size_t... Is, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(T const& t) {
  return get<J, Is...>(get<I>(t));
}
template <std::size_t I, class T>
  requires(is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr T get(T const& t) {
  static_assert(I == 0, "get<I>: an integer has one element");
  return t;
}

namespace detail {

template <class T>
constexpr int rank_of() {
  if constexpr (requires { std::tuple_size<T>::value; })
    return static_cast<int>(std::tuple_size<T>::value);
  else
    return 1;
}

template <class T>
struct depth_of : std::integral_constant<int, 0> {};
template <class... Ts>
struct depth_of<tuple<Ts...>> {
  static constexpr int value = [] {
    int deepest = 0;
    for (int const d : {0, depth_of<Ts>::value...})
      if (d > deepest) deepest = d;
    return deepest + 1;
  }();
};

template <std::size_t... I, class T>
TILEPROOF_HOST_DEVICE constexpr auto at(T const& t) {
  if constexpr (sizeof...(I) == 0)
    return t;
  else
    return get<I...>(t);
}

}  // namespace detail

template <class T>
inline constexpr int rank_v = detail::rank_of<std::remove_cvref_t<T>>();
template <class T>
inline constexpr int depth_v = detail::depth_of<std::remove_cvref_t<T>>::value;

// The number of modes; 1 for an integer.
template <std::size_t... I, class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto rank(T const& t) {
  return Int<rank_v<decltype(detail::at<I...>(t))>>{};
}

// The levels of nesting; 0 for an integer.
template <std::size_t... I, class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto depth(T const& t) {
  return Int<depth_v<decltype(detail::at<I...>(t))>>{};
}

template <std::size_t... I, class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto shape(T const& t) {
  return detail::at<I...>(t);
}

namespace detail {

// The product of the static leaves.
template <class T>
inline constexpr std::int64_t static_product = 1;
template <auto V>
inline constexpr std::int64_t static_product<C<V>> = V;
template <class... Ts>
inline constexpr std::int64_t static_product<tuple<Ts...>> = (static_product<Ts> * ... * 1);
template <auto... V>
inline constexpr std::int64_t static_product<tuple<C<V>...>> = (std::int64_t{V} * ... * 1);

// Times those of the others.
template <std::size_t... K, class... Ls>
TILEPROOF_HOST_DEVICE constexpr auto product_of_leaves(
    leaf_store<std::index_sequence<K...>, type_list<Ls...>> const& t) {
  return (slot_value<K>(t) * ...);
}

struct product_each_op : takes_layouts {
  static constexpr core::layout run(core::context& cx, core::layout const& t) {
    return core::product_each(cx, t);
  }
};

}  // namespace detail

// The product of the leaves.
template <class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto product(T const& t) {
  if constexpr (is_integral_v<T>)
    return t;
  else if constexpr (__is_empty(T))
    return static_int<detail::static_product<T>>{};
  else if constexpr (detail::static_product<T> == 1)
    return detail::product_of_leaves(t);
  else
    return detail::product_of_leaves(t) * static_int<detail::static_product<T>>{};
}

template <std::size_t... I, class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto size(T const& t) {
  return product(detail::at<I...>(t));
}

// The product of the leaves of each mode.
template <class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto product_each(T const& t) {
  return detail::call_ints<detail::product_each_op>(t);
}

// ---- rearrangement; algebra/layout.hpp gives the same for layouts

namespace detail {

template <std::size_t Begin, class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto range(T const& t, std::index_sequence<I...>) {
  return make_tuple(get<Begin + I>(t)...);
}

template <class A, class B, std::size_t... I, std::size_t... J>
TILEPROOF_HOST_DEVICE constexpr auto joined(A const& a, B const& b, std::index_sequence<I...>,
                                            std::index_sequence<J...>) {
  return make_tuple(get<I>(a)..., get<J>(b)...);
}

template <class T>
using indices_of = std::make_index_sequence<static_cast<std::size_t>(rank_v<T>)>;

template <std::size_t N, class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto repeated(T const& t, std::index_sequence<I...>) {
  return make_tuple((static_cast<void>(I), t)...);
}

// A leaf as a tuple of one.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto as_tuple(T const& t) {
  if constexpr (is_tuple_v<T>)
    return t;
  else
    return make_tuple(t);
}

}  // namespace detail

template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto tuple_cat(A const& a, B const& b) {
  return detail::joined(a, b, detail::indices_of<A>{}, detail::indices_of<B>{});
}
template <class A, class B, class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto tuple_cat(A const& a, B const& b, Cs const&... cs) {
  return tuple_cat(tuple_cat(a, b), cs...);
}

// (t, t, ...), N times.
template <std::size_t N, class T>
TILEPROOF_HOST_DEVICE constexpr auto repeat(T const& t) {
  return detail::repeated<N>(t, std::make_index_sequence<N>{});
}

// Elements [B,E).
template <std::size_t B, std::size_t E, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto take(tuple<Ts...> const& t) {
  static_assert(B <= E && E <= sizeof...(Ts), "take<B,E>: the tuple has no elements [B,E)");
  return detail::range<B>(t, std::make_index_sequence<E - B>{});
}

// Elements I, J, ...
template <std::size_t... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto select(tuple<Ts...> const& t) {
  return make_tuple(get<I>(t)...);
}

// Elements [B,E) as one element.
template <std::size_t B, std::size_t E, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto group(tuple<Ts...> const& t) {
  static_assert(B <= E && E <= sizeof...(Ts), "group<B,E>: the tuple has no elements [B,E)");
  return tuple_cat(take<0, B>(t), make_tuple(take<B, E>(t)), take<E, sizeof...(Ts)>(t));
}

// t with x behind it; append<N>: with x until there are N elements.
template <class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto append(T const& t, V const& x) {
  return tuple_cat(detail::as_tuple(t), make_tuple(x));
}
template <std::size_t N, class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto append(T const& t, V const& x) {
  static_assert(N >= rank_v<T>, "append<N>: the tuple has more than N elements");
  if constexpr (N == 1 && !is_tuple_v<T>)
    return t;
  else
    return tuple_cat(detail::as_tuple(t), repeat<N - rank_v<T>>(x));
}

// t with x before it; prepend<N>: with x until there are N elements.
template <class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto prepend(T const& t, V const& x) {
  return tuple_cat(make_tuple(x), detail::as_tuple(t));
}
template <std::size_t N, class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto prepend(T const& t, V const& x) {
  static_assert(N >= rank_v<T>, "prepend<N>: the tuple has more than N elements");
  if constexpr (N == 1 && !is_tuple_v<T>)
    return t;
  else
    return tuple_cat(repeat<N - rank_v<T>>(x), detail::as_tuple(t));
}

// Element N is x.
template <std::size_t N, class... Ts, class V>
TILEPROOF_HOST_DEVICE constexpr auto replace(tuple<Ts...> const& t, V const& x) {
  static_assert(N < sizeof...(Ts), "replace<N>: the tuple has no element N");
  return tuple_cat(take<0, N>(t), make_tuple(x), take<N + 1, sizeof...(Ts)>(t));
}

namespace detail {

template <class T>
TILEPROOF_HOST_DEVICE constexpr auto flatten_to_tuple(T const& t);

template <class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto flatten_elements(T const& t, std::index_sequence<I...>) {
  return tuple_cat(tuple<>{}, tuple<>{}, flatten_to_tuple(get<I>(t))...);
}

template <class T>
TILEPROOF_HOST_DEVICE constexpr auto flatten_to_tuple(T const& t) {
  if constexpr (is_tuple_v<T>)
    return flatten_elements(t, indices_of<T>{});
  else
    return make_tuple(t);
}

template <class T>
inline constexpr std::size_t leaf_count = 1;
template <class... Ts>
inline constexpr std::size_t leaf_count<tuple<Ts...>> = (leaf_count<Ts> + ... + 0);

// The number of leaves of the first n modes.
template <int N, class... Ts>
inline constexpr std::size_t leaves_of_first = [] {
  std::size_t const count[] = {leaf_count<Ts>..., 0};
  std::size_t sum = 0;
  for (int i = 0; i < N; ++i) sum += count[i];
  return sum;
}();

template <std::size_t Begin, class Flat, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto unflatten_from(Flat const& flat, Profile const& profile);

template <std::size_t Begin, class Flat, class... Ps, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto unflatten_elements(Flat const& flat, tuple<Ps...> const& profile,
                                                        std::index_sequence<I...>) {
  return make_tuple(
      unflatten_from<Begin + leaves_of_first<static_cast<int>(I), Ps...>>(flat, get<I>(profile))...);
}

template <std::size_t Begin, class Flat, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto unflatten_from(Flat const& flat, Profile const& profile) {
  if constexpr (is_tuple_v<Profile>)
    return unflatten_elements<Begin>(flat, profile, indices_of<Profile>{});
  else
    return get<Begin>(flat);
}

}  // namespace detail

// The leaves in order, as one tuple; a leaf stays a leaf.
template <class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto flatten(T const& t) {
  if constexpr (is_tuple_v<T>)
    return detail::flatten_to_tuple(t);
  else
    return t;
}

// The leaves of a flat tuple in the profile of another. Pre: as many leaves.
template <class T, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto unflatten(T const& t, Profile const& profile) {
  static_assert(rank_v<T> == detail::leaf_count<Profile>, "unflatten: as many leaves are needed");
  return detail::unflatten_from<0>(detail::as_tuple(t), profile);
}

// A tuple of one element as that element.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto unwrap(T const& t) {
  if constexpr (is_tuple_v<T> && rank_v<T> == 1)
    return unwrap(get<0>(t));
  else
    return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
