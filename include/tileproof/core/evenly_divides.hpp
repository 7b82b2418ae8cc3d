// SPDX-License-Identifier: BSL-1.0
//
// Defines evenly_divides: whether tiles cut a shape without a remainder.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/shape.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// Whether the terminal of a tiler at q cuts the part of a at p into whole tiles: n tiles, as many
// as ceil_div gives for each mode, have as many elements as the part. A layout fills the gaps
// between its strides first: 8:3 is a tile of 24. Refused as complement is.
constexpr integer cuts(arithmetic& cx, layout const& a, place p, layout const& b, place q) {
  if (b.token[q.token] == keep_token) return fixed(1);
  layout part;
  part.copy(a, p);
  integer filled = b.at[q.leaf].extent;
  integer places = filled;
  if (b.token[q.token] == tile_token) {
    layout tile;
    tile.copy(b, {q.token + 1, q.leaf}, b.skip(q));
    integer const gaps = size(cx, complement(cx, tile, fixed(1)));
    filled = cx.mul(size(cx, filter(cx, tile)), gaps);
    places = cx.mul(size(cx, tile), gaps);
  }
  integer const tiles = size(cx, ceil_div(cx, part, number(filled)));
  return cx.equal(cx.mul(places, tiles), size(cx, part));
}
// Whether every tile of shape b in a is whole: each leaf of b cuts the part of a. Modes of a beyond
// b count as divided; 0 where b has more modes.
constexpr integer evenly_divides(arithmetic& cx, layout const& a, place p, layout const& b,
                                 place q) {
  if (!is_tuple(b, q)) return cuts(cx, a, p, b, q);
  int const n = rank(b, q);
  if (n > rank(a, p)) return fixed(0);
  integer all = fixed(1);
  if (n > 0 && !is_tuple(a, p)) return evenly_divides(cx, a, p, b, first(b, q));
  p = first(a, p);
  q = first(b, q);
  for (int i = 0; i < n; ++i) {
    all = cx.both(all, evenly_divides(cx, a, p, b, q));
    p = a.skip(p);
    q = b.skip(q);
  }
  return all;
}

}  // namespace detail

constexpr integer evenly_divides(arithmetic& cx, layout const& a, layout const& b) {
  return detail::evenly_divides(cx, a, {}, b, {});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
