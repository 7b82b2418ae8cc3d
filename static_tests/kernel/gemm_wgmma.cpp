// SPDX-License-Identifier: BSL-1.0
//
// The order of tiles visits each tile once; the protocol of gemm_wgmma is sound, and has no
// synchronisation to spare but wgmma.fence in the later steps of a tile.
#include <tileproof/kernel/gemm_wgmma.hpp>
#include <tileproof/pipeline/minimal_protocol.hpp>

namespace {

using namespace tileproof;

// Every place of the grid has the number that leads to it, and no other.
constexpr bool visits_each_once(tile_order const& order) {
  bool* const seen = new bool[static_cast<std::size_t>(order.count()) + 1]{};
  bool is_right = true;
  for (int i = 0; i < order.count() && is_right; ++i) {
    tile_place const p = order(i);
    int const n = (p.batch * order.columns + p.column) * order.rows + p.row;
    is_right = p.row >= 0 && p.row < order.rows && p.column >= 0 && p.column < order.columns &&
               p.batch >= 0 && p.batch < order.batches && !seen[n];
    if (is_right) seen[n] = true;
  }
  delete[] seen;
  return is_right;
}
constexpr bool all_orders() {
  for (int rows = 0; rows < 7; ++rows)
    for (int columns = 0; columns < 4; ++columns)
      for (int group = 1; group < 9; ++group)
        for (int batches = 0; batches < 3; ++batches)
          if (!visits_each_once({rows, columns, group, batches})) return false;
  return true;
}
static_assert(all_orders());  // 672 orders
static_assert(visits_each_once({33, 17, 8, 1}));
static_assert(fewest_clusters(1024, 66) == 64 && fewest_clusters(4096, 66) == 66 &&
              fewest_clusters(7, 66) == 7 && fewest_clusters(67, 66) == 34 &&
              fewest_clusters(0, 66) == 0);
// Three rows in groups of two.
constexpr tile_order order{3, 2, 2};
static_assert(order(0) == tile_place{0, 0, 0} && order(1) == tile_place{1, 0, 0} &&
              order(2) == tile_place{0, 1, 0} && order(3) == tile_place{1, 1, 0} &&
              order(4) == tile_place{2, 0, 0} && order(5) == tile_place{2, 1, 0});

using usual = detail::wgmma_protocol<3, 16384, 32768, 8192, 4, 4, 2>;
static_assert(require<sound_protocol>(usual{}));
using shares_a = detail::wgmma_protocol<3, 16384, 8192, 8192, 1, 2, 2, true>;
static_assert(require<sound_protocol>(shares_a{}));

// One proof an action. Each consumer could do without wgmma.fence in the later steps of a tile; and
// without griddepcontrol.wait for what it multiplies, which the producer has waited for, but not
// for C and D, which are not in the protocol.
using small = detail::wgmma_protocol<2, 16384, 32768, 8192, 1, 2, 1>;
using pipeline::op;
using pipeline::spare_actions;
constexpr bool may_be_spared(op o) { return o == op::fence_registers || o == op::grid_wait; }
static_assert(spare_actions<small>.count == 4);
static_assert([] {
  for (int i = 0; i < 4; ++i)
    if (!may_be_spared(spare_actions<small>.at[i].what)) return false;
  return true;
}());

}  // namespace
