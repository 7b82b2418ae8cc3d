// SPDX-License-Identifier: BSL-1.0
//
// simt_schedule: how a block of gemm_pipelined divides its work, and two schedules that are ready
// to use, for many tiles of C and for few.
//
//   using kernel = gemm_pipelined<major::k, major::k, float, int,
//                                 simt_schedule_of_few_tiles<major::k, major::k>>;
#pragma once

#include <tileproof/kernel/gemm/arguments.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block has a tile of C of BlockM x BlockN, k-tiles of BlockK, and Stages of them in shared
// memory. Its threads are Slices slices of WarpsM x WarpsN warps. Each slice multiplies every
// Slices-th k of a k-tile, for the whole tile of C, and at the end the slices add up their results.
// So a small tile can occupy more warps. The lanes of a warp are 8 along m and 4 along n.
//
// BlockM is a multiple of 32 WarpsM, BlockN of 16 WarpsN.
template <int BlockM, int BlockN, int BlockK, int Stages, int WarpsM, int WarpsN, int Slices = 1>
struct simt_schedule {
  static constexpr int block_m = BlockM;
  static constexpr int block_n = BlockN;
  static constexpr int block_k = BlockK;
  static constexpr int stages = Stages;
  static constexpr int warps_m = WarpsM;
  static constexpr int warps_n = WarpsN;
  static constexpr int slices = Slices;
};

namespace detail {
// An operand that is transposed comes through registers, which hold the next k-tile, so two stages
// are enough.
template <major MajorA, major MajorB>
inline constexpr int simt_stages = MajorA == major::mn && MajorB == major::mn ? 3 : 2;
// Where both are transposed, k-tiles of 8 are 3 % faster than of 16 (measured on an H200).
template <major MajorA, major MajorB>
inline constexpr int simt_block_k = MajorA == major::k && MajorB == major::k ? 8 : 16;
}  // namespace detail

// Tiles of 128x256: a thread multiplies 8 rows by 16 columns.
template <major MajorA, major MajorB>
using simt_schedule_of_many_tiles = simt_schedule<128, 256, detail::simt_block_k<MajorA, MajorB>,
                                                  detail::simt_stages<MajorA, MajorB>, 2, 4>;
// Tiles of 64x128 by 4 slices, for problems that have fewer tiles of 128x256 than a GPU has SMs.
template <major MajorA, major MajorB>
using simt_schedule_of_few_tiles =
    simt_schedule<64, 128, 32, detail::simt_stages<MajorA, MajorB>, 1, 2, 4>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
