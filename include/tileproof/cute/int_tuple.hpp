// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's functions of integer tuples and coordinates in namespace cute: sum, product_like,
// make_int_tuple, to_array, basis vectors. Source: CuTe, int_tuple.hpp and
// numeric/arithmetic_tuple.hpp.
#pragma once

#include <tileproof/cute/tuple_edit.hpp>

namespace cute {

// ---- integer tuples

// product as a function object: cute::transform(shape, Product{}).
struct Product {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T const& t) const {
    return tileproof::product(t);
  }
};
// The sum of the leaves.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto sum(T const& t) {
  if constexpr (detail_of_cute::tuple_like<T>)
    return cute::fold(t, Int<0>{}, [](auto const& v, auto const& e) { return v + cute::sum(e); });
  else
    return t;
}
// The product of the part of t at each leaf of the guide.
template <class T, class Guide>
TILEPROOF_HOST_DEVICE constexpr auto product_like(T const& t, Guide const& guide) {
  return cute::transform_leaf(
      guide, t, [](auto const&, auto const& part) { return tileproof::product(part); });
}
// Each leaf of a times the product of the part of b at it.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto elem_scale(A const& a, B const& b) {
  return cute::transform_leaf(
      a, b, [](auto const& x, auto const& part) { return x * tileproof::product(part); });
}
// b, but 1 where the leaf of a is a static 0: extents without those of stride 0.
template <class A, class B>
  requires(detail_of_cute::tuple_like<A> || tileproof::is_integral_v<A>)
TILEPROOF_HOST_DEVICE constexpr auto filter_zeros(A const& a, B const& b) {
  if constexpr (detail_of_cute::tuple_like<A>)
    return cute::transform(a, b,
                           [](auto const& x, auto const& y) { return cute::filter_zeros(x, y); });
  else if constexpr (tileproof::is_constant_v<0, A>)
    return cute::repeat_like(b, Int<1>{});
  else
    return b;
}
// The tuple with 1 in place of each static 0.
template <class T>
  requires(detail_of_cute::tuple_like<T> || tileproof::is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto filter_zeros(T const& t) {
  return cute::filter_zeros(t, t);
}
// The layout whose extents are 1 where the leaf of `profile` is a static 0.
template <class S, class D, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto filter_zeros(Layout<S, D> const& l, Profile const& profile) {
  return tileproof::make_layout(cute::filter_zeros(profile, l.shape()), l.stride());
}
// The largest and the smallest leaf of tuples and integers, one or several.
template <class T, class... Ts>
  requires(detail_of_cute::tuple_like<T> || (sizeof...(Ts) > 1) ||
           (detail_of_cute::tuple_like<Ts> || ...))
TILEPROOF_HOST_DEVICE constexpr auto max(T const& t, Ts const&... ts) {
  return cute::fold_first(cute::flatten_to_tuple(tileproof::make_tuple(t, ts...)),
                          [](auto const& a, auto const& b) { return tileproof::max(a, b); });
}
template <class T, class... Ts>
  requires(detail_of_cute::tuple_like<T> || (sizeof...(Ts) > 1) ||
           (detail_of_cute::tuple_like<Ts> || ...))
TILEPROOF_HOST_DEVICE constexpr auto min(T const& t, Ts const&... ts) {
  return cute::fold_first(cute::flatten_to_tuple(tileproof::make_tuple(t, ts...)),
                          [](auto const& a, auto const& b) { return tileproof::min(a, b); });
}
// The greatest common divisor of the leaves of tuples and integers, one or several.
template <class T, class... Ts>
  requires(detail_of_cute::tuple_like<T> || (sizeof...(Ts) != 1) ||
           (detail_of_cute::tuple_like<Ts> || ...))
TILEPROOF_HOST_DEVICE constexpr auto gcd(T const& t, Ts const&... ts) {
  return cute::fold_first(cute::flatten_to_tuple(tileproof::make_tuple(t, ts...)),
                          [](auto const& a, auto const& b) { return tileproof::gcd(a, b); });
}
// The answers to congruent, weakly_congruent and compatible of two types.
template <class A, class B>
using is_congruent = decltype(tileproof::congruent(std::declval<A>(), std::declval<B>()));
template <class A, class B>
using is_weakly_congruent =
    decltype(tileproof::weakly_congruent(std::declval<A>(), std::declval<B>()));
template <class A, class B>
using is_compatible = decltype(tileproof::compatible(std::declval<A>(), std::declval<B>()));
template <class T>
using rank_t = Int<tileproof::rank_v<T>>;
template <class T>
using depth_t = Int<tileproof::depth_v<T>>;
template <class T>
inline constexpr auto size_v = decltype(size(std::declval<T>()))::value;
template <class L>
using cosize_t = decltype(cosize(std::declval<L>()));

// (t[0], ..., t[n-1], init, ...) with N elements; an integer for N = 1.
template <int N, class Indexable, class T>
TILEPROOF_HOST_DEVICE constexpr auto make_int_tuple(Indexable const& t, int n, T const& init) {
  static_assert(N > 0, "make_int_tuple: at least one element is expected");
  auto const at = [&](int i) { return i < n ? t[i] : init; };
  if constexpr (N == 1)
    return at(0);
  else
    return cute::transform(make_seq<N>{}, at);
}
// Writes the run-time leaves of `result`, in their order, from the leaves of vals; what is left of
// vals. Refused (static_assert) where there are too few.
template <class Tuple, class Vals>
TILEPROOF_HOST_DEVICE constexpr void fill_int_tuple_from(Tuple& result, Vals const& vals) {
  auto const values = cute::flatten_to_tuple(vals);
  constexpr int n = tileproof::detail::leaves_t<Tuple>::size;
  static_assert(n <= detail_of_cute::length<decltype(values)>,
                "fill_int_tuple_from: a value is expected for each run-time leaf");
  cute::for_each(make_seq<n>{}, [&](auto k) {
    auto& slot = tileproof::detail::slot_value<decltype(k)::value>(result);
    slot = static_cast<std::remove_reference_t<decltype(slot)>>(get<decltype(k)::value>(values));
  });
}
// The tuple of type Tuple with the arguments as its run-time leaves.
template <class Tuple, class... Ts>
TILEPROOF_HOST_DEVICE constexpr Tuple make_int_tuple_from(Ts const&... ts) {
  Tuple result{};
  cute::fill_int_tuple_from(result, tileproof::make_tuple(ts...));
  return result;
}
// The leaves as an array.
template <class T = std::int64_t, class Tuple>
TILEPROOF_HOST_DEVICE constexpr auto to_array(Tuple const& t) {
  return cute::apply(cute::flatten_to_tuple(t), [](auto const&... es) {
    return array<T, sizeof...(es)>{{static_cast<T>(es)...}};
  });
}

// ---- coordinates

// The value of a ScaledBasis, and the element of t that it names; an integer counts as the basis of
// all of t.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto basis_value(T const& e) {
  if constexpr (tileproof::is_scaled_basis<T>::value)
    return e.value();
  else
    return e;
}
template <class T, int... Ns, class Tuple>
TILEPROOF_HOST_DEVICE constexpr auto basis_get(ScaledBasis<T, Ns...> const&, Tuple const& t) {
  return tileproof::detail::at<static_cast<std::size_t>(Ns)...>(t);
}
template <class T, class Tuple>
TILEPROOF_HOST_DEVICE constexpr auto basis_get(T const&, Tuple const& t) {
  return t;
}
// The basis vectors of a shape, with its profile: ((E<0,0>,E<0,1>),E<1>) for ((2,3),4).
template <int... Ns, class Shape>
TILEPROOF_HOST_DEVICE constexpr auto make_basis_like(Shape const& shape) {
  if constexpr (detail_of_cute::tuple_like<Shape>)
    return cute::transform(tuple_seq<Shape>{}, shape, [](auto i, auto const& s) {
      return cute::make_basis_like<Ns..., decltype(i)::value>(s);
    });
  else
    return E<Ns...>{};
}
// A coordinate that adds, from its elements; an iterator whose element c is the coordinate + c.
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_arithmetic_tuple(Ts const&... ts) {
  return tileproof::as_arithmetic_tuple(tileproof::make_tuple(ts...));
}
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto make_inttuple_iter(tuple<Ts...> const& coord) {
  auto const at = tileproof::as_arithmetic_tuple(coord);
  return ArithmeticTupleIterator<std::remove_const_t<decltype(at)>>{at};
}
template <class T, class... Ts>
  requires(!detail_of_cute::tuple_like<T>)
TILEPROOF_HOST_DEVICE constexpr auto make_inttuple_iter(T const& t, Ts const&... ts) {
  return cute::make_inttuple_iter(tileproof::make_tuple(t, ts...));
}

}  // namespace cute
