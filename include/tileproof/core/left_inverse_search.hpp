// SPDX-License-Identifier: BSL-1.0
//
// Defines left_inverse_search, which finds a left inverse of a small static layout among all mixed
// radices, by exact linear equations.
#pragma once

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail {

// The integer solutions of a growing list of linear equations in t_0..t_{n-1}: point + lattice. The
// lattice has `free` basis vectors, of which each equation takes one or none. The unknowns are the
// strides of the inverse: t . digits(x) = i states that offset x is mapped to index i. At most 12
// unknowns.
struct solutions {
  static constexpr int most = 12;
  int n = 0;
  int free = 0;
  std::int64_t point[most]{};
  std::int64_t basis[most][most]{};

  // No equation yet: every t is a solution, the point 0 with the unit vectors.
  constexpr explicit solutions(int unknowns) : n(unknowns), free(unknowns) {
    for (int i = 0; i < n; ++i) basis[i][i] = 1;
  }

  // Adds a further unknown, without an equation.
  constexpr void grow() { basis[free++][n++] = 1; }

  // Adds the equation a . t == v; false where no integer solution is left. Euclid's algorithm on
  // the values of a at the basis vectors leaves one vector at which it is not 0, their gcd; the
  // equation is solvable if the gcd divides what is missing, and takes that vector. O(n * free *
  // log(values)).
  constexpr bool add(std::int64_t const* a, std::int64_t v) {
    for (int i = 0; i < n; ++i) v -= a[i] * point[i];
    std::int64_t step[most]{};
    for (int k = 0; k < free; ++k)
      for (int i = 0; i < n; ++i) step[k] += a[i] * basis[k][i];
    int pivot = -1;
    for (int k = 0; k < free; ++k) {  // Euclid on the steps, the basis following
      if (step[k] == 0) continue;
      if (pivot < 0) {
        pivot = k;
        continue;
      }
      while (step[k] != 0) {
        std::int64_t const q = step[pivot] / step[k];
        for (int i = 0; i < n; ++i) {
          std::int64_t const t = basis[pivot][i] - q * basis[k][i];
          basis[pivot][i] = basis[k][i];
          basis[k][i] = t;
        }
        std::int64_t const t = step[pivot] - q * step[k];
        step[pivot] = step[k];
        step[k] = t;
      }
    }
    if (pivot < 0) return v == 0;
    if (v % step[pivot] != 0) return false;
    for (int i = 0; i < n; ++i) point[i] += v / step[pivot] * basis[pivot][i];
    --free;
    for (int i = 0; i < n; ++i) {
      basis[pivot][i] = basis[free][i];
      basis[free][i] = 0;
    }
    return true;
  }
};

// A search for a left inverse among all mixed radices. Pre: L is coalesced, static, not negative,
// and has at most 256 coordinates. `unit` are the radices' weights so far, `found` the strides of
// the answer.
struct left_inverse_search {
  static constexpr int most_points = 256;
  std::int64_t offset[most_points]{};  // offset[i]: of index i
  int first[most_points]{};            // the first index of each offset, in the offsets' order
  int size = 0;
  int firsts = 0;
  std::int64_t unit[solutions::most]{1};  // digit j of x counts unit[j]; the last has no bound
  std::int64_t found[solutions::most]{};
  int digits = 1;
  bool ambiguous = false;  // some offset has several indices

  // Tabulates the offsets of l, and the first index of each. O(n^2).
  constexpr left_inverse_search(layout const& l, std::int64_t n) : size(static_cast<int>(n)) {
    for (int i = 0; i < size; ++i) {
      offset[i] = apply(l, i);
      int j = 0;
      while (offset[j] != offset[i]) ++j;
      if (j != i) {
        ambiguous = true;
        continue;
      }
      for (j = firsts++; j > 0 && offset[first[j - 1]] > offset[i]; --j) first[j] = first[j - 1];
      first[j] = i;
    }
  }

  // The digits of offset x at the radices so far.
  constexpr void write_digits(std::int64_t x, std::int64_t* digit) const {
    for (int i = 0; i < digits; ++i) digit[i] = (i + 1 < digits ? x % unit[i + 1] : x) / unit[i];
  }

  // Solves offset by offset, in ascending order, from the k-th on, given the solutions s of those
  // before: the digits of an offset must give some index that has it. When the last digit first
  // reaches a prime, that may become its radix, and a new digit begins. Primes are enough: the mode
  // ab:e is the modes a:e, b:ae. With `first_only` each offset must map to its first index, a
  // smaller search that is tried first. Result: yes with `found`; no; undecided where the budget
  // ends.
  constexpr answer solve(arithmetic& cx, bool first_only, int k, solutions const& s) {
    if (k == firsts) {
      for (int i = 0; i < s.n; ++i) found[i] = s.point[i];
      return answer::yes;
    }
    if (!cx.spend(4 + (size - first[k]) / 4)) return answer::undecided;
    std::int64_t const x = offset[first[k]];
    std::int64_t digit[solutions::most]{};
    write_digits(x, digit);
    for (int v = first[k]; v < (first_only ? first[k] + 1 : size); ++v) {
      if (offset[v] != x) continue;
      if (!cx.spend(6 + digits * s.free)) return answer::undecided;
      solutions t = s;
      if (!t.add(digit, v)) continue;
      answer const r = solve(cx, first_only, k + 1, t);
      if (r != answer::no) return r;
    }
    if (digits == solutions::most) return answer::no;
    std::int64_t const u = unit[digits - 1];
    std::int64_t p = k == 0 ? 1 : offset[first[k - 1]] / u;
    for (p = p < 1 ? 2 : p + 1; p <= x / u; ++p) {
      bool prime = true;
      for (std::int64_t q = 2; prime && q <= p / q; ++q) {
        if (q % 64 == 0 && !cx.spend(1)) return answer::undecided;
        prime = p % q != 0;
      }
      if (!prime) continue;
      solutions t = s;
      t.grow();
      unit[digits++] = u * p;
      answer const r = solve(cx, first_only, k, t);
      if (r != answer::no) return r;
      --digits;
    }
    return answer::no;
  }

  // The last try, where the budget has ended: the radices at which modes of l begin and end, of
  // which each divides the next, and the first index of each offset. O(points * leaves^2).
  constexpr bool solve_by_strides(layout const& l) {
    digits = 1;
    for (std::int64_t last = 1; digits < solutions::most;) {
      std::int64_t next = 0;
      for (int i = 0; i < 2 * l.count; ++i) {
        mode const& m = l.at[i / 2];
        std::int64_t const u = m.stride.value * (i % 2 == 0 ? 1 : m.extent.value);
        if (u > last && u % last == 0 && (next == 0 || u < next)) next = u;
      }
      if (next == 0) break;
      last = unit[digits++] = next;
    }
    solutions s(digits);
    for (int k = 0; k < firsts; ++k) {
      std::int64_t digit[solutions::most]{};
      write_digits(offset[first[k]], digit);
      if (!s.add(digit, first[k])) return false;
    }
    for (int i = 0; i < s.n; ++i) found[i] = s.point[i];
    return true;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail
