// SPDX-License-Identifier: BSL-1.0
//
// Defines left_inverse(L): a layout I with L(I(L(i))) == L(i) for every i. I finds, for an offset
// that L reaches, an index that has it.
//
//   (4,8):(8,1) has the left inverse (8,4):(4,1): offset 9 is index 5, element (1,1)
//
// Three ways, cheapest first:
//
// - from the strides, where each divides the next and covers the modes below it: the digit of the
//   offset at a stride is the coordinate of that mode. O(leaves^2). The only way with run-time
//   leaves, where the conditions are recorded;
// - for static layouts of at most 256 coordinates a search over all mixed radices, with exact
//   linear equations, within the search budget;
// - for negative strides a single slope, I = n:t.
//
// Refused where none exists (left_inverse_exists), where the search was cut short
// (left_inverse_decided), where strides are basis vectors (stride_order_known), and where a
// run-time stride is below 1 (left_inverse_strides_are_positive).
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/injective.hpp>
#include <tileproof/core/left_inverse_search.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The t with L(t L(i)) == L(i) for every i < n, the only form of an inverse at negative offsets; 0
// where there is none, or where the budget ends (cx.spent shows it). Pre: some offset is not 0.
constexpr std::int64_t negative_slope(arithmetic& cx, layout const& l, std::int64_t n) {
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

// Decides for plain values that do not nest, at every coordinate, whether `inverse` is a left
// inverse of l all the same. Refused (left_inverse_fits_the_types) with the first index at which it
// is not. O(size * leaves), within run_time_budget. Defined below.
constexpr void try_left_inverse(arithmetic& cx, layout const& l, layout const& inverse);

// Whether all strides are static.
constexpr bool all_strides_fixed(layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].stride.is_fixed()) return false;
  return true;
}

}  // namespace detail

// I with L(I(L(i))) == L(i) for every i; its last mode extends without bound. Refused:
// stride_order_known, left_inverse_exists, left_inverse_decided, and with run-time leaves
// left_inverse_strides_are_positive and left_inverse_fits_the_types.
constexpr layout left_inverse(arithmetic& cx, layout const& l) {
  layout c = coalesce(cx, l);
  layout r;
  integer index[max_leaves]{};
  prefix_products(cx, c, index);
  layout sorted;
  bool negative = false;
  for (int i = 0; i < c.count; ++i) {
    mode m = c.at[i];
    if (m.axis != 0) return cx.refuse({property::stride_order_known, i, 0, 0, 0}), r;
    negative = negative || (m.stride.is_fixed() && m.stride.value < 0);
    if (!m.stride.is_fixed())
      cx.require(cx.less_equal(fixed(1), m.stride),
                 {property::left_inverse_strides_are_positive, i, 0, m.stride.value, 1});
    if (cx.refused()) return r;
    if (!m.stride.is_fixed(0)) sorted.push({m.extent, m.stride, i});  // axis: where it stood
  }
  // L(i) is 0 everywhere: every layout is an inverse.
  if (sorted.count == 0) return c;
  // Negative strides have an inverse only if it is one slope.
  if (negative) {
    if (sorted.count == 1 && magnitude(sorted.at[0].stride.value) == 1)
      return single(
          {sorted.at[0].extent, cx.mul(index[sorted.at[0].axis], sorted.at[0].stride), 0});
    std::int64_t const n = all_fixed(c) ? size(cx, c).value : 0;
    std::int64_t const t = n == 0 ? 0 : detail::negative_slope(cx, c, n);
    if (t != 0) return single({fixed(n), fixed(t), 0});
    if (cx.spent == search_budget) cx.refuse({property::left_inverse_decided, 0, 0, n, 0});
    cx.refuse({property::left_inverse_exists, 0, 1, c.at[0].stride.value, 0});
    return r;
  }
  // The way by the strides: the digit of an offset at stride d is the coordinate of that mode.
  integer from_of[max_leaves]{};  // the coordinate that steps along each mode
  if (sorted.count > 1 && detail::all_strides_fixed(sorted)) sort_by_stride(sorted);
  for (int i = 0; i < sorted.count; ++i) from_of[i] = index[sorted.at[i].axis];
  if (!detail::all_strides_fixed(sorted)) detail::sort_at_run_time(cx, sorted, from_of);

  integer chained = fixed(1);  // each extent stays below the next stride, each stride divides it
  integer below = fixed(1);
  integer from = fixed(0);
  integer extent = fixed(1);
  for (int i = 0; i < sorted.count; ++i) {
    mode const& m = sorted.at[i];
    integer d = m.stride;
    integer fits = cx.divides(below, d);
    if (i > 0) fits = cx.both(fits, cx.less_equal(cx.mul(extent, below), d));
    integer skipped = fixed(0);  // one element, or one with the modes before it
    if (!fits.is_fixed() && i + 1 < sorted.count) {
      skipped = cx.equal(m.extent, fixed(1));
      if (i > 0)
        skipped =
            cx.either(skipped, cx.both(cx.equal_at_run_time(d, cx.mul(extent, below)),
                                       cx.equal_at_run_time(from_of[i], cx.mul(extent, from))));
      fits = cx.either(fits, skipped);
      d = cx.select(skipped, below, d);
    }
    chained = cx.both(chained, fits);
    if (chained.is_fixed(0)) break;
    merge(cx, r, {cx.div(d, below), from, 0});
    below = d;
    from = cx.select(skipped, from, from_of[i]);
    extent = cx.select(skipped, cx.mul(extent, m.extent), m.extent);
  }
  merge(cx, r, {extent, from, 0});
  close_flat(r);
  if (chained.is_fixed(1)) return coalesce(cx, r);
  if (!all_fixed(c)) {  // a mode of stride 0 too: the size and the coordinates depend on it
    bool sure = true;
    property const open =
        all_fixed(sorted) ? property::left_inverse_decided : property::left_inverse_exists;
    cx.expect(chained, {open, 0, 0, 0, 0}, sure);
    if (!sure && !cx.refused()) detail::try_left_inverse(cx, c, r);
    return coalesce(cx, r);
  }

  // The search: static, not negative, strides that do not divide one another.
  std::int64_t const n = size(cx, c).value;
  std::int64_t const top = cosize(cx, c).value - 1;
  if (n > detail::left_inverse_search::most_points) {
    cx.refuse({property::left_inverse_decided, 0, 0, n, top});
    return r;
  }
  detail::left_inverse_search search(c, n);
  answer v = search.solve(cx, true, 0, detail::solutions(1));
  if (v == answer::no && search.ambiguous) v = search.solve(cx, false, 0, detail::solutions(1));
  if (v == answer::undecided && search.solve_by_strides(c)) v = answer::yes;
  r = layout{};
  if (v == answer::undecided) cx.refuse({property::left_inverse_decided, 0, 0, n, top});
  if (v == answer::no) cx.refuse({property::left_inverse_exists, 0, 0, 0, 0});
  if (cx.refused()) return r;
  for (int i = 0; i < search.digits; ++i) {
    std::int64_t const above = i + 1 < search.digits ? search.unit[i + 1] : top + search.unit[i];
    merge(cx, r, {fixed(above / search.unit[i]), fixed(search.found[i]), 0});
  }
  close_flat(r);
  return r;
}

namespace detail {

constexpr void try_left_inverse(arithmetic& cx, layout const& l, layout const& inverse) {
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].extent.value < 1)
      return cx.refuse({property::run_time_extents_are_positive, i, 0, l.at[i].extent.value, 1});
  arithmetic trial;
  if (!std::is_constant_evaluated()) trial.spent = search_budget - run_time_budget;
  std::int64_t const n = size(trial, l).value;
  std::int64_t const top = cosize(trial, l).value;
  if (trial.refused()) return cx.refuse(trial.why);
  if (!values_fit(inverse, top - 1, 1)) return cx.refuse(property::integers_fit_64_bits);
  refusal no{property::left_inverse_decided, 0, 0, n, 0};
  for (std::int64_t i = 1; trial.spend(4 * (l.count + 1)); ++i) {
    if (i >= n) return;
    std::int64_t const x = apply(l, i);
    std::int64_t const back = apply(inverse, x);
    if (back >= 0 && back < n && apply(l, back) == x) continue;
    no = {property::left_inverse_fits_the_types, 0, i, back, x};
    break;
  }
  arithmetic exact;  // whether any left inverse exists, while equations stay small
  if (top <= INT32_MAX) static_cast<void>(left_inverse(exact, as_fixed(l)));
  cx.refuse(exact.why.what == property::left_inverse_exists ? exact.why : no);
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
