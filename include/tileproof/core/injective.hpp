// SPDX-License-Identifier: BSL-1.0
//
// Defines injective, which decides whether a static layout gives different coordinates different
// offsets, and finds two that collide if it does not; and the sorting of modes by stride.
//
//   (4,8):(1,4)  yes: each stride exceeds what the modes below it reach, 3 < 4
//   (4,8):(1,3)  no: coordinates (3,0) and (0,1) share offset 3
//   (3,3):(2,3)  yes, by search: 2 + 2 > 3, yet no two sums are equal
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Orders the modes by |stride|; equal strides keep their order. Pre: all strides are known.
// O(leaves^2), by insertion.
constexpr void sort_by_stride(layout& l) {
  for (int i = 1; i < l.count; ++i)
    for (int j = i; j > 0 && magnitude(l.at[j].stride.value) < magnitude(l.at[j - 1].stride.value);
         --j) {
      mode const m = l.at[j];
      l.at[j] = l.at[j - 1];
      l.at[j - 1] = m;
    }
}

namespace detail {

// Puts two modes in the order of their strides, by selections without a branch, since the strides
// may be run-time integers. A mode of one element comes before a mode with the same stride. `tag`
// belongs to the mode and moves with it. Static strides are exchanged while compiling.
constexpr void exchange(arithmetic& cx, mode& a, integer& tag_of_a, mode& b, integer& tag_of_b) {
  if (a.stride.is_fixed() && b.stride.is_fixed()) {
    if (a.stride.value > b.stride.value) {
      mode const m = a;
      a = b;
      b = m;
      integer const tag = tag_of_a;
      tag_of_a = tag_of_b;
      tag_of_b = tag;
    }
    return;
  }
  if (a.stride.is_fixed() && a.stride.value <= 1) return;  // a run-time one is at least 1
  integer stay = fixed(0);
  if (!b.stride.is_fixed() || b.stride.value > 1) {
    integer const less = cx.less_equal(cx.add(a.stride, fixed(1)), b.stride);
    integer const same = cx.equal_at_run_time(a.stride, b.stride);
    stay = cx.either(less, cx.both(same, cx.less_equal(a.extent, b.extent)));
  }
  auto const order = [&](integer& x, integer& y) {
    integer const first = cx.select(stay, x, y);
    y = cx.select(stay, y, x);
    x = first;
  };
  order(a.extent, b.extent);
  order(a.stride, b.stride);
  order(tag_of_a, tag_of_b);
}

// sort_by_stride where some stride is not known while compiling: a bubble sort whose exchanges are
// recorded, O(leaves^2) of them. Pre: strides are at least 1. tag[i] is moved along with mode i.
constexpr void sort_at_run_time(arithmetic& cx, layout& l, integer* tag) {
  for (int n = l.count - 1; n > 0; --n)
    for (int i = 0; i < n; ++i) exchange(cx, l.at[i], tag[i], l.at[i + 1], tag[i + 1]);
}

}  // namespace detail

// The state of a search for a collision: the modes in the order of their strides, and the leaf that
// each one is. span[k] is the largest sum that the modes below k reach. Two coordinates collide if
// their difference x has the offset 0; a collision counts if x_i is not 0 for some counted mode.
// |x_i| is below the extent of mode i.
struct collision_search {
  layout modes{};
  int leaf[max_leaves]{};
  std::int64_t span[max_leaves + 1]{};
  bool counted[max_leaves]{};
  std::int64_t x[max_leaves]{};  // by leaf

  // Chooses the digits of x from the largest stride down; `rest` is the offset that is left for
  // modes [0,k). Each digit has few candidates, since the modes below reach no further than
  // span[k-1]. `moved`: some digit is not 0; `counts`: one of `counted` is not. yes leaves the
  // collision in x.
  constexpr answer found(arithmetic& cx, int k, std::int64_t rest, bool moved, bool counts) {
    if (!cx.spend(4)) return answer::undecided;
    if (k == 0) return rest == 0 && counts ? answer::yes : answer::no;
    std::int64_t const d = modes.at[k - 1].stride.value;
    std::int64_t const most = modes.at[k - 1].extent.value - 1;
    std::int64_t lo = rest - span[k - 1];  // lo <= x * d <= hi
    std::int64_t hi = rest + span[k - 1];
    lo = lo >= 0 ? (lo + d - 1) / d : -(-lo / d);
    hi = hi >= 0 ? hi / d : -((-hi + d - 1) / d);
    if (lo < -most) lo = -most;
    if (hi > most) hi = most;
    if (!moved && lo < 0) lo = 0;  // x and -x are the same collision
    for (std::int64_t v = hi; v >= lo; --v) {
      x[leaf[k - 1]] = v;
      answer const is =
          found(cx, k - 1, rest - v * d, moved || v != 0, counts || (v != 0 && counted[k - 1]));
      if (is != answer::no) return is;
    }
    x[leaf[k - 1]] = 0;
    return answer::no;
  }
};

// Whether coordinates that differ in one of the leaves [0,counted) have different offsets. Pre:
// static. Decided from the strides where each one, in ascending order, exceeds the largest offset
// that the modes below it reach, in O(leaves^2); otherwise by a search over the digits of a
// collision, within the budget. If the answer is no, `difference` is the difference, leaf by leaf,
// of two coordinates with the same offset.
constexpr answer injective(arithmetic& cx, layout const& l, int counted,
                           std::int64_t* difference = nullptr) {
  collision_search s;
  for (int i = 0; i < l.count; ++i) {
    std::int64_t const d = l.at[i].stride.value;
    if (l.at[i].extent.value <= 1) continue;
    if (d == 0) {
      if (i >= counted) continue;
      if (difference != nullptr) difference[i] = 1;
      return answer::no;
    }
    if (d == INT64_MIN) return cx.refuse(property::integers_fit_64_bits), answer::undecided;
    // Insertion by ascending |stride|.
    int at = s.modes.count;
    s.modes.push({});
    for (; at > 0 && magnitude(d) < s.modes.at[at - 1].stride.value; --at) {
      s.modes.at[at] = s.modes.at[at - 1];
      s.leaf[at] = s.leaf[at - 1];
    }
    s.modes.at[at] = {l.at[i].extent, fixed(magnitude(d)), 0};
    s.leaf[at] = i;
  }
  // Nested strides are a number system (de Bruijn 1956): every offset has one coordinate.
  bool nested = true;
  for (int i = 0; i < s.modes.count && !cx.refused(); ++i) {
    std::int64_t const d = s.modes.at[i].stride.value;
    nested = nested && d > s.span[i];
    std::int64_t step = 0;
    s.counted[i] = s.leaf[i] < counted;
    if (mul_overflows(s.modes.at[i].extent.value - 1, d, step) ||
        add_overflows(s.span[i], step, s.span[i + 1]))
      cx.refuse(property::integers_fit_64_bits);
  }
  if (cx.refused()) return answer::undecided;
  if (nested) return answer::yes;
  if (s.span[s.modes.count] > INT64_MAX / 4) return answer::undecided;  // the search adds spans
  answer const v = s.found(cx, s.modes.count, 0, false, false);
  for (int i = 0; i < l.count && v == answer::yes && difference != nullptr; ++i)
    difference[i] = l.at[i].stride.value < 0 ? -s.x[i] : s.x[i];
  return v == answer::yes ? answer::no : v == answer::no ? answer::yes : v;
}

// Whether different coordinates have different offsets.
constexpr answer injective(arithmetic& cx, layout const& l) { return injective(cx, l, l.count); }

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
