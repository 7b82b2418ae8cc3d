// SPDX-License-Identifier: BSL-1.0
//
// What composition decides by looking at coordinates, within the search budget: the layout itself
// where the structure does not tell it, the first difference, whether modes carry.
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail {

// The layout of c -> A(d*c), c in [0,s), by its linear prefix. Static integers only.
// O(s * modes of A), within the search budget.
constexpr void compose_by_search(context& cx, layout const& a, mode const& b, int leaf,
                                 layout& out) {
  std::int64_t const d = b.stride.value;
  std::int64_t unit = 1;
  std::int64_t left = b.extent.value;
  std::int64_t top = 0;
  if (mul_overflows(left - 1, d, top)) return cx.refuse(property::integers_fit_64_bits);
  axis_path axes[max_leaves]{};
  int axis_count = 0;
  for (int i = 0; i < a.count; ++i) {
    bool seen = false;
    for (int j = 0; j < axis_count; ++j) seen = seen || axes[j] == a.at[i].axis;
    if (!seen) axes[axis_count++] = a.at[i].axis;
  }
  while (left > 1) {
    if (!cx.spend(left * 4 * (1 + a.count * axis_count)))
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

// The first c at which A(b.stride * c) is not R(c), where every value is known.
constexpr void find_difference(context& cx, layout const& a, mode const& b, layout const& r,
                               refusal& no) {
  bool known = b.extent.is_known() && b.stride.is_known();
  for (int i = 0; i < a.count; ++i)
    known =
        known && a.at[i].extent.is_known() && a.at[i].stride.is_known() && a.at[i].extent.value > 0;
  for (int i = 0; i < r.count; ++i)
    known =
        known && r.at[i].extent.is_known() && r.at[i].stride.is_known() && r.at[i].extent.value > 0;
  for (std::int64_t c = 1; known && c < b.extent.value && cx.spend(8); ++c) {
    std::int64_t const found = apply(a, b.stride.value * c);
    std::int64_t const expected = apply(r, c);
    if (found == expected) continue;
    no.coordinate = c;
    no.found = found;
    no.expected = expected;
    return;
  }
}

// Whether A(B(c)) is the sum over the modes of B, checked at every c. O(size of B).
constexpr void check_carries(context& cx, layout const& a, mode const* b, int count, int leaf) {
  std::int64_t total = 1;
  for (int i = 0; i < count; ++i)
    if (mul_overflows(total, b[i].extent.value, total)) total = search_budget;
  if (!cx.spend(total > search_budget ? total : total * 2 * (1 + count + a.count)))
    return cx.refuse({property::composition_decided, leaf, 0, total, 0});
  for (int i = 0; i < a.count; ++i) {
    axis_path const axis = a.at[i].axis;
    for (std::int64_t c = 1; c < total; ++c) {
      std::int64_t rest = c;
      std::int64_t x = 0;
      std::int64_t expected = 0;
      for (int k = 0; k < count; ++k) {
        std::int64_t const step = rest % b[k].extent.value * b[k].stride.value;
        rest /= b[k].extent.value;
        x += step;
        expected += apply(a, step, axis);
      }
      std::int64_t const found = apply(a, x, axis);
      if (found != expected)
        return cx.refuse({property::composition_modes_do_not_carry, leaf, c, found, expected});
    }
    bool seen = false;
    for (int j = i + 1; j < a.count; ++j) seen = seen || a.at[j].axis != axis;
    if (!seen) return;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail
