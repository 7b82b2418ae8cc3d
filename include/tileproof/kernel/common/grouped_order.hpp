// SPDX-License-Identifier: BSL-1.0
//
// grouped_order: the order of the tiles of many matrices of unlike numbers of rows, which lie one
// after the other; their lengths are known only on the device. grouped_walk finds the tiles of a
// block of a persistent kernel. visits_every_tile_of_groups: the theorem that an order visits each
// tile of each group, and none twice. For a grouped_order it is decided for every list of groups.
//
//   grouped_order const order{groups, total, 128, columns, 8};   // on the host
//   grouped_walk walk{order, ends};                              // ends[g] is the end of group g
//   for (int i = block; walk.find(i); i += blocks)
//     auto const [group, begin, end, row, column] = walk(i);
//
//   ends 5, 5, 12 with tiles of 4 rows: group 0 has rows 0-3 and 4; group 1 has no row and no tile;
//   group 2 has rows 5-8 and 9-11. With 2 columns, tiles 0 to 3 are of group 0, 4 to 7 of group 2.
#pragma once

#include <tileproof/kernel/common/divisor.hpp>
#include <tileproof/kernel/common/place_in_groups.hpp>
#include <tileproof/prove/require.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A tile of a group with the rows [begin,end). Its first row is `row`; `column` counts tiles.
struct grouped_tile {
  int group, begin, end, row, column;
  friend constexpr bool operator==(grouped_tile const&, grouped_tile const&) = default;
};

// The tiles of the groups in turn. In a group, the tiles of `strip` rows of tiles go down first,
// then to the next column, as in tile_order. Pre: no number is negative, block and strip are at
// least 1, and largest_count() is less than 2^31. Construct it on the host.
class grouped_order {
 public:
  int groups = 0;
  int total = 0;    // rows of all groups, or more
  int block = 1;    // rows of a tile
  int columns = 0;  // tiles in a row of tiles
  int strip = 1;

  constexpr grouped_order() = default;
  constexpr grouped_order(int in_groups, int in_total, int in_block, int in_columns,
                          int in_strip = 1)
      : groups(in_groups),
        total(in_total),
        block(in_block),
        columns(in_columns),
        strip(in_strip),
        by_{divisor(strip * columns)} {}

  // The most tiles that groups with these numbers have: a group's last tile may have a single row.
  template <class I = std::int64_t>
  static constexpr I largest_count(std::type_identity_t<I> const& groups,
                                   std::type_identity_t<I> const& total,
                                   std::type_identity_t<I> const& block,
                                   std::type_identity_t<I> const& columns) {
    I const with_rows = groups < total ? groups : total;
    return ((total - with_rows) / block + with_rows) * columns;
  }
  // The tiles of a group of `rows` rows.
  TILEPROOF_HOST_DEVICE constexpr int tiles_of(int rows) const {
    return (rows + block - 1) / block * columns;
  }
  // The place of tile i of a group with the rows [begin,end).
  TILEPROOF_HOST_DEVICE constexpr grouped_tile place(int group, int begin, int end, int i) const {
    int const rows = (end - begin + block - 1) / block;
    auto const p = detail::place_in_groups<int>(i, rows, columns, strip, by_);
    return {group, begin, end, begin + p.row * block, p.column};
  }

 private:
  struct quotients {
    divisor of_strip;
    TILEPROOF_HOST_DEVICE constexpr int by_group(int n) const { return n / of_strip; }
    TILEPROOF_HOST_DEVICE static constexpr bool is_whole(int, int more, int full) {
      return more >= full;
    }
    TILEPROOF_HOST_DEVICE constexpr int by_rows(int n, int here, bool) const { return n / here; }
  };
  quotients by_{};
};

// Finds tiles in increasing order, a group at a time. Ends is a pointer to int: group g has the
// rows [ends[g - 1],ends[g]), the first from 0 on. An end that is less than the one before counts
// as that one, and one beyond the total as the total: whatever is in memory, rows are in
// [0,total), and no row is in two groups.
template <class Ends>
class grouped_walk {
 public:
  TILEPROOF_HOST_DEVICE constexpr grouped_walk(grouped_order const& order, Ends ends)
      : order_(order), ends_(ends) {}

  // Whether tile `tile` exists; then the walk is at its group. Pre: no later tile has been found.
  TILEPROOF_HOST_DEVICE constexpr bool find(int tile) {
    while (tile - first_ >= tiles_) {
      if (group_ + 1 >= order_.groups) return false;
      int const next = ends_[++group_];
      int const within = next < order_.total ? next : order_.total;
      first_ += tiles_;
      begin_ = end_;
      end_ = within < begin_ ? begin_ : within;
      tiles_ = order_.tiles_of(end_ - begin_);
    }
    return true;
  }
  // The place of the tile that was found.
  TILEPROOF_HOST_DEVICE constexpr grouped_tile operator()(int tile) const {
    return order_.place(group_, begin_, end_, tile - first_);
  }

 private:
  grouped_order const& order_;
  Ends ends_;
  int group_ = -1;
  int first_ = 0, tiles_ = 0;  // of the group
  int begin_ = 0, end_ = 0;
};

// A grouped_order of tiles of Block rows, as an argument of visits_every_tile_of_groups.
template <int Block, int Columns, int Strip = 1>
struct grouped_tiles {
  static_assert(Block >= 1 && Columns >= 1 && Strip >= 1,
                "grouped_tiles: a tile has a row, a row of tiles has a tile, and a strip a row");
  static constexpr int block = Block;
  static constexpr int columns = Columns;
  static constexpr int strip = Strip;
  grouped_order order;
  int const* ends;
  static constexpr grouped_tiles of(int const* ends, int groups) {
    return {{groups, groups == 0 ? 0 : ends[groups - 1], Block, Columns, Strip}, ends};
  }
  constexpr int count() const {
    grouped_walk walk{order, ends};
    int n = 0;
    while (walk.find(n)) ++n;
    return n;
  }
  constexpr grouped_tile operator()(int tile) const {
    grouped_walk walk{order, ends};
    walk.find(tile);
    return walk(tile);
  }
};
namespace detail {

template <class Order>
inline constexpr bool is_grouped_tiles = false;
template <int... N>
inline constexpr bool is_grouped_tiles<grouped_tiles<N...>> = true;

}  // namespace detail

// The numbers of an order, 0 to count() - 1, are the tiles of a list of groups, each once. A tile
// has Order::block rows, or those that its group has left, and a row of tiles Order::columns tiles.
// Argument: the lengths of the groups, as a shape. Order::of(ends, groups) is the order: count(),
// and a call with a number gives `group`, `row` (the first row, counted over all groups) and
// `column` of a tile.
//
// A grouped_order is decided from the number of groups and their total alone, for every list that
// has these. Group g has the numbers from the count of the groups before it on, so each number is
// of one group; in a group each tile has one number (orders_of_any_size.hpp). So it holds if it
// computes without overflow: then also for lists with fewer groups and a smaller total. For any
// other order, at most enumeration_bound tiles are visited. Witness: a tile with two numbers, or a
// number of no tile.
template <class Order>
struct visits_every_tile_of_groups {
  static constexpr char const* sentences[] = {
      "number {at_value} of the order is the tile at row {at_coordinate:0}, column "
      "{at_coordinate:1} of group {at_coordinate:2}, which groups of {0} rows do not have",
      "numbers {found:0} and {found:1} of the order are one tile of groups of {0} rows: at row "
      "{at_coordinate:0}, column {at_coordinate:1} of group {at_coordinate:2}",
      "the order counts tiles by int, and groups of {0} rows may have {found}: {at_most} is the "
      "most",
      "the order has {found} numbers, and groups of {0} rows have {expected} tiles", nullptr};
  static constexpr report decide(mapping const& lengths) {
    report r;
    int const groups = lengths.of.count;
    int ends[core::max_leaves]{};
    std::int64_t total = 0, rows = 0;  // rows of tiles
    for (int g = 0; g < groups; ++g) {
      std::int64_t const length = lengths.of.at[g].extent.value;
      if (length > INT32_MAX - total) return too_many(r, INT32_MAX);
      total += length;
      rows += (length + Order::block - 1) / Order::block;
      ends[g] = static_cast<int>(total);
    }
    std::int64_t const tiles = r.points = rows * Order::columns;
    if (tiles > INT32_MAX) return too_many(r, tiles);
    if constexpr (detail::is_grouped_tiles<Order>) {
      std::int64_t const most =
          grouped_order::largest_count(groups, total, Order::block, Order::columns);
      return most > INT32_MAX ? too_many(r, most) : r;
    } else {
      Order const order = Order::of(ends, groups);
      if (order.count() != tiles)
        return r.because(answer::no).say(clue::found, order.count()).say(clue::expected, tiles);
      if (tiles > enumeration_bound)
        return undecided_because(open_because::too_many_points, tiles, tiles);
      r.how = decided::by_enumeration;
      return enumerate(r, order, ends, groups);
    }
  }

 private:
  static constexpr report too_many(report r, std::int64_t n) {
    return r.because(answer::no).say(clue::found, n).say(clue::at_most, INT32_MAX);
  }
  static constexpr report enumerate(report r, Order const& order, int const* ends, int groups) {
    int number[enumeration_bound]{};  // of a tile, plus 1
    int before[core::max_leaves]{};   // the rows of tiles of the groups before
    for (int g = 1; g < groups; ++g)
      before[g] = before[g - 1] +
                  (ends[g - 1] - (g == 1 ? 0 : ends[g - 2]) + Order::block - 1) / Order::block;
    for (int i = 0; i < order.count(); ++i) {
      auto const at = order(i);
      bool const is_group = at.group >= 0 && at.group < groups;
      int const begin = is_group && at.group > 0 ? ends[at.group - 1] : 0;
      bool const is_tile = is_group && at.row >= begin && at.row < ends[at.group] &&
                           (at.row - begin) % Order::block == 0 && at.column >= 0 &&
                           at.column < Order::columns;
      if (!is_tile)
        return r.because(answer::no)
            .say(clue::at_value, i)
            .say(clue::at_coordinate, at.row, at.column, at.group);
      int& seen =
          number[(before[at.group] + (at.row - begin) / Order::block) * Order::columns + at.column];
      if (seen != 0)
        return r.because(answer::no)
            .say(clue::found, seen - 1, i)
            .say(clue::at_coordinate, at.row, at.column, at.group);
      seen = i + 1;
    }
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
