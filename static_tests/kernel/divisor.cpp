// SPDX-License-Identifier: BSL-1.0
//
// n / divisor(d) is n / d: for all small numbers, and near the last multiple of d, for d beside
// powers of 2, and at the largest n.
#include <tileproof/kernel/common/divisor.hpp>

#include <cstdint>
#include <initializer_list>

namespace {

using tileproof::divisor;

constexpr bool divides(int n, int d) { return n < 0 || n / divisor(d) == n / d; }
constexpr bool divides_small_numbers() {
  for (int d = 1; d < 70; ++d)
    for (int n = 0; n < 300; ++n)
      if (!divides(n, d)) return false;
  return true;
}
constexpr bool divides_at_edges() {
  for (int bit = 0; bit < 31; ++bit)
    for (int by = -1; by < 2; ++by) {
      std::int64_t const d = (std::int64_t{1} << bit) + by;
      if (d < 1) continue;
      std::int64_t const last = INT32_MAX / d * d;  // the last multiple
      for (std::int64_t const n :
           {last - 1, last, last + 1, d - 1, d, d + 1, std::int64_t{INT32_MAX}})
        if (n <= INT32_MAX && !divides(static_cast<int>(n), static_cast<int>(d))) return false;
    }
  return divides(INT32_MAX, INT32_MAX) && divides(INT32_MAX - 1, INT32_MAX);
}
static_assert(divides_small_numbers());
static_assert(divides_at_edges());
static_assert(7 / divisor(0) == 7 && 7 / divisor() == 7);

}  // namespace
