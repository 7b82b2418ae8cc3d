// SPDX-License-Identifier: BSL-1.0
//
// The orders in which a persistent kernel takes its tiles, as values: tile_order(ROWS,COLUMNS,
// GROUP,BATCHES), whose `of` has these four numbers.
#include "tile_orders.hpp"

#include <iterator>

namespace tileproof::explorer {

tile_order order_of(value const& v) {
  int n[4];
  for (int i = 0; i < 4; ++i) n[i] = static_cast<int>(v.of.at[i].extent.value);
  return {n[0], n[1], n[2], n[3]};
}

value tile_at(call& c) {
  tile_order const order = order_of(c.args[0]);
  if (c.args.size() != 2) return c.expected(2, "one number of a tile");
  if (!c.is_number(1)) return {};
  std::int64_t const i = c.args[1].integer().value;
  if (i < 0 || i >= order.count())
    return c.expected(1, "the number of a tile, 0 to " + std::to_string(order.count() - 1) + ",");
  tile_place const at = order(static_cast<int>(i));
  int const place[] = {at.row, at.column, at.batch};
  int const modes = order.batches == 1 ? 2 : 3;
  bool const is_static = c.args[1].integer().is_fixed();
  core::layout l;
  l.open(modes);
  for (int k = 0; k < modes; ++k)
    l.leaf({is_static ? core::fixed(place[k]) : core::plain(place[k]), core::fixed(0), 0});
  return integers(l);
}

picture draw_order(value const& v) {
  tile_order const order = order_of(v);
  picture p;
  picture_grid& g = p.add("", 0, 0, order.rows, std::int64_t{order.columns} * order.batches);
  for (int i = 0; i < order.count(); ++i) {
    tile_place const at = order(i);
    picture_cell& cell = g.at(at.row, at.column + at.batch * order.columns);
    cell.text = std::to_string(i);
    cell.number = i;
    cell.fill = colour_of_offset(i, order.count() - 1);
  }
  p.titles.push_back(text_of(v) + ": the numbers of the tiles");
  return p;
}

namespace {

value make_order(call& c) {
  value v;
  v.is = kind::order;
  v.of.open(4);
  std::int64_t tiles = 1;
  for (int i = 0; i < 4; ++i) {
    if (c.has(i) && !c.is_number(i)) return {};
    std::int64_t const n = c.has(i) ? c.args[static_cast<std::size_t>(i)].integer().value : 1;
    std::int64_t const most = std::int64_t{INT32_MAX} / (i == 2 ? 1 : tiles);
    if (n < 1 || n > most) return c.expected(i, "a number from 1 to " + std::to_string(most));
    if (i != 2) tiles *= n;
    v.of.leaf({core::fixed(n), core::fixed(0), 0});
  }
  if (v.of.at[2].extent.value > INT32_MAX / v.of.at[1].extent.value)
    return c.expected(2, "a group whose tiles an int can count");
  return v;
}

constexpr operation table[] = {
    {"tile_order", 2, 4, 0, 0, make_order, "tile_order(ROWS,COLUMNS[,GROUP[,BATCHES]])",
     "the order of a persistent kernel: groups of rows, each by columns; of a number the tile"}};

}  // namespace

operation_list order_operations() { return {table, std::size(table)}; }

}  // namespace tileproof::explorer
