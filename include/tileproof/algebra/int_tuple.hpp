// SPDX-License-Identifier: BSL-1.0
//
// Defines integer tuples and their structure. An integer tuple is a leaf (a static or run-time
// integer) or a tuple of integer tuples: a shape, stride, coordinate, tiler or step.
//
//   auto const shape = make_shape(_4{}, make_shape(n, _8{}));  // (_4,(n,_8)): rank 2, depth 2
//   static_assert(rank_v<decltype(shape)> == 2 && depth_v<decltype(shape)> == 2);
//
// A mode is an element of the outermost tuple; a leaf is an integer at any depth; the profile is
// the tree without the integers. Source: CuTe documentation, "CuTe Layouts", IntTuple.
#pragma once

#include <tileproof/core/coordinate.hpp>
#include <tileproof/lift/build.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// CuTe's names of a tuple, by the role that it plays.
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

// make_tuple, by the role of the result. std::integral_constant, hana::integral_constant and nested
// hana::tuples become the library's own types.
TILEPROOF_MAKE(make_shape)
TILEPROOF_MAKE(make_stride)
TILEPROOF_MAKE(make_coord)
TILEPROOF_MAKE(make_tile)
TILEPROOF_MAKE(make_step)
#undef TILEPROOF_MAKE

// ---- structure

// get<0>(leaf) is the leaf: an integer counts as a tuple of one.
template <std::size_t I, class T>
  requires(is_integral_v<T> || detail::is_foreign_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto get(T const& t) {
  if constexpr (detail::is_foreign_v<T>) {
    return get<I>(detail::owned(t));
  } else {
    if constexpr (I > 0) static_cast<void>(detail::no_element<I, 1>{});
    return t;
  }
}
// get<I,J,...>(t): element J of element I, and so on. Refused (mode_exists) out of range.
template <std::size_t I, std::size_t J, std::size_t... Is, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) get(T const& t) {
  return get<J, Is...>(get<I>(t));
}
// The number of modes of a type: its tuple size, 1 for an integer.

namespace detail {

// The number of modes of a layout, a tensor, a tuple or an integer.
template <class T>
constexpr int rank_of() {
  if constexpr (is_foreign_v<T>) {
    return rank_of<own_t<T>>();
  } else if constexpr (is_tuple_v<T>) {
    return static_cast<int>(std::tuple_size<T>::value);
  } else if constexpr (requires { T::rank; }) {
    return T::rank;
  } else {
    static_assert(is_integral_v<T> || is_underscore<T>::value || is_scaled_basis<T>::value,
                  "rank_v: an integer, a tuple, a layout or a tensor is expected here");
    return 1;
  }
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
template <class... Ts>
struct depth_of<ArithmeticTuple<Ts...>> : depth_of<tuple<Ts...>> {};
template <any_foreign T>
struct depth_of<T> : depth_of<own_t<T>> {};

// get<I...>(t), and t itself without an index.
template <std::size_t... I, class T>
TILEPROOF_HOST_DEVICE constexpr auto at(T const& t) {
  if constexpr (is_foreign_v<T>)
    return at<I...>(owned(t));
  else if constexpr (sizeof...(I) == 0)
    return t;
  else
    return get<I...>(t);
}

}  // namespace detail

// The rank as an int, by type: the number of modes; 1 for an integer.
template <class T>
inline constexpr int rank_v = detail::rank_of<std::remove_cvref_t<T>>();
template <class... Ts>
inline constexpr int rank_v<tuple<Ts...>> = sizeof...(Ts);
template <class... Ts>
inline constexpr int rank_v<ArithmeticTuple<Ts...>> = sizeof...(Ts);
// The depth as an int, by type: the levels of nesting; 0 for an integer.
template <class T>
inline constexpr int depth_v = detail::depth_of<std::remove_cvref_t<T>>::value;

// The number of modes of t, or of its element I (its element J, ...), as a static integer; 1 for an
// integer.
template <std::size_t... I, detail::int_tuple T>
TILEPROOF_HOST_DEVICE constexpr auto rank(T const& t) {
  return Int<rank_v<decltype(detail::at<I...>(t))>>{};
}

// The levels of nesting of t, or of its element I, as a static integer; 0 for an integer.
template <std::size_t... I, detail::int_tuple T>
TILEPROOF_HOST_DEVICE constexpr auto depth(T const& t) {
  return Int<depth_v<decltype(detail::at<I...>(t))>>{};
}

// t itself, or its element I: an integer tuple is its own shape, so that shape<0>(x) works on
// tuples and layouts alike.
template <std::size_t... I, detail::int_tuple T>
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
template <class... Ts>
inline constexpr std::int64_t static_product<ArithmeticTuple<Ts...>> = static_product<tuple<Ts...>>;

// The product of the first stored leaves and a static factor, in their C++ type; refused on the
// host (leaves_fit_their_type) where that type does not hold it.
template <std::int64_t Factor, std::size_t... K, class Seq, class List>
TILEPROOF_HOST_DEVICE constexpr auto product_of_leaves(std::index_sequence<K...>,
                                                       leaf_store<Seq, List> const& t) {
  using N = std::remove_cvref_t<decltype((slot_value<K>(t) * ...))>;
  if constexpr (is_checked) {
    core::exact r{Factor, false};
    ((r = exact_product(r, exact_value(slot_value<K>(t)))), ...);
    if constexpr (Factor == 1)
      return fitting<N>(r);
    else if constexpr (is_multiple<N>)
      return fitting<decltype(N{} * static_int<Factor>{})>(r);
    else
      return fitting<decltype(N{} * static_int<Factor>::value)>(r);
  } else {
    N const n = (slot_value<K>(t) * ...);
    if constexpr (Factor == 1)
      return n;
    else if constexpr (is_multiple<N>)
      return n * static_int<Factor>{};
    else
      return n * static_int<Factor>::value;
  }
}

}  // namespace detail

// The product of the leaves: static where all are, otherwise in the common C++ type of the run-time
// leaves. Refused on the host (leaves_fit_their_type) where that type does not hold it.
template <detail::int_tuple T>
TILEPROOF_HOST_DEVICE constexpr auto product(T const& t) {
  if constexpr (detail::is_foreign_v<T>)
    return product(detail::owned(t));
  else if constexpr (is_integral_v<T>)
    return t;
  else if constexpr (__is_empty(T))
    return static_int<detail::static_product<T>>{};
  else
    return detail::product_of_leaves<detail::static_product<T>>(
        std::make_index_sequence<detail::leaves_t<T>::size>{}, t);
}

// The number of coordinates of a shape, or of its mode I: product.
template <std::size_t... I, detail::int_tuple T>
TILEPROOF_HOST_DEVICE constexpr auto size(T const& t) {
  return product(detail::at<I...>(t));
}

// The size of each mode: product_each((4,(2,8))) is (4,16).
template <detail::int_tuple T>
TILEPROOF_HOST_DEVICE constexpr auto product_each(T const& t) {
  return detail::lift<detail::operation<core::product_each>, detail::give::integers>(t);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
