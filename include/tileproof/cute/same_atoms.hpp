// SPDX-License-Identifier: BSL-1.0
//
// Puts into namespace cute the names of CuTe's atom headers that this library has under the same
// name, by the header of CuTe that defines them. Written by tools/cute_names.py.
#pragma once

#include <tileproof/atom.hpp>
#if !defined(__CUDACC_RTC__)
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>
#endif
#include <tileproof/tileproof.hpp>

// clang-format off
namespace cute {

// arch/copy.hpp
using tileproof::AutoVectorizingCopy, tileproof::AutoVectorizingCopyWithAssumedAlignment;
using tileproof::DefaultCopy, tileproof::UniversalCopy;

// arch/copy_sm75.hpp
using tileproof::SM75_U16x2_LDSM_T, tileproof::SM75_U16x4_LDSM_T, tileproof::SM75_U16x8_LDSM_T;
using tileproof::SM75_U32x1_LDSM_N, tileproof::SM75_U32x2_LDSM_N, tileproof::SM75_U32x4_LDSM_N;

// arch/copy_sm80.hpp
using tileproof::SM80_CP_ASYNC_CACHEALWAYS, tileproof::SM80_CP_ASYNC_CACHEALWAYS_ZFILL;
using tileproof::SM80_CP_ASYNC_CACHEGLOBAL, tileproof::SM80_CP_ASYNC_CACHEGLOBAL_ZFILL;

// arch/copy_sm90.hpp
using tileproof::SM90_U16x2_STSM_T, tileproof::SM90_U16x4_STSM_T, tileproof::SM90_U16x8_STSM_T;
using tileproof::SM90_U32x1_STSM_N, tileproof::SM90_U32x2_STSM_N, tileproof::SM90_U32x4_STSM_N;

// arch/copy_sm90_desc.hpp
using tileproof::TmaDescriptor;

// arch/copy_sm90_tma.hpp
using tileproof::SM90_BULK_COPY_AUTO, tileproof::SM90_BULK_COPY_G2S;
using tileproof::SM90_BULK_COPY_S2G, tileproof::SM90_TMA_LOAD, tileproof::SM90_TMA_LOAD_MULTICAST;
using tileproof::SM90_TMA_REDUCE_ADD, tileproof::SM90_TMA_STORE;

// arch/mma.hpp
using tileproof::UniversalFMA;

// arch/mma_sm70.hpp
using tileproof::SM70_8x8x4_F16F16F16F16_NN, tileproof::SM70_8x8x4_F16F16F16F16_NT;
using tileproof::SM70_8x8x4_F16F16F16F16_TN, tileproof::SM70_8x8x4_F16F16F16F16_TT;
using tileproof::SM70_8x8x4_F32F16F16F32_NN, tileproof::SM70_8x8x4_F32F16F16F32_NT;
using tileproof::SM70_8x8x4_F32F16F16F32_TN, tileproof::SM70_8x8x4_F32F16F16F32_TT;

// arch/mma_sm75.hpp
using tileproof::SM75_16x8x8_F32F16F16F32_TN, tileproof::SM75_8x8x16_S32S8S8S32_TN;

// arch/mma_sm80.hpp
using tileproof::SM80_16x8x128_S32U1U1S32_TN_ANDPOPC;
using tileproof::SM80_16x8x128_S32U1U1S32_TN_XORPOPC, tileproof::SM80_16x8x16_F16F16F16F16_TN;
using tileproof::SM80_16x8x16_F32BF16BF16F32_TN, tileproof::SM80_16x8x16_F32F16F16F32_TN;
using tileproof::SM80_16x8x16_S32S8S8S32_TN, tileproof::SM80_16x8x16_S32S8U8S32_TN;
using tileproof::SM80_16x8x16_S32U8S8S32_TN, tileproof::SM80_16x8x16_S32U8U8S32_TN;
using tileproof::SM80_16x8x256_S32U1U1S32_TN_ANDPOPC;
using tileproof::SM80_16x8x256_S32U1U1S32_TN_XORPOPC, tileproof::SM80_16x8x32_S32S4S4S32_TN;
using tileproof::SM80_16x8x32_S32S4U4S32_TN, tileproof::SM80_16x8x32_S32S8S8S32_TN;
using tileproof::SM80_16x8x32_S32S8U8S32_TN, tileproof::SM80_16x8x32_S32U4S4S32_TN;
using tileproof::SM80_16x8x32_S32U4U4S32_TN, tileproof::SM80_16x8x32_S32U8S8S32_TN;
using tileproof::SM80_16x8x32_S32U8U8S32_TN, tileproof::SM80_16x8x4_F32TF32TF32F32_TN;
using tileproof::SM80_16x8x64_S32S4S4S32_TN, tileproof::SM80_16x8x64_S32S4U4S32_TN;
using tileproof::SM80_16x8x64_S32U4S4S32_TN, tileproof::SM80_16x8x64_S32U4U4S32_TN;
using tileproof::SM80_16x8x8_F16F16F16F16_TN, tileproof::SM80_16x8x8_F32BF16BF16F32_TN;
using tileproof::SM80_16x8x8_F32F16F16F32_TN, tileproof::SM80_16x8x8_F32TF32TF32F32_TN;
using tileproof::SM80_8x8x128_S32U1U1S32_TN_ANDPOPC;
using tileproof::SM80_8x8x128_S32U1U1S32_TN_XORPOPC, tileproof::SM80_8x8x16_S32S8S8S32_TN;
using tileproof::SM80_8x8x16_S32S8U8S32_TN, tileproof::SM80_8x8x16_S32U8S8S32_TN;
using tileproof::SM80_8x8x16_S32U8U8S32_TN, tileproof::SM80_8x8x32_S32S4S4S32_TN;
using tileproof::SM80_8x8x32_S32S4U4S32_TN, tileproof::SM80_8x8x32_S32U4S4S32_TN;
using tileproof::SM80_8x8x32_S32U4U4S32_TN, tileproof::SM80_8x8x4_F64F64F64F64_TN;

// arch/mma_sm89.hpp
using tileproof::SM89_16x8x32_F32E4M3E4M3F32_TN, tileproof::SM89_16x8x32_F32E4M3E5M2F32_TN;
using tileproof::SM89_16x8x32_F32E5M2E4M3F32_TN, tileproof::SM89_16x8x32_F32E5M2E5M2F32_TN;

// arch/mma_sm90_desc.hpp
using tileproof::print;

// atom/copy_atom.hpp
using tileproof::Copy_Atom, tileproof::ThrCopy, tileproof::TiledCopy;
using tileproof::make_cotiled_copy, tileproof::make_tiled_copy, tileproof::make_tiled_copy_A;
using tileproof::make_tiled_copy_B, tileproof::make_tiled_copy_C, tileproof::make_tiled_copy_D;
using tileproof::make_tiled_copy_S, tileproof::make_tiled_copy_impl, tileproof::size;
using tileproof::tile_size;

// atom/copy_traits_sm90_tma.hpp
using tileproof::SM90_TMA_LOAD_MULTICAST_OP, tileproof::SM90_TMA_LOAD_OP;
using tileproof::create_tma_multicast_mask, tileproof::make_tma_atom, tileproof::make_tma_copy;
using tileproof::make_tma_copy_A_sm90, tileproof::make_tma_copy_B_sm90;
using tileproof::make_tma_copy_C_sm90, tileproof::tma_partition;

// atom/mma_atom.hpp
using tileproof::MMA_Atom, tileproof::ThrMMA, tileproof::TiledMMA, tileproof::make_tiled_mma;
using tileproof::partition_fragment_C, tileproof::partition_shape_A, tileproof::partition_shape_B;
using tileproof::partition_shape_C, tileproof::tile_shape;

// atom/mma_traits_sm90.hpp
using tileproof::SM90_16x8x16_F64F64F64F64_TN, tileproof::SM90_16x8x4_F64F64F64F64_TN;
using tileproof::SM90_16x8x8_F64F64F64F64_TN;

#define TILEPROOF_OF(N) \
  using tileproof::SM90_64x##N##x16_F16F16F16_RS; \
  using tileproof::SM90_64x##N##x16_F16F16F16_SS; \
  using tileproof::SM90_64x##N##x16_F32BF16BF16_RS; \
  using tileproof::SM90_64x##N##x16_F32BF16BF16_SS; \
  using tileproof::SM90_64x##N##x16_F32F16F16_RS; \
  using tileproof::SM90_64x##N##x16_F32F16F16_SS; \
  using tileproof::SM90_64x##N##x32_F16E4M3E4M3_RS_TN; \
  using tileproof::SM90_64x##N##x32_F16E4M3E4M3_SS_TN; \
  using tileproof::SM90_64x##N##x32_F16E4M3E5M2_RS_TN; \
  using tileproof::SM90_64x##N##x32_F16E4M3E5M2_SS_TN; \
  using tileproof::SM90_64x##N##x32_F16E5M2E4M3_RS_TN; \
  using tileproof::SM90_64x##N##x32_F16E5M2E4M3_SS_TN; \
  using tileproof::SM90_64x##N##x32_F16E5M2E5M2_RS_TN; \
  using tileproof::SM90_64x##N##x32_F16E5M2E5M2_SS_TN; \
  using tileproof::SM90_64x##N##x32_F32E4M3E4M3_RS_TN; \
  using tileproof::SM90_64x##N##x32_F32E4M3E4M3_SS_TN; \
  using tileproof::SM90_64x##N##x32_F32E4M3E5M2_RS_TN; \
  using tileproof::SM90_64x##N##x32_F32E4M3E5M2_SS_TN; \
  using tileproof::SM90_64x##N##x32_F32E5M2E4M3_RS_TN; \
  using tileproof::SM90_64x##N##x32_F32E5M2E4M3_SS_TN; \
  using tileproof::SM90_64x##N##x32_F32E5M2E5M2_RS_TN; \
  using tileproof::SM90_64x##N##x32_F32E5M2E5M2_SS_TN; \
  using tileproof::SM90_64x##N##x8_F32TF32TF32_RS_TN; \
  using tileproof::SM90_64x##N##x8_F32TF32TF32_SS_TN;
TILEPROOF_OF(8) TILEPROOF_OF(16) TILEPROOF_OF(24) TILEPROOF_OF(32) TILEPROOF_OF(40)
TILEPROOF_OF(48) TILEPROOF_OF(56) TILEPROOF_OF(64) TILEPROOF_OF(72) TILEPROOF_OF(80)
TILEPROOF_OF(88) TILEPROOF_OF(96) TILEPROOF_OF(104) TILEPROOF_OF(112) TILEPROOF_OF(120)
TILEPROOF_OF(128) TILEPROOF_OF(136) TILEPROOF_OF(144) TILEPROOF_OF(152) TILEPROOF_OF(160)
TILEPROOF_OF(168) TILEPROOF_OF(176) TILEPROOF_OF(184) TILEPROOF_OF(192) TILEPROOF_OF(200)
TILEPROOF_OF(208) TILEPROOF_OF(216) TILEPROOF_OF(224) TILEPROOF_OF(232) TILEPROOF_OF(240)
TILEPROOF_OF(248) TILEPROOF_OF(256)
#undef TILEPROOF_OF

#define TILEPROOF_OF(N) \
  using tileproof::SM90_64x##N##x32_S32S8S8_RS_TN; \
  using tileproof::SM90_64x##N##x32_S32S8S8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8S8_SS_TN; \
  using tileproof::SM90_64x##N##x32_S32S8S8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8U8_RS_TN; \
  using tileproof::SM90_64x##N##x32_S32S8U8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8U8_SS_TN; \
  using tileproof::SM90_64x##N##x32_S32S8U8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8S8_RS_TN; \
  using tileproof::SM90_64x##N##x32_S32U8S8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8S8_SS_TN; \
  using tileproof::SM90_64x##N##x32_S32U8S8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8U8_RS_TN; \
  using tileproof::SM90_64x##N##x32_S32U8U8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8U8_SS_TN; \
  using tileproof::SM90_64x##N##x32_S32U8U8_SS_TN_SATURATE;
TILEPROOF_OF(8) TILEPROOF_OF(16) TILEPROOF_OF(24) TILEPROOF_OF(32) TILEPROOF_OF(48)
TILEPROOF_OF(64) TILEPROOF_OF(80) TILEPROOF_OF(96) TILEPROOF_OF(112) TILEPROOF_OF(128)
TILEPROOF_OF(144) TILEPROOF_OF(160) TILEPROOF_OF(176) TILEPROOF_OF(192) TILEPROOF_OF(208)
TILEPROOF_OF(224) TILEPROOF_OF(240) TILEPROOF_OF(256)
#undef TILEPROOF_OF

#if defined(__CUDACC__)
using tileproof::ElectOneLaneIdReturnType, tileproof::arrive_barrier;
using tileproof::block_id_in_cluster, tileproof::block_rank_in_cluster, tileproof::cluster_arrive;
using tileproof::cluster_arrive_relaxed, tileproof::cluster_grid_dims;
using tileproof::cluster_id_in_grid, tileproof::cluster_shape, tileproof::cluster_sync;
using tileproof::cluster_wait, tileproof::cp_async_fence, tileproof::cp_async_wait;
using tileproof::elect_one_leader_sync, tileproof::elect_one_sync, tileproof::initialize_barrier;
using tileproof::prefetch_tma_descriptor, tileproof::set_barrier_transaction_bytes;
using tileproof::set_block_rank, tileproof::store_shared_remote, tileproof::tma_store_arrive;
using tileproof::tma_store_fence, tileproof::tma_store_wait, tileproof::wait_barrier;
using tileproof::warpgroup_arrive, tileproof::warpgroup_commit_batch;
using tileproof::warpgroup_fence_operand, tileproof::warpgroup_wait;
#endif

}  // namespace cute
// clang-format on
