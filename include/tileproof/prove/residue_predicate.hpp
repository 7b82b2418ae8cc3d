// SPDX-License-Identifier: BSL-1.0
//
// make_predicate: the predicate, evaluated in device code, of the coordinates that a tiling visits:
// inside the shape or not. It compares only the modes in which tiles_cover finds a residue
// (prove/residue.hpp). tensor/predicate.hpp makes a tensor of it.
//
//   // Three tiles of 4 rows visit rows 0 to 11; rows 10 and 11 do not exist.
//   residue_bounds(Shape<_10, _8>{}, Shape<_4, _2>{});  // (_10,_): compare the row only
//
// A division inside a tile that leaves a residue of its own requires the predicate of its own
// extent as well. The outer predicate does not imply it: the coordinates beyond the inner extent
// are elements of the neighbouring tile (nvFuser's analysis of indivisible splits).
#pragma once

#include <tileproof/prove/residue.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// True if each element of the coordinate is below its bound. A bound `_` is not compared.
template <class Coord, class Bounds>
TILEPROOF_HOST_DEVICE constexpr bool is_inside(Coord const& c, Bounds const& bounds) {
  if constexpr (std::is_same_v<Bounds, Underscore>) {
    return true;
  } else if constexpr (detail::any_foreign<Coord, Bounds>) {
    return is_inside(detail::owned(c), detail::owned(bounds));
  } else if constexpr (is_tuple_v<Bounds>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (is_inside(get<I>(c), get<I>(bounds)) && ...);
    }(std::make_index_sequence<std::tuple_size<Bounds>::value>{});
  } else {
    return c < bounds;
  }
}

// The predicate of a division: which coordinates of zipped_divide(a, tiler) are inside a. It
// compares the modes that leave a residue with their extents; `bounds` is `_` in the others. p(t,
// r) costs one comparison for each such mode, p being a residue_predicate.
template <class Coords, class Bounds>
struct residue_predicate {
  Coords coords{};  // a layout of coordinates
  Bounds bounds{};

  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr bool operator()(Cs const&... cs) const {
    return is_inside(coords(cs...), bounds);
  }
};

// No tile visits a coordinate below 0, which the predicate, a comparison with the extent alone,
// would let pass. A part of tiles_cover's answer; tiles of negative stride lack it.
struct tiles_begin_at_zero {
  static constexpr unsigned coordinates = 0b01;
  static constexpr char const* sentences[] = {
      "make_predicate: the tile {1} of {0} visits coordinates below 0, and the predicate compares "
      "with the extent alone; begin the tile at 0",
      nullptr};
  static constexpr report decide(mapping const& a, mapping const& tiler) {
    report r;
    r.points = a.size;
    report const all = tiles_cover::decide(a, tiler);
    if (all.has(clue::below_zero_in_modes))
      r.because(answer::no).say(clue::below_zero_in_modes, all(clue::below_zero_in_modes));
    return r;
  }
};

namespace detail {

// True where dividing Extent by Tile may leave a residue: always decided for static arguments; a
// run-time extent leaves none if its known divisor is a multiple of the tile. Refused where the
// tile does not cover the extent.
template <class Extent, class Tile>
constexpr bool leaves_a_residue() {
  if constexpr (std::is_same_v<Tile, Underscore>) {
    return false;
  } else if constexpr (__is_empty(Extent) && __is_empty(Tile)) {
    require<tiles_cover>(Extent{}, Tile{});
    require<tiles_begin_at_zero>(Extent{}, Tile{});
    return prove<tiles_cover>(Extent{}, Tile{}).has(clue::residue_in_modes);
  } else {
    // The type of a run-time extent states a divisor. A tile without gaps covers any extent.
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

// The extents with which a coordinate must be compared: the extent of each mode that leaves a
// residue when `shape` is divided by `tiler`, and `_` elsewhere. Result: a tuple with the shape's
// rank, or one integer if the tiler is a single tile. A tile that does not cover its mode does not
// compile.
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

// The predicate of dividing `shape` by `tiler`, see residue_predicate. Pre: the tiler is one tile,
// or a tuple of tiles and `_` for the first modes of the shape. tensor/predicate.hpp turns it into
// a tensor.
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
