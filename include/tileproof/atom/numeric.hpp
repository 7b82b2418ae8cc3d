// SPDX-License-Identifier: BSL-1.0
//
// half_t, bfloat16_t, tfloat32_t, float_e4m3_t, float_e5m2_t, and those of sm_100 and sm_120,
// float_e2m1_t, float_e2m3_t, float_e3m2_t and the scale factors float_ue8m0_t and float_ue4m3_t:
// the floating-point element types of tensor cores. They are bit for bit the types of CUDA (__half,
// __nv_bfloat16, ...), and need none of its headers, so that host compilers and constant
// expressions can use them. CUDA's and cutlass's types of 8 bits and more, but scale factors, are
// accepted as element types where these are (types/element_kind.hpp).
#pragma once

#include <tileproof/atom/float_format.hpp>
#include <tileproof/types/element_kind.hpp>
#include <tileproof/types/sizeof_bits.hpp>

#include <cstdint>
#include <type_traits>

// CUDA's types, which its headers define: the results of to_half() and to_nv_bfloat16().
struct __half;
struct __nv_bfloat16;

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A type stored in Storage and converted by Format. Arithmetic between two values of the type is
// done in float and rounded to the type: half_t(1) + half_t(2) is a half_t. With a number of
// another type the value counts as a float: half_t(1) + 1.0 is a double.
template <class Self, class Storage, class Format>
struct small_float {
  static constexpr bool is_float_format = true;
  Storage storage;  // not set unless asked to, so that a __shared__ array needs no constructor

  small_float() = default;
  // Rounds x to the format: the types below state how. Conversion to float is exact.
  TILEPROOF_HOST_DEVICE constexpr small_float(float x) : storage(encode(x)) {}
  template <class A>
    requires(std::is_arithmetic_v<A>)
  TILEPROOF_HOST_DEVICE constexpr small_float(A x) : small_float(static_cast<float>(x)) {}
  // The number with the bits of another library's type: half_t(x) of a __half, cutlass::half_t.
  template <class F>
    requires(is_foreign_element<F> && std::is_same_v<element_t<F>, Self>)
  TILEPROOF_HOST_DEVICE constexpr explicit small_float(F const& x)
      : storage(__builtin_bit_cast(Storage, x)) {}
  TILEPROOF_HOST_DEVICE constexpr operator float() const { return decode(storage); }

  // The number with these bits.
  TILEPROOF_HOST_DEVICE static constexpr Self bitcast(Storage bits) {
    Self r;
    r.storage = bits;
    return r;
  }
  // The bits of the number.
  TILEPROOF_HOST_DEVICE constexpr Storage& raw() { return storage; }
  TILEPROOF_HOST_DEVICE constexpr Storage raw() const { return storage; }

  TILEPROOF_HOST_DEVICE friend constexpr Self operator-(Self const& a) {
    return Self(-static_cast<float>(a));
  }
  // Comparison, division and mixed arithmetic happen in float; arithmetic of two values of this
  // type rounds the result to the type, on a GPU with the format's own instruction where there is
  // one (float_format.hpp, float_arithmetic).
#define TILEPROOF_BY_FLOAT(OP, NAME)                                                      \
  TILEPROOF_HOST_DEVICE friend constexpr Self operator OP(Self const& a, Self const& b) { \
    if constexpr (requires { float_arithmetic<Format>::NAME(a.storage, b.storage); })     \
      if (!__builtin_is_constant_evaluated())                                             \
        return bitcast(float_arithmetic<Format>::NAME(a.storage, b.storage));             \
    return Self(static_cast<float>(a) OP static_cast<float>(b));                          \
  }                                                                                       \
  template <class A>                                                                      \
    requires(std::is_arithmetic_v<A>)                                                     \
  TILEPROOF_HOST_DEVICE friend constexpr auto operator OP(Self const& a, A const& b) {    \
    return static_cast<float>(a) OP b;                                                    \
  }                                                                                       \
  template <class A>                                                                      \
    requires(std::is_arithmetic_v<A>)                                                     \
  TILEPROOF_HOST_DEVICE friend constexpr auto operator OP(A const& a, Self const& b) {    \
    return a OP static_cast<float>(b);                                                    \
  }                                                                                       \
  TILEPROOF_HOST_DEVICE friend constexpr Self& operator OP##=(Self & a, Self const& b) {  \
    return a = a OP b;                                                                    \
  }
  TILEPROOF_BY_FLOAT(+, add)
  TILEPROOF_BY_FLOAT(-, subtract)
  TILEPROOF_BY_FLOAT(*, multiply)
  TILEPROOF_BY_FLOAT(/, divide)
#undef TILEPROOF_BY_FLOAT

 private:
  // A 32-bit storage (tf32) holds the number in its high bits; these low fraction bits of a float
  // are dropped.
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

// The name of this namespace: types/element_kind.hpp.
inline namespace scheduled_as_cutlass {

// The number as CUDA's type with the same bits, as in cutlass. Its header must be included.
#define TILEPROOF_TO_CUDA(NAME, CUDA)                                        \
  template <class T = CUDA>                                                  \
  TILEPROOF_HOST_DEVICE constexpr T NAME() const {                           \
    static_assert(                                                           \
        requires { sizeof(T); },                                             \
        #NAME ": include cuda_fp16.h or cuda_bf16.h, which defines " #CUDA); \
    return __builtin_bit_cast(T, storage);                                   \
  }
// f16: IEEE 754 binary16, 5 exponent and 10 fraction bits.
struct half_t : detail::small_float<half_t, std::uint16_t, detail::binary16> {
  using small_float::small_float;
  TILEPROOF_TO_CUDA(to_half, __half)
};
// bf16: the high 16 bits of a float, rounded to nearest even.
struct bfloat16_t : detail::small_float<bfloat16_t, std::uint16_t, detail::bfloat16> {
  using small_float::small_float;
  TILEPROOF_TO_CUDA(to_nv_bfloat16, __nv_bfloat16)
};
#undef TILEPROOF_TO_CUDA

#define TILEPROOF_SMALL_FLOAT(NAME, STORAGE, FORMAT)                 \
  struct NAME : detail::small_float<NAME, STORAGE, detail::FORMAT> { \
    using small_float::small_float;                                  \
  };
// tf32: a float with 10 fraction bits in 32 bits of storage, rounded as cvt.rna.tf32.f32 does (PTX
// ISA, "cvt").
TILEPROOF_SMALL_FLOAT(tfloat32_t, std::uint32_t, tfloat32)
// fp8: the OCP 8-bit formats E4M3 and E5M2, converted as cvt.rn.satfinite does: values beyond the
// largest saturate and never become infinite.
TILEPROOF_SMALL_FLOAT(float_e4m3_t, std::uint8_t, e4m3)
TILEPROOF_SMALL_FLOAT(float_e5m2_t, std::uint8_t, e5m2)
// fp4 and fp6: the OCP formats E2M1 (6 is the largest), E2M3 (7.5) and E3M2 (28), in the low bits
// of a byte, converted as cvt.rn.satfinite does: NaN gives the largest.
TILEPROOF_SMALL_FLOAT(float_e2m1_t, std::uint8_t, e2m1)
TILEPROOF_SMALL_FLOAT(float_e2m3_t, std::uint8_t, e2m3)
TILEPROOF_SMALL_FLOAT(float_e3m2_t, std::uint8_t, e3m2)
// Scale factors of blocks of elements: powers of two, and E4M3 without a sign.
TILEPROOF_SMALL_FLOAT(float_ue8m0_t, std::uint8_t, ue8m0)
TILEPROOF_SMALL_FLOAT(float_ue4m3_t, std::uint8_t, ue4m3)
#undef TILEPROOF_SMALL_FLOAT

}  // namespace scheduled_as_cutlass

// The widths in memory, in bits: elements of 4 bits share bytes (tensor/subbyte.hpp).
template <>
struct sizeof_bits<float_e2m1_t> : C<4> {};
template <>
struct sizeof_bits<float_e2m3_t> : C<6> {};
template <>
struct sizeof_bits<float_e3m2_t> : C<6> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
