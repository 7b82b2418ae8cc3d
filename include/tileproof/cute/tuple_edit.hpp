// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's functions that rearrange tuples in namespace cute: front, back, insert, remove,
// reverse, zip, scans, repetitions; and its questions about a tuple's elements. take, select,
// append, prepend, replace, group, flatten and unflatten are the library's. Source: CuTe,
// algorithm/tuple_algorithms.hpp, underscore.hpp.
#pragma once

#include <tileproof/cute/tuple.hpp>

namespace cute {

namespace detail_of_cute {

// (elements Is of t..., x as often as Js has indices, elements Ks of t...).
template <class T, class X, int... Is, int... Js, int... Ks>
TILEPROOF_HOST_DEVICE constexpr auto built([[maybe_unused]] T const& t, [[maybe_unused]] X const& x,
                                           seq<Is...>, seq<Js...>, seq<Ks...>) {
  return tileproof::make_tuple(get<Is>(t)..., (static_cast<void>(Js), x)..., get<Ks>(t)...);
}
template <class T>
inline constexpr int length = static_cast<int>(tuple_size<std::remove_cvref_t<T>>::value);

}  // namespace detail_of_cute

// The first and the last leaf of a tree.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto front(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::front(get<0>(t));
  else
    return t;
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto back(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::back(get<detail_of_cute::length<T> - 1>(t));
  else
    return t;
}

// t as a tuple: a value that is none becomes a tuple of one.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto wrap(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return t;
  else
    return tileproof::make_tuple(t);
}

// Whether no element of a tuple is a tuple.
template <class T>
struct is_flat : true_type {};
template <class... Ts>
struct is_flat<tuple<Ts...>> : C<(!tileproof::is_tuple_v<Ts> && ...)> {};

// The leaves as a tuple; also of one leaf.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto flatten_to_tuple(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::filter_tuple(t, [](auto const& e) { return cute::flatten_to_tuple(e); });
  else
    return tileproof::make_tuple(t);
}

// t with x in front of element N; t without element N; t with another first or last element.
template <int N, class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto insert(T const& t, X const& x) {
  return detail_of_cute::built(t, x, make_seq<N>{}, seq<0>{},
                               make_range<N, detail_of_cute::length<T>>{});
}
template <int N, class T>
TILEPROOF_HOST_DEVICE constexpr auto remove(T const& t) {
  return detail_of_cute::built(t, 0, make_seq<N>{}, seq<>{},
                               make_range<N + 1, detail_of_cute::length<T>>{});
}
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto replace_front(T const& t, X const& x) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::built(t, x, seq<>{}, seq<0>{},
                                 make_range<1, detail_of_cute::length<T>>{});
  else
    return x;
}
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto replace_back(T const& t, X const& x) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::built(t, x, make_seq<detail_of_cute::length<T> - 1>{}, seq<0>{},
                                 seq<>{});
  else
    return x;
}

// x once for each leaf of t, with the profile of t.
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto repeat_like(T const& t, X const& x) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::transform(t, [&](auto const& e) { return cute::repeat_like(e, x); });
  else
    return x;
}

namespace detail_of_cute {

template <bool Inclusive, class V, class F>
TILEPROOF_HOST_DEVICE constexpr auto scan(V const&, F&&) {
  return tileproof::make_tuple();
}
template <bool Inclusive, class V, class F, class E, class... Es>
TILEPROOF_HOST_DEVICE constexpr auto scan(V const& v, F&& f, E const& e, Es const&... es) {
  if constexpr (Inclusive || sizeof...(Es) > 0) {
    auto const next = f(v, e);
    auto const rest = scan<Inclusive>(next, f, es...);
    if constexpr (Inclusive)
      return tileproof::tuple_cat(tileproof::make_tuple(next), rest);
    else
      return tileproof::tuple_cat(tileproof::make_tuple(v), rest);
  } else {
    return tileproof::make_tuple(v);
  }
}

}  // namespace detail_of_cute

// (f(v,t0), f(f(v,t0),t1), ...), and the exclusive scan (v, f(v,t0), ...), as long as t.
template <class T, class V, class F>
TILEPROOF_HOST_DEVICE constexpr auto iscan(T const& t, V const& v, F&& f) {
  return cute::apply(t, [&](auto const&... es) { return detail_of_cute::scan<true>(v, f, es...); });
}
template <class T, class V, class F>
TILEPROOF_HOST_DEVICE constexpr auto escan(T const& t, V const& v, F&& f) {
  return cute::apply(t,
                     [&](auto const&... es) { return detail_of_cute::scan<false>(v, f, es...); });
}

namespace detail_of_cute {

// Element J of each element of t.
template <int J, class T>
TILEPROOF_HOST_DEVICE constexpr auto column(T const& t) {
  return cute::transform(t, [](auto const& e) { return get<J>(e); });
}
template <class T, int... Js>
TILEPROOF_HOST_DEVICE constexpr auto columns(T const& t, seq<Js...>) {
  return tileproof::make_tuple(column<Js>(t)...);
}

}  // namespace detail_of_cute

// ((a,b),(x,y)) -> ((a,x),(b,y)); a flat tuple t -> (t). With several tuples, that of their tuple.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto zip(T const& t) {
  if constexpr (!detail_of_cute::tuple_like<T>) {
    return t;
  } else if constexpr (detail_of_cute::tuple_like<tuple_element_t<0, T>>) {
    return detail_of_cute::columns(t, tuple_seq<tuple_element_t<0, T>>{});
  } else {
    return tileproof::make_tuple(t);
  }
}
template <class T, class U, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto zip(T const& t, U const& u, Ts const&... ts) {
  return cute::zip(tileproof::make_tuple(t, u, ts...));
}

namespace detail_of_cute {

template <class T, class Guide, int... Is, int... Js>
TILEPROOF_HOST_DEVICE constexpr auto zip2_by(T const& t, Guide const& guide, seq<Is...>,
                                             seq<Js...>);

}  // namespace detail_of_cute

// ((A,a),(B,b),...,x,y) with a guide of as many modes as there are pairs ->
// ((A,B,...),(a,b,...,x,y)), recursively where the guide is nested.
template <class T, class Guide>
TILEPROOF_HOST_DEVICE constexpr auto zip2_by(T const& t, Guide const& guide) {
  if constexpr (detail_of_cute::tuple_like<Guide>) {
    constexpr int modes = detail_of_cute::length<T>;
    constexpr int guided = detail_of_cute::length<Guide>;
    static_assert(modes >= guided, "zip2_by: the guide has more modes than the tuple");
    return detail_of_cute::zip2_by(t, guide, make_seq<guided>{}, make_range<guided, modes>{});
  } else {
    static_assert(detail_of_cute::length<T> == 2,
                  "zip2_by: a pair is expected for each leaf of "
                  "the guide");
    return t;
  }
}
template <class T, class Guide, int... Is, int... Js>
TILEPROOF_HOST_DEVICE constexpr auto detail_of_cute::zip2_by(T const& t, Guide const& guide,
                                                             seq<Is...>, seq<Js...>) {
  auto const pairs = tileproof::make_tuple(cute::zip2_by(get<Is>(t), get<Is>(guide))...);
  return tileproof::make_tuple(tileproof::make_tuple(get<0>(get<Is>(pairs))...),
                               tileproof::make_tuple(get<1>(get<Is>(pairs))..., get<Js>(t)...));
}

// The elements in the opposite order.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto reverse(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::apply(t, detail_of_cute::to_tuple{}, tuple_rseq<T>{});
  else
    return t;
}

// Whether a leaf of a tree, or each of them, has the type E.
template <class T, class E>
struct has_elem : std::bool_constant<std::is_same_v<T, E>> {};
template <class... Ts, class E>
struct has_elem<tuple<Ts...>, E> : std::bool_constant<(has_elem<Ts, E>::value || ...)> {};
template <class T, class E>
struct all_elem : std::bool_constant<std::is_same_v<T, E>> {};
template <class... Ts, class E>
struct all_elem<tuple<Ts...>, E> : std::bool_constant<(all_elem<Ts, E>::value && ...)> {};
template <class T>
using has_underscore = has_elem<T, Underscore>;
template <class T>
using all_underscore = all_elem<T, Underscore>;
template <class T>
using has_int1 = has_elem<T, Int<1>>;
template <class T>
using has_int0 = has_elem<T, Int<0>>;

}  // namespace cute
