// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of: the picture of a layout, an MMA or a tiled copy. print_svg and print_latex
// call it; call it to change a picture before it is written. Host only.
//
//   picture p = picture_of(Layout<Shape<_2, _3>>{});  // a grid of 2 x 3
//   p.grids[0].at(1, 2).text;                         // "5", the offset of (1,2)
#pragma once

#include <tileproof/print/picture.hpp>
#include <tileproof/print/to_string.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
std::string string_of(T const& x) {
  auto const text = to_string(x);
  return std::string(text.data(), text.size());
}

// The extents of a layout or a shape of rank 1 or 2, as rows and columns.
template <class S>
void rows_and_columns(S const& shape, long long (&extent)[2]) {
  static_assert(rank_v<S> <= 2, "picture_of: a layout or a tile of rank 1 or 2 can be drawn");
  if constexpr (rank_v<S> == 2) {
    extent[0] = static_cast<long long>(size(get<0>(shape)));
    extent[1] = static_cast<long long>(size(get<1>(shape)));
  } else {
    extent[0] = static_cast<long long>(size(shape));
    extent[1] = 1;
  }
}

// The extent of the first mode of a tuple with several: the blocks into which a mode is cut. 0 for
// an integer.
template <class S>
long long block_of_mode(S const& s) {
  if constexpr (!is_tuple_v<S>)
    return 0;
  else if constexpr (rank_v<S> < 2)
    return 0;
  else
    return static_cast<long long>(size(get<0>(s)));
}

// Row and column of a place of a tile: of its index, column-major, or of its coordinate (m,n).
template <class Place>
void coordinate_of(Place const& place, long long rows, long long (&at)[2]) {
  if constexpr (is_tuple_v<Place>) {
    at[0] = static_cast<long long>(get<0>(place));
    at[1] = static_cast<long long>(get<1>(place));
  } else {
    at[0] = static_cast<long long>(place) % rows;
    at[1] = static_cast<long long>(place) / rows;
  }
}

// Colours the cells by their offsets.
inline void colour_by_offset(picture_grid& grid) {
  long long last = 0;
  for (picture_cell const& c : grid.cells) last = c.number > last ? c.number : last;
  for (picture_cell& c : grid.cells) c.fill = colour_of_offset(c.number, last);
}

// Draws `threads` threads with `values` values each into a grid: place(t, v) is the index of a
// cell, column-major, or its coordinate; lane(t) the number of a thread that is written. Returns a
// sentence about those outside of the grid; empty where there are none.
struct same_lane {
  int operator()(int thread) const { return thread; }
};
template <class Place, class Lane = same_lane>
std::string draw_places(picture_grid& grid, int threads, int values, Place const& place,
                        Lane const& lane = {}) {
  long long outside = 0;
  std::string first;
  for (int t = 0; t < threads; ++t)
    for (int v = 0; v < values; ++v) {
      long long at[2];
      coordinate_of(place(t, v), grid.rows, at);
      if (at[0] >= 0 && at[0] < grid.rows && at[1] >= 0 && at[1] < grid.columns)
        add_owner(grid.at(static_cast<int>(at[0]), static_cast<int>(at[1])),
                  static_cast<long long>(lane(t)), v);
      else if (outside++ == 0)
        first = "T" + std::to_string(lane(t)) + " V" + std::to_string(v);
    }
  if (outside == 0) return {};
  return outside == 1
             ? first + " is outside of the tile"
             : first + " and " + std::to_string(outside - 1) + " more are outside of the tile";
}
// The grid of a TV layout or tensor, (thread,value) -> place of the tile.
template <class TV, class Tile, class Lane = same_lane>
void draw_thread_values(picture& p, char const* name, TV const& tv, Tile const& tile, int row,
                        int column, Lane const& lane = {}) {
  static_assert(TV::rank == 2, "picture_of: a TV layout (thread,value) is expected");
  long long extent[2];
  rows_and_columns(tile, extent);
  std::string const outside =
      draw_places(p.add(name, row, column, extent[0], extent[1]), static_cast<int>(size<0>(tv)),
                  static_cast<int>(size<1>(tv)), tv, lane);
  if constexpr (is_layout_v<TV>) p.titles.push_back(std::string(name) + ": " + string_of(tv));
  if (!outside.empty()) p.titles.push_back(std::string(name) + ": " + outside);
}

// The grid with rows and columns exchanged, its corner at (row,column).
inline picture_grid transposed(picture_grid const& from, int row, int column) {
  picture_grid to(from.name, row, column, from.columns, from.rows);
  for (int i = 0; i < from.rows; ++i)
    for (int j = 0; j < from.columns; ++j) to.at(j, i) = from.at(i, j);
  return to;
}

// Where the next grid of a picture stands: at the right of one that is higher than wide, else
// below.
struct side_by_side {
  int row = 0;
  int column = 0;
  void next(long long rows, long long columns) {
    if (rows >= columns)
      column += static_cast<int>(columns) + 2;
    else
      row += static_cast<int>(rows) + 2;
  }
};

}  // namespace detail

// A layout of rank 1 or 2, swizzled or not: the offset of each coordinate (m,n) in row m and column
// n; a layout of rank 1 is a column. Where offsets are coordinates, the text is the coordinate.
template <class L>
  requires(is_layout_v<L>)
picture picture_of(L const& l) {
  long long extent[2];
  detail::rows_and_columns(shape(l), extent);
  picture p;
  picture_grid& grid = p.add("", 0, 0, extent[0], extent[1]);
  if constexpr (rank_v<L> == 2) {
    grid.row_block = detail::block_of_mode(get<0>(shape(l)));
    grid.column_block = detail::block_of_mode(get<1>(shape(l)));
  }
  for (int m = 0; m < grid.rows; ++m)
    for (int n = 0; n < grid.columns; ++n) {
      auto const offset = [&] {
        if constexpr (rank_v<L> == 2)
          return l(m, n);
        else
          return l(m);
      }();
      grid.at(m, n).text = detail::string_of(offset);
      if constexpr (std::is_integral_v<std::remove_const_t<decltype(offset)>>)
        grid.at(m, n).number = static_cast<long long>(offset);
    }
  detail::colour_by_offset(grid);
  p.titles.push_back("layout: " + detail::string_of(l));
  return p;
}

// A TV layout or a tensor, (thread,value) -> place of a tile of this shape: an index, column-major,
// or a coordinate (m,n). A title names what lies outside of the tile.
template <class TV, class Tile>
picture picture_of_tv(TV const& tv, Tile const& tile) {
  picture p;
  detail::draw_thread_values(p, "TV", detail::owned(tv), detail::owned(tile), 0, 0);
  return p;
}

namespace detail {

// C, A at its left, and B above it, (K,N), so that a row of A and a column of B meet at their sum.
template <class Tile, class TC, class TA, class TB, class Lane>
picture draw_mma(Tile const& tile, TC const& c, TA const& a, TB const& b, Lane const& lane) {
  auto const m = get<0>(tile);
  auto const n = get<1>(tile);
  auto const k = get<2>(tile);
  int const depth = static_cast<int>(k);
  picture p;
  draw_thread_values(p, "C", c, make_shape(m, n), 0, 0, lane);
  draw_thread_values(p, "A", a, make_shape(m, k), 0, -depth - 1, lane);
  draw_thread_values(p, "B", b, make_shape(n, k), 0, 0, lane);  // (N,K), to be transposed
  p.grids[2] = transposed(p.grids[2], -depth - 1, 0);
  return p;
}

}  // namespace detail

// A TiledMMA: C, A at its left, and B above it.
template <class MMA>
  requires(requires { typename MMA::AtomShape_MNK; } && !detail::any_foreign<MMA>)
picture picture_of(MMA const& mma) {
  return detail::draw_mma(mma.tile_shape_mnk(), mma.get_layoutC_TV(), mma.get_layoutA_TV(),
                          mma.get_layoutB_TV(), detail::same_lane{});
}
// An MMA_Atom, likewise; its threads have the numbers of their lanes.
template <class Atom>
  requires(
      requires { typename Atom::MMA_Op; } && !requires { typename Atom::AtomShape_MNK; } &&
      !detail::any_foreign<Atom>)
picture picture_of(Atom const&) {
  return detail::draw_mma(typename Atom::Shape_MNK{}, typename Atom::LayoutC_TV{},
                          typename Atom::LayoutA_TV{}, typename Atom::LayoutB_TV{},
                          typename Atom::ThrID{});
}

// A TiledCopy: the source, and the destination at its right. Rows and columns count the places of
// the tile that its tiler cuts.
template <class Copy>
  requires(requires { typename Copy::TiledLayout_TV; } && !detail::any_foreign<Copy>)
picture picture_of(Copy const& copy) {
  auto const tile = product_each(tile_shape(copy));
  long long extent[2];
  detail::rows_and_columns(tile, extent);
  picture p;
  detail::draw_thread_values(p, "S", copy.get_layoutS_TV(), tile, 0, 0);
  detail::draw_thread_values(p, "D", copy.get_layoutD_TV(), tile, 0,
                             static_cast<int>(extent[1]) + 3);
  return p;
}

// Whatever this library reads in place of its own (beside_cute.hpp).
template <detail::any_foreign T>
picture picture_of(T const& x) {
  return picture_of(detail::owned(x));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
