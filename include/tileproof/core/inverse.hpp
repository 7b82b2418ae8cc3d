// SPDX-License-Identifier: BSL-1.0
//
// right_inverse, left_inverse and their relatives.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The longest chain of modes whose strides are 1, s_1, s_1*s_2, ..., continued from `reach`.
// Returns its size; best[] is the chain. Modes of equal stride are what there is to choose between.
constexpr std::int64_t compact_chain(context& cx, layout const& l, std::int64_t reach,
                                     unsigned used, int depth, int* chain, int* best,
                                     int& best_depth, std::int64_t& best_size) {
  if (reach > best_size || depth == 0) {
    best_size = reach;
    best_depth = depth;
    for (int i = 0; i < depth; ++i) best[i] = chain[i];
  }
  for (int i = 0; i < l.count && cx.spend(1); ++i) {
    mode const& m = l.at[i];
    if ((used >> i & 1U) || m.axis != 0 || !m.stride.is_fixed(reach)) continue;
    chain[depth] = i;
    if (!m.extent.is_fixed()) {  // nothing can be known to follow a run-time extent
      if (reach * 2 > best_size) {
        best_size = reach * 2;
        best_depth = depth + 1;
        for (int k = 0; k <= depth; ++k) best[k] = chain[k];
      }
      continue;
    }
    if (m.extent.value <= 1) continue;
    compact_chain(cx, l, reach * m.extent.value, used | 1U << i, depth + 1, chain, best,
                  best_depth, best_size);
  }
  return best_size;
}

// The stride of each mode of a compact layout of the same shape, first mode fastest.
constexpr void prefix_products(context& cx, layout const& l, integer* out) {
  integer n = fixed(1);
  for (int i = 0; i < l.count; ++i) {
    out[i] = n;
    n = cx.mul(n, l.at[i].extent);
  }
}

}  // namespace detail

// R with L(R(i)) == i for i < size(R), of the longest compact prefix of L: the most modes that, in
// some order, have the strides 1, s_1, s_1*s_2, ... _1:_0 where there is none.
constexpr layout right_inverse(context& cx, layout const& l) {
  layout c;  // not coalesced: of (2,3,4):(1,2,2) the longest chain is 2:1, 4:2
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed(1)) c.push(l.at[i]);
  integer index[max_leaves]{};
  detail::prefix_products(cx, c, index);
  int chain[max_leaves]{};
  int best[max_leaves]{};
  int depth = 0;
  std::int64_t best_size = 0;
  detail::compact_chain(cx, c, 1, 0, 0, chain, best, depth, best_size);
  layout r;
  for (int i = 0; i < depth; ++i) merge(cx, r, {c.at[best[i]].extent, index[best[i]], 0});
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}

namespace detail {

// The integer solutions of a growing list of linear equations in t_0..t_{n-1}: point + lattice.
struct solutions {
  static constexpr int most = 12;
  int n = 0;
  int free = 0;
  std::int64_t point[most]{};
  std::int64_t basis[most][most]{};

  constexpr explicit solutions(int unknowns) : n(unknowns), free(unknowns) {
    for (int i = 0; i < n; ++i) basis[i][i] = 1;
  }

  constexpr void grow() {
    basis[free++][n++] = 1;
  }

  // Adds the equation a . t == v; false where no integer solution is left.
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

// A search for a left inverse among all mixed radices. L is coalesced, static, not negative.
struct left_inverse_search {
  static constexpr int most_points = 256;
  std::int64_t offset[most_points]{};  // of each index
  int first[most_points]{};            // the first index of each offset, in the offsets' order
  int size = 0;
  int firsts = 0;
  std::int64_t unit[solutions::most]{1};  // digit j of x counts unit[j]; the last has no bound
  std::int64_t found[solutions::most]{};
  int digits = 1;
  bool ambiguous = false;  // some offset has several indices

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

  // Offset by offset, in ascending order: its digits must give some index that has it. When the
  // last digit first reaches a prime, that may become its radix, and a new digit begins. Primes are
  // enough: the mode ab:e is the modes a:e, b:ae.
  constexpr verdict solve(context& cx, bool first_only, int k, solutions const& s) {
    if (k == firsts) {
      for (int i = 0; i < s.n; ++i) found[i] = s.point[i];
      return verdict::yes;
    }
    if (!cx.spend(4 + (size - first[k]) / 4)) return verdict::undecided;
    std::int64_t const x = offset[first[k]];
    std::int64_t digit[solutions::most]{};
    for (int i = 0; i < digits; ++i)
      digit[i] = (i + 1 < digits ? x % unit[i + 1] : x) / unit[i];
    for (int v = first[k]; v < (first_only ? first[k] + 1 : size); ++v) {
      if (offset[v] != x) continue;
      if (!cx.spend(6 + digits * s.free)) return verdict::undecided;
      solutions t = s;
      if (!t.add(digit, v)) continue;
      verdict const r = solve(cx, first_only, k + 1, t);
      if (r != verdict::no) return r;
    }
    if (digits == solutions::most) return verdict::no;
    std::int64_t const u = unit[digits - 1];
    std::int64_t p = k == 0 ? 1 : offset[first[k - 1]] / u;
    for (p = p < 1 ? 2 : p + 1; p * u <= x; ++p) {
      bool prime = true;
      for (std::int64_t q = 2; q * q <= p; ++q) prime = prime && p % q != 0;
      if (!prime) continue;
      solutions t = s;
      t.grow();
      unit[digits++] = u * p;
      verdict const r = solve(cx, first_only, k, t);
      if (r != verdict::no) return r;
      --digits;
    }
    return verdict::no;
  }
};

// The t with L(t L(i)) == L(i) for every i: what is left of an inverse at negative offsets. 0: none.
constexpr std::int64_t negative_slope(context& cx, layout const& l, std::int64_t n) {
  std::int64_t at = 0;
  while (apply(l, at) == 0) ++at;
  for (std::int64_t t = -1; t * apply(l, at) < n && t * apply(l, at) >= 0; --t) {
    std::int64_t i = 0;
    while (i < n && cx.spend(4)) {
      std::int64_t const x = t * apply(l, i);
      if (x < 0 || x >= n || apply(l, x) != apply(l, i)) break;
      ++i;
    }
    if (i == n) return t;
  }
  return 0;
}

}  // namespace detail

// I with L(I(L(i))) == L(i) for every i; its last mode extends without bound.
// By the strides where each, in ascending order, divides the next and covers the modes below it;
// by a search over all mixed radices otherwise. Static strides.
constexpr layout left_inverse(context& cx, layout const& l) {
  layout c = coalesce(cx, l);
  layout r;
  integer index[max_leaves]{};
  detail::prefix_products(cx, c, index);
  layout sorted;
  bool negative = false;
  for (int i = 0; i < c.count; ++i) {
    mode m = c.at[i];
    if (!m.stride.is_fixed() || m.axis != 0) {
      if (c.count > 1 || m.axis != 0) cx.refuse({property::stride_order_known, i, 0, 0, 0});
      if (cx.refused()) return r;
    }
    negative = negative || (m.stride.is_fixed() && m.stride.value < 0);
    if (!m.stride.is_fixed(0)) sorted.push({m.extent, m.stride, i});  // axis: where it stood
  }
  if (sorted.count == 0) return c;
  if (negative) {
    if (sorted.count == 1 && magnitude(sorted.at[0].stride.value) == 1)
      return single({sorted.at[0].extent, cx.mul(index[sorted.at[0].axis], sorted.at[0].stride), 0});
    std::int64_t const n = all_fixed(c) ? size(cx, c).value : 0;
    std::int64_t const t = n == 0 ? 0 : detail::negative_slope(cx, c, n);
    if (t != 0) return single({fixed(n), fixed(t), 0});
    if (cx.spent == search_budget) cx.refuse({property::left_inverse_decided, 0, 0, n, 0});
    cx.refuse({property::left_inverse_exists, 0, 1, c.at[0].stride.value, 0});
    return r;
  }
  if (sorted.count > 1) sort_by_stride(sorted);

  integer chained = fixed(1);  // each extent stays below the next stride, each stride divides it
  integer below = fixed(1);
  integer from = fixed(0);
  for (int i = 0; i < sorted.count; ++i) {
    integer const d = sorted.at[i].stride;
    cx.require(cx.less_equal(fixed(1), d), {property::left_inverse_exists, i, 0, 0, 0});
    if (cx.refused()) return r;
    chained = cx.both(chained, cx.divides(below, d));
    if (i > 0) chained = cx.both(chained, cx.less_equal(cx.mul(sorted.at[i - 1].extent, below), d));
    if (chained.is_fixed(0)) break;
    merge(cx, r, {cx.div(d, below), from, 0});
    below = d;
    from = index[sorted.at[i].axis];
  }
  merge(cx, r, {sorted.at[sorted.count - 1].extent, from, 0});
  close_flat(r);
  if (chained.is_fixed(1)) return coalesce(cx, r);
  if (!all_fixed(sorted)) {
    cx.require(chained, {property::left_inverse_exists, 0, 0, 0, 0});
    return coalesce(cx, r);
  }

  std::int64_t const n = size(cx, c).value;
  std::int64_t const top = cosize(cx, c).value - 1;
  if (n > detail::left_inverse_search::most_points) {
    cx.refuse({property::left_inverse_decided, 0, 0, n, top});
    return r;
  }
  detail::left_inverse_search search(c, n);
  verdict v = search.solve(cx, true, 0, detail::solutions(1));
  if (v == verdict::no && search.ambiguous) v = search.solve(cx, false, 0, detail::solutions(1));
  r = layout{};
  if (v == verdict::undecided) cx.refuse({property::left_inverse_decided, 0, 0, n, top});
  if (v == verdict::no) cx.refuse({property::left_inverse_exists, 0, 0, 0, 0});
  if (cx.refused()) return r;
  for (int i = 0; i < search.digits; ++i) {
    std::int64_t const above = i + 1 < search.digits ? search.unit[i + 1] : top + search.unit[i];
    merge(cx, r, {fixed(above / search.unit[i]), fixed(search.found[i]), 0});
  }
  close_flat(r);
  return r;
}

// The modes of static stride 0, with the strides that they have as a coordinate:
// L(nullspace(L)(i)) == 0.
constexpr layout nullspace(context& cx, layout const& l) {
  integer index[max_leaves]{};
  detail::prefix_products(cx, l, index);
  layout r;
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].stride.is_fixed(0)) r.push({l.at[i].extent, index[i], 0});
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}

// The longest R with a(R(i)) == i and b(R(i)) == i that static integers vouch for: the run of
// stride 1 in A after the right inverse of b, as far as A after it is a layout at all.
constexpr layout max_common_layout(context& cx, layout const& a, layout const& b) {
  layout inverse = right_inverse(cx, b);
  for (; inverse.count > 0; --inverse.count) {
    close_flat(inverse);
    context trial;
    trial.record = cx.record;
    layout const common = coalesce(trial, composition(trial, a, inverse));
    if (trial.refused()) continue;
    mode const& run = common.at[0];
    if (!run.extent.is_fixed() || !run.stride.is_fixed(1) || run.axis != 0) break;
    return composition(cx, inverse, single(run));
  }
  return single({fixed(1), fixed(0), 0});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
