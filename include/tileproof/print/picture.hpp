// SPDX-License-Identifier: BSL-1.0
//
// Defines picture: a drawing of a layout, a TiledCopy or a TiledMMA as grids of cells, without the
// format it is written in. print/latex.hpp writes one as LaTeX; use this header to write another.
// Host only.
//
//   picture p = picture_of(Layout<Shape<_2, _3>>{});  // a grid of 2 x 3
//   p.grids[0].at(1, 2).text;                         // "5", the offset of (1,2)
#pragma once

#include <tileproof/print/to_string.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A thread, and the index of one of its values.
struct picture_owner {
  int thread;
  int value;
};

// A cell: its text, the number that it is coloured by (the offset; 0 where offsets are
// coordinates), and in a picture of threads and values all that own it, by thread, then by value.
struct picture_cell {
  std::string text;
  long long number = 0;
  std::vector<picture_owner> owners;
};

// A grid of rows x columns cells, row-major, whose upper left corner is at (row,column) of the
// picture. The numbers of rows and columns stand at its left and above it.
struct picture_grid {
  std::string name;
  int row;
  int column;
  int rows;
  int columns;
  std::vector<picture_cell> cells;

  picture_grid(std::string n, int r, int c, long long height, long long width)
      : name(std::move(n)),
        row(r),
        column(c),
        rows(static_cast<int>(height)),
        columns(static_cast<int>(width)),
        cells(static_cast<std::size_t>(height * width)) {}
  picture_cell& at(int m, int n) { return cells[static_cast<std::size_t>(m * columns + n)]; }
  picture_cell const& at(int m, int n) const {
    return cells[static_cast<std::size_t>(m * columns + n)];
  }
};

// Grids, and lines of text: the layouts that they draw.
struct picture {
  std::vector<picture_grid> grids;
  std::vector<std::string> titles;
};

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

// The grid of a TV layout or tensor, (thread,value) -> place of the tile; lane(thread) is the
// number of a thread that is written.
struct same_lane {
  int operator()(int thread) const { return thread; }
};
template <class TV, class Tile, class Lane = same_lane>
void draw_thread_values(picture& p, char const* name, TV const& tv, Tile const& tile, int row,
                        int column, Lane const& lane = {}) {
  static_assert(TV::rank == 2, "picture_of: a TV layout (thread,value) is expected");
  long long extent[2];
  rows_and_columns(tile, extent);
  picture_grid grid(name, row, column, extent[0], extent[1]);
  int const threads = static_cast<int>(size<0>(tv));
  int const values = static_cast<int>(size<1>(tv));
  for (int t = 0; t < threads; ++t)
    for (int v = 0; v < values; ++v) {
      long long at[2];
      coordinate_of(tv(t, v), extent[0], at);
      picture_cell& cell = grid.cells.at(static_cast<std::size_t>(at[0] * extent[1] + at[1]));
      if (cell.owners.empty()) {
        cell.number = static_cast<long long>(lane(t));
        cell.text = "T" + std::to_string(cell.number) + " V" + std::to_string(v);
      }
      cell.owners.push_back({static_cast<int>(lane(t)), v});
    }
  if constexpr (is_layout_v<TV>) p.titles.push_back(std::string(name) + ": " + string_of(tv));
  p.grids.push_back(std::move(grid));
}

}  // namespace detail

// A layout of rank 1 or 2, swizzled or not: the offset of each coordinate (m,n) in row m and column
// n; a layout of rank 1 is a column. Where offsets are coordinates, the text is the coordinate.
template <class L>
requires(is_layout_v<L>) picture picture_of(L const& l) {
  long long extent[2];
  detail::rows_and_columns(shape(l), extent);
  picture_grid grid("layout", 0, 0, extent[0], extent[1]);
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
  return {{std::move(grid)}, {"layout: " + detail::string_of(l)}};
}

// A TV layout or a tensor, (thread,value) -> place of a tile of this shape: an index, column-major,
// or a coordinate (m,n). Throws std::out_of_range where a place is outside of the tile.
template <class TV, class Tile>
picture picture_of_tv(TV const& tv, Tile const& tile) {
  picture p;
  detail::draw_thread_values(p, "TV", tv, tile, 0, 0);
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
  picture_grid const drawn = p.grids[2];
  p.grids[2] = picture_grid("B", -depth - 1, 0, drawn.columns, drawn.rows);
  for (int i = 0; i < drawn.rows; ++i)
    for (int j = 0; j < drawn.columns; ++j) p.grids[2].at(j, i) = drawn.at(i, j);
  return p;
}

}  // namespace detail

// A TiledMMA: C, A at its left, and B above it.
template <class MMA>
requires requires { typename MMA::AtomShape_MNK; }
picture picture_of(MMA const& mma) {
  return detail::draw_mma(mma.tile_shape_mnk(), mma.get_layoutC_TV(), mma.get_layoutA_TV(),
                          mma.get_layoutB_TV(), detail::same_lane{});
}
// An MMA_Atom, likewise; its threads have the numbers of their lanes.
template <class Atom>
requires(
    requires { typename Atom::MMA_Op; } && !requires { typename Atom::AtomShape_MNK; }) picture
    picture_of(Atom const&) {
  return detail::draw_mma(typename Atom::Shape_MNK{}, typename Atom::LayoutC_TV{},
                          typename Atom::LayoutA_TV{}, typename Atom::LayoutB_TV{},
                          typename Atom::ThrID{});
}

// A TiledCopy: the source, and the destination at its right. Rows and columns count the places of
// the tile that its tiler cuts.
template <class Copy>
requires requires { typename Copy::TiledLayout_TV; }
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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
