// SPDX-License-Identifier: BSL-1.0
//
// Defines strides that are coordinates: multiples of the basis vectors E<0>, E<1>, ... A layout
// with such strides maps a coordinate to a coordinate instead of an offset.
//
// Use make_identity_layout(shape) (algebra/layout.hpp) to follow which coordinate of a tensor each
// element of a partition is, for predicates and for TMA (Tensor Memory Accelerator) coordinates.
//
//   static_assert(make_identity_layout(Shape<_4, _8>{})(_1{}, _2{}) == make_coord(_1{}, _2{}));
//
// Source: CuTe documentation, "CuTe TMA Tensors" (ArithTuple, ScaledBasis).
#pragma once

#include <tileproof/core/layout.hpp>
#include <tileproof/types/checked.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// `value` times the basis vector E<Ns...>: E<i> is 1 in element i of a coordinate, E<i,j> in
// element j of its element i. Prints as value@i. T: a static or run-time integer.
template <class T, int... Ns>
struct ScaledBasis : detail::store_of<T> {
  ScaledBasis() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit ScaledBasis(T const& value) {
    detail::put<0>(*this, value);
  }
  TILEPROOF_HOST_DEVICE constexpr T value() const { return detail::element<T, 0>(*this); }
};

// The basis vector E<i,j,...> itself.
template <int... Ns>
using E = ScaledBasis<Int<1>, Ns...>;

// Whether T is a ScaledBasis.
template <class T>
struct is_scaled_basis : std::false_type {};
template <class T, int... Ns>
struct is_scaled_basis<ScaledBasis<T, Ns...>> : std::true_type {};

namespace detail {

// The path of a basis vector as the core has it (core/layout.hpp, axis_path), and the way back.
template <int... Ns>
constexpr core::axis_path axis_of() {
  core::axis_path path = 0;
  core::axis_path unit = 1;
  ((path += (Ns + 1) * unit, unit *= 32), ...);
  return path;
}

// A ScaledBasis from an axis path: takes the indices off the path, the first one first.
template <core::axis_path Axis, class T, int... Ns>
constexpr auto basis_of() {
  if constexpr (Axis == 0)
    return ScaledBasis<T, Ns...>{};
  else
    return basis_of<Axis / 32, T, Ns..., Axis % 32 - 1>();
}

// The basis vector of e with another value.
template <class T, int... Ns, class Value>
TILEPROOF_HOST_DEVICE constexpr auto with_value(ScaledBasis<T, Ns...> const&, Value const& value) {
  return ScaledBasis<Value, Ns...>(value);
}

}  // namespace detail

// The multiple of a basis vector by an integer, static or not: E<1>{} * 3 is 3@1.
template <class T, int... Ns, class N>
  requires(is_integral_v<N>)
TILEPROOF_HOST_DEVICE constexpr auto operator*(ScaledBasis<T, Ns...> const& e, N const& n) {
  return detail::with_value(e, e.value() * n);
}
template <class T, int... Ns, class N>
  requires(is_integral_v<N>)
TILEPROOF_HOST_DEVICE constexpr auto operator*(N const& n, ScaledBasis<T, Ns...> const& e) {
  return e * n;
}

// A coordinate that adds element by element; of two ranks the shorter one counts as filled with
// zeros.
template <class... Ts>
struct ArithmeticTuple : tuple<Ts...> {
  using tuple<Ts...>::tuple;
  ArithmeticTuple() = default;
  TILEPROOF_HOST_DEVICE constexpr ArithmeticTuple(tuple<Ts...> const& t) : tuple<Ts...>(t) {}
};
// It is a tuple wherever one is taken: elem_less(coordinate, shape), rank(coordinate), flatten.
template <class... Ts>
struct is_tuple<ArithmeticTuple<Ts...>> : std::true_type {};

// A tuple as a coordinate that adds.
template <class... Ts>
TILEPROOF_HOST_DEVICE constexpr ArithmeticTuple<Ts...> as_arithmetic_tuple(tuple<Ts...> const& t) {
  return {t};
}

// A basis vector as that coordinate: as_arithmetic_tuple(E<1>{} * 3) is (0,3).
template <class T, int... Ns>
TILEPROOF_HOST_DEVICE constexpr auto as_arithmetic_tuple(ScaledBasis<T, Ns...> const& e);

namespace detail {

template <class T, std::size_t... Zeros>
TILEPROOF_HOST_DEVICE constexpr auto after_zeros(T const& t, std::index_sequence<Zeros...>) {
  return as_arithmetic_tuple(tileproof::make_tuple(Int<static_cast<int>(0 * Zeros)>{}..., t));
}
template <int N, int... Ns, class T>
TILEPROOF_HOST_DEVICE constexpr auto coordinate_of_basis(ScaledBasis<T, N, Ns...> const& e) {
  return after_zeros(as_arithmetic_tuple(ScaledBasis<T, Ns...>{e.value()}),
                     std::make_index_sequence<N>{});
}

}  // namespace detail

template <class T, int... Ns>
TILEPROOF_HOST_DEVICE constexpr auto as_arithmetic_tuple(ScaledBasis<T, Ns...> const& e) {
  if constexpr (sizeof...(Ns) == 0)
    return e.value();
  else
    return detail::coordinate_of_basis(e);
}

namespace detail {

template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto add_coordinates(A const& a, B const& b);

template <std::size_t I, class... As, class... Bs>
TILEPROOF_HOST_DEVICE constexpr auto add_element(tuple<As...> const& a, tuple<Bs...> const& b) {
  if constexpr (I >= sizeof...(As))
    return get<I>(b);
  else if constexpr (I >= sizeof...(Bs))
    return get<I>(a);
  else
    return add_coordinates(get<I>(a), get<I>(b));
}

template <class... As, class... Bs, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto add_elements(tuple<As...> const& a, tuple<Bs...> const& b,
                                                  std::index_sequence<I...>) {
  return tileproof::make_tuple(add_element<I>(a, b)...);
}

// The sum of two coordinates; a static 0 stands for the zero coordinate of any profile. Integers
// are added in their common type and refused on the host (leaves_fit_their_type) where that does
// not hold the sum.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto add_coordinates(A const& a, B const& b) {
  if constexpr (is_constant_v<0, A>)
    return b;
  else if constexpr (is_constant_v<0, B>)
    return a;
  else if constexpr (is_tuple_v<A> && is_tuple_v<B>)
    return add_elements(
        a, b,
        std::make_index_sequence<(std::tuple_size<A>::value > std::tuple_size<B>::value
                                      ? std::tuple_size<A>::value
                                      : std::tuple_size<B>::value)>{});
  else
    return sum(a, b);
}

}  // namespace detail

// An integer is a coordinate of one element.
template <class T>
  requires(is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr T as_arithmetic_tuple(T const& t) {
  return t;
}

namespace detail {

// Coordinates that add; and what may stand beside one: a tuple, a static 0.
template <class T>
inline constexpr bool adds = is_scaled_basis<T>::value;
template <class... Ts>
inline constexpr bool adds<ArithmeticTuple<Ts...>> = true;
template <class A, class B>
concept coordinates_that_add = (adds<A> && (adds<B> || is_tuple_v<B> || is_constant_v<0, B>)) ||
                               (adds<B> && (is_tuple_v<A> || is_constant_v<0, A>));

template <class T>
TILEPROOF_HOST_DEVICE constexpr auto negative(T const& t) {
  if constexpr (is_tuple_v<T>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return tileproof::make_tuple(negative(get<I>(t))...);
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
  else
    return -t;
}

}  // namespace detail

// The sum and the difference of two coordinates, element by element; of a basis vector, a tuple or
// a static 0 beside one too. See add_coordinates for what is refused.
template <class A, class B>
  requires detail::coordinates_that_add<A, B>
TILEPROOF_HOST_DEVICE constexpr auto operator+(A const& a, B const& b) {
  return as_arithmetic_tuple(
      detail::add_coordinates(as_arithmetic_tuple(a), as_arithmetic_tuple(b)));
}
template <class A, class B>
  requires detail::coordinates_that_add<A, B>
TILEPROOF_HOST_DEVICE constexpr auto operator-(A const& a, B const& b) {
  return a + as_arithmetic_tuple(detail::negative(as_arithmetic_tuple(b)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class... Ts>
struct std::tuple_size<tileproof::ArithmeticTuple<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, tileproof::ArithmeticTuple<Ts...>>
    : std::tuple_element<I, tileproof::tuple<Ts...>> {};
