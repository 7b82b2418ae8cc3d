// SPDX-License-Identifier: BSL-1.0
//
// wgmma_schedule, wgmma_swap_ab: the tile, stages and cluster of a gemm_wgmma.
//
//   using kernel = gemm_wgmma<half_t, half_t, half_t, major::k, major::k, matrix_order::row_major,
//                             identity_epilogue, wgmma_schedule<192, 4, 3, 2>>;
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The order of a matrix in memory, as cuBLASLt names it: the elements of a row are consecutive, or
// those of a column.
enum class matrix_order : bool { row_major, column_major };

// A schedule of gemm_wgmma: a block computes BlockM x BlockN elements of D, BlockM 128, or 64 with
// one consumer, BlockN a multiple of 16 up to 256 (of 32 where rows of 8 bits are stored); it has
// Stages stages of k-tiles of 128 bytes; D is stored in chunks through Buffers buffers, 2 or more,
// for each consumer. The Blocks blocks of a cluster, 1, 2 or 4, share the larger operand: B, or A
// if BlockN is less than BlockM.
template <int BlockN, int Stages, int Buffers, int Blocks,
          matrix_order Stores = matrix_order::row_major, bool SharesTiles = false, int BlockM = 128>
struct wgmma_schedule {
  static_assert(BlockM == 64 || BlockM == 128, "wgmma_schedule: a tile has 64 or 128 rows");
  static_assert(Blocks == 1 || Blocks == 2 || Blocks == 4,
                "wgmma_schedule: a cluster has 1, 2 or 4 blocks");
  static_assert(!SharesTiles || (BlockM == 128 && Blocks <= 2),
                "wgmma_schedule: tiles that are shared have 128 rows, and clusters 1 or 2 blocks");
  static constexpr bool is_persistent = true;
  static constexpr bool shares_tiles = SharesTiles;
  static constexpr matrix_order stores = Stores;  // without a transposition
  static constexpr bool streams_a = false;
  static constexpr int splits = 1;
  static constexpr int block_m = BlockM;
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr int buffers = Buffers;
  static constexpr int blocks = Blocks;
  // Blocks of a cluster that share A compute tiles side by side, otherwise tiles below one another.
  static constexpr bool shares_a = Blocks > 1 && BlockN < block_m;
  static constexpr int blocks_m = shares_a ? 1 : Blocks;
  static constexpr int blocks_n = shares_a ? Blocks : 1;
};

// A wgmma_schedule of a row-major D in clusters of 2: a block computes BlockN x 128 elements, so
// that BlockN, not 128, divides the rows; with a workspace blocks share tiles that do not fill the
// GPU (kernel/common/stream_k.hpp).
template <int BlockN, int Stages>
using wgmma_shared_swap = wgmma_schedule<BlockN, Stages, 2, 2, matrix_order::column_major, true>;

// A schedule for few tiles, above all for a D of few rows, where the time is that of reading B: a
// block computes BlockN x BlockM elements of a row-major D, BlockN 16, 32, 64, 96 or 128, BlockM
// 128 or, with one consumer, 64, so that the rows of its wgmma are rows of B, read once. (Of a
// column-major D, BlockM x BlockN: the rows are those of A.) It has Stages stages of k-tiles,
// BlockN / 32 or more, where the sums lie at the end. A cluster of Splits blocks, 1, 2, 4 or 8,
// computes one tile: each multiplies a part of k, and adds up a part of the columns. Each block has
// one tile.
template <int BlockN, int Stages, int Splits = 1, int BlockM = 128>
struct wgmma_swap_ab {
  static_assert(Splits == 1 || Splits == 2 || Splits == 4 || Splits == 8,
                "wgmma_swap_ab: k is in 1, 2, 4 or 8 parts");
  static_assert(BlockN == 16 || BlockN == 32 || BlockN == 64 || BlockN == 96 || BlockN == 128,
                "wgmma_swap_ab: a tile has 16, 32, 64, 96 or 128 rows of D");
  static_assert(BlockM == 128 || (BlockM == 64 && Splits <= 4),
                "wgmma_swap_ab: 128 rows of B, or 64 and k in at most 4 parts");
  static constexpr bool is_persistent = false;
  static constexpr bool shares_tiles = false;
  static constexpr matrix_order stores = matrix_order::column_major;
  static constexpr bool streams_a = true;  // the operand of the 128 rows leaves L2 first
  static constexpr int splits = Splits;
  static constexpr int block_m = BlockM;
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr int blocks = 1;
  static constexpr int blocks_m = 1;
  static constexpr int blocks_n = 1;
};

namespace detail {

// The workspace by which so many blocks share tiles: counters, and sums of 4 bytes.
inline constexpr int bytes_of_counters = 8192;
inline constexpr std::int64_t most_blocks_that_share = 1024;
template <class I>
constexpr I bytes_of_workspace(I const& blocks, int block_n) {
  return I(bytes_of_counters) + blocks * I(128 * block_n * 4);
}
// Whether so many blocks have counters, and these bytes are enough for them.
constexpr bool is_workspace(std::int64_t bytes, std::int64_t blocks, int block_n) {
  return blocks <= most_blocks_that_share && bytes_of_workspace(blocks, block_n) <= bytes;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
