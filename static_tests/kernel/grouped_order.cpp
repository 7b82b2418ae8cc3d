// SPDX-License-Identifier: BSL-1.0
//
// The order of the tiles of a list of groups visits each tile once: for every list of up to four
// groups of 0 to 5 rows, by one block and by several that share the tiles, beside an oracle that
// counts how often each element is in a tile. Orders with a mistake are refused.
#include <tileproof/kernel/common/grouped_order.hpp>

namespace {

using namespace tileproof;

template <class Order, class... Lengths>
constexpr core::text order_of = sentence<visits_every_tile_of_groups<Order>>(Shape<Lengths...>{});

// Decided for all lists of so many groups and rows.
static_assert(order_of<grouped_tiles<128, 56, 16>, Int<1000000>, _0, _1, Int<70000>> == "");
static_assert(order_of<grouped_tiles<1, 64>, Int<(1 << 25)>> ==
              "the order counts tiles by int, and groups of (_33554432) rows may have 2147483648: "
              "2147483647 is the most");
static_assert(order_of<grouped_tiles<64, 1>, Int<INT32_MAX>, _1> ==
              "the order counts tiles by int, and groups of (_2147483647,_1) rows may have "
              "2147483647: 2147483647 is the most");

// ---- the same, tile by tile: an order that the property does not know

template <class Order>
struct visited : Order {
  static constexpr visited of(int const* ends, int groups) { return {Order::of(ends, groups)}; }
};
template <class... Lengths>
constexpr core::text visits = order_of<visited<grouped_tiles<4, 3, 2>>, Lengths...>;
static_assert(visits<_5, _0, _12, _1> == "" && visits<_0> == "" && visits<_0, _0, _9> == "" &&
              visits<Int<33>, _4, _3, Int<90>, _1, _0> == "");
static_assert(order_of<visited<grouped_tiles<1, 1>>, Int<9000>>.size() > 0);  // beyond the bound

// ---- mistakes

enum class mistake { none, rounds_down, one_order_for_all, skips_after_empty, ends_early, strips };
template <mistake M>
struct wrong {
  static constexpr int block = 4, columns = 2;
  int const* ends;
  int groups;
  static constexpr wrong of(int const* ends, int groups) { return {ends, groups}; }
  constexpr int rows(int g) const {
    int const length = ends[g] - (g == 0 ? 0 : ends[g - 1]);
    if (M == mistake::rounds_down) return length / block;
    if (M == mistake::skips_after_empty && g > 0 && rows(g - 1) == 0) return 0;
    if (M == mistake::one_order_for_all && g > 0) return rows(0);
    return (length + block - 1) / block;
  }
  constexpr int count() const {
    int n = 0;
    for (int g = 0; g < groups; ++g) n += rows(g) * columns;
    return n;
  }
  constexpr grouped_tile operator()(int i) const {
    int g = 0;
    for (; g < groups && i >= rows(g) * columns; ++g) i -= rows(g) * columns;
    int const begin = g == 0 ? 0 : ends[g - 1];
    if (M == mistake::strips) {  // in strips of 2 rows, of which the last may have 1
      int const first = i / (2 * columns) * 2;
      int const rest = i % (2 * columns);
      return {g, begin, ends[g], begin + (first + rest % 2) * block, rest / 2};
    }
    int const at = M == mistake::ends_early && i == rows(g) * columns - 1 ? 0 : i;
    return {g, begin, ends[g], begin + at / columns * block, at % columns};
  }
};
template <mistake M, class... Lengths>
constexpr core::text says = order_of<wrong<M>, Lengths...>;
static_assert(says<mistake::none, _5, _0, _9, _4> == "");
static_assert(says<mistake::rounds_down, _8, _5> ==
              "the order has 6 numbers, and groups of (_8,_5) rows have 8 tiles");
static_assert(says<mistake::skips_after_empty, _0, _4> ==
              "the order has 0 numbers, and groups of (_0,_4) rows have 2 tiles");
static_assert(says<mistake::one_order_for_all, _5, _3, _9> ==
              "number 6 of the order is the tile at row 9, column 0 of group 1, which groups of "
              "(_5,_3,_9) rows do not have");
static_assert(says<mistake::ends_early, _4, _8> ==
              "numbers 0 and 1 of the order are one tile of groups of (_4,_8) rows: at row 0, "
              "column 0 of group 0");
static_assert(says<mistake::strips, _8, Int<12>> ==
              "number 9 of the order is the tile at row 20, column 0 of group 1, which groups of "
              "(_8,_12) rows do not have");

// ---- walks of all blocks of a grid, for every small list

// Whether the walks of `blocks` blocks put each element of the list into one tile, found from the
// definition: the tile of row r of a group, and of column c, begins at r / block * block.
constexpr bool walk_covers(grouped_order const& order, int const* ends, int rows, int blocks) {
  int seen[24][3]{};  // times that (row,column of tiles) is in a tile
  for (int b = 0; b < blocks; ++b) {
    grouped_walk walk{order, ends};
    for (int i = b; walk.find(i); i += blocks) {
      grouped_tile const t = walk(i);
      int const before = t.group == 0 ? 0 : ends[t.group - 1];
      if (t.begin != before || t.end != ends[t.group] || t.row < t.begin || t.row >= t.end)
        return false;
      for (int r = t.row; r < t.end && r < t.row + order.block; ++r) ++seen[r][t.column];
    }
  }
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < order.columns; ++c)
      if (seen[r][c] != 1) return false;
  return true;
}
// One part of the lists, since clang evaluates no more at once.
constexpr bool walks_cover(int groups, int block, int columns, int strip, int part = 0,
                           int parts = 1) {
  int lists = 1;
  for (int g = 0; g < groups; ++g) lists *= 6;
  for (int list = part; list < lists; list += parts) {
    int ends[4]{};
    int rows = 0;
    for (int g = 0, rest = list; g < groups; ++g, rest /= 6) ends[g] = rows += rest % 6;
    for (int blocks = 1; blocks <= 3; ++blocks)
      if (!walk_covers({groups, rows, block, columns, strip}, ends, rows, blocks)) return false;
  }
  return true;
}
static_assert(walks_cover(1, 1, 3, 2) && walks_cover(2, 2, 2, 2) && walks_cover(3, 2, 3, 1));
static_assert(walks_cover(4, 2, 1, 2, 0, 3));
static_assert(walks_cover(4, 2, 1, 2, 1, 3));
static_assert(walks_cover(4, 2, 1, 2, 2, 3));

// ---- ends that shrink or pass the total: rows stay in [0,total), and are of one group

constexpr int shrinking[] = {6, 2, 9, 40};
constexpr bool stays_inside = [] {
  grouped_order const order{4, 10, 4, 1};
  grouped_walk walk{order, &shrinking[0]};
  int rows = 0;
  for (int i = 0; walk.find(i); ++i) {
    grouped_tile const t = walk(i);
    if (t.row != rows) return false;
    rows = t.row + order.block < t.end ? t.row + order.block : t.end;
  }
  return rows == 10;
}();
static_assert(stays_inside);

}  // namespace
