// SPDX-License-Identifier: BSL-1.0
//
// float_format: conversion between float and a smaller floating-point format, in portable code and
// as a GPU instruction with the same result bit for bit (device_tests/numeric.cu). The types
// half_t, bfloat16_t, ... of numeric.hpp are built on it.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The result for a finite number beyond the largest: infinity, or the largest number. `saturates`
// also maps infinity to the largest.
enum class overflow : bool { to_infinity, saturates };
// The rounding of a tie, halfway between two numbers: to the even one, or to the one of larger
// magnitude.
enum class ties : bool { to_even, away };

// The largest exponent: that of infinities and NaNs, as in IEEE 754; an ordinary one, and the code
// of all ones is the only NaN; or an ordinary one, and every code is a number.
enum class specials : unsigned char { of_ieee, one_nan, none };

// A format of one sign bit, E exponent bits biased by 2^(E-1) - 1 and M fraction bits. encode
// rounds a float to it; decode is exact.
template <int E, int M, overflow Overflow, ties Ties, specials Specials = specials::of_ieee>
struct float_format {
  static constexpr bool has_infinity = Specials == specials::of_ieee;
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr std::uint32_t all_ones = (std::uint32_t{1} << (E + M)) - 1;
  static constexpr std::uint32_t infinity = all_ones >> M << M;
  static constexpr std::uint32_t largest =
      has_infinity ? infinity - 1 : all_ones - (Specials == specials::one_nan);
  // The code of every NaN, without its sign and payload; the largest number of a format that has
  // none.
  static constexpr std::uint32_t nan = all_ones;

  // The code of the number nearest to x, by the format's rule for ties; NaN gives the format's NaN,
  // a number beyond the largest what `Overflow` says. The sign is kept, also of zero.
  TILEPROOF_HOST_DEVICE static constexpr std::uint32_t encode(float x) {
    std::uint32_t const bits = __builtin_bit_cast(std::uint32_t, x);
    std::uint32_t const sign = bits >> 31 << (E + M);
    int const exponent = static_cast<int>(bits >> 23 & 255);
    std::uint32_t const fraction = bits & 0x7fffff;
    if (exponent == 255 && fraction != 0) return nan;
    constexpr std::uint32_t beyond = Overflow == overflow::saturates ? largest : infinity;
    if (exponent == 255) return sign | beyond;
    // |x| = significand * 2^(e - 23)
    std::uint32_t const significand = exponent == 0 ? fraction : fraction | 0x800000;
    int const e = exponent == 0 ? -126 : exponent - 127;
    int const below = e < 1 - bias ? 1 - bias - e : 0;  // places that a subnormal number loses
    int const drop = 23 - M + below;
    if (drop > 24) return sign;
    std::uint32_t code = significand >> drop;
    std::uint32_t const rest = significand & ((std::uint32_t{1} << drop) - 1);
    std::uint32_t const half = drop == 0 ? 1 : std::uint32_t{1} << (drop - 1);
    if (rest > half || (rest == half && (Ties == ties::away || (code & 1) != 0))) ++code;
    if (below == 0) code += static_cast<std::uint32_t>(e + bias - 1) << M;  // carries into it
    return sign | (code > largest ? beyond : code);
  }

  // With 8 exponent bits, the code is the high bits of a float, NaN included. Otherwise every NaN
  // decodes to the one that the GPU yields.
  TILEPROOF_HOST_DEVICE static constexpr float decode(std::uint32_t code) {
    std::uint32_t const sign = (code >> (E + M) & 1) << 31;
    std::uint32_t const magnitude = code & all_ones;
    std::uint32_t fraction = magnitude << (23 - M);
    if constexpr (E == 8) return __builtin_bit_cast(float, sign | fraction);
    if (magnitude > (has_infinity ? infinity : largest))
      return __builtin_bit_cast(float, std::uint32_t{0x7fffffff});
    if (has_infinity && magnitude == infinity) return __builtin_bit_cast(float, sign | 0x7f800000);
    fraction &= 0x7fffff;
    int exponent = static_cast<int>(magnitude >> M);
    if (exponent == 0) {  // subnormal here, normal as a float
      if (fraction == 0) return __builtin_bit_cast(float, sign);
      for (exponent = 1; (fraction & 0x800000) == 0; --exponent) fraction <<= 1;
    }
    std::uint32_t const biased = static_cast<std::uint32_t>(exponent - bias + 127);
    return __builtin_bit_cast(float, sign | biased << 23 | (fraction & 0x7fffff));
  }
};

// The formats of the types of atom/numeric.hpp: IEEE 754 binary16; the high 16 bits of a float; a
// float with 10 fraction bits; OCP 8-bit Floating Point Specification, E4M3 and E5M2; OCP
// Microscaling Formats, E2M1, E2M3 and E3M2.
using binary16 = float_format<5, 10, overflow::to_infinity, ties::to_even>;
using bfloat16 = float_format<8, 7, overflow::to_infinity, ties::to_even>;
using tfloat32 = float_format<8, 10, overflow::to_infinity, ties::away>;
using e4m3 = float_format<4, 3, overflow::saturates, ties::to_even, specials::one_nan>;
using e5m2 = float_format<5, 2, overflow::saturates, ties::to_even>;
using e2m1 = float_format<2, 1, overflow::saturates, ties::to_even, specials::none>;
using e2m3 = float_format<2, 3, overflow::saturates, ties::to_even, specials::none>;
using e3m2 = float_format<3, 2, overflow::saturates, ties::to_even, specials::none>;

// Scale factors, OCP Microscaling Formats, and NVIDIA's E4M3 without a sign. Exponents alone,
// biased by 127, of which the code 255 is NaN: encode takes the least power of two that is no less
// than |x|, as cvt.rp.satfinite.ue8m0x2.f32 does.
struct ue8m0 {
  static constexpr std::uint32_t nan = 255;
  TILEPROOF_HOST_DEVICE static constexpr std::uint32_t encode(float x) {
    std::uint32_t const bits = __builtin_bit_cast(std::uint32_t, x) & 0x7fffffff;
    if (bits > 0x7f800000) return nan;
    // Code 0 is 2^-127, half of the least normal float.
    std::uint32_t const code = bits <= 0x400000 ? 0 : (bits + 0x7fffff) >> 23;
    return code < nan ? code : nan - 1;
  }
  TILEPROOF_HOST_DEVICE static constexpr float decode(std::uint32_t code) {
    if (code == nan) return __builtin_bit_cast(float, std::uint32_t{0x7fffffff});
    return __builtin_bit_cast(float, code == 0 ? std::uint32_t{0x400000} : code << 23);
  }
};
// A number below 0 is NaN.
struct ue4m3 {
  TILEPROOF_HOST_DEVICE static constexpr std::uint32_t encode(float x) {
    return x < 0 ? e4m3::nan : e4m3::encode(x) & e4m3::all_ones;
  }
  TILEPROOF_HOST_DEVICE static constexpr float decode(std::uint32_t code) {
    return e4m3::decode(code & e4m3::all_ones);
  }
};

// The conversion instruction of a format, where the target has one (PTX ISA, "Data Movement and
// Conversion Instructions: cvt"): encodes and decodes say which of the two directions it has; the
// other is computed by float_format. A tf32 occupies the high bits of 32.
template <class Format>
struct conversion {
  static constexpr bool encodes = false;
  static constexpr bool decodes = false;
};

// The arithmetic instructions of a format, where the target has them: add, subtract and multiply on
// codes, each rounded once. The result is that of the float operation rounded to the format, bit
// for bit, since a float has more than twice the digits. As with float, nvcc may contract a product
// and a sum to one FMA, which rounds once (-fmad=false forbids it).
template <class Format>
struct float_arithmetic {};

#if defined(__CUDA_ARCH__)
#define TILEPROOF_ARITHMETIC(NAME, PTX)                                    \
  __device__ static std::uint16_t NAME(std::uint16_t a, std::uint16_t b) { \
    std::uint16_t r;                                                       \
    asm(PTX : "=h"(r) : "h"(a), "h"(b));                                   \
    return r;                                                              \
  }
#if __CUDA_ARCH__ >= 530
template <>
struct float_arithmetic<binary16> {
  TILEPROOF_ARITHMETIC(add, "add.f16 %0, %1, %2;")
  TILEPROOF_ARITHMETIC(subtract, "sub.f16 %0, %1, %2;")
  TILEPROOF_ARITHMETIC(multiply, "mul.f16 %0, %1, %2;")
};
#endif
#if __CUDA_ARCH__ >= 900
template <>
struct float_arithmetic<bfloat16> {
  TILEPROOF_ARITHMETIC(add, "add.bf16 %0, %1, %2;")
  TILEPROOF_ARITHMETIC(subtract, "sub.bf16 %0, %1, %2;")
  TILEPROOF_ARITHMETIC(multiply, "mul.bf16 %0, %1, %2;")
};
#elif __CUDA_ARCH__ >= 800  // by the FMA, with a factor of 1 or an addend of -0
template <>
struct float_arithmetic<bfloat16> {
  TILEPROOF_ARITHMETIC(add, "{.reg .b16 c; mov.b16 c, 0x3f80U; fma.rn.bf16 %0, %1, c, %2;}")
  TILEPROOF_ARITHMETIC(subtract, "{.reg .b16 c; mov.b16 c, 0xbf80U; fma.rn.bf16 %0, %2, c, %1;}")
  TILEPROOF_ARITHMETIC(multiply, "{.reg .b16 c; mov.b16 c, 0x8000U; fma.rn.bf16 %0, %1, %2, c;}")
};
#endif
#undef TILEPROOF_ARITHMETIC
#endif

#if defined(__CUDA_ARCH__)
template <>
struct conversion<binary16> {
  static constexpr bool encodes = true;
  static constexpr bool decodes = true;
  __device__ static std::uint16_t encode(float x) {
    std::uint16_t r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
  }
  __device__ static float decode(std::uint16_t code) {
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(code));
    return r;
  }
};
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <>
struct conversion<bfloat16> {
  static constexpr bool encodes = true;
  static constexpr bool decodes = false;  // a shift
  __device__ static std::uint16_t encode(float x) {
    std::uint16_t r;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
  }
};
template <>
struct conversion<tfloat32> {
  static constexpr bool encodes = true;
  static constexpr bool decodes = false;  // a mask
  __device__ static std::uint32_t encode(float x) {
    std::uint32_t r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return x != x ? 0x7fffe000 : r;  // the instruction rounds a NaN like a number
  }
};
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define TILEPROOF_CVT(FORMAT)                                                              \
  template <>                                                                              \
  struct conversion<FORMAT> {                                                              \
    static constexpr bool encodes = true;                                                  \
    static constexpr bool decodes = true;                                                  \
    __device__ static std::uint8_t encode(float x) {                                       \
      std::uint16_t r;                                                                     \
      asm("cvt.rn.satfinite." #FORMAT "x2.f32 %0, %1, %2;" : "=h"(r) : "f"(0.0f), "f"(x)); \
      return static_cast<std::uint8_t>(r);                                                 \
    }                                                                                      \
    __device__ static float decode(std::uint8_t code) {                                    \
      std::uint32_t r;                                                                     \
      asm("cvt.rn.f16x2." #FORMAT "x2 %0, %1;" : "=r"(r) : "h"(std::uint16_t{code}));      \
      return conversion<binary16>::decode(static_cast<std::uint16_t>(r));                  \
    }                                                                                      \
  };
TILEPROOF_CVT(e4m3)
TILEPROOF_CVT(e5m2)
#undef TILEPROOF_CVT
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
