// SPDX-License-Identifier: BSL-1.0
//
// Defines swizzle: the numbers of a Swizzle<B,M,S> (algebra/swizzle.hpp) as a plain value, its
// period and the offset that it gives.
#pragma once

#include <tileproof/config.hpp>

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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
