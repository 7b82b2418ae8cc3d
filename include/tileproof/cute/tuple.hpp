// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's algorithms on tuples in namespace cute: apply, transform, fold, zip, reverse and
// their like, for host and device. They take the library's tuples, integer sequences and
// cute::array as tuples; another value counts as one element. Source: CuTe,
// algorithm/tuple_algorithms.hpp.
//
//   cute::transform(make_shape(_2{}, _3{}), [](auto x) { return x * _2{}; })  // (_4,_6)
//   cute::fold(make_shape(_2{}, _3{}), _1{}, cute::multiplies{})              // _6
//
// On the host Boost.Hana's algorithms do the same (types/hana.hpp).
#pragma once

#include <tileproof/cute/array.hpp>
#include <tileproof/cute/functional.hpp>

namespace cute {

namespace detail_of_cute {

template <class T>
inline constexpr bool has_elements = false;
template <class... Ts>
inline constexpr bool has_elements<tuple<Ts...>> = true;
template <class... Ts>
inline constexpr bool has_elements<ArithmeticTuple<Ts...>> = true;
template <class T, T... Is>
inline constexpr bool has_elements<integer_sequence<T, Is...>> = true;
template <class T, std::size_t N>
inline constexpr bool has_elements<array<T, N>> = true;

// A value that the algorithms walk through, and one that no tensor algorithm of this name takes.
template <class T>
concept tuple_like = has_elements<std::remove_cvref_t<T>>;
template <class T>
concept no_tensor = !tileproof::is_tensor_v<T>;

struct to_tuple {
  template <class... Ts>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Ts const&... ts) const {
    return tileproof::make_tuple(ts...);
  }
};
struct to_joined {
  template <class... Ts>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Ts const&... ts) const {
    return tileproof::tuple_cat(tuple<>{}, tuple<>{}, ts...);
  }
};

template <class T, class F, int... I>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) apply(T&& t, F&& f, seq<I...>) {
  return f(get<I>(static_cast<T&&>(t))...);
}

// g(f(elements 0), f(elements 1), ...) of tuples.
template <class F, class G, int... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto each(seq<I...>, F&& f, G&& g, Ts const&... ts) {
  auto const one = [&](auto i) -> decltype(auto) { return f(get<decltype(i)::value>(ts)...); };
  return g(one(Int<I>{})...);
}

// f(...f(f(v, e), e')...) with one function call for each element.
template <class F>
TILEPROOF_HOST_DEVICE constexpr auto folded(F&&, auto const& v) {
  return v;
}
template <class F, class V, class E, class... Es>
TILEPROOF_HOST_DEVICE constexpr auto folded(F&& f, V const& v, E const& e, Es const&... es) {
  return folded(f, f(v, e), es...);
}

}  // namespace detail_of_cute

// f(t0, t1, ...), the elements of t.
template <detail_of_cute::tuple_like T, class F>
TILEPROOF_HOST_DEVICE constexpr auto apply(T&& t, F&& f) {
  return detail_of_cute::apply(static_cast<T&&>(t), f, tuple_seq<T>{});
}

// g(f(t0), f(t1), ...), with one, two or three tuples of equal length.
template <class T, class F, class G>
TILEPROOF_HOST_DEVICE constexpr auto transform_apply(T const& t, F&& f, G&& g) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::each(tuple_seq<T>{}, f, g, t);
  else
    return g(f(t));
}
template <class T, class U, class F, class G>
TILEPROOF_HOST_DEVICE constexpr auto transform_apply(T const& t, U const& u, F&& f, G&& g) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::each(tuple_seq<T>{}, f, g, t, u);
  else
    return g(f(t, u));
}
template <class T, class U, class V, class F, class G>
TILEPROOF_HOST_DEVICE constexpr auto transform_apply(T const& t, U const& u, V const& v, F&& f,
                                                     G&& g) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::each(tuple_seq<T>{}, f, g, t, u, v);
  else
    return g(f(t, u, v));
}

// The tuple (f(t0), f(t1), ...), with one, two or three tuples of equal length (static_assert); of
// a value that is no tuple, f(t). For tensors it is the library's transform.
template <detail_of_cute::no_tensor T, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform(T const& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::transform_apply(t, f, detail_of_cute::to_tuple{});
  else
    return f(t);
}
template <detail_of_cute::no_tensor T, detail_of_cute::no_tensor U, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform(T const& t, U const& u, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>) {
    static_assert(tuple_size<T>::value == tuple_size<U>::value,
                  "transform: the tuples must have equally many elements");
    return cute::transform_apply(t, u, f, detail_of_cute::to_tuple{});
  } else {
    return f(t, u);
  }
}
template <detail_of_cute::no_tensor T, detail_of_cute::no_tensor U, detail_of_cute::no_tensor V,
          class F>
TILEPROOF_HOST_DEVICE constexpr auto transform(T const& t, U const& u, V const& v, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>) {
    static_assert(tuple_size<T>::value == tuple_size<U>::value &&
                      tuple_size<T>::value == tuple_size<V>::value,
                  "transform: the tuples must have equally many elements");
    return cute::transform_apply(t, u, v, f, detail_of_cute::to_tuple{});
  } else {
    return f(t, u, v);
  }
}

// f of each element; of each leaf at any depth.
template <detail_of_cute::no_tensor T, class F>
TILEPROOF_HOST_DEVICE constexpr void for_each(T&& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    detail_of_cute::apply(
        static_cast<T&&>(t), [&](auto&&... e) { (f(static_cast<decltype(e)&&>(e)), ...); },
        tuple_seq<T>{});
  else
    f(static_cast<T&&>(t));
}
template <detail_of_cute::no_tensor T, class F>
TILEPROOF_HOST_DEVICE constexpr void for_each_leaf(T&& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    cute::for_each(static_cast<T&&>(t),
                   [&](auto&& e) { cute::for_each_leaf(static_cast<decltype(e)&&>(e), f); });
  else
    f(static_cast<T&&>(t));
}

// t with f(leaf) for each leaf, at any depth; with two trees, the second refines the first.
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform_leaf(T const& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::transform(t, [&](auto const& e) { return cute::transform_leaf(e, f); });
  else
    return f(t);
}
template <class T, class U, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform_leaf(T const& t, U const& u, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::transform(
        t, u, [&](auto const& a, auto const& b) { return cute::transform_leaf(a, b, f); });
  else
    return f(t, u);
}

// The index of the first element for which f is statically true, as a static integer; the number of
// elements if there is none. find: the element that equals x.
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto find_if(T const& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::transform_apply(t, f, [](auto... is) {
      return Int<static_cast<int>(find_true_v<decltype(is)::value...>)>{};
    });
  else
    return Int<(decltype(f(t))::value ? 0 : 1)>{};
}
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto find(T const& t, X const& x) {
  return cute::find_if(t, [&](auto const& e) { return e == x; });
}
// find<X> of a list of types, or of a tuple: the first of type X.
template <class X, class... T>
TILEPROOF_HOST_DEVICE constexpr auto find(type_list<T...> const&) noexcept {
  return C<find_true_v<std::is_same_v<X, T>...>>{};
}
template <class X, class... T>
TILEPROOF_HOST_DEVICE constexpr auto find(tuple<T...> const&) noexcept {
  return C<find_true_v<std::is_same_v<X, T>...>>{};
}

// Whether f holds of an element, of all, of none: static where every answer is.
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto any_of(T const& t, F&& f) {
  return cute::transform_apply(t, f, [](auto... is) { return (false_type{} || ... || is); });
}
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto all_of(T const& t, F&& f) {
  return cute::transform_apply(t, f, [](auto... is) { return (true_type{} && ... && is); });
}
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto none_of(T const& t, F&& f) {
  return !cute::any_of(t, f);
}

// The concatenation of the tuples f(t0), f(t1), ...: with () and (e) it keeps some elements.
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto filter_tuple(T const& t, F&& f) {
  return cute::transform_apply(t, f, detail_of_cute::to_joined{});
}
template <class T, class U, class F>
TILEPROOF_HOST_DEVICE constexpr auto filter_tuple(T const& t, U const& u, F&& f) {
  return cute::transform_apply(t, u, f, detail_of_cute::to_joined{});
}
template <class T, class U, class V, class F>
TILEPROOF_HOST_DEVICE constexpr auto filter_tuple(T const& t, U const& u, V const& v, F&& f) {
  return cute::transform_apply(t, u, v, f, detail_of_cute::to_joined{});
}

// f(...f(f(v, t0), t1)..., tn); fold_first begins with t0.
template <class T, class V, class F>
TILEPROOF_HOST_DEVICE constexpr auto fold(T&& t, V const& v, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::apply(
        t, [&](auto&&... es) { return detail_of_cute::folded(f, v, es...); }, tuple_seq<T>{});
  else
    return f(v, static_cast<T&&>(t));
}
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto fold_first(T const& t, F&& f) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return detail_of_cute::apply(
        t, [&](auto const&... es) { return detail_of_cute::folded(f, es...); }, tuple_seq<T>{});
  else
    return t;
}

}  // namespace cute
