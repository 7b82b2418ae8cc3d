// SPDX-License-Identifier: BSL-1.0
//
// Defines monomials, the products of unknowns on the path of a run. m * ld becomes a further
// unknown, with the bounds that those of m and ld give it; what else is known of it follows from
// inequalities that are multiplied:
//
//   j <= n - 1 and ld >= 0    =>    j * ld <= n * ld - ld
//
// They are the products of an inequality of the path, or of a bound of an unknown, with a bound of
// an unknown, as far as the monomials in them exist (H. Sherali and W. Adams, "A Hierarchy of
// Relaxations", 1990, of degree 1). So what is proved is right, and not all that is right is
// proved.
#pragma once

#include <tileproof/integers/decisions.hpp>
#include <tileproof/integers/linear.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// A base of `search`. An unknown is declared, a quotient, or a product of several of these.
class monomials : protected decisions {
 protected:
  using decisions::decisions;
  static constexpr int most_factors = 4;

  // Unknown i has itself as its only factor.
  constexpr void is_single(int i) {
    factors_[i] = 1;
    factor_[i][0] = static_cast<std::int8_t>(i);
  }
  constexpr bool has_monomials() const {
    for (int i = 0; i < path_.unknowns; ++i)
      if (factors_[i] > 1) return true;
    return false;
  }
  static constexpr linear unknown_of(int i) {
    linear v{};
    v.factor[i] = 1;
    v.key = linear::weight(i);
    return v;
  }

  constexpr void set_key(linear& e) const {
    e.key = 0;
    for (int i = 0; i < path_.unknowns; ++i)
      if (e.factor[i] != 0) e.key += static_cast<std::uint64_t>(e.factor[i]) * linear::weight(i);
  }
  constexpr void negate(linear& e) const {
    for (int i = 0; i < path_.unknowns; ++i) e.factor[i] = -e.factor[i];
    e.constant = -e.constant;
    e.key = 0 - e.key;
  }

  // r = x * y by the distributive law, with the monomials of `in`.
  template <class Self>
  static constexpr bool expand(Self& in, linear const& x, linear const& y, linear& r) {
    r = linear{};
    int const unknowns = in.path_.unknowns;
    if (core::mul_overflows(x.constant, y.constant, r.constant)) return false;
    for (int i = 0; i < unknowns; ++i) {
      if (!add_term(r, i, x.factor[i], y.constant) || !add_term(r, i, y.factor[i], x.constant))
        return false;
      for (int j = 0; j < unknowns && x.factor[i] != 0; ++j) {
        if (y.factor[j] == 0) continue;
        int const of_both = in.monomial(in.factors_of(i, j));
        if (of_both < 0 || !add_term(r, of_both, x.factor[i], y.factor[j])) return false;
      }
    }
    in.set_key(r);
    return r.constant <= linear::largest && r.constant >= -linear::largest;
  }
  // r = x * y; false where a monomial has no place, or a number becomes too large.
  constexpr bool product(linear const& x, linear const& y, linear& r) {
    return expand(*this, x, y, r);
  }

  // Whether x = r * y, for a y that is one unknown or a number times one.
  constexpr bool divides_exactly(linear const& x, linear const& y, linear& r) {
    int by = -1;
    for (int i = 0; i < path_.unknowns; ++i)
      if (y.factor[i] != 0) {
        if (by >= 0) return false;
        by = i;
      }
    if (by < 0 || factors_[by] != 1 || x.constant != 0 || y.constant != 0) return false;
    r = linear{};
    int const unknowns = path_.unknowns;
    for (int i = 0; i < unknowns; ++i) {
      if (x.factor[i] == 0) continue;
      factor_list rest{};
      bool is_removed = false;
      for (int f = 0; f < factors_[i]; ++f) {
        if (!is_removed && factor_[i][f] == by)
          is_removed = true;
        else
          rest.at[rest.count++] = factor_[i][f];
      }
      if (!is_removed || x.factor[i] % y.factor[by] != 0) return false;
      std::int64_t const f = x.factor[i] / y.factor[by];
      if (rest.count == 0) {
        r.constant += f;
        continue;
      }
      int const of = monomial(rest);
      if (of < 0 || !add_term(r, of, f, 1)) return false;
    }
    set_key(r);
    return true;
  }

  // Adds to `to`, a copy of the path, what follows by products.
  constexpr void add_products(inequalities& to) const {
    int const given = to.count;
    for (int i = 0; i < to.unknowns; ++i) {
      if (factors_[i] != 1 || !is_in_a_monomial(i)) continue;
      for (int side = 0; side < 2; ++side) {
        linear bound{};  // i - least >= 0, or greatest - i >= 0
        if (!bound_of(i, side, bound)) continue;
        for (int k = 0; k < given; ++k) multiply(to, path_.at[k].of, bound, path_.at[k].from);
        for (int j = 0; j < to.unknowns; ++j)
          for (int other = 0; other < 2; ++other) {
            linear of{};
            if ((factors_[j] > 1 || j >= i) && bound_of(j, other, of)) {
              negate(of);
              multiply(to, of, bound, 0);
            }
          }
      }
    }
  }

 private:
  int factors_[linear::most]{};  // of each unknown: their number, and which, in order
  std::int8_t factor_[linear::most][most_factors]{};

  constexpr bool is_in_a_monomial(int x) const {
    for (int i = 0; i < path_.unknowns; ++i)
      for (int f = 0; factors_[i] > 1 && f < factors_[i]; ++f)
        if (factor_[i][f] == x) return true;
    return false;
  }
  // An expression that is not negative, as unknown i has this bound.
  constexpr bool bound_of(int i, int side, linear& r) const {
    std::int64_t const at = side == 0 ? path_.least[i] : path_.greatest[i];
    if (at > linear::largest_factor || at < -linear::largest_factor) return false;
    r = unknown_of(i);
    r.constant = -at;
    if (side == 1) negate(r);
    return true;
  }
  // Adds e * bound <= 0, for e <= 0 and bound >= 0, if its monomials exist.
  constexpr void multiply(inequalities& to, linear const& e, linear const& bound,
                          std::uint64_t from) const {
    inequality r{{}, from};
    if (expand(*this, e, bound, r.of)) to.add(r);
  }

  // The factors of both unknowns, in order.
  struct factor_list {
    int count = 0;
    std::int8_t at[2 * most_factors]{};
  };
  constexpr factor_list factors_of(int a, int b) const {
    factor_list r{factors_[a] + factors_[b]};
    for (int k = 0, i = 0, j = 0; k < r.count; ++k)
      r.at[k] = j == factors_[b] || (i < factors_[a] && factor_[a][i] <= factor_[b][j])
                    ? factor_[a][i++]
                    : factor_[b][j++];
    return r;
  }
  // The unknown with these factors, or -1; where the path may grow it is made.
  constexpr int monomial(factor_list const& of) const {
    for (int i = 0; i < path_.unknowns; ++i) {
      int k = factors_[i] == of.count ? 0 : of.count + 1;
      while (k < of.count && factor_[i][k] == of.at[k]) ++k;
      if (k == of.count) return i;
    }
    return -1;
  }
  constexpr int monomial(factor_list const& of) {
    int const known = static_cast<monomials const*>(this)->monomial(of);
    if (known >= 0 || of.count > most_factors || path_.unknowns == linear::most) return known;
    int const made = path_.unknowns++;
    factors_[made] = of.count;
    for (int k = 0; k < of.count; ++k) factor_[made][k] = of.at[k];
    std::int64_t first = path_.least[of.at[0]];
    std::int64_t last = path_.greatest[of.at[0]];
    for (int k = 1; k < of.count; ++k)
      multiply_bounds(first, last, of.at[k], k == 1 && of.at[0] == of.at[1]);
    path_.least[made] = first, path_.greatest[made] = last;
    return made;
  }
  // [first,last] times the bounds of unknown x, or where it is x the square of it; without a bound
  // where one is lost.
  constexpr void multiply_bounds(std::int64_t& first, std::int64_t& last, int x,
                                 bool is_square) const {
    std::int64_t const of[] = {first, last};
    std::int64_t const at[] = {path_.least[x], path_.greatest[x]};
    bool const is_positive = is_bound(of[0]) && is_bound(at[0]) && of[0] >= 0 && at[0] >= 0;
    std::int64_t least = INT64_MAX;
    std::int64_t greatest = INT64_MIN;
    bool is_lost = false;
    for (std::int64_t const a : of)
      for (std::int64_t const b : at) {
        std::int64_t r = 0;
        if (!is_bound(a) || !is_bound(b) || core::mul_overflows(a, b, r) || !is_bound(r)) {
          is_lost = true;
          continue;
        }
        if (r < least) least = r;
        if (r > greatest) greatest = r;
      }
    first = is_positive && least <= greatest ? least : is_lost ? inequalities::no_least : least;
    last = is_lost ? inequalities::no_greatest : greatest;
    if ((is_square || is_positive) && (!is_bound(first) || first < 0)) first = 0;
  }
  static constexpr bool is_bound(std::int64_t b) {
    return b <= linear::largest_bound && b >= -linear::largest_bound;
  }

  // r += a * b * unknown i.
  static constexpr bool add_term(linear& r, int i, std::int64_t a, std::int64_t b) {
    std::int64_t f = 0;
    if (core::mul_overflows(a, b, f) || core::add_overflows(f, r.factor[i], f)) return false;
    r.factor[i] = f;
    return f <= linear::largest_factor && f >= -linear::largest_factor;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
