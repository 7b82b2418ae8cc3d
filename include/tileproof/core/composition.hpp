// SPDX-License-Identifier: BSL-1.0
//
// Defines composition(A,B): the layout R with R(c) == A(B(c)) for every c, or a refusal.
//
//   (6,2):(8,2) o (4,3):(3,1) = ((2,2),3):((24,2),8): mode 4:3 of B goes 2 steps of 3 inside the
//   first mode of A (extent 6), then 2 steps along the second
//   (4,8):(1,5) o 6:1 is refused: at c = 4, A(B(c)) is 5 where a layout would give 4
//
// A mode s:d of B is cut along the modes of A, as in Cecka's "CuTe Layout Representation and
// Algebra" (arXiv 2603.02298), each step under a condition that makes it exact. Where a condition
// fails on static integers, the linear prefix of c -> A(d*c) gives the extents instead; a sweep
// against exhaustive search finds no layout that this misses (static_tests/exhaustive).
//
// With run-time leaves the types fix how many modes the result has, and one formula their integers.
// The conditions that are recorded are enough for it to be right; where one of them does not hold
// for plain values, the result is compared with that of the same values as static ones, which is
// exact.
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/composition_search.hpp>
#include <tileproof/core/tiler.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The largest distance that the modes of B go inside each mode of A. Two modes of B that together
// stay inside a mode of A cannot carry into the next one. B = (2,2):(1,2) in A's mode of extent 4
// reaches 1 + 2 = 3, below 4.
struct reach {
  integer sum[max_leaves]{};  // meaningful where modes[i] > 0
  int modes[max_leaves]{};
  bool
      joined[max_leaves]{};  // a mode of B may reach into the modes of A that go on where this ends
  bool unsure = false;       // some mode of B was found by search

  // Adds a mode of B that goes `farthest` inside mode a_mode of A.
  constexpr void add(arithmetic& cx, int a_mode, integer const& farthest) {
    sum[a_mode] = modes[a_mode] == 0 ? farthest : cx.add(sum[a_mode], farthest);
    ++modes[a_mode];
  }
};

// Whether a mode of A goes on where the one before it ends, decided at run time: the stride of a
// compact layout shows it by its value alone, (m,n):(1,m) is one mode of m * n. Conditions are 0 or
// 1. Recorded only if some condition needs it.
struct joints {
  integer next[max_leaves]{};    // mode i and i + 1 are one
  integer rest[max_leaves]{};    // mode i and all behind it are one
  integer extent[max_leaves]{};  // mode i with those that are one with it, where the last is not
  bool found = false;

  constexpr void find(arithmetic& cx, layout const& a) {
    if (found) return;
    found = true;
    int const last = a.count - 1;
    next[last] = fixed(0);
    rest[last] = fixed(1);
    extent[last] = a.at[last].extent;
    for (int i = last - 1; i >= 0; --i) {
      mode const& m = a.at[i];
      next[i] = m.axis == a.at[i + 1].axis
                    ? cx.equal_at_run_time(a.at[i + 1].stride, cx.mul(m.extent, m.stride))
                    : fixed(0);
      rest[i] = cx.both(next[i], rest[i + 1]);
      extent[i] =
          i + 1 < last ? cx.select(next[i], cx.mul(m.extent, extent[i + 1]), m.extent) : m.extent;
    }
  }
};

// Whether s steps of d fit the extent n of a mode of A, e of them inside it: the condition under
// which cutting there is exact. 1 or 0, fixed or recorded.
constexpr integer steps_fit(arithmetic& cx, integer const& n, integer const& d, integer const& s,
                            integer const& e) {
  integer fits = cx.divides(e, s);
  integer const last = cx.less_equal(s, cx.ceil_div(n, d));
  if (!last.is_fixed(1))
    fits = cx.both(fits, cx.either(last, cx.either(cx.divides(d, n), cx.divides(n, d))));
  return fits;
}

// The mode of A that c -> d * c, c in [0,s), d > 0, never leaves, and its step there; -1 where
// there is none, or where s, d and the extents on the way are not static. The fast path: no
// conditions. In (4,8), c -> 4 * c for c < 8 stays in mode 1, with steps of 1.
constexpr int mode_around(layout const& a, integer const& s, integer const& d, std::int64_t& step) {
  if (!s.is_fixed() || s.value <= 1 || !d.is_fixed()) return -1;
  step = d.value;
  int i = 0;
  for (; i + 1 < a.count; ++i) {
    integer const& n = a.at[i].extent;
    if (!n.is_fixed() || n.value <= 0) return -1;
    if (step < n.value) return step <= (n.value - 1) / (s.value - 1) ? i : -1;
    if (step % n.value != 0) return -1;
    step /= n.value;
  }
  return i;
}

// Pushes the modes of c -> A(b.stride * c). A is coalesced, unbounded. For `sure` see
// arithmetic::expect.
//
// For each mode of A, with n its extent, s the steps that are left and d the stride that is left,
// in units of the mode: e = min(ceil(n / d), s) steps stay inside; s / e steps of ceil(d / n) go on
// to the next mode. That is exact where e divides s, and either these are the last steps or n and d
// divide one another (steps_fit).
constexpr void compose_mode(arithmetic& cx, layout const& a, mode const& b, int leaf, reach& used,
                            joints& joint, bool& sure, layout& out) {
  mode const& back = a.at[a.count - 1];
  // A broadcast mode stays one; a single mode of A is a multiplication.
  if (b.stride.is_fixed(0)) return out.push({b.extent, b.stride, 0});
  if (a.count == 1) return out.push({b.extent, cx.mul(b.stride, back.stride), back.axis});
  // A negative stride leaves the domain at once, unless the mode has one coordinate.
  if (b.stride.is_fixed() && b.stride.value < 0) {
    if (b.extent.is_fixed(1)) return out.push({b.extent, fixed(0), 0});
    cx.require(cx.less_equal(b.extent, fixed(1)),
               {property::composition_stays_in_domain, leaf, 1, b.stride.value, 0});
    return out.push({b.extent, cx.mul(b.stride, a.at[0].stride), a.at[0].axis});
  }
  if (!b.stride.is_fixed())
    cx.require(cx.less_equal(fixed(1), b.stride),
               {property::run_time_stride_is_positive, leaf, 0, b.stride.value, 1});

  std::int64_t step = 0;
  int const around = mode_around(a, b.extent, b.stride, step);
  if (around >= 0) {
    mode const& m = a.at[around];
    if (around + 1 < a.count) used.add(cx, around, fixed((b.extent.value - 1) * step));
    return out.push({b.extent, cx.mul(fixed(step), m.stride), m.axis});
  }

  // The general way, mode by mode. It pushes modes first and decides afterwards whether they are
  // exact.
  int const begin = out.count;
  reach const before = used;
  integer s = b.extent;
  integer d = b.stride;
  integer exact = fixed(1);
  integer joined = fixed(0);  // mode i of A continues the one before, and is done
  integer behind = fixed(0);  // the stride in the last mode, where strides do not divide
  bool leaves = false;
  for (int i = 0; i + 1 < a.count && !exact.is_fixed(0); ++i) {
    if (s.is_fixed(1) && out.count > begin) break;
    integer const part = joined;
    joined = fixed(0);
    integer n = cx.select(part, fixed(1), a.at[i].extent);
    integer next_extent = cx.ceil_div(n, d);
    if (!s.is_fixed(1)) {
      if (next_extent.is_fixed(1)) {
        exact = cx.both(exact, cx.divides(n, d));
      } else {
        integer e = cx.min(next_extent, s);
        integer fits = steps_fit(cx, n, d, s, e);
        if (!fits.is_fixed()) {  // not known while compiling: modes of A may continue
          joint.find(cx, a);
          if (i + 2 < a.count) {
            n = cx.select(part, fixed(1), joint.extent[i]);
            next_extent = cx.ceil_div(n, d);
            e = cx.min(next_extent, s);
            fits = steps_fit(cx, n, d, s, e);
          } else if (a.at[i].axis == back.axis) {
            integer const x = cx.mul(d, e);  // A(x): right for strides that do not divide, too
            integer const there =
                cx.add(cx.mul(cx.mod(x, n), a.at[i].stride), cx.mul(cx.div(x, n), back.stride));
            behind = cx.select(cx.less_equal(n, x), there, back.stride);
            leaves = true;
          }
          e = cx.select(joint.rest[i], s, e);
          fits = cx.either(joint.rest[i], fits);
          if (i + 2 < a.count) {  // one that continues into the last mode has no bound
            joined = joint.next[i];
            used.joined[i] = true;
          }
        }
        exact = cx.both(exact, fits);
        out.push({e, cx.mul(d, a.at[i].stride), a.at[i].axis});
        used.add(cx, i, cx.mul(cx.sub(e, fixed(1)), d));
        s = cx.div(s, e);
      }
    }
    if (!leaves) d = cx.ceil_div(d, n);
  }
  if (out.count == begin || !s.is_fixed(1))
    out.push({s, leaves ? behind : cx.mul(d, back.stride), back.axis});
  if (exact.is_fixed(1)) return;

  // Static integers: the modes above are dropped, and the function itself gives the modes, or the
  // refusal.
  bool const is_static = all_fixed(a) && b.extent.is_fixed() && b.stride.is_fixed();
  if (is_static) {
    out.count = static_cast<std::int8_t>(begin);
    used = before;
    used.unsure = true;
    return compose_by_search(cx, a, b, leaf, out);
  }
  cx.expect(exact, {property::composition_is_a_layout, leaf, 0, 0, 0}, sure);
}

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

}  // namespace detail

namespace detail {

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
    integer apart = fixed(used.unsure ? 0 : 1);
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
  // A computation of its own: its refusals are looked at before they count.
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
// without bound: (6,2):(8,2) o (4,3):(3,1) is ((2,2),3):((24,2),8). Pre: `b` is a layout. Post:
// shape(b) is compatible with the shape of the result: a leaf of b becomes one mode, or a tuple of
// modes. Refused, besides overflow and capacity: composition_is_a_layout,
// composition_modes_do_not_carry, composition_stays_in_domain, composition_decided; with run-time
// leaves also run_time_stride_is_positive and composition_fits_the_types. O(leaves of A * leaves of
// B) but for searches.
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
