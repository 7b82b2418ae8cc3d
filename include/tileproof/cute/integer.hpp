// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's integers in namespace cute: the short names that the library lacks, literals
// (4_c), integers by their width (uint_bit_t<16>). Source: CuTe,
// numeric/{integral_constant,int,numeric_types}.hpp.
#pragma once

#include <tileproof/cute/traits.hpp>
#include <tileproof/cute/type_traits.hpp>

namespace cute {

// The static integer v. CuTe makes integral_constant a class of its own; here it is C<v>.
template <class T, T v>
using constant = C<v>;
template <class T, T v>
using integral_constant = C<v>;

// clang-format off
using _m2 = Int<-2>;   using _m3 = Int<-3>;   using _m4 = Int<-4>;   using _m5 = Int<-5>;
using _m6 = Int<-6>;   using _m7 = Int<-7>;   using _m8 = Int<-8>;   using _m9 = Int<-9>;
using _m10 = Int<-10>; using _m12 = Int<-12>; using _m16 = Int<-16>; using _m24 = Int<-24>;
using _m32 = Int<-32>;
using _56 = Int<56>;   using _88 = Int<88>;   using _104 = Int<104>; using _120 = Int<120>;
using _136 = Int<136>; using _144 = Int<144>; using _152 = Int<152>; using _168 = Int<168>;
using _176 = Int<176>; using _184 = Int<184>; using _200 = Int<200>; using _208 = Int<208>;
using _216 = Int<216>; using _232 = Int<232>; using _240 = Int<240>; using _248 = Int<248>;
// clang-format on

// 32_c is Int<32>{}. A static_assert refuses other than decimal digits, and what an int does not
// hold.
template <char... Digits>
constexpr auto operator""_c() {
  static_assert(((Digits >= '0' && Digits <= '9') && ...),
                "_c: a decimal number without point or separator is expected");
  constexpr std::int64_t value = [] {
    std::int64_t v = 0;
    for (char const d : {Digits...}) v = v > INT32_MAX ? v : 10 * v + (d - '0');
    return v;
  }();
  static_assert(value <= INT32_MAX, "_c: the number must fit an int; write C<number>{}");
  return Int<static_cast<int>(value)>{};
}

// Whether T is an integer; as in CuTe, `_` and the multiple of a basis vector count.
template <class T>
struct is_integral
    : C<tileproof::is_integral_v<T> || std::is_same_v<std::remove_cvref_t<T>, Underscore> ||
        tileproof::is_scaled_basis<std::remove_cvref_t<T>>::value> {};
template <class T>
inline constexpr bool is_integral_v = is_integral<T>::value;

// b ? t : f: static where both values are one static integer. With b as an argument of the template
// the types may differ.
template <class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto conditional_return(bool b, T const& t, F const& f) {
  if constexpr (std::is_same_v<T, F> && std::is_empty_v<T>)
    return t;
  else if constexpr (requires { T::value + F::value; })
    return b ? T::value : F::value;
  else
    return b ? t : f;
}
template <bool B, class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto conditional_return(C<B>, T const& t, F const& f) {
  if constexpr (B)
    return t;
  else
    return f;
}
template <bool B, class T, class F>
TILEPROOF_HOST_DEVICE constexpr auto conditional_return(T const& t, F const& f) {
  if constexpr (B)
    return t;
  else
    return f;
}

// The value of a trait: a static integer where it is a built-in integer.
template <class Trait>
TILEPROOF_HOST_DEVICE constexpr auto static_value() {
  if constexpr (std::is_integral_v<std::remove_cv_t<decltype(Trait::value)>>)
    return tileproof::static_int<static_cast<std::int64_t>(Trait::value)>{};
  else
    return Trait::value;
}

// ---- integers by width

using std::int16_t, std::int32_t, std::int64_t, std::int8_t;
using std::uint16_t, std::uint32_t, std::uint64_t, std::uint8_t;
using int4_t = int4b_t;
using uint4_t = uint4b_t;
using uint1_t = uint1b_t;
using bin1_t = uint1b_t;

// The integer of N bits. Without a member `type` for a width that the library has no integer of.
template <int N>
struct int_bit {};
template <int N>
struct uint_bit {};
#define TILEPROOF_INTEGER_OF_BITS(NAME, N, T) \
  template <>                                 \
  struct NAME<N> {                            \
    using type = T;                           \
  };
TILEPROOF_INTEGER_OF_BITS(int_bit, 4, int4b_t)
TILEPROOF_INTEGER_OF_BITS(int_bit, 8, std::int8_t)
TILEPROOF_INTEGER_OF_BITS(int_bit, 16, std::int16_t)
TILEPROOF_INTEGER_OF_BITS(int_bit, 32, std::int32_t)
TILEPROOF_INTEGER_OF_BITS(int_bit, 64, std::int64_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 1, uint1b_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 4, uint4b_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 8, std::uint8_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 16, std::uint16_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 32, std::uint32_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 64, std::uint64_t)
TILEPROOF_INTEGER_OF_BITS(uint_bit, 128, uint128_t)
#undef TILEPROOF_INTEGER_OF_BITS
template <int N>
using int_bit_t = typename int_bit<N>::type;
template <int N>
using uint_bit_t = typename uint_bit<N>::type;
template <int N>
using int_byte = int_bit<8 * N>;
template <int N>
using uint_byte = uint_bit<8 * N>;
template <int N>
using int_byte_t = typename int_byte<N>::type;
template <int N>
using uint_byte_t = typename uint_byte<N>::type;

// Whether elements of type T are narrower than a byte.
template <class T>
struct is_subbyte : std::bool_constant<(sizeof_bits_v<T> < 8)> {};
template <class T>
inline constexpr bool is_subbyte_v = is_subbyte<T>::value;

// The bytes that n bits take, rounded up; the bits of n bytes.
template <class N>
TILEPROOF_HOST_DEVICE constexpr auto bits_to_bytes(N n) {
  return (n + Int<7>{}) / Int<8>{};
}
template <class N>
TILEPROOF_HOST_DEVICE constexpr auto bytes_to_bits(N n) {
  return n * Int<8>{};
}

}  // namespace cute
