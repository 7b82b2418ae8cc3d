// SPDX-License-Identifier: BSL-1.0
//
// Defines the way from coordinates of a shape to linear indices and back. Indices are column-major:
// the first mode is the lowest digit.
//
//   in the shape (4,8): index 9 is the coordinate (1,2), and crd2idx((1,2)) is 1 + 4 * 2 = 9
//
// A coordinate is an integer tuple in the extents of a core::layout.
#pragma once

#include <tileproof/core/shape.hpp>
#include <tileproof/core/slice.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Shape and stride, two congruent tuples, as one layout. Refused (shape_and_stride_congruent) where
// their profiles differ, also for one integer stride beside a tuple of extents.
constexpr layout zipped(arithmetic& cx, layout shape, layout const& stride) {
  if (!congruent(shape, stride)) cx.refuse({property::shape_and_stride_congruent, 0, 0, 0, 0});
  for (int i = 0; i < shape.count && !cx.refused(); ++i) {
    shape.at[i].stride = stride.at[i].extent;
    shape.at[i].axis = stride.at[i].axis;
  }
  return shape;
}

// The coordinate, congruent to the shape, that a compact layout l maps to `index`: each leaf is
// (index / stride) mod extent, 0 for an extent of 1 or a stride of 0. Pre: index >= 0.
constexpr layout idx2crd(arithmetic& cx, integer index, layout l) {
  for (int i = 0; i < l.count; ++i) {
    mode& m = l.at[i];
    if (m.extent.is_fixed(1) || m.stride.is_fixed(0))
      m.extent = fixed(0);
    else
      m.extent = cx.mod(cx.div(index, m.stride), m.extent);
  }
  return l;
}

// The coordinate of the column-major linear index `index` in the subtree at p: 9 in (4,8) is (1,2).
// The last digit is not reduced, so that an index past the end stays past the end: 33 is (1,8).
constexpr layout idx2crd_by_columns(arithmetic& cx, integer index, layout l, place p = {}) {
  place const end = l.skip(p);
  for (int i = p.leaf; i < end.leaf; ++i) {
    integer const n = l.at[i].extent;
    bool const last = i + 1 == end.leaf;
    l.at[i].extent = last ? index : cx.mod(index, n);
    if (!last) index = cx.div(index, n);
  }
  return subtree(l, p);
}

// A coordinate of `shape`, of a coarser profile, rewritten to be congruent to it: (5,1) in
// ((2,4),8) is ((1,2),1). Refused (coordinate_rank_fits) where a tuple stands for a mode of another
// rank.
constexpr layout refine_coordinate(arithmetic& cx, layout const& coord, place q,
                                   layout const& shape, place p) {
  if (!is_tuple(coord, q)) return idx2crd_by_columns(cx, coord.at[q.leaf].extent, shape, p);
  layout r;
  int const n = rank(coord, q);
  if (!is_tuple(shape, p) || n != rank(shape, p)) {
    cx.refuse({property::coordinate_rank_fits, 0, 0, n, rank(shape, p)});
    return r;
  }
  r.open(n);
  p = first(shape, p);
  q = first(coord, q);
  for (int i = 0; i < n && !cx.refused(); ++i) {
    r.copy(refine_coordinate(cx, coord, q, shape, p));
    p = shape.skip(p);
    q = coord.skip(q);
  }
  return r;
}

constexpr layout refine(arithmetic& cx, layout const& coord, layout const& shape) {
  return refine_coordinate(cx, coord, {}, shape, {});
}

// The column-major linear index of a coordinate of `shape`. Refused (coordinate_rank_fits) where a
// tuple stands for a mode of another rank. An integer is that index itself.
constexpr integer crd2idx(arithmetic& cx, layout const& coord, layout const& shape) {
  if (!is_tuple(coord)) return coord.at[0].extent;
  return slice(cx, compact_left(cx, shape), coord).offset.at[0].extent;
}

// The coordinate of shape `to` with the linear index that `coord` has in shape `from`.
constexpr layout crd2crd(arithmetic& cx, layout const& coord, layout const& from,
                         layout const& to) {
  return refine(cx, number(crd2idx(cx, coord, from)), to);
}

// idx2crd with one integer for each mode of l.
constexpr layout idx2crd_by_modes(arithmetic& cx, integer index, layout const& l) {
  layout const fine = idx2crd(cx, index, l);
  layout r;
  if (is_tuple(l)) r.open(rank(l));
  place p = first(l);
  for (int i = 0; i < rank(l); ++i, p = l.skip(p))
    r.leaf({crd2idx(cx, subtree(fine, p), subtree(l, p)), fixed(0), 0});
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
