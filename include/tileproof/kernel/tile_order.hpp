// SPDX-License-Identifier: BSL-1.0
//
// tile_order: the order in which a persistent GEMM takes the tiles of its result, so that those
// under way at a time share operands in L2.
//
//   tile_order const order{rows, columns, 8};
//   auto const [row, column, batch] = order(i);  // of tile i; 0 <= i < order.count()
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

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
// (1,0) (0,1) (1,1) (2,0) (2,1). Every tile has one number (kernel/visits_every_tile_once.hpp).
// Pre: rows and columns are not negative, group is at least 1, and an int counts the tiles and
// those of `group` rows.
struct tile_order {
  int rows;
  int columns;
  int group = 1;
  int batches = 1;

  TILEPROOF_HOST_DEVICE constexpr int count() const { return rows * columns * batches; }
  TILEPROOF_HOST_DEVICE constexpr tile_place operator()(int tile) const {
    int const of_batch = rows * columns;
    int const batch = batches == 1 ? 0 : tile / of_batch;
    int const i = tile - batch * of_batch;
    int const first = i / (group * columns) * group;
    int const here = rows - first < group ? rows - first : group;  // rows of this group
    int const rest = i - first * columns;
    return {first + rest % here, rest / here, batch};
  }
};

// The trips of a persistent GEMM whose tiles have k_tiles steps each (pipeline/machine.hpp): of `all`
// tiles, cluster `first` of `clusters` takes first, first + clusters, ...
struct tiles_of_cluster {
  int first, clusters, all, k_tiles;
  TILEPROOF_HOST_DEVICE constexpr int tiles() const {
    return first < all ? (all - first + clusters - 1) / clusters : 0;
  }
  TILEPROOF_HOST_DEVICE constexpr int tile(int i) const { return first + i * clusters; }
  TILEPROOF_HOST_DEVICE constexpr int steps(int) const { return k_tiles; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
