// SPDX-License-Identifier: BSL-1.0
//
// Defines slice, the offset of a coordinate and the modes that `_` keeps, and dice, the projection
// of a tiler by a Step.
//
//   slice of (4,8):(1,4) at (_,2)       keeps 4:1, offset 8
//   slice of (4,8):(1,4) at 9           keeps nothing, offset 9: an integer counts column-major
//   dice of (128,64,32) by (1,X,1)      (128,32)
//
// Both are O(leaves).
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The offset of a linear index into the subtree at p: its digits in the mixed radix of the extents,
// times the strides. The last digit is not reduced, so that an index past the end gives an offset
// past the end. Steps along basis axes go to `axes`, and are not part of the result.
constexpr integer index_offset(arithmetic& cx, layout const& l, place p, integer index,
                               layout& axes) {
  place const end = l.skip(p);
  integer sum = fixed(0);
  for (int i = p.leaf; i < end.leaf; ++i) {
    mode const& m = l.at[i];
    bool const last = i + 1 == end.leaf;
    if (!m.stride.is_fixed(0)) {
      integer const digit = last ? index : cx.mod(index, m.extent);
      integer const step = cx.mul(digit, m.stride);
      if (m.axis == 0)
        sum = cx.add(sum, step);
      else
        axes.push({fixed(1), step, m.axis});
    }
    if (!last) index = cx.div(index, m.extent);
  }
  return sum;
}

namespace detail {

// Walks a coordinate: offsets of its integers are summed into the result, the modes that `_` keeps
// go to `kept` (their number to kept_modes), steps along basis axes to `axes`. Refused
// (coordinate_rank_fits) where a tuple stands for a mode of another rank; a tuple of one may stand
// for a leaf.
constexpr integer slice(arithmetic& cx, layout const& l, place p, layout const& coord, place q,
                        layout& kept, int& kept_modes, layout& axes) {
  std::int8_t const t = coord.token[q.token];
  if (t == keep_token) {
    kept.copy(l, p);
    ++kept_modes;
    return fixed(0);
  }
  if (t == leaf_token) return index_offset(cx, l, p, coord.at[q.leaf].extent, axes);
  if (!is_tuple(l, p) ? t != 1 : t != rank(l, p)) {
    cx.refuse({property::coordinate_rank_fits, 0, 0, t, rank(l, p)});
    return fixed(0);
  }
  integer sum = fixed(0);
  p = first(l, p);
  q = first(coord, q);
  for (int i = 0; i < t && !cx.refused(); ++i) {
    sum = cx.add(sum, slice(cx, l, p, coord, q, kept, kept_modes, axes));
    p = l.skip(p);
    q = coord.skip(q);
  }
  return sum;
}

}  // namespace detail

// Steps along basis axes, added up to one coordinate: the tuple tree that the axes index. Steps of
// 2 along E<0> and 3 along E<1> give (2,3). O(steps * modes) for each level of nesting.
constexpr layout coordinate_along(arithmetic& cx, layout const& axes) {
  if (axes.count == 0) return single({fixed(0), fixed(0), 0});
  bool leaf = true;
  int modes = 0;
  for (int i = 0; i < axes.count; ++i) {
    axis_path const a = axes.at[i].axis;
    leaf = leaf && a == 0;
    if (a % 32 > modes) modes = a % 32;
  }
  if (leaf) {
    integer sum = fixed(0);
    for (int i = 0; i < axes.count; ++i) sum = cx.add(sum, axes.at[i].stride);
    return single({sum, fixed(0), 0});
  }
  layout r;
  r.open(modes);
  for (int k = 1; k <= modes; ++k) {
    layout inner;
    for (int i = 0; i < axes.count; ++i)
      if (axes.at[i].axis % 32 == k)
        inner.push({fixed(1), axes.at[i].stride, axes.at[i].axis / 32});
    r.copy(coordinate_along(cx, inner));
  }
  return r;
}

// A slice: the layout of the kept modes, and the offset of its first element: an integer (a leaf),
// or a coordinate (a tuple) where strides are basis vectors. Both are in the extents of `offset`.
struct sliced {
  layout kept;
  layout offset;
};

// The offset of a slice of l, from the sum along the integers and the steps along basis axes. A
// layout whose strides are coordinates has a coordinate as offset, even where no step was taken.
constexpr layout offset_of(arithmetic& cx, layout const& l, integer const& sum, layout& axes) {
  for (int i = 0; i < l.count && axes.count == 0; ++i)
    if (l.at[i].axis != 0) axes.push({fixed(1), fixed(0), l.at[i].axis});  // the zero coordinate
  return axes.count > 0 ? coordinate_along(cx, axes) : single({sum, fixed(0), 0});
}

// The modes of l that `_` keeps in `coord`, and the offset of the others. A coordinate that is `_`
// alone keeps all of l.
constexpr sliced slice(arithmetic& cx, layout const& l, layout const& coord) {
  sliced r;
  layout kept;
  int modes = 0;
  layout axes;
  integer const sum = detail::slice(cx, l, {}, coord, {}, kept, modes, axes);
  r.offset = offset_of(cx, l, sum, axes);
  if (coord.token[0] >= 0) r.kept.open(modes);
  r.kept.copy(kept);
  return r;
}

// The modes of a tuple that `_` keeps.
constexpr layout slice_tuple(arithmetic& cx, layout const& coord, layout const& t) {
  return slice(cx, t, coord).kept;
}

namespace detail {

// Appends the terminals of `from` where the projection has an integer, and drops them where it has
// X (keep_token); `modes` counts those at the top. Refused: projection_rank_fits.
constexpr void dice(arithmetic& cx, layout const& from, place p, layout const& step, place q,
                    layout& out, int& modes) {
  std::int8_t const t = step.token[q.token];
  if (t == keep_token) return;
  if (t == leaf_token) {
    out.copy(from, p);
    ++modes;
    return;
  }
  if (t != rank(from, p) || !is_tuple(from, p))
    return cx.refuse({property::projection_rank_fits, 0, 0, t, rank(from, p)});
  p = first(from, p);
  q = first(step, q);
  for (int i = 0; i < t && !cx.refused(); ++i) {
    dice(cx, from, p, step, q, out, modes);
    p = from.skip(p);
    q = step.skip(q);
  }
}

}  // namespace detail

// The tuple of the kept terminals; a single terminal where the projection is no tuple.
constexpr layout dice(arithmetic& cx, layout const& from, layout const& step) {
  layout kept;
  int modes = 0;
  detail::dice(cx, from, {}, step, {}, kept, modes);
  layout r;
  if (is_tuple(step)) r.open(modes);
  r.copy(kept);
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
