// SPDX-License-Identifier: BSL-1.0
//
// Defines Swizzle<B,M,S>: a permutation of offsets that XORs some of their bits into others, which
// spreads the rows of a shared-memory tile over the banks.
//
// Use composition(Swizzle<B,M,S>{}, layout) (algebra/composed_layout.hpp) for a swizzled tile;
// prove/swizzle.hpp proves that a swizzle fits a tile, and finds the one that costs given accesses
// the fewest wavefronts of shared memory.
//
//   // Rows of 64 f16 elements: in row 1, neighbouring 16-byte chunks (8 elements) change places.
//   static_assert(Swizzle<3, 3, 3>{}(_64{}) == Int<72>{});
#pragma once

#include <tileproof/core/swizzle.hpp>
#include <tileproof/types/checked.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The names of refusals: a Swizzle whose source and target bits overlap, or that has a negative
// number of bits; the factor of upcast and downcast.
struct swizzle_bits_lie_apart {
  static constexpr char const* sentences[] = {
      "Swizzle<{found:0},{found:1},{found:2}>: the bits that are read and those that are changed "
      "overlap: |S| must be at least B, as in Swizzle<{expected:0},{expected:1},{expected:2}>",
      "Swizzle<{found:0},{found:1},{found:2}>: B and M must be at least 0", nullptr};
};
struct swizzle_keeps_wide_elements {
  static constexpr char const* sentences[] = {
      "upcast<{expected}> of Swizzle<{found:0},{found:1},{found:2}>: the swizzle moves parts of a "
      "wide element; M must be at least {at_least}",
      "upcast and downcast of a swizzle need a power of two, and {found} is none", nullptr};
};

// XORs offset bits [M+|S|, M+|S|+B) into bits [M, M+B) for S >= 0, the other way for S < 0. Offsets
// are in elements, and not negative. An involution: applied twice it is the identity. The low M
// bits stay, and with them vectors of 2^M aligned elements.
//   0bxxxxxxxYYYxxxxxZZZxxxx with B = 3, M = 4, S = 8: ZZZ ^= YYY.
// Refused (swizzle_bits_lie_apart): B < 0, M < 0, |S| < B (source and target bits overlap). Source:
// CUTLASS, cute/swizzle.hpp; the hardware's swizzling modes: PTX ISA, "Tensor Swizzling Modes".
template <int B, int M, int S = B>
struct Swizzle {
  static_assert(refuse_unless<(B >= 0 && M >= 0), swizzle_bits_lie_apart, found<B, M, S>>);
  static constexpr int least_shift = S < 0 ? -B : B;
  static_assert(refuse_unless<(S <= -B || S >= B), swizzle_bits_lie_apart, found<B, M, S>,
                              expected<B, M, least_shift>>);
  static constexpr int num_bits = B;
  static constexpr int num_base = M;
  static constexpr int num_shft = S;
  // Offsets beyond the period pass through: S(x + p) = S(x) + p for every multiple p of it.
  static constexpr std::int64_t period = core::swizzle{B, M, S}.period();
  // The bits that are XORed into others.
  static constexpr std::int64_t source_mask = ((std::int64_t{1} << B) - 1) << (M + (S > 0 ? S : 0));

  // The swizzled offset: static for a static offset, else of the type of offset ^ offset. At most
  // three instructions (and, shift, xor) in device code.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T const& offset) const {
    if constexpr (detail::is_foreign_v<T>)
      return Swizzle{}(detail::owned(offset));
    else if constexpr (detail::is_static_integer<T>)
      return static_int<Swizzle{}(std::int64_t{T::value})>{};
    else if constexpr (S >= 0)
      return offset ^ ((offset >> S) & static_cast<decltype(offset ^ offset)>(source_mask >> S));
    else if constexpr (detail::is_checked)
      return upwards(offset);
    else
      return offset ^ ((offset & static_cast<decltype(offset ^ offset)>(source_mask)) << -S);
  }

 private:
  // S < 0 on the host: refused (leaves_fit_their_type) where the shifted bits leave the type of the
  // offset.
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

// The swizzle of the same bits of the address for elements N times as wide. N is a power of two; a
// static_assert refuses a swizzle that moves bits inside one wide element.
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto upcast(Swizzle<B, M, S> const&) {
  static_assert(refuse_unless<((N & (N - 1)) == 0), swizzle_keeps_wide_elements, found<N>>);
  static_assert(refuse_unless<(M >= detail::log2_v<N>), swizzle_keeps_wide_elements, expected<N>,
                              found<B, M, S>, at_least<detail::log2_v<N>>>);
  return Swizzle<B, M - detail::log2_v<N>, S>{};
}
// The swizzle of the same bits of the address for elements N times as narrow. N is a power of two.
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto downcast(Swizzle<B, M, S> const&) {
  static_assert(refuse_unless<((N & (N - 1)) == 0), swizzle_keeps_wide_elements, found<N>>);
  return Swizzle<B, M + detail::log2_v<N>, S>{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
