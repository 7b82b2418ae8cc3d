// SPDX-License-Identifier: BSL-1.0
//
// Defines compact strides of a shape: column-major (compact_left), row-major (compact_right), in
// any order of the modes (compact_order), and the strides of an identity layout.
//
//   (2,3,4): compact_left (1,2,6), compact_right (12,4,1), compact_order by (3,1,2) (12,1,3)
//
// All are O(leaves) but compact_order, which is O(leaves^2). None refuses but for the overflow of a
// product (integers_fit_64_bits), and as said below.
#pragma once

#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The strides of l as an integer tuple.
constexpr layout strides_of(layout l) {
  for (int i = 0; i < l.count; ++i) l.at[i].extent = l.at[i].stride;
  return l;
}

// A static extent of 1 has stride 0, as in CuTe: the stride of a mode that never moves means
// nothing.
constexpr integer compact_stride(mode const& m, integer product) {
  return m.extent.is_fixed(1) ? fixed(0) : product;
}

// Column-major: the first leaf is the fastest. `start` is the stride of the first leaf.
constexpr layout compact_left(arithmetic& cx, layout l, integer start = fixed(1)) {
  for (int i = 0; i < l.count; ++i) {
    l.at[i].stride = compact_stride(l.at[i], start);
    l.at[i].axis = 0;
    start = cx.mul(start, l.at[i].extent);
  }
  return l;
}

// The last leaf is the fastest: row-major. `start` is the stride of the last leaf.
constexpr layout compact_right(arithmetic& cx, layout l, integer start = fixed(1)) {
  for (int i = l.count - 1; i >= 0; --i) {
    l.at[i].stride = compact_stride(l.at[i], start);
    l.at[i].axis = 0;
    start = cx.mul(start, l.at[i].extent);
  }
  return l;
}

// Spreads a weakly congruent list of integers over the leaves of `profile`: an integer that stands
// where `profile` has a tuple counts for all of its leaves. Refused (coordinate_rank_fits) where
// ranks differ.
constexpr void spread(arithmetic& cx, layout const& profile, place p, layout const& ints, place q,
                      integer* out) {
  place const end = profile.skip(p);
  if (!is_tuple(ints, q)) {
    for (int i = p.leaf; i < end.leaf; ++i) out[i] = ints.at[q.leaf].extent;
    return;
  }
  int const n = rank(profile, p);
  if (!is_tuple(profile, p) || n != rank(ints, q))
    return cx.refuse({property::coordinate_rank_fits, 0, 0, rank(ints, q), n});
  p = first(profile, p);
  q = first(ints, q);
  for (int i = 0; i < n && !cx.refused(); ++i) {
    spread(cx, profile, p, ints, q, out);
    p = profile.skip(p);
    q = ints.skip(q);
  }
}

// Leaves are laid out by ascending order; equal orders keep their place. `order` is weakly
// congruent to the shape (spread). The orders are static or plain; a run-time order counts as
// larger than every static one.
constexpr layout compact_order(arithmetic& cx, layout l, layout const& order) {
  integer rank_of[max_leaves]{};
  spread(cx, l, {}, order, {}, rank_of);
  bool placed[max_leaves]{};
  integer start = fixed(1);
  for (int n = 0; n < l.count && !cx.refused(); ++n) {
    int next = -1;
    for (int i = 0; i < l.count; ++i) {
      if (placed[i]) continue;
      bool const sooner = next >= 0 && rank_of[i].is_fixed() &&
                          (!rank_of[next].is_fixed() || rank_of[i].value < rank_of[next].value);
      if (next < 0 || sooner) next = i;
    }
    placed[next] = true;
    l.at[next].stride = compact_stride(l.at[next], start);
    l.at[next].axis = 0;
    start = cx.mul(start, l.at[next].extent);
  }
  return l;
}

// The strides alone, as an integer tuple, of compact_left, compact_right and compact_order.
constexpr layout strides_left(arithmetic& cx, layout const& shape, integer start) {
  return strides_of(compact_left(cx, shape, start));
}
constexpr layout strides_right(arithmetic& cx, layout const& shape, integer start) {
  return strides_of(compact_right(cx, shape, start));
}
constexpr layout strides_in_order(arithmetic& cx, layout const& shape, layout const& order) {
  return strides_of(compact_order(cx, shape, order));
}

// Compact, in the order of the strides of `l`; modes of stride 0 take no room and keep that stride.
constexpr layout compact_like(arithmetic& cx, layout const& l) {
  layout const filtered = filter_zeros(l);
  layout r = compact_order(cx, filtered, strides_of(l));
  for (int i = 0; i < l.count; ++i) r.at[i].extent = l.at[i].extent;
  return r;
}

// The stride of each leaf is its basis vector E<i,j,...>: a coordinate maps to itself. Refused
// (leaves_fit_capacity) where an axis_path cannot hold the path: above 31 modes or 5 levels.
constexpr void identity_strides(arithmetic& cx, layout& l, place p, axis_path path,
                                axis_path unit) {
  if (!is_tuple(l, p)) {
    l.at[p.leaf].stride = fixed(1);
    l.at[p.leaf].axis = path;
    return;
  }
  if (unit > (1 << 20) || rank(l, p) > 31) return cx.refuse(property::leaves_fit_capacity);
  int const n = rank(l, p);
  p = first(l, p);
  for (int i = 0; i < n; ++i, p = l.skip(p))
    identity_strides(cx, l, p, path + (i + 1) * unit, unit * 32);
}

// The layout that maps each coordinate of the shape of l to itself.
constexpr layout identity(arithmetic& cx, layout l) {
  identity_strides(cx, l, {}, 0, 1);
  return l;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
