// SPDX-License-Identifier: BSL-1.0
//
// Defines path_arithmetic, the results that a `search` (integers/symbolic.hpp) computes on the path
// of a run. x / 4 becomes a new unknown q with 4 q <= x <= 4 q + 3, or x <= 4 q <= x + 3 for x < 0:
// it rounds as int does.
#pragma once

#include <tileproof/integers/decisions.hpp>
#include <tileproof/integers/linear.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// A base of `search`. In `int_only` every sum, difference and product must be an int too.
class path_arithmetic : protected decisions {
 protected:
  constexpr path_arithmetic(int declared, bool int_only)
      : decisions(declared), int_only_(int_only) {}

  constexpr linear not_linear() {
    if (!is_over()) why = reason::not_linear;
    return {};
  }
  // Whether no unknown has a factor, as in every expression of a run on plain numbers.
  constexpr bool is_number(linear const& e) const {
    if (e.key != 0) return false;
    for (int i = 0; i < path_.unknowns; ++i)
      if (e.factor[i] != 0) return false;
    return true;
  }
  // Checks the result of an operation: it has to be within the limits, and an int if `int_only`.
  constexpr linear result_of(linear const& r) {
    bool is_small = r.constant <= linear::largest && r.constant >= -linear::largest;
    for (int i = 0; i < path_.unknowns; ++i)
      is_small = is_small && r.factor[i] <= linear::largest_factor &&
                 r.factor[i] >= -linear::largest_factor;
    if (!is_small) return not_linear();
    if (int_only_ && !is_over() && !is_int_by_bounds(r)) {
      linear e = r;
      e.constant -= INT32_MAX;
      bool is_int = decide(e);  // r - INT32_MAX <= 0
      if (is_int) {
        for (int i = 0; i < path_.unknowns; ++i) e.factor[i] = -r.factor[i];
        e.key = 0 - r.key;
        e.constant = INT32_MIN - r.constant;
        is_int = decide(e);
      }
      left_int_ = !is_over() && !is_int;
    }
    return r;
  }
  // x / by, by > 0, rounded towards 0.
  constexpr linear divide(linear const& x, std::int64_t by) {
    linear is_positive{};  // -x <= 0
    for (int i = 0; i < path_.unknowns; ++i) is_positive.factor[i] = -x.factor[i];
    is_positive.constant = -x.constant;
    is_positive.key = 0 - x.key;
    bool const is_negative = !decide(is_positive);
    if (is_over()) return {};
    for (int k = 0; k < quotients_; ++k) {
      quotient const& known = quotient_[k];
      if (known.of.key == x.key && known.of.constant == x.constant && known.by == by &&
          path_.has_factors(known.of, x, 1))
        return unknown_of(known.is);
    }
    if (path_.unknowns == linear::most || by > linear::largest_factor) return not_linear();
    std::int64_t first = 0;
    std::int64_t last = 0;
    path_.range_of(x, first, last);
    int const q = path_.unknowns++;
    if (first != inequalities::no_least) first /= by;
    if (last != inequalities::no_greatest) last /= by;
    if (!is_negative && first < 0) first = 0;
    if (is_negative && last > 0) last = 0;
    bool const is_far_below = first < -linear::largest_bound || first > linear::largest_bound;
    bool const is_far_above = last > linear::largest_bound || last < -linear::largest_bound;
    path_.least[q] = is_far_below ? inequalities::no_least : first;
    path_.greatest[q] = is_far_above ? inequalities::no_greatest : last;
    quotient_[quotients_++] = {x, by, q};
    inequality above{{}, 0};  // q * by - x <= 0, or <= by - 1 for x < 0
    inequality below{x, 0};   // x - q * by <= by - 1, or <= 0 for x < 0
    for (int i = 0; i < q; ++i) above.of.factor[i] = -x.factor[i];
    std::uint64_t const of_q = static_cast<std::uint64_t>(by) * linear::weight(q);
    above.of.factor[q] = by, below.of.factor[q] = -by;
    above.of.key = of_q - x.key, below.of.key = x.key - of_q;
    above.of.constant = -x.constant - (is_negative ? by - 1 : 0);
    below.of.constant = x.constant - (is_negative ? 0 : by - 1);
    append(above);
    if (!is_over()) append(below);
    return unknown_of(q);
  }
  static constexpr linear unknown_of(int i) {
    linear v{};
    v.factor[i] = 1;
    v.key = linear::weight(i);
    return v;
  }

 private:
  struct quotient {
    linear of;
    std::int64_t by;
    int is;
  };
  bool int_only_;
  quotient quotient_[linear::most]{};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
