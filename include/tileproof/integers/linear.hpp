// SPDX-License-Identifier: BSL-1.0
//
// Defines linear expressions over unknown integers, and decides whether inequalities between them
// have no solution. integers/symbolic.hpp computes with such expressions in place of numbers.
//
//   2 x - 2 y - 1 <= 0 and 2 y - 2 x + 1 <= 0     // 2 x == 2 y + 1: no integers x and y
//
// The method is Fourier-Motzkin elimination with rounding: from a x + e <= 0 and f - b x <= 0, with
// a and b positive, follows b e + a f <= 0; and from 2 e + 1 <= 0 follows e + 1 <= 0, since e is an
// integer (W. Pugh, "The Omega test", 1991). Each derived inequality follows from the given ones;
// where space is short or a number grows too large, an inequality is left out. Therefore "no
// solution" is always right, and "none found" does not mean that there is a solution.
#pragma once

#include <tileproof/core/integer.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// factor[0] * x0 + factor[1] * x1 + ... + constant. The sum of two products of factors is inside 64
// bits, and so is the difference of two constants from the sum of the other terms.
struct linear {
  static constexpr int most = 20;  // unknowns
  static constexpr std::int64_t largest_factor = INT32_MAX;
  static constexpr std::int64_t largest_bound = std::int64_t{1} << 62;
  static constexpr std::int64_t largest = std::int64_t{1} << 61;  // constant

  std::int64_t factor[most];
  std::int64_t constant;
  std::uint64_t key;  // a sum of factors times weight(i), modulo 2^64: equal where the factors are

  static constexpr std::uint64_t first_weight = 0x9e3779b97f4a7c15;
  static constexpr std::uint64_t weight(int i) {
    std::uint64_t w = first_weight;
    for (; i > 0; --i) w *= first_weight;
    return w;
  }
};

// The inequality of <= 0. It follows from the bounds and from the given inequalities whose numbers
// are the bits of `from`.
struct inequality {
  linear of;
  std::uint64_t from;
};

// Inequalities over unknowns [0,unknowns), each in [least,greatest] or unbounded.
struct inequalities {
  static constexpr int most = 96;
  static constexpr std::int64_t no_least = INT64_MIN, no_greatest = INT64_MAX;

  int unknowns;
  int count;
  std::int64_t least[linear::most], greatest[linear::most];
  inequality at[most];

  constexpr void copy(inequalities const& from) {
    unknowns = from.unknowns, count = from.count;
    for (int i = 0; i < unknowns; ++i) least[i] = from.least[i], greatest[i] = from.greatest[i];
    for (int k = 0; k < count; ++k) at[k] = from.at[k];
  }

  // Sums of such products need no check (nor, in a constant expression, a call, which clang
  // counts).
  static constexpr std::int64_t near_factor = 1 << 24, near = std::int64_t{1} << 32;

  // [first,last] in which the expression is for all unknowns in their bounds; no_least and
  // no_greatest where there is none.
  constexpr void range_of(linear const& e, std::int64_t& first, std::int64_t& last) const {
    first = last = e.constant;
    for (int i = 0; i < unknowns; ++i) {
      std::int64_t const f = e.factor[i];
      if (f == 0) continue;
      std::int64_t const below = f > 0 ? least[i] : greatest[i];
      std::int64_t const above = f > 0 ? greatest[i] : least[i];
      first = first == no_least ? no_least
              : f <= near_factor && f >= -near_factor && below <= near && below >= -near
                  ? first + f * below
                  : sum_of(first, f, below, no_least);
      last = last == no_greatest ? no_greatest
             : f <= near_factor && f >= -near_factor && above <= near && above >= -near
                 ? last + f * above
                 : sum_of(last, f, above, no_greatest);
    }
  }
  // sum + f * bound, or `none` where the bound is none or the sum leaves [-2^62,2^62].
  static constexpr std::int64_t sum_of(std::int64_t sum, std::int64_t f, std::int64_t bound,
                                       std::int64_t none) {
    std::int64_t r = 0;
    bool const is_lost = bound == no_least || bound == no_greatest ||
                         core::mul_overflows(f, bound, r) || core::add_overflows(sum, r, r) ||
                         r > linear::largest_bound || r < -linear::largest_bound;
    return is_lost ? none : r;
  }

  // Divides r by the common divisor of its factors; returns false if it has no factors.
  constexpr bool reduce(inequality& r) const {
    std::int64_t common = 0;
    for (int i = 0; i < unknowns && common != 1; ++i)
      if (r.of.factor[i] != 0) common = core::gcd(common, r.of.factor[i]);
    if (common <= 1) return common == 1;
    r.of.key = 0;
    std::uint64_t weight = linear::first_weight;
    for (int i = 0; i < unknowns; ++i) {
      r.of.factor[i] /= common;
      r.of.key += static_cast<std::uint64_t>(r.of.factor[i]) * weight;
      weight *= linear::first_weight;
    }
    std::int64_t const c = r.of.constant;
    r.of.constant = c > 0 ? (c + common - 1) / common : c / common;
    return true;
  }

  // Adds r, unless the bounds and the other inequalities imply it. Returns false if it has no
  // solution. An inequality for which there is no space is left out.
  constexpr bool add(inequality& r) {
    if (!reduce(r)) return r.of.constant <= 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    range_of(r.of, first, last);
    if (last <= 0) return true;
    if (first > 0) return false;
    for (int k = 0; k < count; ++k) {
      if (at[k].of.key != r.of.key || !has_factors(at[k].of, r.of, 1)) continue;
      if (at[k].of.constant < r.of.constant) at[k] = r;
      return true;
    }
    if (count < most) at[count++] = r;
    return true;
  }
  // Whether the factors of a are those of b times sign.
  constexpr bool has_factors(linear const& a, linear const& b, int sign) const {
    int i = 0;
    while (i < unknowns && a.factor[i] == sign * b.factor[i]) ++i;
    return i == unknowns;
  }

  // Eliminates one unknown after the other, except `kept`. True where a contradiction is found: the
  // given inequalities of `from` have no solution. Otherwise those left are over `kept`.
  constexpr bool has_no_solution(std::uint64_t& from, int kept = -1) {
    for (int x = next(kept); x >= 0; x = next(kept))
      if (!eliminate(x, from)) return true;
    return false;
  }

  // The least and greatest value of unknown x, after has_no_solution(from, x).
  constexpr void bounds_of(int x, std::int64_t& first, std::int64_t& last) const {
    first = least[x], last = greatest[x];
    for (int k = 0; k < count; ++k) {  // +-x + c <= 0: others are divided
      std::int64_t const f = at[k].of.factor[x];
      std::int64_t const c = at[k].of.constant;
      if (f > 0 && (last == no_greatest || -c < last)) last = -c;
      if (f < 0 && (first == no_least || c > first)) first = c;
    }
  }

 private:
  // The unknown whose elimination leaves the fewest inequalities, or -1 where none is left.
  constexpr int next(int kept) const {
    int best = -1;
    int fewest = 0;
    for (int x = 0; x < unknowns; ++x) {
      if (x == kept) continue;
      int above = 0;
      int below = 0;
      for (int k = 0; k < count; ++k) {
        if (at[k].of.factor[x] > 0) ++above;
        if (at[k].of.factor[x] < 0) ++below;
      }
      if (above + below == 0) continue;
      int const pairs =
          (above + (greatest[x] != no_greatest)) * (below + (least[x] != no_least)) - above - below;
      if (best < 0 || pairs < fewest) best = x, fewest = pairs;
    }
    return best;
  }

  // Replaces the inequalities with x by the inequalities without x that follow from them. Returns
  // false if one has no solution; `from` is then that of this inequality.
  constexpr bool eliminate(int x, std::uint64_t& from) {
    int const old = count;
    for (int i = 0; i < old; ++i) {
      std::int64_t const f = at[i].of.factor[x];
      if (f == 0) continue;
      std::int64_t const bound = f > 0 ? least[x] : greatest[x];
      if (bound != no_least && bound != no_greatest) {
        inequality r = at[i];
        r.of.key -= static_cast<std::uint64_t>(f) * linear::weight(x);
        r.of.factor[x] = 0;
        from = r.from;
        r.of.constant = f <= near_factor && f >= -near_factor && bound <= near && bound >= -near
                            ? r.of.constant + f * bound
                            : sum_of(r.of.constant, f, bound, no_least);
        if (r.of.constant != no_least && !add(r)) return false;
      }
      if (f < 0) continue;
      for (int j = 0; j < old; ++j) {
        std::int64_t const g = -at[j].of.factor[x];
        if (g <= 0) continue;
        std::int64_t const common = f == 1 || g == 1 ? 1 : core::gcd(f, g);
        inequality r{};
        r.from = from = at[i].from | at[j].from;
        if (combine(r.of, g / common, at[i].of, f / common, at[j].of) && !add(r)) return false;
      }
    }
    int left = 0;
    for (int k = 0; k < count; ++k)
      if (at[k].of.factor[x] == 0) {
        if (left != k) at[left] = at[k];
        ++left;
      }
    count = left;
    return true;
  }

  static constexpr bool is_small(std::int64_t constant) {
    return constant <= linear::largest && constant >= -linear::largest;
  }
  // r = a p + b q; false where a number becomes too large.
  constexpr bool combine(linear& r, std::int64_t a, linear const& p, std::int64_t b,
                         linear const& q) const {
    for (int i = 0; i < unknowns; ++i) {
      if (p.factor[i] == 0 && q.factor[i] == 0) continue;
      std::int64_t const f = a * p.factor[i] + b * q.factor[i];
      if (f > linear::largest_factor || f < -linear::largest_factor) return false;
      r.factor[i] = f;
    }
    r.key = static_cast<std::uint64_t>(a) * p.key + static_cast<std::uint64_t>(b) * q.key;
    std::int64_t c = 0;
    std::int64_t d = 0;
    if (core::mul_overflows(a, p.constant, c) || core::mul_overflows(b, q.constant, d))
      return false;
    return !core::add_overflows(c, d, r.constant) && is_small(r.constant);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
