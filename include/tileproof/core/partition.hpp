// SPDX-License-Identifier: BSL-1.0
//
// Defines local_tile, a tile of a layout, and local_partition, a thread's partition (the elements
// that it owns) of a layout. Both are a zipped_divide and a slice.
//
//   (128,64):(64,1) by tiles of (32,16): zipped_divide is ((32,16),(4,4));
//   tile (1,2) is its slice ((_,_),(1,2)), offset 32 * 64 + 32; position (5,3) of every tile is
//   the slice ((5,3),(_,_)), a layout of 4 x 4
//
// A tile is the slice at a coordinate of the rest (inner_partition); a partition is the slice at a
// coordinate of the tile, where threads are the coordinates (outer_partition).
#pragma once

#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/slice.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The coordinate (_,_,...) of rank n.
constexpr void open_all_kept(layout& coord, int n) {
  coord.open(n);
  for (int i = 0; i < n; ++i) coord.open(keep_token);
}

// The coordinate, filled up with `_` to rank n where it is a tuple.
constexpr void open_filled(layout& out, layout const& coord, int n) {
  if (!is_tuple(coord)) return out.copy(coord);
  int const m = rank(coord);
  out.open(m > n ? m : n);
  splice(coord, {}, out);
  for (int i = m; i < n; ++i) out.open(keep_token);
}

// Whether the strides of a and b agree wherever the extent is not 1. Pre: a and b have one profile.
constexpr integer agrees(arithmetic& cx, layout const& a, layout const& b) {
  integer all = fixed(1);
  for (int i = 0; i < a.count; ++i)
    all = cx.both(all, cx.either(cx.equal(a.at[i].extent, fixed(1)),
                                 cx.equal(a.at[i].stride, b.at[i].stride)));
  return all;
}

}  // namespace detail

// The tile at `coord`: (tile modes..., rest modes that `_` keeps...), and its offset. A coordinate
// of fewer modes than the rest is filled up with `_`. Refused where zipped_divide or slice is.
constexpr sliced inner_partition(arithmetic& cx, layout const& l, layout const& tiler,
                                 layout const& coord) {
  layout const both = zipped_divide(cx, l, tiler);
  if (cx.refused()) return sliced{};
  layout whole;
  whole.open(2);
  detail::open_all_kept(whole, rank(both, nth(both, 0)));
  detail::open_filled(whole, coord, rank(both, nth(both, 1)));
  return slice(cx, both, whole);
}

// Position `coord` inside every tile: (tile modes that `_` keeps..., rest modes...), and its
// offset. Refused where zipped_divide or slice is.
constexpr sliced outer_partition(arithmetic& cx, layout const& l, layout const& tiler,
                                 layout const& coord, layout const* projection) {
  if (projection != nullptr) {
    layout const diced = dice(cx, tiler, *projection);
    layout const at = dice(cx, coord, *projection);
    return cx.refused() ? sliced{} : outer_partition(cx, l, diced, at, nullptr);
  }
  layout const both = zipped_divide(cx, l, tiler);
  if (cx.refused()) return sliced{};
  layout whole;
  whole.open(2);
  detail::open_filled(whole, coord, rank(both, nth(both, 0)));
  detail::open_all_kept(whole, rank(both, nth(both, 1)));
  return slice(cx, both, whole);
}

// The coordinate, one integer a mode, of the thread with this index. Pre: 0 <= index < size.
// Refused (threads_are_distinct) unless the layout is a bijection onto [0, size): the first missing
// index is the witness. With run-time leaves refused (threads_are_compact) unless it is compact,
// column-major or row-major. `inverse` is the right inverse of a static layout.
constexpr layout flat_coordinate(arithmetic& cx, layout const& threads, layout const& inverse,
                                 integer index) {
  bool const is_static = all_fixed(threads);
  std::int64_t top = 0;
  if (is_static) {
    std::int64_t const n = size(cx, threads).value;
    std::int64_t const covered = size(cx, inverse).value;
    if (covered != n) cx.refuse({property::threads_are_distinct, 0, covered, covered, n});
    for (int i = 0; i < threads.count; ++i)
      if (threads.at[i].extent.value > 1 && threads.at[i].stride.value > top)
        top = threads.at[i].stride.value;
  } else {
    cx.require(cx.either(detail::agrees(cx, threads, compact_left(cx, threads)),
                         detail::agrees(cx, threads, compact_right(cx, threads))),
               {property::threads_are_compact, 0, 0, 0, 0});
  }
  layout r;
  if (is_tuple(threads)) r.open(rank(threads));
  place p = first(threads);
  for (int i = 0; i < rank(threads) && !cx.refused(); ++i) {
    place const end = threads.skip(p);
    integer sum = fixed(0);
    integer scale = fixed(1);
    for (int k = p.leaf; k < end.leaf; ++k) {
      mode const& m = threads.at[k];
      if (m.extent.is_fixed(1)) continue;
      // The digit of the index at the stride of this leaf; the leaf of the largest stride needs no
      // mod.
      integer const above = cx.div(index, m.stride);
      integer const digit = is_static && m.stride.value == top ? above : cx.mod(above, m.extent);
      sum = cx.add(sum, cx.mul(digit, scale));
      scale = cx.mul(scale, m.extent);
    }
    r.leaf({sum, fixed(0), 0});
    p = end;
  }
  return r;
}

// flat_coordinate that computes the right inverse itself.
constexpr layout flat_coordinate(arithmetic& cx, layout const& threads, integer index) {
  return flat_coordinate(cx, threads, all_fixed(threads) ? right_inverse(cx, threads) : layout{},
                         index);
}

// The partition of thread `index` where the tile of the threads' shape repeats over `l`. A
// projection drops modes of the thread layout that do not correspond to a mode of `l`. Refused:
// threads_are_distinct, threads_are_compact, projection_rank_fits, and where outer_partition is.
constexpr sliced local_partition(arithmetic& cx, layout const& l, layout const& threads,
                                 integer index, layout const* projection) {
  layout tile = product_each(cx, threads);
  layout coord = flat_coordinate(cx, threads, index);
  if (projection != nullptr && !cx.refused()) {
    tile = dice(cx, tile, *projection);
    coord = dice(cx, coord, *projection);
  }
  if (cx.refused()) return sliced{};
  return outer_partition(cx, l, as_tiler(tile), coord, nullptr);
}

// inner_partition, with the projection applied to tiler and coordinate first; null for none.
// Refused: projection_rank_fits, and where inner_partition is.
constexpr sliced local_tile(arithmetic& cx, layout const& l, layout const& tiler,
                            layout const& coord, layout const* projection) {
  if (projection == nullptr) return inner_partition(cx, l, tiler, coord);
  layout const diced = dice(cx, tiler, *projection);
  layout const at = dice(cx, coord, *projection);
  if (cx.refused()) return sliced{};
  return inner_partition(cx, l, diced, at);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
