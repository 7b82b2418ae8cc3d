// SPDX-License-Identifier: BSL-1.0
//
// composition(A,B): the layout R with R(c) == A(B(c)) for every c, or a refusal.
//
// A mode s:d of B is cut along the modes of A, as in Cecka's "CuTe Layout Representation and
// Algebra" (arXiv 2603.02298), each step under a condition that makes it exact. Where a condition
// fails on static integers, the linear prefix of c -> A(d*c) gives the extents instead; a sweep
// against exhaustive search finds no layout that this misses (static_tests/exhaustive).
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/composition_search.hpp>
#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// How far the modes of B reach inside each mode of A. Two modes of B that stay inside it together
// cannot carry into the next one.
struct reach {
  integer sum[max_leaves]{};  // where there are modes
  int modes[max_leaves]{};
  bool unsure = false;  // some mode of B was found by search

  constexpr void add(context& cx, int a_mode, integer const& farthest) {
    sum[a_mode] = modes[a_mode] == 0 ? farthest : cx.add(sum[a_mode], farthest);
    ++modes[a_mode];
  }
};

// The mode of A that c -> d * c, c in [0,s), d > 0, never leaves, and its step there; -1 where
// there is none, or where s, d and the extents on the way are not static.
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

// Pushes the modes of c -> A(b.stride * c). A is coalesced, unbounded.
constexpr void compose_mode(context& cx, layout const& a, mode const& b, int leaf, reach& used,
                            layout& out) {
  mode const& back = a.at[a.count - 1];
  if (b.stride.is_fixed(0)) return out.push({b.extent, b.stride, 0});
  if (a.count == 1) return out.push({b.extent, cx.mul(b.stride, back.stride), back.axis});
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

  int const begin = out.count;
  reach const before = used;
  integer s = b.extent;
  integer d = b.stride;
  integer exact = fixed(1);
  for (int i = 0; i + 1 < a.count && !exact.is_fixed(0); ++i) {
    if (s.is_fixed(1) && out.count > begin) break;
    integer const& n = a.at[i].extent;
    integer const next_extent = cx.ceil_div(n, d);
    if (!s.is_fixed(1)) {
      if (next_extent.is_fixed(1)) {
        exact = cx.both(exact, cx.divides(n, d));
      } else {
        integer const e = cx.min(next_extent, s);
        exact = cx.both(exact, cx.divides(e, s));
        integer const last = cx.less_equal(s, next_extent);
        if (!last.is_fixed(1))
          exact = cx.both(exact, cx.either(last, cx.either(cx.divides(d, n), cx.divides(n, d))));
        out.push({e, cx.mul(d, a.at[i].stride), a.at[i].axis});
        used.add(cx, i, cx.mul(cx.sub(e, fixed(1)), d));
        s = cx.div(s, e);
      }
    }
    d = cx.ceil_div(d, n);
  }
  if (out.count == begin || !s.is_fixed(1)) out.push({s, cx.mul(d, back.stride), back.axis});
  if (exact.is_fixed(1)) return;

  bool const is_static = all_fixed(a) && b.extent.is_fixed() && b.stride.is_fixed();
  if (is_static) {
    out.count = static_cast<std::int8_t>(begin);
    used = before;
    used.unsure = true;
    return compose_by_search(cx, a, b, leaf, out);
  }
  refusal no{property::composition_is_a_layout, leaf, 0, 0, 0};
  if (exact.is_known() && !exact.value) {
    layout r;
    for (int i = begin; i < out.count; ++i) r.push(out.at[i]);
    find_difference(cx, a, b, r, no);
  }
  cx.require(exact, no);
}

// The submode of A that a basis path points at.
constexpr place along(context& cx, layout const& a, axis_path axis) {
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

// Pre: `b` is a layout. Post: shape(b) is compatible with the shape of the result.
constexpr layout composition(context& cx, layout const& a, layout const& b) {
  layout pool;  // the modes of every leaf of b, in the order they are found
  int begin[max_leaves]{};
  int end[max_leaves]{};
  bool done[max_leaves]{};
  for (int i = 0; i < b.count && !cx.refused(); ++i) {
    if (done[i]) continue;
    layout const target =  // leaves of b on one axis act on one submode of a
        coalesce_unbounded(cx, a, detail::along(cx, a, b.at[i].axis));
    detail::reach used;
    mode acting[max_leaves]{};
    int count = 0;
    for (int j = i; j < b.count && !cx.refused(); ++j) {
      if (b.at[j].axis != b.at[i].axis) continue;
      done[j] = true;
      begin[j] = pool.count;
      detail::compose_mode(cx, target, b.at[j], j, used, pool);
      end[j] = pool.count;
      if (!b.at[j].extent.is_fixed(1) && !b.at[j].stride.is_fixed(0)) acting[count++] = b.at[j];
    }
    if (cx.refused() || count < 2 || target.count < 2) continue;
    integer apart = fixed(used.unsure ? 0 : 1);
    for (int k = 0; k + 1 < target.count; ++k)
      if (used.modes[k] > 1)
        apart = cx.both(apart, cx.less_equal(used.sum[k], cx.sub(target.at[k].extent, fixed(1))));
    if (apart.is_fixed(1)) continue;
    bool is_static = all_fixed(target);
    for (int k = 0; k < count; ++k)
      is_static = is_static && acting[k].extent.is_fixed() && acting[k].stride.is_fixed();
    if (is_static)
      detail::check_carries(cx, target, acting, count, i);
    else
      cx.require(apart, {property::composition_modes_do_not_carry, i, 0, 0, 0});
  }
  layout r;
  if (pool.full) r.full = true;
  int leaf = 0;
  for (int t = 0; t < b.tokens && !cx.refused(); ++t) {
    if (b.token[t] != leaf_token) {
      r.open(b.token[t]);
      continue;
    }
    int const n = end[leaf] - begin[leaf];
    if (n > 1) r.open(n);
    for (int k = begin[leaf]; k < end[leaf]; ++k) r.leaf(pool.at[k]);
    ++leaf;
  }
  return r;
}

namespace detail {

constexpr void compose_in_place(context& cx, layout const& a, place const& p, layout const& tiler,
                                place const& q, layout& out) {
  out.copy(composition(cx, subtree(a, p), subtree(tiler, q)));
}

}  // namespace detail

// composition with a tiler: by mode. Modes of `a` that the tiler does not reach are dropped.
constexpr layout composition_by(context& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, detail::compose_in_place, beyond_tiler::drop);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
