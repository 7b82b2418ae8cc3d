// SPDX-License-Identifier: BSL-1.0
//
// divisor: a run-time number by which a kernel divides often. The host computes a factor and a
// shift from it; the device divides by a multiplication, whereas a division takes some 30 dependent
// instructions.
//
//   divisor const by{rows};        // on the host
//   int const column = tile / by;  // in a kernel
//
// Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994.
#pragma once

#include <tileproof/config.hpp>

#include <bit>
#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// n / d is the quotient, rounded down, for 0 <= n < 2^31. Pre: d is not negative; 0 counts as 1.
//
// With s = ceil(log2(d)) and factor = ceil(2^(31+s) / d), the error n * (factor * d - 2^(31+s)) is
// below 2^31 * d <= 2^(31+s), so the quotient is exact; factor < 2^32.
struct divisor {
  std::uint32_t factor = std::uint32_t{1} << 31;
  std::int32_t shift = 31;

  constexpr divisor() = default;
  constexpr explicit divisor(int d) {
    std::uint32_t const by = d < 1 ? 1U : static_cast<std::uint32_t>(d);
    shift = 31 + std::bit_width(by - 1);
    factor = static_cast<std::uint32_t>(((std::uint64_t{1} << shift) + by - 1) / by);
  }
  friend TILEPROOF_HOST_DEVICE constexpr int operator/(int n, divisor const& d) {
    return static_cast<int>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(n)) * d.factor >>
                            d.shift);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
