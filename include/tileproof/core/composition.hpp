// SPDX-License-Identifier: BSL-1.0
//
// Defines composition(A,B): the layout R with R(c) == A(B(c)) for every c, or a refusal.
//
//   (6,2):(8,2) o (4,3):(3,1) = ((2,2),3):((24,2),8): mode 4:3 of B goes 2 steps of 3 inside the
//   first mode of A (extent 6), then 2 steps along the second
//   (4,8):(1,5) o 6:1 is refused: at c = 4, A(B(c)) is 5 where a layout would give 4
//
// Each mode of B is composed with A (core/composition_mode.hpp); then modes of B that act on one
// mode of A must not carry into one another.
//
// With run-time leaves, the types fix the number of modes of the result, and one formula gives
// their integers. The recorded conditions are sufficient for the formula to be right. If one of
// them does not hold for plain values, the result is compared with the result for the same values
// as static integers, which is exact.
#pragma once

#include <tileproof/core/composition_mode.hpp>
#include <tileproof/core/tiler.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The submode of A that a basis path selects: E<1,0> is mode 0 of mode 1. Refused: mode_exists.
constexpr place along(arithmetic& cx, layout const& a, axis_path axis) {
  place p{};
  for (; axis != 0; axis /= 32) {
    int const i = axis % 32 - 1;
    if (i >= rank(a, p)) {
      cx.refuse({property::mode_exists, 0, 0, i, rank(a, p)});
      return p;
    }
    p = nth(a, i, p);
  }
  return p;
}

// The modes of a result: those of leaf i of B stand at [begin[i], end[i]), one or several.
struct composed {
  layout modes{};
  int begin[max_leaves]{};
  int end[max_leaves]{};
};

// Composes each leaf of B with A into r, and checks that the leaves of B on one axis do not carry
// into one another (composition_modes_do_not_carry): by the sums of their reaches, else by visiting
// every coordinate. `sure` becomes false where plain values fail a condition that is sufficient,
// but not necessary.
constexpr void compose_leaves(arithmetic& cx, layout const& a, layout const& b, composed& r,
                              bool& sure) {
  bool done[max_leaves]{};
  for (int i = 0; i < b.count && !cx.refused(); ++i) {
    if (done[i]) continue;
    layout const target =  // leaves of b on one axis act on one submode of a
        coalesce_unbounded(cx, a, along(cx, a, b.at[i].axis));
    reach used;
    joints joint;
    int acting[max_leaves]{};
    int count = 0;
    for (int j = i; j < b.count && !cx.refused(); ++j) {
      if (b.at[j].axis != b.at[i].axis) continue;
      done[j] = true;
      r.begin[j] = r.modes.count;
      compose_mode(cx, target, b.at[j], j, used, joint, sure, r.modes);
      r.end[j] = r.modes.count;
      if (!b.at[j].extent.is_fixed(1) && !b.at[j].stride.is_fixed(0)) acting[count++] = j;
    }
    if (cx.refused() || count < 2 || target.count < 2) continue;
    // The modes of B keep apart if in each mode of A their reaches together stay below its extent.
    // The last mode has no bound.
    integer apart = fixed(used.unsure || used.backwards >= 0 ? 0 : 1);
    for (int k = 0; k + 1 < target.count; ++k)
      if (used.modes[k] > 1 || used.joined[k])
        apart = cx.both(apart, cx.less_equal(used.sum[k], cx.sub(target.at[k].extent, fixed(1))));
    if (apart.is_fixed(1)) continue;
    bool is_static = all_fixed(target);
    for (int k = 0; k < count; ++k)
      is_static =
          is_static && b.at[acting[k]].extent.is_fixed() && b.at[acting[k]].stride.is_fixed();
    if (is_static) {
      check_carries(cx, target, b, acting, count, i);
      continue;
    }
    if (used.backwards >= 0) {
      integer const& d = b.at[used.backwards].stride;
      cx.expect(apart,
                {property::composition_stays_in_domain, used.backwards, 1, d.value, -d.value},
                sure);
      continue;
    }
    if (!apart.is_fixed()) {
      joint.find(cx, target);
      apart = cx.either(joint.rest[0], apart);
    }
    cx.expect(apart, {property::composition_modes_do_not_carry, i, 0, 0, 0}, sure);
  }
}

// Decides exactly whether the modes r, found for plain values although a sufficient condition
// fails, are right: by comparison with the result of the same values as static ones. Refused
// (composition_fits_the_types) with the first coordinate that differs, or as the static composition
// is. O(leaves) where that needs no search.
constexpr void compare_with_static(arithmetic& cx, layout const& a, layout const& b,
                                   composed const& r) {
  layout const fa = as_fixed(a);
  layout const fb = as_fixed(b);
  layout const* const operands[] = {&fa, &fb};
  for (layout const* l : operands)
    for (int i = 0; i < l->count; ++i)
      if (l->at[i].extent.value < 1)
        return cx.refuse({property::run_time_extents_are_positive, i, 0, l->at[i].extent.value, 1});
  // A separate computation, so that its refusals can be examined before they count.
  arithmetic trial;
  if (!std::is_constant_evaluated()) trial.spent = search_budget - run_time_budget;
  composed x;
  bool sure = true;
  compose_leaves(trial, fa, fb, x, sure);
  if (trial.refused() && trial.why.what != property::composition_decided)
    return cx.refuse(trial.why);
  for (int i = 0; i < b.count; ++i) {
    layout const found = coalesce_modes(trial, as_fixed(r.modes), r.begin[i], r.end[i]);
    refusal no{property::composition_fits_the_types, i, 0, 0, 0};
    if (trial.refused()) {
      layout const target = coalesce_unbounded(cx, fa, along(cx, fa, fb.at[i].axis));
      find_difference(target, fb.at[i], found, no);
    } else {
      first_difference(coalesce_modes(trial, x.modes, x.begin[i], x.end[i]), found, no);
    }
    if (no.coordinate != 0) return cx.refuse(no);
  }
  if (trial.refused()) cx.refuse(trial.why);
}

}  // namespace detail

// The layout R with R(c) == A(B(c)) for every coordinate c of B, where the last mode of A extends
// without bound: (6,2):(8,2) o (4,3):(3,1) is ((2,2),3):((24,2),8); and A(-x) is -A(x), so that
// (2,4):(1,8) o 4:-1 is (2,2):(-1,-8). Pre: `b` is a layout. Post:
// shape(b) is compatible with the shape of the result: a leaf of b becomes one mode, or a tuple of
// modes. Refused, besides overflow and capacity: composition_is_a_layout,
// composition_modes_do_not_carry, composition_stays_in_domain, composition_decided; with run-time
// leaves also run_time_stride_is_positive and composition_fits_the_types. O(leaves of A * leaves of
// B), except for searches.
constexpr layout composition(arithmetic& cx, layout const& a, layout const& b) {
  detail::composed modes;
  bool sure = true;
  if (a.full || b.full) cx.refuse(property::leaves_fit_capacity);  // leaves are missing
  detail::compose_leaves(cx, a, b, modes, sure);
  if (!sure && !cx.refused()) detail::compare_with_static(cx, a, b, modes);
  layout r;
  if (modes.modes.full) r.full = true;
  int leaf = 0;
  for (int t = 0; t < b.tokens && !cx.refused(); ++t) {
    if (b.token[t] != leaf_token) {
      r.open(b.token[t]);
      continue;
    }
    int const n = modes.end[leaf] - modes.begin[leaf];
    if (n > 1) r.open(n);
    for (int k = modes.begin[leaf]; k < modes.end[leaf]; ++k) r.leaf(modes.modes.at[k]);
    ++leaf;
  }
  return r;
}

namespace detail {

// composition of a subtree of `a` and a terminal of the tiler.
constexpr void compose_in_place(arithmetic& cx, layout const& a, place const& p,
                                layout const& tiler, place const& q, layout& out) {
  out.copy(composition(cx, subtree(a, p), subtree(tiler, q)));
}

}  // namespace detail

// composition with a tiler, by mode. Modes of `a` that the tiler does not reach are dropped, as in
// CuTe. Refused as composition, and tiler_rank_fits.
constexpr layout composition_by(arithmetic& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, detail::compose_in_place, beyond_tiler::drop);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
