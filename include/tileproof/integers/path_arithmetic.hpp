// SPDX-License-Identifier: BSL-1.0
//
// Defines path_arithmetic, the results that a `search` (integers/symbolic.hpp) computes on the path
// of a run. x / 4 becomes a new unknown q with 4 q <= x <= 4 q + 3, or x <= 4 q <= x + 3 for x < 0:
// it rounds as int does. x / y, for x >= 0 and y >= 1, is a q with q y <= x <= q y + y - 1.
#pragma once

#include <tileproof/integers/linear.hpp>
#include <tileproof/integers/monomials.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// A base of `search`. In `int_only` every sum, difference and product must be an int too.
class path_arithmetic : protected monomials {
 protected:
  constexpr path_arithmetic(int declared, bool int_only)
      : monomials(declared), int_only_(int_only) {}

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
  constexpr bool is_within_limits(linear const& r) const {
    bool is_small = r.constant <= linear::largest && r.constant >= -linear::largest;
    for (int i = 0; i < path_.unknowns; ++i)
      is_small = is_small && r.factor[i] <= linear::largest_factor &&
                 r.factor[i] >= -linear::largest_factor;
    return is_small;
  }
  // Checks the result of an operation: it has to be within the limits, and an int if `int_only`.
  constexpr linear result_of(linear const& r) {
    if (!is_within_limits(r)) return not_linear();
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
  // x * y.
  constexpr linear multiply(linear const& x, linear const& y) {
    linear r{};
    if (is_over()) return r;
    return product(x, y, r) ? result_of(r) : not_linear();
  }
  // x / by, by > 0, rounded towards 0.
  constexpr linear divide(linear const& x, std::int64_t by) {
    linear is_positive = x;  // -x <= 0
    negate(is_positive);
    bool const is_negative = !decide(is_positive);
    if (is_over()) return {};
    linear const of{{}, by, 0};
    if (int const known = quotient_of(x, of); known >= 0) return unknown_of(known);
    if (by > linear::largest_factor) return not_linear();
    std::int64_t first = 0;
    std::int64_t last = 0;
    path_.range_of(x, first, last);
    if (first != inequalities::no_least) first /= by;
    if (last != inequalities::no_greatest) last /= by;
    if (!is_negative && first < 0) first = 0;
    if (is_negative && last > 0) last = 0;
    int const q = new_quotient(x, of, first, last);
    if (q < 0) return not_linear();
    linear of_q = unknown_of(q);
    of_q.factor[q] = by, of_q.key *= static_cast<std::uint64_t>(by);
    inequality above{difference(of_q, x, is_negative ? 1 - by : 0), 0};
    inequality below{difference(x, of_q, is_negative ? 0 : 1 - by), 0};
    append(above);
    if (!is_over()) append(below);
    return unknown_of(q);
  }
  // x / y for an x that is not negative and a positive y.
  constexpr linear divide(linear const& x, linear const& y) {
    linear is_positive = x;  // -x <= 0
    negate(is_positive);
    linear is_divisor = y;  // 1 - y <= 0
    negate(is_divisor);
    is_divisor.constant += 1;
    if (!decide(is_positive) || !decide(is_divisor)) return not_linear();
    linear exact{};
    if (divides_exactly(x, y, exact)) return exact;
    if (int const known = quotient_of(x, y); known >= 0) return unknown_of(known);
    std::int64_t first = 0;
    std::int64_t last = 0;
    path_.range_of(x, first, last);
    int const q = new_quotient(x, y, 0, last);  // its bounds follow from x alone
    linear of_q{};
    if (q < 0 || !product(unknown_of(q), y, of_q)) return not_linear();
    put(difference(of_q, x, 0));
    put(difference(difference(x, of_q, 1), y, 0));
    return unknown_of(q);
  }
  // x - whole * by, which is an int where x is one.
  constexpr linear remainder(linear const& x, linear const& whole, linear const& by) {
    linear part{};
    if (!product(whole, by, part)) return not_linear();
    linear const r = difference(x, part, 0);
    return is_within_limits(r) ? r : not_linear();
  }

 private:
  struct quotient {
    linear of, by;
    int is;
  };
  bool int_only_;
  quotient quotient_[linear::most]{};

  constexpr bool is_same(linear const& a, linear const& b) const {
    return a.key == b.key && a.constant == b.constant && path_.has_factors(a, b, 1);
  }
  constexpr int quotient_of(linear const& x, linear const& by) const {
    for (int k = 0; k < quotients_; ++k)
      if (is_same(quotient_[k].of, x) && is_same(quotient_[k].by, by)) return quotient_[k].is;
    return -1;
  }
  // A new unknown in [first,last], or -1.
  constexpr int new_quotient(linear const& x, linear const& by, std::int64_t first,
                             std::int64_t last) {
    if (path_.unknowns == linear::most) return -1;
    int const q = path_.unknowns++;
    bool const is_far_below = first < -linear::largest_bound || first > linear::largest_bound;
    bool const is_far_above = last > linear::largest_bound || last < -linear::largest_bound;
    path_.least[q] = is_far_below ? inequalities::no_least : first;
    path_.greatest[q] = is_far_above ? inequalities::no_greatest : last;
    is_single(q);
    quotient_[quotients_++] = {x, by, q};
    return q;
  }
  // a - b + c.
  constexpr linear difference(linear const& a, linear const& b, std::int64_t c) const {
    linear r = a;
    for (int i = 0; i < path_.unknowns; ++i) r.factor[i] -= b.factor[i];
    r.key -= b.key;
    r.constant += c - b.constant;
    return r;
  }
  // States e <= 0.
  constexpr void put(linear const& e) {
    if (is_over()) return;
    inequality r{e, 0};
    if (is_within_limits(e))
      append(r);
    else
      not_linear();
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
