// SPDX-License-Identifier: BSL-1.0
//
// Defines static integers: C<v> (Int<v>, _4) is an integer whose value is part of its type.
//
// Use Int<4>{} or _4{} for every extent and stride that is known while compiling: the layout of
// such integers is an empty type, and its offsets are constants.
//
//   static_assert(_4{} * _8{} == _32{} && std::is_empty_v<_4>);
//
// A static integer works in device code without a compiler flag, and is a Hana IntegralConstant on
// the host. Source: CuTe documentation, "CuTe Layouts", Integers.
#pragma once

#include <tileproof/config.hpp>

#include <boost/hana/fwd/integral_constant.hpp>
#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The static integer V, of any built-in integral type; converts to that type implicitly.
template <auto V>
struct C {
  static constexpr auto value = V;
  using type = C;
  using value_type = decltype(V);
  using hana_tag = boost::hana::integral_constant_tag<value_type>;

  TILEPROOF_HOST_DEVICE constexpr operator value_type() const noexcept { return V; }
  TILEPROOF_HOST_DEVICE constexpr value_type operator()() const noexcept { return V; }
};

// Int<4> is the static integer 4. Results of the algebra have the type int where the value fits,
// long long otherwise, so that equal values have equal types.
template <auto V>
using Int = C<V>;

// Static truth values; answers of the algebra that the types decide are one of the two.
template <bool B>
using bool_constant = C<B>;
using true_type = C<true>;
using false_type = C<false>;

namespace detail {

// Chooses the C++ type of a static integer without an instantiation for each value.
template <bool FitsInt>
struct static_integer {
  template <std::int64_t V>
  using type = C<static_cast<int>(V)>;
};
template <>
struct static_integer<false> {
  template <std::int64_t V>
  using type = C<static_cast<long long>(V)>;
};

}  // namespace detail

// The static integer V as results of the algebra have it: an int where the value fits, else long
// long.
template <std::int64_t V>
using static_int =
    typename detail::static_integer<(V >= INT32_MIN && V <= INT32_MAX)>::template type<V>;

// clang-format off
// CuTe's short names of static integers.
using _m1 = Int<-1>;
using _0 = Int<0>;     using _1 = Int<1>;     using _2 = Int<2>;     using _3 = Int<3>;
using _4 = Int<4>;     using _5 = Int<5>;     using _6 = Int<6>;     using _7 = Int<7>;
using _8 = Int<8>;     using _9 = Int<9>;     using _10 = Int<10>;   using _12 = Int<12>;
using _16 = Int<16>;   using _20 = Int<20>;   using _24 = Int<24>;   using _32 = Int<32>;
using _40 = Int<40>;   using _48 = Int<48>;   using _64 = Int<64>;   using _72 = Int<72>;
using _80 = Int<80>;   using _96 = Int<96>;   using _112 = Int<112>; using _128 = Int<128>;
using _160 = Int<160>; using _192 = Int<192>; using _224 = Int<224>; using _256 = Int<256>;
using _384 = Int<384>; using _512 = Int<512>; using _768 = Int<768>; using _1024 = Int<1024>;
using _2048 = Int<2048>;     using _4096 = Int<4096>;     using _8192 = Int<8192>;
using _16384 = Int<16384>;   using _32768 = Int<32768>;   using _65536 = Int<65536>;
using _131072 = Int<131072>; using _262144 = Int<262144>; using _524288 = Int<524288>;
// clang-format on

// A run-time integer that is known to be a multiple of N (types/multiple.hpp).
template <std::int64_t N, class T = int>
struct multiple_of;  // types/multiple.hpp

// Whether T is a built-in integral type, references and const aside.
template <class T>
inline constexpr bool is_std_integral_v = std::is_integral_v<std::remove_cvref_t<T>>;

namespace detail {

// The signed type in which offsets with a run-time T are computed: at least an int.
template <class T>
using signed_t = std::make_signed_t<decltype(T{} + 0)>;

// Whether T is a C<v>, without references or const.
template <class T>
inline constexpr bool is_static_integer = false;
template <auto V>
inline constexpr bool is_static_integer<C<V>> = true;

// Whether T is a multiple_of, without references or const.
template <class T>
inline constexpr bool is_multiple = false;
template <std::int64_t N, class T>
inline constexpr bool is_multiple<multiple_of<N, T>> = true;

// Whether T is an unknown or what is computed from unknowns (types/unknown.hpp).
template <class T>
inline constexpr bool is_symbolic = requires { typename T::symbolic_kind; };

}  // namespace detail

// Whether T is an integer of the algebra: static (C<v>) or run-time (a built-in integral type, a
// multiple_of). Hana's and the standard library's constants become one through make_tuple.
template <class T>
struct is_integral : C<is_std_integral_v<T> || detail::is_static_integer<std::remove_cvref_t<T>> ||
                       detail::is_multiple<std::remove_cvref_t<T>> ||
                       detail::is_symbolic<std::remove_cvref_t<T>>> {};
template <class T>
inline constexpr bool is_integral_v = is_integral<T>::value;

// Whether the type alone determines the value: true of static integers, and of tuples and layouts
// of them.
template <class T>
struct is_static : C<std::is_empty_v<std::remove_cvref_t<T>>> {};
template <class T>
inline constexpr bool is_static_v = is_static<T>::value;

// Whether T is a static integer equal to N.
template <auto N, class T>
struct is_constant : false_type {};
template <auto N, auto V>
struct is_constant<N, C<V>> : C<V == N> {};
template <auto N, class T>
struct is_constant<N, T const> : is_constant<N, T> {};
template <auto N, class T>
struct is_constant<N, T&> : is_constant<N, T> {};
template <auto N, class T>
inline constexpr bool is_constant_v = is_constant<N, T>::value;

// The operators of two static integers give a static integer, computed in 64 bits: an overflow or a
// division by zero does not compile. With a run-time integer on one side, C<v> converts and the
// result is a run-time integer, unless the static one decides it (below).
#define TILEPROOF_STATIC_OPERATOR(OP)                                     \
  template <auto A, auto B>                                               \
  TILEPROOF_HOST_DEVICE constexpr auto operator OP(C<A>, C<B>) noexcept { \
    return static_int<(std::int64_t{A} OP std::int64_t{B})>{};            \
  }
TILEPROOF_STATIC_OPERATOR(+)
TILEPROOF_STATIC_OPERATOR(-)
TILEPROOF_STATIC_OPERATOR(*)
TILEPROOF_STATIC_OPERATOR(/)
TILEPROOF_STATIC_OPERATOR(%)
TILEPROOF_STATIC_OPERATOR(&)
TILEPROOF_STATIC_OPERATOR(|)
TILEPROOF_STATIC_OPERATOR(^)
TILEPROOF_STATIC_OPERATOR(<<)
TILEPROOF_STATIC_OPERATOR(>>)
#undef TILEPROOF_STATIC_OPERATOR

// Comparisons of two static integers give C<true> or C<false>.
#define TILEPROOF_STATIC_COMPARISON(OP)                                   \
  template <auto A, auto B>                                               \
  TILEPROOF_HOST_DEVICE constexpr auto operator OP(C<A>, C<B>) noexcept { \
    return C<(std::int64_t{A} OP std::int64_t{B})>{};                     \
  }
TILEPROOF_STATIC_COMPARISON(==)
TILEPROOF_STATIC_COMPARISON(!=)
TILEPROOF_STATIC_COMPARISON(<)
TILEPROOF_STATIC_COMPARISON(<=)
TILEPROOF_STATIC_COMPARISON(>)
TILEPROOF_STATIC_COMPARISON(>=)
#undef TILEPROOF_STATIC_COMPARISON

// Logical operators of static integers: C<true> or C<false>.
template <auto A, auto B>
TILEPROOF_HOST_DEVICE constexpr auto operator&&(C<A>, C<B>) noexcept {
  return C<(A && B)>{};
}
template <auto A, auto B>
TILEPROOF_HOST_DEVICE constexpr auto operator||(C<A>, C<B>) noexcept {
  return C<(A || B)>{};
}
// Static integers that decide a result with a run-time integer: 0 * n, n * 0, 0 / n, 0 % n, n % 1,
// n & 0 and 0 & n are a static 0, false && b is C<false>, true || b is C<true>.
#define TILEPROOF_DECIDED_LEFT(OP, CONDITION, RESULT)                  \
  template <auto A, class N>                                           \
    requires(is_std_integral_v<N> && (CONDITION))                      \
  TILEPROOF_HOST_DEVICE constexpr auto operator OP(C<A>, N) noexcept { \
    return C<RESULT>{};                                                \
  }
#define TILEPROOF_DECIDED_RIGHT(OP, CONDITION, RESULT)                 \
  template <class N, auto A>                                           \
    requires(is_std_integral_v<N> && (CONDITION))                      \
  TILEPROOF_HOST_DEVICE constexpr auto operator OP(N, C<A>) noexcept { \
    return C<RESULT>{};                                                \
  }
TILEPROOF_DECIDED_LEFT(*, A == 0, 0)
TILEPROOF_DECIDED_RIGHT(*, A == 0, 0)
TILEPROOF_DECIDED_LEFT(/, A == 0, 0)
TILEPROOF_DECIDED_LEFT(%, A == 0, 0)
TILEPROOF_DECIDED_RIGHT(%, A == 1 || A == -1, 0)
TILEPROOF_DECIDED_LEFT(&, A == 0, 0)
TILEPROOF_DECIDED_RIGHT(&, A == 0, 0)
TILEPROOF_DECIDED_LEFT(&&, !bool(A), false)
TILEPROOF_DECIDED_RIGHT(&&, !bool(A), false)
TILEPROOF_DECIDED_LEFT(||, bool(A), true)
TILEPROOF_DECIDED_RIGHT(||, bool(A), true)
#undef TILEPROOF_DECIDED_LEFT
#undef TILEPROOF_DECIDED_RIGHT
template <auto A>
TILEPROOF_HOST_DEVICE constexpr auto operator!(C<A>) noexcept {
  return C<!A>{};
}
// The bits of a static integer inverted.
template <auto A>
TILEPROOF_HOST_DEVICE constexpr auto operator~(C<A>) noexcept {
  return static_int<~std::int64_t{A}>{};
}
// Signs of a static integer; -2^63 has no negative, and does not compile.
template <auto A>
TILEPROOF_HOST_DEVICE constexpr auto operator-(C<A>) noexcept {
  return static_int<-std::int64_t{A}>{};
}
template <auto A>
TILEPROOF_HOST_DEVICE constexpr auto operator+(C<A>) noexcept {
  return static_int<std::int64_t{A}>{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
