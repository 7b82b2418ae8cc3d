// SPDX-License-Identifier: BSL-1.0
//
// Defines sums and products of run-time integers in their C++ type that are checked on the host:
// computed in 64 bits, and refused (layout_error: leaves_fit_their_type) where the type does not
// hold the result.
//
// Use sum and product_of wherever an offset or a size is computed outside the core. 65536 * 65536
// as int throws on the host. Device code, and a build with TILEPROOF_DISABLE_PROOFS, computes in
// the type itself.
#pragma once

#include <tileproof/core/program.hpp>
#include <tileproof/types/multiple.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

#if defined(__CUDA_ARCH__) || defined(TILEPROOF_DISABLE_PROOFS)
// Whether this compilation checks. A variable of the build: see TILEPROOF_NAMESPACE (config.hpp).
inline constexpr bool is_checked = false;
#else
inline constexpr bool is_checked = true;
#endif

// These functions are named after the condition that a constant expression that calls them
// violates: compilers print the name.
[[noreturn]] inline void value_does_not_fit_its_type(std::int64_t value, int bits) {
  fail({core::property::leaves_fit_their_type, 0, 0, value, bits});
}
[[noreturn]] inline void value_does_not_fit_64_bits() {
  fail({core::property::integers_fit_64_bits, 0, 0, 0, 0});
}

// Whether v fits a signed integer of 32 bits, or of 64: only 32 and 64 are asked for.
constexpr bool fits_bits(std::int64_t v, int bits) {
  return bits > 32 || (v >= INT32_MIN && v <= INT32_MAX);
}
// Whether a T holds v.
template <class T>
constexpr bool fits_type(std::int64_t v) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_unsigned_v<T>)
    return v >= 0 && static_cast<std::uint64_t>(v) <= limits::max();
  else
    return v >= limits::min() && v <= limits::max();
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// A run-time or static integer in 64 bits; lost where it is 2^63 or more.
template <class T>
TILEPROOF_HOST_DEVICE constexpr core::exact exact_value(T const& t) {
  using plain = plain_integer_t<T>;
  if constexpr (std::is_unsigned_v<plain> && sizeof(plain) > 4)
    return {static_cast<std::int64_t>(plain{t}), plain{t} > INT64_MAX};
  else
    return {static_cast<std::int64_t>(t), false};
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// v as a T, which may be a multiple_of. Refused where T does not hold it (leaves_fit_their_type) or
// v left 64 bits (integers_fit_64_bits).
template <class T>
TILEPROOF_HOST_DEVICE constexpr T fitting(core::exact const& v) {
  using plain = plain_integer_t<T>;
  if (v.lost) value_does_not_fit_64_bits();
  if (!fits_type<plain>(v.value))
    value_does_not_fit_its_type(v.value,
                                std::numeric_limits<plain>::digits + std::is_signed_v<plain>);
  return static_cast<T>(static_cast<plain>(v.value));
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The sum in 64 bits; lost where it leaves them or an operand is lost.
TILEPROOF_HOST_DEVICE constexpr core::exact exact_sum(core::exact const& a, core::exact const& b) {
  core::exact r{0, a.lost || b.lost};
  if (!r.lost) r.lost = core::add_overflows(a.value, b.value, r.value);
  return r;
}
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The product in 64 bits; lost where it leaves them or an operand is lost.
TILEPROOF_HOST_DEVICE constexpr core::exact exact_product(core::exact const& a,
                                                          core::exact const& b) {
  core::exact r{0, a.lost || b.lost};
  if (!r.lost) r.lost = core::mul_overflows(a.value, b.value, r.value);
  return r;
}

// a + b in the common type, coordinates element by element; checked on the host.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto sum(A const& a, B const& b) {
  using R = decltype(a + b);
  if constexpr (is_checked && is_integral_v<A> && is_integral_v<B> && !__is_empty(R))
    return fitting<R>(exact_sum(exact_value(a), exact_value(b)));
  else
    return a + b;
}
// a * b in the common type; checked on the host.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto product_of(A const& a, B const& b) {
  using R = decltype(a * b);
  if constexpr (is_checked && is_integral_v<A> && is_integral_v<B> && !__is_empty(R))
    return fitting<R>(exact_product(exact_value(a), exact_value(b)));
  else
    return a * b;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
