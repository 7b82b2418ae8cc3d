// SPDX-License-Identifier: BSL-1.0
//
// wgmma_schedule: the tile, stages and cluster of a gemm_wgmma. choose_wgmma
// (kernel/gemm/wgmma/choice.hpp) takes one for a problem.
//
//   using kernel = gemm_wgmma<half_t, half_t, half_t, major::k, major::k, matrix_order::row_major,
//                             identity_epilogue, wgmma_schedule<192, 4, 3, 2>>;
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A schedule of gemm_wgmma: a block computes 128 x BlockN elements of D, BlockN 64, 128, 192
// or 256; Stages k-tiles of 128 bytes are under way; D leaves in chunks through Buffers buffers, 2
// or more, for each consumer. Blocks blocks of a cluster, 1 or 2, share the larger operand: B, or A
// where BlockN is 64.
//
// With Splits above 1 a cluster of Splits blocks, 2, 4 or 8, computes one tile, BlockN 64 or 128:
// each has a part of k, and adds up a part of the rows. Buffers are not used.
template <int BlockN, int Stages, int Buffers, int Blocks, int Splits = 1>
struct wgmma_schedule {
  static_assert(Splits == 1 || Blocks == 1,
                "wgmma_schedule: with split-k the blocks of a cluster share no operand");
  static_assert(Splits == 1 || BlockN == 64 || BlockN == 128,
                "wgmma_schedule: split-k has tiles of 64 or 128 columns");
  static_assert(Splits == 1 || Splits == 2 || Splits == 4 || Splits == 8,
                "wgmma_schedule: k is split into 2, 4 or 8 parts");
  static constexpr int splits = Splits;
  static constexpr int block_m = 128;
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr int buffers = Buffers;
  static constexpr int blocks = Blocks;
  // Blocks of a cluster are beside one another where they share A, else below one another.
  static constexpr bool shares_a = Blocks > 1 && BlockN < block_m;
  static constexpr int blocks_m = shares_a ? 1 : Blocks;
  static constexpr int blocks_n = shares_a ? Blocks : 1;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
