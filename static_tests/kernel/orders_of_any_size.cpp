// SPDX-License-Identifier: BSL-1.0
//
// Orders of tiles are right for every grid; and the kernels' own objects, with the factors by which
// they divide, for each small grid.
#include <tileproof/kernel/attention/any_size.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/kernel/common/grouped_order.hpp>
#include <tileproof/kernel/common/orders_of_any_size.hpp>
#include <tileproof/kernel/common/place_in_groups.hpp>
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/kernel/common/tile_order.hpp>

namespace {

using namespace tileproof;

static_assert(detail::orders_are_right::hold);
static_assert(detail::order_of_attention_is_right::hold);

// These are no tile_order, so that their tiles are visited.
template <int Group>
struct visited : tile_order {
  static constexpr visited of(int rows, int columns, int batches) {
    return {tile_order(rows, columns, Group, batches)};
  }
};
template <int Strip>
struct rows_of_one_group {
  grouped_order order;
  int rows, columns;
  static constexpr rows_of_one_group of(int rows, int columns, int) {
    return {grouped_order(1, 3 * rows, 3, columns, Strip), rows, columns};
  }
  constexpr int count() const { return order.tiles_of(3 * rows - 1); }
  constexpr tile_place operator()(int i) const {
    grouped_tile const t = order.place(0, 0, 3 * rows - 1, i);
    return {t.row / 3, t.column, 0};
  }
};
// (tile of rows, head, batch), as the blocks take them.
template <bool IsEven, int Blocks>
struct turns_of_attention {
  attention_order order;
  static constexpr turns_of_attention of(int tiles, int heads, int batch) {
    return {attention_order(tiles, heads, batch, IsEven, Blocks)};
  }
  constexpr int count() const {
    int n = 0;
    for (int b = 0; b < Blocks; ++b) n += order.tiles_of(b, Blocks);
    return n;
  }
  constexpr tile_place operator()(int i) const {
    int block = 0;
    while (i >= order.tiles_of(block, Blocks)) i -= order.tiles_of(block++, Blocks);
    auto const at = order(order.tile(i, block, Blocks));
    return {at.m, at.head, at.batch};
  }
};
template <class Order>
constexpr bool visits_small_grids = require<visits_every_tile_once<Order>>(Shape<_1, _1, _1>{}) &&
                                    require<visits_every_tile_once<Order>>(Shape<_4, _3, _1>{}) &&
                                    require<visits_every_tile_once<Order>>(Shape<_5, _2, _1>{}) &&
                                    require<visits_every_tile_once<Order>>(Shape<Int<7>, _5, _1>{});
template <class Order>
constexpr bool visits_small_batches =
    visits_small_grids<Order> && require<visits_every_tile_once<Order>>(Shape<_3, _4, _2>{}) &&
    require<visits_every_tile_once<Order>>(Shape<_5, _3, _3>{});
static_assert(visits_small_batches<visited<1>> && visits_small_batches<visited<2>> &&
              visits_small_batches<visited<4>>);
static_assert(visits_small_grids<rows_of_one_group<1>> &&
              visits_small_grids<rows_of_one_group<2>> && visits_small_grids<rows_of_one_group<4>>);
static_assert(visits_small_batches<turns_of_attention<true, 4>> &&
              visits_small_batches<turns_of_attention<false, 1>> &&
              visits_small_batches<turns_of_attention<false, 4>> &&
              visits_small_batches<turns_of_attention<false, 7>>);

}  // namespace
