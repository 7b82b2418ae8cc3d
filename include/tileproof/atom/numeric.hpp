// SPDX-License-Identifier: BSL-1.0
//
// The floating-point element types of tensor cores, bit for bit those of CUDA, without its headers.
#pragma once

#include <tileproof/algebra/recast.hpp>
#include <tileproof/atom/float_format.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class Self, class Storage, class Format>
struct small_float {
  Storage storage;  // not set unless asked to, so that a __shared__ array needs no constructor

  small_float() = default;
  TILEPROOF_HOST_DEVICE constexpr small_float(float x) : storage(encode(x)) {}
  template <class A>
  requires(std::is_arithmetic_v<A>) TILEPROOF_HOST_DEVICE constexpr small_float(A x)
      : small_float(static_cast<float>(x)) {}
  TILEPROOF_HOST_DEVICE constexpr operator float() const { return decode(storage); }

  TILEPROOF_HOST_DEVICE static constexpr Self bitcast(Storage bits) {
    Self r;
    r.storage = bits;
    return r;
  }

  TILEPROOF_HOST_DEVICE friend constexpr Self operator-(Self const& a) {
    return Self(-static_cast<float>(a));
  }
  // Compared, and computed with other numbers, as a float; with its own kind, rounded to it.
#define TILEPROOF_BY_FLOAT(OP)                                                               \
  TILEPROOF_HOST_DEVICE friend constexpr Self operator OP(Self const& a, Self const& b) {    \
    return Self(static_cast<float>(a) OP static_cast<float>(b));                             \
  }                                                                                          \
  template <class A>                                                                         \
  requires(std::is_arithmetic_v<A>) TILEPROOF_HOST_DEVICE friend constexpr auto operator OP( \
      Self const& a, A const& b) {                                                           \
    return static_cast<float>(a) OP b;                                                       \
  }                                                                                          \
  template <class A>                                                                         \
  requires(std::is_arithmetic_v<A>) TILEPROOF_HOST_DEVICE friend constexpr auto operator OP( \
      A const& a, Self const& b) {                                                           \
    return a OP static_cast<float>(b);                                                       \
  }                                                                                          \
  TILEPROOF_HOST_DEVICE friend constexpr Self& operator OP##=(Self& a, Self const& b) {      \
    return a = a OP b;                                                                       \
  }
  TILEPROOF_BY_FLOAT(+)
  TILEPROOF_BY_FLOAT(-)
  TILEPROOF_BY_FLOAT(*)
  TILEPROOF_BY_FLOAT(/)
#undef TILEPROOF_BY_FLOAT

 private:
  // A number of 32 bits stands in the high ones: the low fraction bits of a float are not there.
  static constexpr int unused = sizeof(Storage) == 4 ? 13 : 0;

  TILEPROOF_HOST_DEVICE static constexpr Storage encode(float x) {
#if defined(__CUDA_ARCH__)
    if constexpr (conversion<Format>::encodes)
      if (!__builtin_is_constant_evaluated()) return conversion<Format>::encode(x);
#endif
    return static_cast<Storage>(Format::encode(x) << unused);
  }
  TILEPROOF_HOST_DEVICE static constexpr float decode(Storage bits) {
#if defined(__CUDA_ARCH__)
    if constexpr (conversion<Format>::decodes)
      if (!__builtin_is_constant_evaluated()) return conversion<Format>::decode(bits);
#endif
    return Format::decode(bits >> unused);
  }
};

}  // namespace detail

#define TILEPROOF_SMALL_FLOAT(NAME, STORAGE, FORMAT)                 \
  struct NAME : detail::small_float<NAME, STORAGE, detail::FORMAT> { \
    using small_float::small_float;                                  \
  };

// IEEE 754 binary16.
TILEPROOF_SMALL_FLOAT(half_t, std::uint16_t, binary16)
// The high half of a float.
TILEPROOF_SMALL_FLOAT(bfloat16_t, std::uint16_t, bfloat16)
// A float of 10 fraction bits, rounded as cvt.rna.tf32.f32 does (PTX ISA, "cvt").
TILEPROOF_SMALL_FLOAT(tfloat32_t, std::uint32_t, tfloat32)
// OCP 8-bit formats, converted as cvt.rn.satfinite does: no infinity comes of it.
TILEPROOF_SMALL_FLOAT(float_e4m3_t, std::uint8_t, e4m3)
TILEPROOF_SMALL_FLOAT(float_e5m2_t, std::uint8_t, e5m2)
#undef TILEPROOF_SMALL_FLOAT

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
