// SPDX-License-Identifier: BSL-1.0
//
// Defines swizzle: the numbers of a Swizzle<B,M,S> (algebra/swizzle.hpp) as a plain value, its
// period and the offset that it gives.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// XORs offset bits [base+|shift|, base+|shift|+bits) into bits [base, base+bits) for shift >= 0,
// the other way for shift < 0; the identity where bits is 0.
struct swizzle {
  int bits = 0;
  int base = 0;
  int shift = 0;

  // The period in elements: every block [k * period, (k + 1) * period) is mapped onto itself.
  constexpr std::int64_t period() const {
    return std::int64_t{1} << (bits == 0 ? 0 : bits + base + (shift < 0 ? -shift : shift));
  }
  // The offset to which x moves.
  constexpr std::int64_t operator()(std::int64_t x) const {
    std::int64_t const low = ((std::int64_t{1} << bits) - 1) << base;
    return shift >= 0 ? x ^ ((x >> shift) & low) : x ^ ((x & low) << -shift);
  }
  constexpr bool operator==(swizzle const&) const = default;
};

// The K for which a(S(x)) == Swizzle<B, M + K, S>(a(x)) for every x, where S has this period and a
// is a flat static layout; -1 where there is none. It exists where a multiplies each block of one
// period by 2^K, and places the blocks at multiples of 2^K periods, so that the swizzle moves bits
// inside a block only.
constexpr int swizzle_passes(layout const& a, std::int64_t period) {
  std::int64_t const d = a.at[0].stride.value;
  if (d <= 0 || (d & (d - 1)) != 0) return -1;
  if (a.count > 1 && a.at[0].extent.value % period != 0) return -1;
  for (int i = 1; i < a.count; ++i)
    if (a.at[i].stride.value < 0 || a.at[i].stride.value % d != 0 ||
        a.at[i].stride.value / d % period != 0)
      return -1;
  int k = 0;
  while ((std::int64_t{1} << k) != d) ++k;
  return k;
}

// The most numbers 0, 1, ..., at most n, that the swizzle permutes among themselves.
constexpr std::int64_t closed_under(swizzle const& s, std::int64_t n) {
  std::int64_t const first = std::int64_t{1} << (s.base + (s.shift > 0 ? s.shift : 0));
  std::int64_t const block = std::int64_t{1} << (s.base + s.bits + (s.shift < 0 ? -s.shift : 0));
  if (s.bits == 0 || n <= first) return n;  // `first` is the lowest source bit
  return n < block ? first : n - n % block;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
