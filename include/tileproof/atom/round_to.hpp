// SPDX-License-Identifier: BSL-1.0
//
// round_to and round_pair: numbers as elements of a narrower type, in the way that the 8-bit
// outputs of a GEMM need: to nearest even, and saturated where the type is an integer or an 8-bit
// float.
//
//   round_to<std::int8_t>(2.5f);     // 2
//   round_to<std::int8_t>(1000.0f);  // 127
//   round_pair(a, b, to);  // to[0] and to[1], float_e4m3_t: one instruction on sm_89 and later
//   round_four(a, to);     // to[0] to to[3] of float_e4m3_t: a register
#pragma once

#include <tileproof/atom/numeric.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// std::numeric_limits has host functions.
template <class T>
inline constexpr T largest_integer =
    static_cast<T>((std::uint64_t{1} << (8 * sizeof(T) - std::is_signed_v<T>)) - 1);
template <class T>
inline constexpr T least_integer = static_cast<T>(std::is_signed_v<T> ? ~largest_integer<T> : 0);

// The integer nearest to x, of two the even one; the least or largest T where that is beyond T; 0
// of a NaN. Portable, and what cvt.rni computes (device_tests/numeric.cu, every float).
template <class T>
TILEPROOF_HOST_DEVICE constexpr T nearest_integer(float x) {
  constexpr T least = least_integer<T>;
  constexpr T most = largest_integer<T>;
  static_assert(sizeof(T) <= 4 && (std::is_signed_v<T> || sizeof(T) < 4));
  if (x != x) return 0;
  if (x >= static_cast<float>(most)) return most;  // 2^31 of int32_t
  if (x <= static_cast<float>(least)) return least;
  std::int32_t const i = static_cast<std::int32_t>(x);  // towards 0
  float const rest = x - static_cast<float>(i);         // exact
  bool const is_odd = i % 2 != 0;
  int const up = rest > 0.5f || (rest == 0.5f && is_odd);
  int const down = rest < -0.5f || (rest == -0.5f && is_odd);
  return static_cast<T>(i + up - down);
}

}  // namespace detail

// x as a T. T a floating-point type: T(x), that is to nearest even (tf32: ties away from 0), 8-bit
// floats saturated (atom/numeric.hpp). T an integer of at most 32 bits, uint32_t excepted: the
// integer nearest to x, of two the even one, saturated; 0 of a NaN. An integer x is saturated.
// Source of the GPU's instruction: PTX ISA, "cvt", .rni and .sat.
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr T round_to(X const& x) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<X>) {
    if constexpr (std::is_same_v<T, X>) {
      return x;
    } else {
      constexpr T least = detail::least_integer<T>;
      constexpr T most = detail::largest_integer<T>;
      std::int64_t const wide = static_cast<std::int64_t>(x);
      return wide < least ? least : wide > most ? most : static_cast<T>(x);
    }
  } else if constexpr (std::is_integral_v<T>) {
    float const f = static_cast<float>(x);
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      int r;
      if constexpr (sizeof(T) == 4)
        asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(f));
      else if constexpr (std::is_same_v<T, std::int8_t>)
        asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(r) : "f"(f));
      else if constexpr (std::is_same_v<T, std::uint8_t>)
        asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(r) : "f"(f));
      else
        r = detail::nearest_integer<T>(f);
      return static_cast<T>(r);
    }
#endif
    return detail::nearest_integer<T>(f);
  } else {
    return T(static_cast<float>(x));
  }
}

// to[0] = round_to<T>(a), to[1] = round_to<T>(b), on a GPU by one instruction where it has one for
// two floats: f16, bf16 (sm_80), e4m3 and e5m2 (sm_89). Pre: `to` is a multiple of 2 * sizeof(T).
// PTX ISA, "cvt": d, a, b puts a in the upper half.
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr void round_pair(X const& a, X const& b, T* to) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if constexpr (std::is_same_v<X, float> && std::is_class_v<T> && sizeof(T) <= 2) {
    std::conditional_t<sizeof(T) == 1, std::uint16_t, std::uint32_t> r = 0;
    if constexpr (std::is_same_v<T, half_t>)
      asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
    else if constexpr (std::is_same_v<T, bfloat16_t>)
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
    else if constexpr (std::is_same_v<T, float_e4m3_t>)
      asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(b), "f"(a));
    else
      asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(b), "f"(a));
    if constexpr (sizeof(T) == 2) {
      memcpy(to, &r, sizeof(r));  // one register
    } else {  // bytes, as a copy from registers reads them: nvcc joins them again
      to[0] = T::bitcast(static_cast<std::uint8_t>(r));
      to[1] = T::bitcast(static_cast<std::uint8_t>(r >> 8));
    }
  } else
#endif
  {
    to[0] = round_to<T>(a);
    to[1] = round_to<T>(b);
  }
}

// to[i] = round_to<T>(a[i]) of four, T is float_e4m3_t: on a GPU (sm_89) a register, by two
// instructions. Pre: `to` is a multiple of 4 bytes.
template <class T>
TILEPROOF_HOST_DEVICE constexpr void round_four(float const (&a)[4], T* to) {
  static_assert(std::is_same_v<T, float_e4m3_t>);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  auto const two = [](float x, float y) -> std::uint32_t {
    std::uint16_t r;
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x), "f"(y));
    return r;
  };
  std::uint32_t const r = two(a[0], a[1]) | two(a[2], a[3]) << 16;  // the second puts them together
  memcpy(to, &r, sizeof(r));
#else
  for (int i = 0; i < 4; ++i) to[i] = round_to<T>(a[i]);
#endif
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
