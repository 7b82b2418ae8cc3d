// SPDX-License-Identifier: BSL-1.0
//
// tile_order: the order in which a persistent kernel takes the tiles of its result, so that tiles
// that are computed at the same time share operands in L2. visits_every_tile_once: the theorem that
// an order visits each tile of a grid, and none twice. State it for the largest grid on which a
// kernel is launched: for a tile_order, smaller grids follow.
//
//   tile_order const order{rows, columns, 8};
//   auto const [row, column, batch] = order(i);  // of tile i; 0 <= i < order.count()
//   require<visits_every_tile_once<rows_in_groups<8>>>(Shape<_1000, _777, _3>{});
//   sentence<visits_every_tile_once<my_order>>(make_shape(33, 17, 1));  // at run time, on the host
#pragma once

#include <tileproof/kernel/common/divisor.hpp>
#include <tileproof/kernel/common/place_in_groups.hpp>
#include <tileproof/prove/require.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A place in a grid of tiles.
struct tile_place {
  int row;
  int column;
  int batch;
  friend constexpr bool operator==(tile_place const&, tile_place const&) = default;
};

// Tiles of a grid of rows x columns, in groups of `group` rows: a group goes down its rows first,
// then to the next column; one batch after the other. With 3 rows in groups of 2 and 2 columns:
// (0,0) (1,0) (0,1) (1,1) (2,0) (2,1). Every tile has one number. Pre: rows and columns are not
// negative, group is at least 1, and an int can count the tiles of the grid and of `group` rows.
// Construct it on the host, which computes the factors by which a kernel divides.
class tile_order {
 public:
  int rows = 0;
  int columns = 0;
  int group = 1;
  int batches = 1;

  constexpr tile_order() = default;
  constexpr tile_order(int in_rows, int in_columns, int in_group = 1, int in_batches = 1)
      : rows(in_rows),
        columns(in_columns),
        group(in_group),
        batches(in_batches),
        of_batch_(rows * columns),
        by_{{divisor(group * columns), divisor(group),
             divisor(detail::rows_of_last_group(rows, group))}} {}

  // The most tiles of a grid that the clusters of a launch take in turn (tiles_of_cluster): the
  // number past the last one of a cluster is an int too.
  static constexpr std::int64_t most = INT32_MAX - 65536;
  // Whether so many are the tiles of such a grid, and an int counts those of a group. Pre: no
  // number is negative, and each is below 2^31.
  template <class I = std::int64_t>
  static constexpr bool is_countable(std::type_identity_t<I> const& rows,
                                     std::type_identity_t<I> const& columns, std::int64_t group,
                                     std::type_identity_t<I> const& batches) {
    I const tiles = rows * columns;
    return columns * I(group) <= I(INT32_MAX) && tiles <= I(most) && tiles * batches <= I(most);
  }
  TILEPROOF_HOST_DEVICE constexpr int count() const { return rows * columns * batches; }
  TILEPROOF_HOST_DEVICE constexpr tile_place operator()(int tile) const {
    int const batch = batches == 1 ? 0 : tile / of_batch_;
    auto const p = detail::place_in_groups<int>(detail::number_in_batch(tile, batch, rows, columns),
                                                rows, columns, group, by_);
    return {p.row, p.column, batch};
  }

 private:
  struct quotients : detail::divisors_of_groups {
    TILEPROOF_HOST_DEVICE static constexpr bool is_whole(int, int more, int full) {
      return more >= full;
    }
  };
  divisor of_batch_;
  quotients by_{};
};

// The fewest clusters that take `tiles` tiles in as many turns as `most` clusters do: 66 clusters
// need 16 turns for 1024 tiles, and so do 64. The clusters that are left out would draw power and
// idle in the last turn. Pre: tiles is not negative, most is positive or tiles is 0.
constexpr std::int64_t fewest_clusters(std::int64_t tiles, std::int64_t most) {
  if (tiles == 0 || most == 0) return 0;
  std::int64_t const turns = (tiles + most - 1) / most;
  return (tiles + turns - 1) / turns;
}

// The trips of a persistent GEMM whose tiles have k_tiles steps each (machine/machine.hpp): of
// `all` tiles, cluster `first` of `clusters` takes first, first + clusters, ...
template <class I>
struct basic_tiles_of_cluster {
  I first, clusters, all, k_tiles;
  TILEPROOF_HOST_DEVICE constexpr I tiles() const {
    return first < all ? (all - first + clusters - 1) / clusters : I(0);
  }
  TILEPROOF_HOST_DEVICE constexpr I tile(I i) const { return first + i * clusters; }
  TILEPROOF_HOST_DEVICE constexpr I steps(I) const { return k_tiles; }
};
using tiles_of_cluster = basic_tiles_of_cluster<int>;

// The tile_order with groups of Group rows, as an argument of visits_every_tile_once.
template <int Group>
struct rows_in_groups {
  static_assert(Group >= 1, "rows_in_groups: a group has at least one row");
  static constexpr tile_order of(int rows, int columns, int batches) {
    return {rows, columns, Group, batches};
  }
};

namespace detail {

constexpr report too_many_tiles(report r, std::int64_t n) {
  return r.because(answer::no).say(clue::found, n).say(clue::at_most, INT32_MAX);
}
// The report has the tiles of a grid (rows, columns, batches) in `points`; `extent` gets its
// extents. The answer is no if an int cannot count the tiles.
constexpr report tiles_of(mapping const& grid, std::int64_t* extent) {
  report r;
  int const modes = grid.of.count;
  if (modes < 1 || modes > 3) return r.because(answer::no).say(clue::in_mode, modes);
  std::int64_t tiles = 1;
  for (int i = 0; i < modes; ++i) {
    extent[i] = grid.of.at[i].extent.value;
    if (extent[i] == 0) tiles = 0;
  }
  for (int i = 0; i < modes; ++i)
    if (extent[i] > INT32_MAX || core::mul_overflows(tiles, extent[i], tiles) || tiles > INT32_MAX)
      return too_many_tiles(r, tiles > INT32_MAX ? tiles : extent[i]);
  r.points = tiles;
  return r;
}
// visits_every_tile_once of a tile_order with groups of `group` rows.
constexpr report visits_in_groups(mapping const& grid, std::int64_t group) {
  std::int64_t extent[3]{1, 1, 1};
  report const r = tiles_of(grid, extent);
  std::int64_t const of_group = group * extent[1];
  return r.holds() && r.points > 0 && of_group > INT32_MAX
             ? too_many_tiles(r, of_group).say(clue::at_least, group)
             : r;
}

}  // namespace detail

// The numbers of an order, 0 to count() - 1, are the tiles of a grid, each once. Argument: the
// shape of the grid, (rows, columns) or (rows, columns, batches). Order::of(rows, columns, batches)
// is the order: count(), and a call with a number gives `row`, `column` and `batch` of a tile.
//
// A tile_order is decided from the extents alone: for every grid each tile has one number
// (orders_of_any_size.hpp), so it visits every tile once if it computes without overflow: the tiles
// of the grid, and of a whole group, are at most 2^31 - 1. Then it also does on each smaller grid.
// For any other order, at most enumeration_bound tiles are visited.
// Witness: a tile with two numbers, or a number outside of the grid:
//   "no: found (1,3), at coordinate (1,0,0)"
template <class Order>
struct visits_every_tile_once {
  static constexpr char const* sentences[] = {
      "number {at_value} of the order is the tile {at_coordinate}, outside of the grid {0}",
      "numbers {found:0} and {found:1} of the order are one tile, {at_coordinate} of the grid {0}",
      "a group of {at_least} rows has {found} tiles in {0}, and the order computes with int: "
      "{at_most} is "
      "the most",
      "the order counts tiles by int, and there are {found} of {0}: {at_most} is the most",
      "the grid {0} has {in_mode} modes, and (rows, columns, batches) are expected",
      "the order has {found} numbers, and the grid {0} has {expected} tiles",
      nullptr};
  using order_type = decltype(Order::of(1, 1, 1));
  // The condition for a tile_order and a grid with unknowns.
  template <class Prover>
    requires std::is_same_v<order_type, tile_order>
  static constexpr core::integer condition(Prover& p, core::layout const& grid) {
    if (grid.count < 1 || grid.count > 3) return core::fixed(0);
    core::integer const most = core::fixed(INT32_MAX);
    core::integer tiles = core::fixed(1);
    for (int i = 0; i < grid.count; ++i) {
      if (!p.proves(p.cx.less_equal(grid.at[i].extent, most))) return core::fixed(0);
      tiles = p.cx.mul(tiles, grid.at[i].extent);
    }
    core::integer const columns = grid.count > 1 ? grid.at[1].extent : core::fixed(1);
    core::integer const of_group = p.cx.mul(core::fixed(Order::of(1, 1, 1).group), columns);
    return p.cx.both(p.cx.less_equal(tiles, most), p.cx.less_equal(of_group, most));
  }
  static constexpr report decide(mapping const& grid) {
    if constexpr (std::is_same_v<order_type, tile_order>) {
      return detail::visits_in_groups(grid, Order::of(1, 1, 1).group);
    } else {
      std::int64_t extent[3]{1, 1, 1};
      report r = detail::tiles_of(grid, extent);
      std::int64_t const tiles = r.points;
      if (!r.holds()) return r;
      order_type const order = Order::of(static_cast<int>(extent[0]), static_cast<int>(extent[1]),
                                         static_cast<int>(extent[2]));
      if (order.count() != tiles)
        return r.because(answer::no).say(clue::found, order.count()).say(clue::expected, tiles);
      if (tiles > enumeration_bound)
        return undecided_because(open_because::too_many_points, tiles, tiles);
      r.how = decided::by_enumeration;
      return enumerate(r, order, extent);
    }
  }

 private:
  template <class O>
  static constexpr report enumerate(report r, O const& order, std::int64_t const* extent) {
    int number[enumeration_bound]{};  // of a tile, plus 1
    for (int i = 0; i < order.count(); ++i) {
      auto const p = order(i);
      std::int64_t const at[] = {p.row, p.column, p.batch};
      bool is_inside = true;
      for (int d = 0; d < 3; ++d) is_inside = is_inside && at[d] >= 0 && at[d] < extent[d];
      if (!is_inside)
        return r.because(answer::no)
            .say(clue::at_value, i)
            .say(clue::at_coordinate, at[0], at[1], at[2]);
      int& seen = number[(at[2] * extent[1] + at[1]) * extent[0] + at[0]];
      if (seen != 0)
        return r.because(answer::no)
            .say(clue::found, seen - 1, i)
            .say(clue::at_coordinate, at[0], at[1], at[2]);
      seen = i + 1;
    }
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
