// SPDX-License-Identifier: BSL-1.0
//
// Swizzle<B,M,S>: offsets with some of their bits xored into others.
#pragma once

#include <tileproof/types/checked.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Offset bits [M+|S|, M+|S|+B) are xored into bits [M, M+B) (S < 0: the other way). An involution
// on non-negative offsets; the low M bits, and so vectors of 2^M elements, stay as they are.
//   0bxxxxxxxYYYxxxxxZZZxxxx with B = 3, M = 4, S = 8: ZZZ ^= YYY.
template <int B, int M, int S = B>
struct Swizzle {
  static_assert(B >= 0 && M >= 0, "Swizzle: counts of bits are not negative");
  static_assert((S < 0 ? -S : S) >= B, "Swizzle: source and target bits must not overlap");
  static constexpr int num_bits = B;
  static constexpr int num_base = M;
  static constexpr int num_shft = S;
  // What lies beyond passes through: S(x + p) = S(x) + p for every multiple p of it.
  static constexpr std::int64_t period = B == 0 ? 1 : std::int64_t{1} << (M + B + (S < 0 ? -S : S));
  static constexpr std::int64_t source_mask = ((std::int64_t{1} << B) - 1) << (M + (S > 0 ? S : 0));

  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T const& offset) const {
    if constexpr (detail::is_foreign_v<T>)
      return Swizzle{}(detail::owned(offset));
    else if constexpr (detail::is_static_integer<T>)
      return static_int<Swizzle{}(std::int64_t{T::value})>{};
    else if constexpr (S >= 0)
      return offset ^ ((offset & static_cast<decltype(offset ^ offset)>(source_mask)) >> S);
    else if constexpr (detail::is_checked)
      return upwards(offset);
    else
      return offset ^ ((offset & static_cast<decltype(offset ^ offset)>(source_mask)) << -S);
  }

 private:
  // S < 0 on the host: refused where the bits move beyond the type of the offset.
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto upwards(T const& offset) {
    core::exact const x = detail::exact_value(offset);
    constexpr std::int64_t up = -S < 63 ? std::int64_t{1} << (S < 0 ? -S : 0) : 0;
    core::exact const moved =
        detail::exact_product({x.value & source_mask, x.lost}, {up, up == 0 && x.value != 0});
    return detail::fitting<decltype(offset ^ offset)>({x.value ^ moved.value, moved.lost});
  }
};

namespace detail {

// log2 of a power of two.
template <int N>
inline constexpr int log2_v = 1 + log2_v<N / 2>;
template <>
inline constexpr int log2_v<1> = 0;

}  // namespace detail

// A swizzle is its own inverse.
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto right_inverse(Swizzle<B, M, S> const& s) {
  return s;
}
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto left_inverse(Swizzle<B, M, S> const& s) {
  return s;
}

// Swizzles of wider or narrower elements move the same bits of the address.
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto upcast(Swizzle<B, M, S> const&) {
  static_assert((N & (N - 1)) == 0, "upcast: the factor of a swizzle is a power of two");
  static_assert(M >= detail::log2_v<N>, "upcast: the swizzle moves bits inside one wide element");
  return Swizzle<B, M - detail::log2_v<N>, S>{};
}
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto downcast(Swizzle<B, M, S> const&) {
  static_assert((N & (N - 1)) == 0, "downcast: the factor of a swizzle is a power of two");
  return Swizzle<B, M + detail::log2_v<N>, S>{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
