// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's functions of numbers and bits in namespace cute: abs, signum, max and min of
// floats, bit_width, popcount, log_2, divmod. Source: CuTe, numeric/math.hpp.
#pragma once

#include <tileproof/cute/integer.hpp>

#include <concepts>

namespace cute {

// max and min with a floating-point number on one side, in the common type of both.
template <class A, class B>
concept with_a_float = std::is_arithmetic_v<A> && std::is_arithmetic_v<B> &&
                       (std::is_floating_point_v<A> || std::is_floating_point_v<B>);
template <class A, class B>
  requires with_a_float<A, B>
TILEPROOF_HOST_DEVICE constexpr auto max(A const& a, B const& b) {
  using R = std::common_type_t<A, B>;
  return a < b ? static_cast<R>(b) : static_cast<R>(a);
}
template <class A, class B>
  requires with_a_float<A, B>
TILEPROOF_HOST_DEVICE constexpr auto min(A const& a, B const& b) {
  using R = std::common_type_t<A, B>;
  return b < a ? static_cast<R>(b) : static_cast<R>(a);
}

// The absolute value, and the sign as -1, 0 or 1, of a number or a static integer; abs of a
// ScaledBasis is that of its value.
template <class T>
  requires std::is_arithmetic_v<T>
TILEPROOF_HOST_DEVICE constexpr auto abs(T const& t) {
  if constexpr (std::is_signed_v<T>)
    return t < T(0) ? -t : t;
  else
    return t;
}
template <auto V>
TILEPROOF_HOST_DEVICE constexpr auto abs(C<V>) {
  return C<(V < 0 ? -V : V)>{};
}
template <class T, int... Ns>
TILEPROOF_HOST_DEVICE constexpr auto abs(ScaledBasis<T, Ns...> const& e) {
  auto const v = cute::abs(e.value());
  return ScaledBasis<std::remove_const_t<decltype(v)>, Ns...>{v};
}
template <class T>
  requires std::is_arithmetic_v<T>
TILEPROOF_HOST_DEVICE constexpr int signum(T const& t) {
  return (T(0) < t) - (t < T(0));
}
template <auto V>
TILEPROOF_HOST_DEVICE constexpr auto signum(C<V>) {
  return Int<(0 < V) - (V < 0)>{};
}

// Whether x is a power of two. (These functions are those of <bit>, which device code may not call
// without a compiler flag.)
template <class T>
  requires std::is_integral_v<T>
TILEPROOF_HOST_DEVICE constexpr bool has_single_bit(T x) {
  return x > 0 && (x & (x - 1)) == 0;
}
template <auto V>
TILEPROOF_HOST_DEVICE constexpr auto has_single_bit(C<V>) {
  return C<cute::has_single_bit(V)>{};
}
// The number of bits that x takes, 0 for 0. x is unsigned.
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int bit_width(T x) {
  int n = 0;
  for (int step = sizeof(T) * 4; step > 0; step /= 2)
    if ((x >> step) != 0) {
      x = static_cast<T>(x >> step);
      n += step;
    }
  return n + (x != 0);
}
template <auto V>
TILEPROOF_HOST_DEVICE constexpr auto bit_width(C<V>) {
  static_assert(V >= 0, "bit_width: the number must not be negative");
  return Int<cute::bit_width(static_cast<std::uint64_t>(V))>{};
}
// The least power of two that is at least x; the greatest that is at most x, 0 for 0.
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr T bit_ceil(T x) {
  return x == 0 ? T(1) : static_cast<T>(T(1) << cute::bit_width(static_cast<T>(x - 1)));
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr T bit_floor(T x) {
  return x == 0 ? T(0) : static_cast<T>(T(1) << (cute::bit_width(x) - 1));
}
// The bits of x rotated by s places, to the other side where s is negative.
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr T rotl(T x, int s) {
  constexpr int n = 8 * sizeof(T);
  int const k = ((s % n) + n) % n;
  return k == 0 ? x : static_cast<T>((x << k) | (x >> (n - k)));
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr T rotr(T x, int s) {
  return cute::rotl(x, -s);
}
// The zeros, or ones, from the highest bit on; from the lowest bit on; the ones.
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int countl_zero(T x) {
  return static_cast<int>(8 * sizeof(T)) - cute::bit_width(x);
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int countl_one(T x) {
  return cute::countl_zero(static_cast<T>(~x));
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int countr_zero(T x) {
  return x == 0 ? static_cast<int>(8 * sizeof(T))
                : cute::bit_width(static_cast<T>(x & (~x + 1))) - 1;
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int countr_one(T x) {
  return cute::countr_zero(static_cast<T>(~x));
}
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr int popcount(T x) {
  int n = 0;
  for (; x != 0; x = static_cast<T>(x & (x - 1))) ++n;
  return n;
}
// x shifted by s places, to the other side where s is negative; static where both are.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto shiftl(T x, int s) {
  return s >= 0 ? (x << s) : (x >> -s);
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto shiftr(T x, int s) {
  return s >= 0 ? (x >> s) : (x << -s);
}
template <auto X, auto S>
TILEPROOF_HOST_DEVICE constexpr auto shiftl(C<X>, C<S>) {
  return C<cute::shiftl(X, static_cast<int>(S))>{};
}
template <auto X, auto S>
TILEPROOF_HOST_DEVICE constexpr auto shiftr(C<X>, C<S>) {
  return C<cute::shiftr(X, static_cast<int>(S))>{};
}
// floor(log2(x)) of an unsigned integer above 0 (assert).
template <std::unsigned_integral T>
TILEPROOF_HOST_DEVICE constexpr std::int32_t log_2(T x) {
  return cute::bit_width(x) - 1;
}

// a / b; refused (static_assert) where two static integers do not divide.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto safe_div(A const& a, B const& b) {
  if constexpr (requires { A::value % B::value; })
    static_assert(A::value % B::value == 0, "safe_div: the divisor must divide the number");
  if constexpr (tileproof::is_scaled_basis<A>::value) {
    auto const part = cute::safe_div(a.value(), b);
    return tileproof::detail::with_value(a, part);
  } else {
    return a / b;
  }
}

// Quotient and remainder.
template <class Div, class Mod>
struct DivModReturnType {
  Div div_;
  Mod mod_;
  TILEPROOF_HOST_DEVICE constexpr DivModReturnType(Div const& d, Mod const& m) : div_(d), mod_(m) {}
};
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto divmod(A const& a, B const& b) {
  return DivModReturnType{a / b, a % b};
}

}  // namespace cute
