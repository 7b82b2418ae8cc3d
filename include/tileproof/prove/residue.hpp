// SPDX-License-Identifier: BSL-1.0
//
// tiles_cover and tiles_evenly: whether tiling a shape reaches every element, and which modes leave
// a residue (a last tile that is partly outside). prove/residue_predicate.hpp has the predicate
// that guards it.
//
//   prove<tiles_cover>(Shape<_10, _8>{}, Shape<_4, _2>{});  // yes: residue in modes 0
//   prove<tiles_evenly>(Shape<_10, _8>{}, Shape<_4, _2>{});  // no: residue in modes 0
//
// Dividing an extent s by a tile T visits the coordinates T(t) + R(r), with R = complement(T,s). If
// that is a bijection onto [0,s), no predicate is required. If it visits every coordinate of [0,s)
// once, visits others too, and every tile has at least one coordinate inside, the mode leaves a
// residue: a visit counts if and only if 0 <= T(t) + R(r) < s, mode by mode. The first half always
// holds for a tile without negative strides. An extent of 0 has nothing to cover and takes no tile;
// an empty tile covers nothing else.
#pragma once

#include <tileproof/core/divide.hpp>
#include <tileproof/prove/interval.hpp>
#include <tileproof/prove/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(residue_in_modes);     // whose last tile is not whole
TILEPROOF_CLUE(below_zero_in_modes);  // whose tiles visit coordinates below 0

namespace detail {

// The visits of one mode: how the tile T and its complement reach [0,extent).
struct visits {
  answer is = answer::yes;
  decided how = decided::by_structure;
  mapping of{};             // (t,r) -> coordinate
  bool is_residue = false;  // some coordinates lie outside, and each tile has some inside
  report why{};             // the reason, if the mode is undecided
};

// Decides by looking at every visit. Pre: the extent is at least 1.
constexpr bool enumerated_cover(mapping const& visit, std::int64_t tile_size, std::int64_t extent) {
  if (extent > visit.size) return false;
  shares const s = count_shares(visit, extent, 1);
  if (s.missed > 0 || s.repeated > 0) return false;
  // Every tile must have a coordinate inside: `some` is true once the current tile has shown one.
  bool some = true;
  bool all = true;
  for_each_point(visit, [&](std::int64_t x, std::int64_t y) {
    if (x % tile_size == 0) {
      all = some;
      some = false;
    }
    some = some || (y >= 0 && y < extent);
    return all;
  });
  return all && some;
}

// Decides one mode, from the strides where they suffice.
constexpr visits visits_of(core::layout const& tile, std::int64_t extent) {
  visits v;
  mapping const of_tile(tile);
  v.of = of_tile;
  if (extent == 0) return v;
  if (extent < 0 || !of_tile.fits) {
    v.is = answer::undecided;
    v.why = beyond_64_bits(of_tile);
    return v;
  }
  if (of_tile.size == 0) {
    v.is = answer::no;
    return v;
  }
  core::arithmetic cx;
  core::layout const rest = core::complement(cx, tile, core::fixed(extent));
  if (cx.refused() && cx.why.what == core::property::injective) {
    v.is = answer::no;  // there is no such division
    return v;
  }
  if (cx.refused()) {
    v.is = answer::undecided;
    bool const is_long = cx.why.what == core::property::injectivity_decided;
    if (cx.why.what == core::property::leaves_fit_capacity)
      v.why = too_many_leaves(extent);
    else
      v.why =
          undecided_because(is_long ? open_because::search_too_long : open_because::beyond_64_bits,
                            is_long ? core::search_budget : 0, extent);
    return v;
  }
  v.of = mapping(core::pair(tile, rest));
  image const all = image_of(v.of);
  report const once = injective::decide(v.of);
  if (once.how == decided::by_enumeration) v.how = once.how;
  if (once.is == answer::undecided || all.is.is == answer::undecided) {
    v.is = answer::undecided;
    v.why = once.is == answer::undecided ? once : all.is;
    return v;
  }
  // Coordinate 0 is visited, and the least gap is known. A gap below 0 tells nothing about those
  // above.
  bool const is_gap_below = !all.is.holds() && all.gap < 0;
  std::int64_t const end = all.is.holds() ? all.end : all.gap;
  // If even the last tile starts inside, no tile is completely outside.
  bool const is_last_inside = mapping(rest).last < extent;
  v.is_residue = v.of.last >= extent || v.of.first < 0;
  if (once.is == answer::no || (!is_gap_below && end < extent) ||
      (!is_last_inside && v.of.first == 0)) {
    v.is = answer::no;
  } else if (!is_gap_below && is_last_inside) {
    v.is = answer::yes;
  } else if (v.of.size <= enumeration_bound) {
    v.how = decided::by_enumeration;
    v.is = enumerated_cover(v.of, of_tile.size, extent) ? answer::yes : answer::no;
  } else {
    v.is = answer::undecided;
    v.why = undecided_about(v.of.size);
  }
  return v;
}

// Calls visit(number of the mode, tile, extent) for each terminal of a tiler (an entry that is one
// tile, not a tuple) until a call returns false. The extent is -1 where it exceeds 64 bits.
template <class Visit>
constexpr bool for_each_tile(core::layout const& a, core::place p, core::layout const& tiler,
                             core::place q, std::int64_t& mode, Visit visit) {
  std::int8_t const t = tiler.token[q.token];
  if (t == core::keep_token) return ++mode, true;
  if (t == core::tile_token) {
    core::arithmetic cx;
    std::int64_t const extent = core::size(cx, a, p).value;
    return visit(mode++, core::subtree(tiler, {q.token + 1, q.leaf}), cx.refused() ? -1 : extent);
  }
  int const n = core::rank(a, p);
  p = core::first(a, p);
  q = core::first(tiler, q);
  for (int i = 0; i < t && i < n; ++i, p = a.skip(p), q = tiler.skip(q))
    if (!for_each_tile(a, p, tiler, q, mode, visit)) return false;
  return t <= n;
}

// The common decision of tiles_cover and tiles_evenly, mode by mode.
constexpr report tiling(mapping const& a, mapping const& tiler, bool residue_is_owed) {
  core::layout terminals;
  if (tiler.is_layout) terminals.open(core::tile_token);
  terminals.copy(tiler.is_layout ? tiler.of : core::as_tiler(tiler.of));
  if (!a.fits) return beyond_64_bits(a);
  if (terminals.full) return too_many_leaves(a.size);
  report r;
  r.points = a.size;
  report::named residue{&clue::residue_in_modes, 0, {}};
  report::named below{&clue::below_zero_in_modes, 0, {}};
  std::int64_t modes = 0;
  bool const all = for_each_tile(
      a.of, {}, terminals, {}, modes,
      [&](std::int64_t mode, core::layout const& tile, std::int64_t extent) {
        // One mode of the tiler: its visits, and a witness in coordinates of that mode.
        visits const v = visits_of(tile, extent);
        if (v.how == decided::by_enumeration) r.how = v.how;
        if (v.is == answer::undecided) {
          r = v.why;
          r.points = a.size;
          r.say(clue::in_mode, mode);
          return false;
        }
        if (v.is != answer::yes) {
          r.because(v.is).say(clue::in_mode, mode);
          explain(r, v.of, extent, 1, [&](report& to, std::int64_t x, bool second) {
            to.add(coordinate(second ? clue::and_coordinate : clue::at_coordinate, v.of, x));
          });
          return false;
        }
        if (v.is_residue && residue.count < report::most_numbers)
          residue.at[residue.count++] = mode;
        if (v.is_residue && v.of.first < 0 && below.count < report::most_numbers)
          below.at[below.count++] = mode;
        return true;
      });
  if (!all && r.holds()) r.because(answer::no).say(clue::found, core::rank(tiler.of));
  if (!r.holds() || residue.count == 0) return r;
  if (!residue_is_owed) r.is = answer::no;
  r.add(residue);
  return below.count == 0 ? r : r.add(below);
}

// Whether a tiler is one static integer, at least 1, for each mode of a flat layout.
constexpr bool is_tile_of_each_mode(core::layout const& a, core::layout const& tiler) {
  if (a.count != tiler.count || a.tokens != tiler.tokens) return false;
  for (int i = 0; i < a.tokens; ++i)
    if (a.token[i] != tiler.token[i] || (i > 0 && a.token[i] != core::leaf_token)) return false;
  for (int i = 0; i < tiler.count; ++i)
    if (!tiler.at[i].extent.is_fixed() || tiler.at[i].extent.value < 1) return false;
  return true;
}

}  // namespace detail

// Every coordinate of a layout (or a shape) is in exactly one tile of the tiler, and every tile has
// a coordinate inside. 10 by tiles of 4 has the property, with a residue; 10 by the tile
// (2,2):(1,1), which visits 1 twice, has not. If the answer is yes, the report lists the modes that
// leave a residue, and among them those whose tiles visit coordinates below 0. Only the extents of
// the layout count. Undecided if a mode has more than enumeration_bound visits and its strides do
// not decide, if a search exceeds its step limit, or if an integer exceeds 64 bits. The report of
// 10 x 8 by tiles of 4 x 2:
//   "yes: residue in modes 0"
struct tiles_cover {
  static constexpr unsigned coordinates = 0b01;  // of the layout only the extents count
  static constexpr char const* sentences[] = {
      "in mode {in_mode}, the tiles visit element {at_element} twice, at (element of the tile, "
      "tile) {at_coordinate} and {and_coordinate}",
      "in mode {in_mode}, no tile visits element {missing_element}: {elements_missed} {element "
      "is|elements are} missed",
      "in mode {in_mode}, element {at_coordinate} of (element of the tile, tile) is "
      "{outside_element}, outside: {elements_outside} such place{|s}",
      "in mode {in_mode}, the tiles have {found} places for {expected} elements",
      "a tiler of rank {found} has more modes than {0}",
      nullptr};
  // For all values: tiles of static extents.
  template <class Prover>
  static constexpr bool for_all(Prover&, core::layout const& a, core::layout const& tiler) {
    return detail::is_tile_of_each_mode(a, tiler);
  }
  static constexpr report decide(mapping const& a, mapping const& tiler) {
    return detail::tiling(a, tiler, true);
  }
};
// The tiles cover the layout and leave no residue: 12 by tiles of 4 has the property, 10 by 4 has
// not.
struct tiles_evenly {
  static constexpr unsigned coordinates = 0b01;
  static constexpr char const* sentences[] = {
      "the tiles do not divide {residue_in_modes} of {0}: the last tile lies partly outside",
      "in mode {in_mode}, the tiles do not cover {0}", nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::divisors_of_extent;
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& a,
                               mapping const& tiler) {
    for (int c = 0; c < r.count; ++c) {
      report::named const& modes = r.clues[c];
      for (int i = 0; *modes.what == clue::residue_in_modes && i < modes.count; ++i) {
        core::remedy one;
        put_divisors_of_mode(one, static_cast<int>(modes.at[i]), a, tiler);
        if (t.count > 0 && one.count > 0) t.put("; ");
        t.put(one);
      }
    }
  }
  // For all values: each tile divides its extent.
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& a,
                                           core::layout const& tiler) {
    core::integer all = core::fixed(detail::is_tile_of_each_mode(a, tiler));
    for (int i = 0; i < a.count && !all.is_fixed(0); ++i)
      all = p.cx.both(all, p.cx.divides(tiler.at[i].extent, a.at[i].extent));
    return all;
  }
  static constexpr report decide(mapping const& a, mapping const& tiler) {
    return detail::tiling(a, tiler, false);
  }

 private:
  static constexpr void put_divisors_of_mode(core::remedy& t, int mode, mapping const& a,
                                             mapping const& tiler) {
    if (mode >= core::rank(a.of)) return;
    core::arithmetic cx;
    std::int64_t const whole = core::size(cx, a.of, core::nth(a.of, mode)).value;
    bool const has_mode = !tiler.is_layout && mode < core::rank(tiler.of);
    std::int64_t const tile =
        has_mode ? core::size(cx, tiler.of, core::nth(tiler.of, mode)).value : whole / 2;
    if (!cx.refused()) detail::put_divisors(t, whole, tile);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
