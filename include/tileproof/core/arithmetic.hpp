// SPDX-License-Identifier: BSL-1.0
//
// Defines the arithmetic of the core: one set of operations for the three ways in which it
// computes, on constants, on plain values, and as a recorder of expressions over run-time leaves.
//
// An algorithm of core/ never lets the modes of its result depend on a run-time value. It computes
// with cx.add, cx.mul, cx.select and the like, states conditions with cx.require or cx.expect, and
// asks is_fixed() where the types may decide. Then its three runs agree (static_tests/agreement):
//
//   arithmetic cx;                              // no recorder: values are known
//   cx.mul(fixed(4), fixed(8));                 // fixed 32: part of the result's type
//   cx.mul(fixed(4), plain(8));                 // plain 32: a run-time integer
//   cx.record = &recorder;
//   cx.mul(fixed(4), cx.input(0));              // node: 4 * leaf 0, known to be a multiple of 4
//
// The recorder simplifies: x + 0, x * 1, (x * 2) * 4 = x * 8, (x * 8) / 4 = x * 2, x mod 4 = 0
// where x is a multiple of 4. Each operation costs O(1), and O(nodes) where it records.
#pragma once

#include <tileproof/core/integer.hpp>
#include <tileproof/core/program.hpp>
#include <tileproof/core/refusal.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The steps that an enumeration may take before the answer is "undecided". Chosen so that clang's
// default limit of 2^20 evaluation steps is not reached.
inline constexpr int search_budget = 1 << 17;
// The steps of a search at run time on the host, where only a call that may be refused needs one.
inline constexpr int run_time_budget = 1 << 22;

// The context of one computation: the first refusal, the recorder, the steps spent. Operands are
// passed by reference, static ones are looked at first, and by `node`: a compiler's interpreter
// pays for every call and copy.
struct arithmetic {
  static constexpr std::int32_t fixed_node = integer::fixed_node;

  refusal why{};
  recorder* record = nullptr;  // null: every value is known
  int spent = 0;

  // Whether some operation was refused. Values computed after that mean nothing; callers return
  // early.
  constexpr bool refused() const { return why.what != property::none; }

  // Keeps the first reason. The computation goes on to the next test of refused(), with values that
  // mean nothing.
  constexpr void refuse(refusal const& r) {
    if (!refused()) why = r;
  }
  constexpr void refuse(property p) { refuse(refusal{p, 0, 0, 0, 0}); }

  // Pays for `steps` of an enumeration; false once the budget is used up.
  constexpr bool spend(std::int64_t steps) {
    if (steps > search_budget - spent) {
      spent = search_budget;
      return false;
    }
    spent += static_cast<int>(steps);
    return true;
  }

  // a + b, a - b, a * b. Refused (integers_fit_64_bits) where a known result leaves 64 bits; a
  // recorded one is checked when it is evaluated.
  constexpr integer add(integer const& a, integer const& b) {
    if (a.node < 0 && b.node < 0) {
      std::int64_t r = 0;
      if (add_overflows(a.value, b.value, r)) refuse(property::integers_fit_64_bits);
      return {r, a.node < b.node ? a.node : b.node};
    }
    if (a.is_fixed(0)) return b;
    if (b.is_fixed(0)) return a;
    return expression(op::add, a, b, gcd(multiple(a), multiple(b)));
  }

  // A difference may be negative: a condition must exclude that before it is divided.
  constexpr integer sub(integer const& a, integer const& b) {
    if (a.node < 0 && b.node < 0) {
      std::int64_t r = 0;
      if (sub_overflows(a.value, b.value, r)) refuse(property::integers_fit_64_bits);
      return {r, a.node < b.node ? a.node : b.node};
    }
    if (b.is_fixed(0)) return a;
    return expression(op::sub, a, b, gcd(multiple(a), multiple(b)));
  }

  // A product is known to be a multiple of the product of what is known of its factors.
  constexpr integer mul(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node) {
      std::int64_t r = 0;
      if (mul_overflows(a.value, b.value, r)) refuse(property::integers_fit_64_bits);
      return {r, fixed_node};
    }
    if ((a.value == 0 && a.is_fixed()) || (b.value == 0 && b.is_fixed())) return fixed(0);
    if (a.node < 0 && b.node < 0) {
      std::int64_t r = 0;
      if (mul_overflows(a.value, b.value, r)) refuse(property::integers_fit_64_bits);
      return known(r, a, b);
    }
    if (a.is_fixed(1)) return b;
    if (b.is_fixed(1)) return a;
    if (a.is_fixed()) return mul(b, a);  // constants stand on the right, and fold: (x*2)*4 is x*8
    if (b.is_fixed() && is_scaled(record->at[a.node])) {
      node const& inner = record->at[a.node];
      std::int64_t r = 0;
      if (!mul_overflows(inner.value, b.value, r)) return mul(integer{0, inner.a}, fixed(r));
    }
    std::int64_t m = 0;
    if (mul_overflows(multiple(a), multiple(b), m)) m = multiple(b);
    return expression(op::mul, a, b, m);
  }

  // Floor of a / b, for a >= 0 and b > 0.
  constexpr integer div(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node)
      return {quotient(a.value, b.value), fixed_node};
    if (b.is_fixed(1) || a.is_fixed(0)) return a;
    if (a.node < 0 && b.node < 0) return known(quotient(a.value, b.value), a, b);
    if (has_ranges() && a == b && is_positive(a, 1)) return fixed(1);
    if (has_ranges() && is_positive(a, 0) && is_less(a, b)) return fixed(0);
    if (!a.is_known() && b.is_fixed() && b.value != 0) {
      node const& n = record->at[a.node];
      if (is_scaled(n) && n.value % b.value == 0)  // (x*8)/4 is x*2
        return mul(integer{0, n.a}, fixed(n.value / b.value));
      std::int64_t const m = n.multiple % b.value == 0 ? n.multiple / b.value : 1;
      return expression(op::div, a, b, m == 0 ? 1 : m);
    }
    return expression(op::div, a, b, 1);
  }

  // a mod b, for a >= 0 and b > 0.
  constexpr integer mod(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node)
      return {remainder(a.value, b.value), fixed_node};
    if (b.is_fixed(1)) return fixed(0);
    if (a.is_fixed(0)) return a;
    if (a.node < 0 && b.node < 0) return known(remainder(a.value, b.value), a, b);
    if (has_ranges() && a == b) return fixed(0);
    if (has_ranges() && is_positive(a, 0) && is_less(a, b)) return a;
    if (b.is_fixed() && b.value != 0 && multiple(a) % b.value == 0 && !a.is_known())
      return fixed(0);
    return expression(op::mod, a, b, 1);
  }

  // Ceiling of a / b, for a >= 0 and b > 0; an exact division where a is known to be a multiple of
  // b.
  constexpr integer ceil_div(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node)
      return {quotient(a.value, b.value) + (remainder(a.value, b.value) != 0), fixed_node};
    if (b.is_fixed(1) || a.is_fixed(0)) return a;
    if (a.node < 0 && b.node < 0)
      return known(quotient(a.value, b.value) + (remainder(a.value, b.value) != 0), a, b);
    if (has_ranges() && is_positive(a, 1) && (a == b || is_at_most(a, b))) return fixed(1);
    if (!a.is_known() && b.is_fixed() && b.value != 0 && multiple(a) % b.value == 0)
      return div(a, b);
    return expression(op::ceil_div, a, b, 1);
  }

  // The smaller of a and b; known to be a multiple of the gcd of what is known of both.
  constexpr integer min(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node) return a.value < b.value ? a : b;
    if (a.node < 0 && b.node < 0) return known(a.value < b.value ? a.value : b.value, a, b);
    if (a == b) return a;
    if (has_ranges() && is_at_most(a, b)) return a;
    if (has_ranges() && is_at_most(b, a)) return b;
    return expression(op::min, a, b, gcd(multiple(a), multiple(b)));
  }

  // The magnitude of a, as 0 - min(a, -a) where a is recorded.
  constexpr integer abs(integer const& a) {
    if (a.is_fixed() && a.value >= 0) return a;
    if (has_ranges() && is_positive(a, 0)) return a;
    integer const minus = sub(fixed(0), a);
    return a.is_fixed() ? minus : sub(fixed(0), min(a, minus));
  }

  // Conditions: 0 or 1, and fixed where the compiler knows. Whether a <= b; whether a == b.
  constexpr integer less_equal(integer const& a, integer const& b) {
    if (a.node == fixed_node && b.node == fixed_node) return {a.value <= b.value, fixed_node};
    if (a.node < 0 && b.node < 0) return known(a.value <= b.value, a, b);
    if (a == b) return fixed(1);
    if (has_ranges() && is_at_most(a, b)) return fixed(1);
    if (has_ranges() && is_less(b, a)) return fixed(0);
    return expression(op::less_equal, a, b, 1);
  }
  constexpr integer equal(integer const& a, integer const& b) {
    if (a.node < 0 && b.node < 0) return known(a.value == b.value, a, b);
    if (a == b) return fixed(1);
    if (has_ranges() && (is_less(a, b) || is_less(b, a))) return fixed(0);
    return expression(op::equal, a, b, 1);
  }
  // Whether d divides a; d > 0.
  constexpr integer divides(integer const& d, integer const& a) {
    if (a.node == fixed_node && d.node == fixed_node)
      return {remainder(a.value, d.value) == 0, fixed_node};
    return equal(mod(a, d), fixed(0));
  }
  // Logical and, logical or; a fixed operand decides at once.
  constexpr integer both(integer const& a, integer const& b) {
    if (a.is_fixed()) return a.value ? b : a;
    if (b.is_fixed()) return b.value ? a : b;
    if (a.is_known() && b.is_known()) return known(a.value && b.value, a, b);
    return expression(op::both, a, b, 1);
  }
  constexpr integer either(integer const& a, integer const& b) {
    if (a.is_fixed()) return a.value ? a : b;
    if (b.is_fixed()) return b.value ? b : a;
    if (a.is_known() && b.is_known()) return known(a.value || b.value, a, b);
    return expression(op::either, a, b, 1);
  }

  // equal, left to run time unless both are known: the same structure for plain values, which do
  // not show that two expressions are one.
  constexpr integer equal_at_run_time(integer const& a, integer const& b) {
    return has_ranges() || (a.is_known() && b.is_known()) ? equal(a, b)
                                                          : expression(op::equal, a, b, 1);
  }
  // a where the condition holds, b otherwise; recorded without a branch, as b + condition * (a -
  // b).
  constexpr integer select(integer const& condition, integer const& a, integer const& b) {
    if (condition.is_fixed()) return condition.value ? a : b;
    if (a == b) return a;
    return add(b, mul(condition, sub(a, b)));
  }

  // States a condition that is sufficient for the result to be right. Recorded: it becomes an
  // obligation of the program. Known: it goes into `sure`, since plain values can be decided
  // exactly where it fails. Fixed: as require.
  constexpr void expect(integer const& condition, refusal const& otherwise, bool& sure) {
    if (condition.is_known() && !condition.is_fixed())
      sure = sure && condition.value != 0;
    else
      require(condition, otherwise);
  }

  // States a condition that must hold. Known: refused unless it does. Recorded: it becomes an
  // obligation of the program, once for each condition.
  constexpr void require(integer const& condition, refusal const& otherwise) {
    if (condition.is_known()) {
      if (!condition.value) refuse(otherwise);
      return;
    }
    for (int i = 0; i < record->obligations; ++i)
      if (record->owed[i].node == condition.node) return;
    if (record->obligations == record->max_obligations) {
      record->full = true;
      refuse(property::leaves_fit_capacity);
      return;
    }
    record->owed[record->obligations++] = {static_cast<std::int16_t>(condition.node), otherwise};
  }

  // The number that x is known to be a multiple of; 1 where nothing is known: |x| for a static x,
  // and the recorded fact for an expression.
  constexpr std::int64_t multiple(integer const& x) const {
    if (x.is_fixed())
      return x.value == 0 ? 1 : x.value == INT64_MIN ? INT64_MAX / 2 + 1 : magnitude(x.value);
    return x.is_known() ? 1 : record->at[x.node].multiple;
  }

  // Run-time leaf `number`, of 64 bits where wide, and the fact that it is a multiple of a number.
  constexpr integer input(int number, bool wide = false, std::int64_t multiple_of = 1) {
    return {0, record->push({{op::input, {}, {}}, wide, 0, 0, number, multiple_of})};
  }
  // The same, in a range. Then comparisons that ranges decide are decided while recording.
  constexpr integer input(int number, bool wide, std::int64_t multiple_of, node_range const& in) {
    integer const r = input(number, wide, multiple_of);
    if (!record->full) record->range[r.node] = in;
    return r;
  }

  // Whether it records integers with ranges, as for unknowns.
  constexpr bool has_ranges() const { return record != nullptr && record->range != nullptr; }
  // The integers that x may be.
  constexpr node_range range(integer const& x) const {
    return x.is_known() ? node_range{x.value, x.value} : record->range[x.node];
  }

 private:
  constexpr bool is_positive(integer const& a, std::int64_t least) const {
    return range(a).least >= least;
  }
  constexpr bool is_at_most(integer const& a, integer const& b) const {
    return range(a).greatest <= range(b).least;
  }
  constexpr bool is_less(integer const& a, integer const& b) const {
    return range(a).greatest < range(b).least;
  }
  // The range of a result.
  constexpr node_range range_of(op code, node_range const& a, node_range const& b) const {
    node_range r;
    bool const is_positive = a.least >= 0 && b.least >= 0;
    switch (code) {
      case op::add:
        if (a.least == INT64_MIN || b.least == INT64_MIN ||
            add_overflows(a.least, b.least, r.least))
          r.least = INT64_MIN;
        if (a.greatest == INT64_MAX || b.greatest == INT64_MAX ||
            add_overflows(a.greatest, b.greatest, r.greatest))
          r.greatest = INT64_MAX;
        return r;
      case op::sub:
        return range_of(op::add, a,
                        {b.greatest == INT64_MAX ? INT64_MIN : -b.greatest,
                         b.least == INT64_MIN ? INT64_MAX : -b.least});
      case op::mul:
        if (!is_positive) return r;
        if (mul_overflows(a.least, b.least, r.least)) r.least = 0;
        if (a.greatest == INT64_MAX || b.greatest == INT64_MAX ||
            mul_overflows(a.greatest, b.greatest, r.greatest))
          r.greatest = INT64_MAX;
        return r;
      case op::div:
      case op::ceil_div: {
        if (!is_positive || b.least == 0) return r;
        std::int64_t const up = code == op::ceil_div;
        r.least = b.greatest == INT64_MAX
                      ? up && a.least > 0
                      : a.least / b.greatest + (up && a.least % b.greatest != 0);
        r.greatest = a.greatest == INT64_MAX
                         ? INT64_MAX
                         : a.greatest / b.least + (up && a.greatest % b.least != 0);
        return r;
      }
      case op::mod:
        if (!is_positive || b.least == 0) return r;
        return {0, a.greatest < b.greatest - 1 ? a.greatest : b.greatest - 1};
      case op::min:
        return {a.least < b.least ? a.least : b.least,
                a.greatest < b.greatest ? a.greatest : b.greatest};
      case op::input: return r;
      default: return {0, 1};
    }
  }

  // a / b; 0 where b is 0, and refused where the result is 2^63.
  constexpr std::int64_t quotient(std::int64_t a, std::int64_t b) {
    if (b == -1 && a == INT64_MIN) refuse(property::integers_fit_64_bits);
    return b == 0 || (b == -1 && a == INT64_MIN) ? 0 : a / b;
  }
  static constexpr std::int64_t remainder(std::int64_t a, std::int64_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
  }
  // A known result: fixed where both operands are, plain otherwise.
  static constexpr integer known(std::int64_t r, integer const& a, integer const& b) {
    return {r, a.node < b.node ? a.node : b.node};
  }
  // Whether a node is another node times a constant.
  static constexpr bool is_scaled(node const& n) {
    return n.does.code == op::mul && is_constant(n.does.b);
  }
  // The place and the width of an operand.
  constexpr operand operand_of(integer const& x) const {
    if (!x.is_known()) return record->at[x.node].wide ? operand::wide : operand::narrow;
    return x.value < INT32_MIN || x.value > INT32_MAX ? operand::wide_constant
                                                      : operand::narrow_constant;
  }

  // Records a node. It has 64 bits where an operand has. Refused (leaves_fit_capacity) where the
  // program is full.
  constexpr integer expression(op code, integer const& a, integer const& b,
                               std::int64_t multiple_of) {
    node n{{code, operand_of(a), operand_of(b)}, false, 0, 0, 0, multiple_of};
    n.wide = is_wide(n.does.a) || is_wide(n.does.b);
    if (a.is_known())
      n.value = a.value;
    else
      n.a = static_cast<std::int16_t>(a.node);
    if (b.is_known())
      n.value = b.value;
    else
      n.b = static_cast<std::int16_t>(b.node);
    int const before = record->count;
    integer const r{0, record->push(n)};
    if (record->full) refuse(property::leaves_fit_capacity);
    if (has_ranges() && record->count > before)
      record->range[r.node] = range_of(code, range(a), range(b));
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
