// SPDX-License-Identifier: BSL-1.0
//
// tile_order: the order in which a persistent GEMM takes the tiles of its result, so that those
// under way at a time share operands in L2.
//
//   tile_order const order{rows, columns, 8};
//   auto const [row, column, batch] = order(i);  // of tile i; 0 <= i < order.count()
#pragma once

#include <tileproof/kernel/common/divisor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A place in a grid of tiles.
struct tile_place {
  int row;
  int column;
  int batch;
  friend constexpr bool operator==(tile_place const&, tile_place const&) = default;
};

// Tiles of a grid of rows x columns, in groups of `group` rows: a group goes down its rows first,
// then to the next column; batch behind batch. With 3 rows in groups of 2 and 2 columns: (0,0)
// (1,0) (0,1) (1,1) (2,0) (2,1). Every tile has one number (kernel/gemm/wgmma/visits_every_tile_once.hpp).
// Pre: rows and columns are not negative, group is at least 1, and an int counts the tiles and
// those of `group` rows. Made on the host: a kernel divides by multiplications.
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
        of_group_(group * columns),
        of_rows_(group),
        of_last_rows_(rows % group) {}

  TILEPROOF_HOST_DEVICE constexpr int count() const { return rows * columns * batches; }
  TILEPROOF_HOST_DEVICE constexpr tile_place operator()(int tile) const {
    int const batch = batches == 1 ? 0 : tile / of_batch_;
    int const i = tile - batch * rows * columns;
    int const first = i / of_group_ * group;
    bool const is_whole = rows - first >= group;
    int const here = is_whole ? group : rows - first;  // rows of this group
    int const rest = i - first * columns;
    int const column = is_whole ? rest / of_rows_ : rest / of_last_rows_;
    return {first + rest - column * here, column, batch};
  }

 private:
  divisor of_batch_, of_group_, of_rows_, of_last_rows_;
};

// The fewest clusters that take `tiles` tiles in as many turns as `most` clusters do: of 1024 tiles
// 66 clusters take up to 16, and so do 64. Those that are spared would draw power and idle in the
// last turn. Pre: tiles is not negative, most is positive or tiles is 0.
constexpr std::int64_t fewest_clusters(std::int64_t tiles, std::int64_t most) {
  if (tiles == 0 || most == 0) return 0;
  std::int64_t const turns = (tiles + most - 1) / most;
  return (tiles + turns - 1) / turns;
}

// The trips of a persistent GEMM whose tiles have k_tiles steps each (machine/machine.hpp): of
// `all` tiles, cluster `first` of `clusters` takes first, first + clusters, ...
struct tiles_of_cluster {
  int first, clusters, all, k_tiles;
  TILEPROOF_HOST_DEVICE constexpr int tiles() const {
    return first < all ? (all - first + clusters - 1) / clusters : 0;
  }
  TILEPROOF_HOST_DEVICE constexpr int tile(int i) const { return first + i * clusters; }
  TILEPROOF_HOST_DEVICE constexpr int steps(int) const { return k_tiles; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
