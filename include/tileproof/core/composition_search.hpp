// SPDX-License-Identifier: BSL-1.0
//
// Defines the parts of composition that look at coordinates, within the search budget: the layout
// itself where the strides alone do not give it, the first difference of two functions, and whether
// modes carry.
//
//   A = (15,30):(30,1), B = 8:16: neither of 15 and 16 divides the other, yet A(16 c) is 31 c
//   for c < 8: compose_by_search finds 8:31
//
// All integers are static or made static (as_fixed). Every loop pays with cx.spend or is bounded by
// the budget, so that a constant expression ends.
#pragma once

#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail {

// Appends to `out` the layout of c -> A(d*c), c in [0,s), where b is s:d, by its linear prefix: the
// first block on which the function is linear gives the first mode; the other blocks must be
// translates of it; then on to the blocks' first values. Exact: it finds a layout if there is one.
// Refused (composition_is_a_layout) with the first coordinate that differs, in leaf `leaf` of B.
// O(s * modes of A), within the search budget (composition_decided). The axes of a basis are looked
// at one by one; a step along two of them at once is no mode, and refused.
constexpr void compose_by_search(arithmetic& cx, layout const& a, mode const& b, int leaf,
                                 layout& out) {
  std::int64_t const d = b.stride.value;
  std::int64_t unit = 1;
  std::int64_t left = b.extent.value;
  std::int64_t top = 0;
  if (mul_overflows(left - 1, d, top) || !values_fit(a, magnitude(top), 2))
    return cx.refuse(property::integers_fit_64_bits);
  axis_path axes[max_leaves]{};
  int axis_count = 0;
  for (int i = 0; i < a.count; ++i) {
    bool seen = false;
    for (int j = 0; j < axis_count; ++j) seen = seen || axes[j] == a.at[i].axis;
    if (!seen) axes[axis_count++] = a.at[i].axis;
  }
  while (left > 1) {
    std::int64_t steps = 0;
    if (mul_overflows(left, 4 * (1 + a.count * axis_count), steps) || !cx.spend(steps))
      return cx.refuse({property::composition_decided, leaf, 0, b.extent.value, 0});
    std::int64_t prefix = left;  // the shortest linear prefix over the axes
    mode m{fixed(1), fixed(0), 0};
    for (int j = 0; j < axis_count; ++j) {
      std::int64_t const t = apply(a, d * unit, axes[j]);
      std::int64_t e = 2;
      while (e < prefix && apply(a, d * unit * e, axes[j]) == e * t) ++e;
      if (e < prefix) prefix = e;
      if (t == 0) continue;
      if (m.stride.value != 0)
        return cx.refuse({property::composition_is_a_layout, leaf, unit, t, 0});
      m.stride = fixed(t);
      m.axis = axes[j];
    }
    for (int j = 0; j < axis_count; ++j) {
      for (std::int64_t k = prefix; k < left; ++k) {
        std::int64_t const found = apply(a, d * unit * k, axes[j]);
        std::int64_t const block = apply(a, d * unit * (k / prefix * prefix), axes[j]);
        std::int64_t const expected = block + apply(a, d * unit * (k % prefix), axes[j]);
        if (found != expected)
          return cx.refuse({property::composition_is_a_layout, leaf, k * unit, found, expected});
      }
    }
    if (left % prefix != 0)
      return cx.refuse({property::composition_is_a_layout, leaf, prefix * unit,
                        apply(a, d * unit * prefix, m.axis), prefix * apply(a, d * unit, m.axis)});
    m.extent = fixed(prefix);
    out.push(m);
    unit *= prefix;
    left /= prefix;
  }
}

// The fixed modes [begin,end) of a list, coalesced: two functions are equal where these are.
constexpr layout coalesce_modes(arithmetic& cx, layout const& modes, int begin, int end) {
  return coalesce_leaves(cx, modes, {0, begin}, {0, end});
}

// The first coordinate at which r differs from the function f, both coalesced and fixed; r is 0
// past its end. Sets no.coordinate, which is 0 where there is no difference, with the two values as
// no.found (of f) and no.expected (of r). O(leaves): coalesced layouts differ where their first
// different modes do.
constexpr void first_difference(layout const& f, layout const& r, refusal& no) {
  std::int64_t unit = 1;
  for (int i = 0; i < f.count; ++i) {
    mode const& m = f.at[i];
    mode const n = i < r.count ? r.at[i] : mode{fixed(1), fixed(0), 0};
    std::int64_t const along = n.axis == m.axis ? n.stride.value : 0;
    if (along != m.stride.value || n.extent.value == 1) {
      if (m.extent.value == 1) return;
      no.coordinate = unit;
      no.found = m.stride.value;
      no.expected = n.extent.value == 1 ? 0 : along;
      return;
    }
    std::int64_t const e = m.extent.value < n.extent.value ? m.extent.value : n.extent.value;
    unit *= e;
    if (m.extent.value == n.extent.value) continue;
    auto const after = [&](layout const& l) {
      if (l.at[i].extent.value > e) return e * l.at[i].stride.value;
      return i + 1 < l.count && l.at[i + 1].axis == m.axis ? l.at[i + 1].stride.value : 0;
    };
    no.coordinate = unit;
    no.found = after(f);
    no.expected = after(r);
    return;
  }
}

// The first c at which A(b.stride * c) is not R(c): static integers, by visiting coordinates within
// the search budget. Leaves `no` as it is where it finds none. For functions that have no coalesced
// layout to compare.
constexpr void find_difference(layout const& a, mode const& b, layout const& r, refusal& no) {
  std::int64_t top = 0;
  if (mul_overflows(b.extent.value - 1, b.stride.value, top) || !values_fit(a, magnitude(top), 1) ||
      !values_fit(r, b.extent.value - 1, 1))
    return;
  for (int i = 0; i < a.count; ++i) {
    axis_path const axis = a.at[i].axis;
    int left = search_budget / a.count;
    for (std::int64_t c = 1; c < b.extent.value && left > 0; ++c, left -= 8) {
      std::int64_t const found = apply(a, b.stride.value * c, axis);
      std::int64_t const expected = apply(r, c, axis);
      if (found == expected) continue;
      no.coordinate = c;
      no.found = found;
      no.expected = expected;
      return;
    }
  }
}

// The linear coordinate of B whose digits on the leaves acting[0,count) are those of c, the others
// 0; 0 where it leaves 64 bits. Turns a witness of check_carries into a coordinate that a user can
// try.
constexpr std::int64_t coordinate_of(layout const& b, int const* acting, int count,
                                     std::int64_t c) {
  std::int64_t sum = 0;
  std::int64_t unit = 1;
  for (int i = 0, k = 0; i < b.count && k < count; ++i) {
    std::int64_t const n = b.at[i].extent.value;
    if (acting[k] == i) {
      sum += c % n * unit;
      c /= n;
      ++k;
    }
    if (mul_overflows(unit, n, unit)) return 0;
  }
  return sum;
}

// Whether A(B(c)) is the sum over the leaves acting[0,count) of B, checked at every coordinate of
// those. The witness is a coordinate of B. Refused: composition_modes_do_not_carry. O(size of these
// leaves).
constexpr void check_carries(arithmetic& cx, layout const& a, layout const& b, int const* acting,
                             int count, int leaf) {
  std::int64_t total = 1;
  std::int64_t top = 0;
  bool countable = true;
  bool fits = true;
  for (int i = 0; i < count; ++i) {
    mode const& m = b.at[acting[i]];
    std::int64_t step = 0;
    if (mul_overflows(total, m.extent.value, total)) {
      total = search_budget;
      countable = false;
    }
    fits = fits && !mul_overflows(m.extent.value - 1, m.stride.value, step) && step != INT64_MIN &&
           !add_overflows(top, magnitude(step), top);
  }
  if (!fits || !values_fit(a, top, count)) return cx.refuse(property::integers_fit_64_bits);
  if (!countable || !cx.spend(total > search_budget ? total : total * 2 * (1 + count + a.count)))
    return cx.refuse({property::composition_decided, leaf, 0, total, 0});
  for (int i = 0; i < a.count; ++i) {
    axis_path const axis = a.at[i].axis;
    for (std::int64_t c = 1; c < total; ++c) {
      std::int64_t rest = c;
      std::int64_t x = 0;
      std::int64_t expected = 0;
      for (int k = 0; k < count; ++k) {
        mode const& m = b.at[acting[k]];
        std::int64_t const step = rest % m.extent.value * m.stride.value;
        rest /= m.extent.value;
        x += step;
        expected += apply(a, step, axis);
      }
      std::int64_t const found = apply(a, x, axis);
      if (found != expected)
        return cx.refuse({property::composition_modes_do_not_carry, leaf,
                          coordinate_of(b, acting, count, c), found, expected});
    }
    bool seen = false;
    for (int j = i + 1; j < a.count; ++j) seen = seen || a.at[j].axis != axis;
    if (!seen) return;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail
