// SPDX-License-Identifier: BSL-1.0
//
// The floating-point element types of tensor cores, bit for bit those of CUDA, without its headers.
#pragma once

#include <tileproof/algebra/recast.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// What a finite number beyond the largest becomes, and where infinity goes.
enum class overflow : bool { to_infinity, saturates };
// Halfway between two numbers: the even one, or the one of larger magnitude.
enum class ties : bool { to_even, away };

// One sign bit, E exponent bits biased by 2^(E-1) - 1, M fraction bits. With `saturates` and E == 4
// the largest exponent is an ordinary one, all ones being the only NaN (OCP 8-bit Floating Point
// Specification, E4M3); otherwise it holds infinities and NaNs, as in IEEE 754.
template <int E, int M, overflow Overflow, ties Ties>
struct float_format {
  static constexpr bool has_infinity = !(Overflow == overflow::saturates && E == 4);
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr std::uint32_t all_ones = (std::uint32_t{1} << (E + M)) - 1;
  static constexpr std::uint32_t infinity = all_ones >> M << M;
  static constexpr std::uint32_t largest = has_infinity ? infinity - 1 : all_ones - 1;
  static constexpr std::uint32_t nan = all_ones;

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

  TILEPROOF_HOST_DEVICE static constexpr float decode(std::uint32_t code) {
    std::uint32_t const sign = (code >> (E + M) & 1) << 31;
    std::uint32_t const magnitude = code & all_ones;
    if (magnitude > (has_infinity ? infinity : largest))
      return __builtin_bit_cast(float, sign | 0x7fffffff);
    if (has_infinity && magnitude == infinity) return __builtin_bit_cast(float, sign | 0x7f800000);
    std::uint32_t fraction = magnitude << (23 - M) & 0x7fffff;
    int exponent = static_cast<int>(magnitude >> M);
    if (exponent == 0 && E == 8) return __builtin_bit_cast(float, sign | fraction);
    if (exponent == 0) {  // subnormal here, normal as a float
      if (fraction == 0) return __builtin_bit_cast(float, sign);
      for (exponent = 1; (fraction & 0x800000) == 0; --exponent) fraction <<= 1;
    }
    std::uint32_t const biased = static_cast<std::uint32_t>(exponent - bias + 127);
    return __builtin_bit_cast(float, sign | biased << 23 | (fraction & 0x7fffff));
  }
};

template <class Self, class Storage, class Format>
struct small_float {
  Storage storage{};

  small_float() = default;
  TILEPROOF_HOST_DEVICE constexpr small_float(float x) : storage(store(Format::encode(x))) {}
  TILEPROOF_HOST_DEVICE constexpr small_float(double x) : small_float(static_cast<float>(x)) {}
  TILEPROOF_HOST_DEVICE constexpr small_float(int x) : small_float(static_cast<float>(x)) {}
  TILEPROOF_HOST_DEVICE constexpr operator float() const { return Format::decode(code()); }

  TILEPROOF_HOST_DEVICE static constexpr Self bitcast(Storage bits) {
    Self r;
    r.storage = bits;
    return r;
  }

  TILEPROOF_HOST_DEVICE friend constexpr Self operator-(Self const& a) {
    return Self(-static_cast<float>(a));
  }
#define TILEPROOF_BY_FLOAT(OP)                                                            \
  TILEPROOF_HOST_DEVICE friend constexpr Self operator OP(Self const& a, Self const& b) { \
    return Self(static_cast<float>(a) OP static_cast<float>(b));                          \
  }                                                                                       \
  TILEPROOF_HOST_DEVICE friend constexpr Self& operator OP##=(Self& a, Self const& b) {   \
    return a = a OP b;                                                                    \
  }
  TILEPROOF_BY_FLOAT(+)
  TILEPROOF_BY_FLOAT(-)
  TILEPROOF_BY_FLOAT(*)
  TILEPROOF_BY_FLOAT(/)
#undef TILEPROOF_BY_FLOAT
  TILEPROOF_HOST_DEVICE friend constexpr bool operator==(Self const& a, Self const& b) {
    return static_cast<float>(a) == static_cast<float>(b);
  }
  TILEPROOF_HOST_DEVICE friend constexpr bool operator<(Self const& a, Self const& b) {
    return static_cast<float>(a) < static_cast<float>(b);
  }

 private:
  // A number of 32 bits stands in the high ones: the low fraction bits of a float are not there.
  static constexpr int unused = sizeof(Storage) == 4 ? 13 : 0;
  TILEPROOF_HOST_DEVICE static constexpr Storage store(std::uint32_t code) {
    return static_cast<Storage>(code << unused);
  }
  TILEPROOF_HOST_DEVICE constexpr std::uint32_t code() const { return storage >> unused; }
};

}  // namespace detail

#define TILEPROOF_SMALL_FLOAT(NAME, STORAGE, E, M, OVERFLOW, TIES)                                \
  struct NAME : detail::small_float<                                                              \
                    NAME, STORAGE,                                                                \
                    detail::float_format<E, M, detail::overflow::OVERFLOW, detail::ties::TIES>> { \
    using small_float::small_float;                                                               \
  };

// IEEE 754 binary16.
TILEPROOF_SMALL_FLOAT(half_t, std::uint16_t, 5, 10, to_infinity, to_even)
// The high half of a float.
TILEPROOF_SMALL_FLOAT(bfloat16_t, std::uint16_t, 8, 7, to_infinity, to_even)
// A float of 10 fraction bits, rounded as cvt.rna.tf32.f32 does (PTX ISA, "cvt").
TILEPROOF_SMALL_FLOAT(tfloat32_t, std::uint32_t, 8, 10, to_infinity, away)
// OCP 8-bit formats, converted as cvt.rn.satfinite does: no infinity comes of it.
TILEPROOF_SMALL_FLOAT(float_e4m3_t, std::uint8_t, 4, 3, saturates, to_even)
TILEPROOF_SMALL_FLOAT(float_e5m2_t, std::uint8_t, 5, 2, saturates, to_even)
#undef TILEPROOF_SMALL_FLOAT

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
