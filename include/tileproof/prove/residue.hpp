// SPDX-License-Identifier: BSL-1.0
//
// Whether the tiles of a division cover what they divide, which modes leave a residue, and the
// predicate that is then owed.
//
// Dividing an extent s by a tile T visits T(t) + R(r), R = complement(T,s). Where that is a
// bijection onto [0,s) nothing is owed. Where it visits every coordinate once, and outside
// coordinates too, each tile having some inside, the mode leaves a residue: 0 <= T(t) + R(r) < s is
// necessary and sufficient for a visit to count, mode by mode, and the first half holds by itself
// for a tile without negative strides. An extent of 0 has nothing to cover and takes no tile; an
// empty tile covers nothing else. A division inside a tile that leaves
// a residue of its own owes the predicate of its own extent besides; the outer one does not imply
// it, since the coordinates beyond the tile are elements of its neighbour (nvFuser's analysis of
// indivisible splits).
#pragma once

#include <tileproof/core/divide.hpp>
#include <tileproof/prove/interval.hpp>
#include <tileproof/prove/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// One mode: how the tile T and its complement visit [0,extent).
struct visits {
  answer is = answer::yes;
  decided how = decided::by_structure;
  mapping of{};             // (t,r) -> coordinate
  bool is_residue = false;  // some coordinates lie outside, and each tile has some inside
  report why{};             // of a mode that is undecided
};

// By looking at every visit. Pre: the extent is at least 1.
constexpr bool enumerated_cover(mapping const& visit, std::int64_t tile_size, std::int64_t extent) {
  if (extent > visit.size) return false;
  shares const s = count_shares(visit, extent, 1);
  if (s.missed > 0 || s.repeated > 0) return false;
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
      v.why = undecided_because(is_long ? open_because::search_too_long
                                        : open_because::beyond_64_bits,
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
  // 0 is visited, and the least gap is known. Below 0 it says nothing of those above.
  bool const is_gap_below = !all.is.holds() && all.gap < 0;
  std::int64_t const end = all.is.holds() ? all.end : all.gap;
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

// Calls visit(number of the mode, tile, extent) for each terminal of a tiler, until one is false. The
// extent is -1 where 64 bits do not hold it.
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

constexpr report tiling(mapping const& a, mapping const& tiler, bool residue_is_owed) {
  core::layout terminals;
  if (tiler.is_layout) terminals.open(core::tile_token);
  terminals.copy(tiler.is_layout ? tiler.of : core::as_tiler(tiler.of));
  if (!a.fits) return beyond_64_bits(a);
  if (terminals.full) return too_many_leaves(a.size);
  report r;
  r.points = a.size;
  report::named residue{clue::residue_in_modes, 0, {}};
  report::named below{clue::below_zero_in_modes, 0, {}};
  std::int64_t modes = 0;
  bool const all = for_each_tile(
      a.of, {}, terminals, {}, modes,
      [&](std::int64_t mode, core::layout const& tile, std::int64_t extent) {
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

}  // namespace detail

// Of a layout (or a shape) and a tiler: every coordinate is in one tile, and every tile has some.
// The modes that leave a residue are reported, and those of them whose tiles visit coordinates
// below 0.
struct tiles_cover {
  static constexpr unsigned coordinates = 0b01;  // of the layout only the extents count
  static constexpr report decide(mapping const& a, mapping const& tiler) {
    return detail::tiling(a, tiler, true);
  }
};
// The same without a residue.
struct tiles_evenly {
  static constexpr unsigned coordinates = 0b01;
  static constexpr report decide(mapping const& a, mapping const& tiler) {
    return detail::tiling(a, tiler, false);
  }
};

// Every element of a coordinate is below its bound; `_` bounds nothing.
template <class Coord, class Bounds>
TILEPROOF_HOST_DEVICE constexpr bool is_inside(Coord const& c, Bounds const& bounds) {
  if constexpr (std::is_same_v<Bounds, Underscore>) {
    return true;
  } else if constexpr (detail::any_foreign<Coord, Bounds>) {
    return is_inside(detail::owned(c), detail::owned(bounds));
  } else if constexpr (is_tuple_v<Bounds>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (is_inside(get<I>(c), get<I>(bounds)) && ...);
    }
    (std::make_index_sequence<std::tuple_size<Bounds>::value>{});
  } else {
    return c < bounds;
  }
}

// Which coordinates of zipped_divide(a, tiler) are inside: those whose coordinate in each mode that
// leaves a residue is below that mode's extent. `bounds` has `_` for the modes that owe nothing.
template <class Coords, class Bounds>
struct residue_predicate {
  Coords coords{};  // a layout of coordinates
  Bounds bounds{};

  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr bool operator()(Cs const&... cs) const {
    return is_inside(coords(cs...), bounds);
  }
};

namespace detail {

template <class Extent, class Tile>
constexpr bool leaves_a_residue() {
  if constexpr (std::is_same_v<Tile, Underscore>) {
    return false;
  } else if constexpr (__is_empty(Extent) && __is_empty(Tile)) {
    require<tiles_cover>(Extent{}, Tile{});
    static_assert(!prove<tiles_cover>(Extent{}, Tile{}).has(clue::below_zero_in_modes),
                  "make_predicate: a tile with negative strides visits coordinates below 0, and the "
                  "predicate compares with the extent alone; begin the tile at 0");
    return prove<tiles_cover>(Extent{}, Tile{}).has(clue::residue_in_modes);
  } else {
    // Of a run-time extent its multiple is known. A tile without gaps covers any.
    if constexpr (__is_empty(Tile) && is_layout_v<Tile>) require<compact>(Tile{});
    if constexpr (__is_empty(Tile))
      return multiple_v<Extent> % decltype(size(Tile{}))::value != 0;
    else
      return true;
  }
}

template <class Extent, class Tile>
inline constexpr bool owes_a_predicate = leaves_a_residue<Extent, Tile>();

template <std::size_t I, class Extents, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto bound_of(Extents const& extents) {
  using extent = std::remove_cvref_t<decltype(get<I>(extents))>;
  if constexpr (I >= std::tuple_size<Tiler>::value)
    return Underscore{};
  else if constexpr (owes_a_predicate<extent, std::tuple_element_t<I, Tiler>>)
    return get<I>(extents);
  else
    return Underscore{};
}

template <class Extents, class Tiler, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto bounds_of(Extents const& extents, Tiler const&,
                                               std::index_sequence<I...>) {
  return tileproof::make_tuple(bound_of<I, Extents, Tiler>(extents)...);
}

}  // namespace detail

// The extents of a shape's modes where dividing it by the tiler leaves a residue, `_` elsewhere. A
// tile that does not cover its mode does not compile.
template <class Shape, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto residue_bounds(Shape const& shape, Tiler const& tiler) {
  if constexpr (detail::any_foreign<Shape, Tiler>) {
    return residue_bounds(detail::owned(shape), detail::owned(tiler));
  } else if constexpr (is_tuple_v<Tiler>) {
    return detail::bounds_of(product_each(shape), tiler,
                             std::make_index_sequence<std::tuple_size<Shape>::value>{});
  } else if constexpr (detail::owes_a_predicate<std::remove_cvref_t<decltype(size(shape))>,
                                                Tiler>) {
    return size(shape);
  } else {
    return Underscore{};
  }
}

// Pre: the tiler is one tile, or a tuple of tiles and `_` for the first modes of the shape.
template <class Shape, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_predicate(Shape const& shape, Tiler const& tiler) {
  auto const bounds = residue_bounds(shape, tiler);
  auto const coords = [&] {
    if constexpr (is_tuple_v<detail::own_t<Tiler>>)
      return zipped_divide(make_identity_layout(product_each(shape)), tiler);
    else
      return zipped_divide(make_identity_layout(size(shape)), tiler);
  }();
  return residue_predicate<std::remove_const_t<decltype(coords)>,
                           std::remove_const_t<decltype(bounds)>>{coords, bounds};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
