// SPDX-License-Identifier: BSL-1.0
//
// Defines the application of an operation on layouts by mode: a tiler is a tree whose terminals are
// layouts or `_`, and each mode of a layout meets the terminal that stands in its place.
//
//   composition by mode of (8,(4,6)) with the tiler (2:4, (_,3:1)):
//   8 meets 2:4, 4 meets `_` and stays, 6 meets 3:1
//
// In the tokens, a terminal layout is tile_token followed by its tree, and `_` is keep_token:
// (_4,_) marked is {2, tile, leaf, keep} with the leaf 4:1.
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Marks the terminals of a tiler. An integer n is the tile n:1 of consecutive coordinates, and a
// static 1 the tile 1:0; layouts are marked already (lift/read.hpp), and are copied.
constexpr layout as_tiler(layout const& l) {
  layout r;
  place p{};
  while (p.token < l.tokens) {
    std::int8_t const t = l.token[p.token];
    if (t == leaf_token) {
      r.open(tile_token);
      integer const& n = l.at[p.leaf].extent;
      r.leaf({n, fixed(n.is_fixed(1) ? 0 : 1), 0});
      p = l.skip(p);
    } else if (t == tile_token) {
      p = r.copy(l, p);
    } else {
      r.open(t);
      ++p.token;
    }
  }
  return r;
}

// Whether the layout of a terminal is a static run n:1, which many operations do faster.
constexpr bool is_run(layout const& tiler, place const& q) {
  if (tiler.token[q.token] != leaf_token) return false;
  mode const& m = tiler.at[q.leaf];
  return m.extent.is_fixed() && m.stride.is_fixed(1) && m.axis == 0;
}

// Appends to `out` the operation on the subtree of `a` at p and the terminal of a tiler at q. An
// operation refuses by cx.
using operation = void (*)(arithmetic&, layout const& a, place const& p, layout const& tiler,
                           place const& q, layout& out);
// An operation that gives a pair (tile,rest). Both may go to one layout, the tile first.
using pair_operation = void (*)(arithmetic&, layout const& a, place const& p, layout const& tiler,
                                place const& q, layout& tile, layout& rest);

// The treatment of the modes that the tiler does not reach: composition drops them, divisions keep
// them.
enum class beyond_tiler : bool { drop, keep };  // the modes that the tiler does not reach

// Replaces each mode of `a` by the operation on it and the terminal of the tiler that stands there,
// and appends the result to `out`; a mode that meets `_` is copied. Refused (tiler_rank_fits) where
// the tiler has more modes. O(leaves), operations aside.
constexpr void by_mode(arithmetic& cx, layout const& a, place p, layout const& tiler, place q,
                       operation replace, beyond_tiler beyond, layout& out) {
  std::int8_t const t = tiler.token[q.token];
  if (t == keep_token) {
    out.copy(a, p);
    return;
  }
  if (t == tile_token) return replace(cx, a, p, tiler, {q.token + 1, q.leaf}, out);
  if (t > rank(a, p)) return cx.refuse({property::tiler_rank_fits, 0, 0, t, rank(a, p)});
  int const n = beyond == beyond_tiler::keep ? rank(a, p) : t;
  out.open(n);
  p = first(a, p);
  q = first(tiler, q);
  for (int i = 0; i < n && !cx.refused(); ++i, p = a.skip(p)) {
    if (i < t) {
      by_mode(cx, a, p, tiler, q, replace, beyond, out);
      q = tiler.skip(q);
    } else {
      out.copy(a, p);
    }
  }
}

// by_mode on the whole of `a`.
constexpr layout by_mode(arithmetic& cx, layout const& a, layout const& tiler, operation replace,
                         beyond_tiler beyond) {
  layout r;
  by_mode(cx, a, {}, tiler, {}, replace, beyond, r);
  return r;
}

// by_mode for an operation that gives a pair (tile, rest): the tiles and the rests are gathered,
// and the modes that the tiler does not reach belong to the rest. A mode that meets `_` is a tile
// of its own, with the rest 1:0.
constexpr void zip_by_mode(arithmetic& cx, layout const& a, place p, layout const& tiler, place q,
                           pair_operation split, layout& tile, layout& rest) {
  std::int8_t const t = tiler.token[q.token];
  if (t == keep_token) {
    tile.copy(a, p);
    rest.leaf({fixed(1), fixed(0), 0});
    return;
  }
  if (t == tile_token) return split(cx, a, p, tiler, {q.token + 1, q.leaf}, tile, rest);
  int const n = rank(a, p);
  if (t > n) return cx.refuse({property::tiler_rank_fits, 0, 0, t, n});
  tile.open(t);
  rest.open(n);
  p = first(a, p);
  q = first(tiler, q);
  for (int i = 0; i < n && !cx.refused(); ++i, p = a.skip(p)) {
    if (i < t) {
      zip_by_mode(cx, a, p, tiler, q, split, tile, rest);
      q = tiler.skip(q);
    } else {
      rest.copy(a, p);
    }
  }
}

// ((tile...),(rest...)) of the subtree at p.
constexpr layout zip_by_mode(arithmetic& cx, layout const& a, place const& p, layout const& tiler,
                             pair_operation split) {
  layout both;
  layout rest;
  both.open(2);
  zip_by_mode(cx, a, p, tiler, {}, split, both, rest);
  both.copy(rest);
  return both;
}

// Appends the modes of the tuple at p without the tuple: (2,(3,4)) appends 2 and (3,4).
constexpr void splice(layout const& from, place p, layout& out) {
  int const n = rank(from, p);
  p = first(from, p);
  for (int i = 0; i < n; ++i) p = out.copy(from, p);
}

// (tile, rest...) of ((tile...),(rest...)): tiled_divide from zipped_divide.
constexpr layout tiled(layout const& both) {
  place const rest = nth(both, 1);
  layout r;
  r.open(1 + rank(both, rest));
  r.copy(both, nth(both, 0));
  splice(both, rest, r);
  return r;
}

// (tile..., rest...) of ((tile...),(rest...)): flat_divide from zipped_divide.
constexpr layout flattened(layout const& both) {
  place const tile = nth(both, 0);
  place const rest = nth(both, 1);
  layout r;
  r.open(rank(both, tile) + rank(both, rest));
  splice(both, tile, r);
  splice(both, rest, r);
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
