// SPDX-License-Identifier: BSL-1.0
//
// Puts into namespace cute the names of CuTe's arch and atom headers that this library has
// under the same name, by the header of CuTe that defines them.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/tensor/print_tensor.hpp>

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
using tileproof::SM90_BULK_COPY_G2S, tileproof::SM90_BULK_COPY_S2G, tileproof::SM90_TMA_LOAD;
using tileproof::SM90_TMA_LOAD_MULTICAST, tileproof::SM90_TMA_STORE;

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
using tileproof::SM80_8x8x128_S32U1U1S32_TN_ANDPOPC, tileproof::SM80_8x8x128_S32U1U1S32_TN_XORPOPC;
using tileproof::SM80_8x8x16_S32S8S8S32_TN, tileproof::SM80_8x8x16_S32S8U8S32_TN;
using tileproof::SM80_8x8x16_S32U8S8S32_TN, tileproof::SM80_8x8x16_S32U8U8S32_TN;
using tileproof::SM80_8x8x32_S32S4S4S32_TN, tileproof::SM80_8x8x32_S32S4U4S32_TN;
using tileproof::SM80_8x8x32_S32U4S4S32_TN, tileproof::SM80_8x8x32_S32U4U4S32_TN;
using tileproof::SM80_8x8x4_F64F64F64F64_TN;

// arch/mma_sm89.hpp
using tileproof::SM89_16x8x32_F32E4M3E4M3F32_TN, tileproof::SM89_16x8x32_F32E4M3E5M2F32_TN;
using tileproof::SM89_16x8x32_F32E5M2E4M3F32_TN, tileproof::SM89_16x8x32_F32E5M2E5M2F32_TN;

// arch/mma_sm90_desc.hpp
using tileproof::print;

// atom/copy_atom.hpp
using tileproof::Copy_Atom, tileproof::ThrCopy, tileproof::TiledCopy, tileproof::make_cotiled_copy;
using tileproof::make_tiled_copy, tileproof::make_tiled_copy_A, tileproof::make_tiled_copy_B;
using tileproof::make_tiled_copy_C, tileproof::make_tiled_copy_D, tileproof::make_tiled_copy_S;
using tileproof::make_tiled_copy_impl, tileproof::size, tileproof::tile_size;

// atom/copy_traits_sm90_tma.hpp
using tileproof::create_tma_multicast_mask, tileproof::make_tma_atom, tileproof::make_tma_copy;
using tileproof::SM90_TMA_LOAD_MULTICAST_OP, tileproof::SM90_TMA_LOAD_OP;
using tileproof::tma_partition;

// atom/mma_atom.hpp
using tileproof::MMA_Atom, tileproof::ThrMMA, tileproof::TiledMMA, tileproof::make_tiled_mma;
using tileproof::partition_fragment_C, tileproof::partition_shape_A, tileproof::partition_shape_B;
using tileproof::partition_shape_C, tileproof::tile_shape;

// atom/mma_traits_sm90.hpp
using tileproof::SM90_16x8x16_F64F64F64F64_TN, tileproof::SM90_16x8x4_F64F64F64F64_TN;
using tileproof::SM90_16x8x8_F64F64F64F64_TN;

// arch/mma_sm90_gmma.hpp, mma_sm90_gmma_ext.hpp: the instructions of 64 x N. Integers have fewer N.
#define TILEPROOF_CUTE_FLOATS(N)                       \
  using tileproof::SM90_64x##N##x16_F16F16F16_RS;      \
  using tileproof::SM90_64x##N##x16_F16F16F16_SS;      \
  using tileproof::SM90_64x##N##x16_F32BF16BF16_RS;    \
  using tileproof::SM90_64x##N##x16_F32BF16BF16_SS;    \
  using tileproof::SM90_64x##N##x16_F32F16F16_RS;      \
  using tileproof::SM90_64x##N##x16_F32F16F16_SS;      \
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
  using tileproof::SM90_64x##N##x8_F32TF32TF32_RS_TN;  \
  using tileproof::SM90_64x##N##x8_F32TF32TF32_SS_TN;
#define TILEPROOF_CUTE_INTEGERS(N)                          \
  using tileproof::SM90_64x##N##x32_S32S8S8_RS_TN;          \
  using tileproof::SM90_64x##N##x32_S32S8S8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8S8_SS_TN;          \
  using tileproof::SM90_64x##N##x32_S32S8S8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8U8_RS_TN;          \
  using tileproof::SM90_64x##N##x32_S32S8U8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32S8U8_SS_TN;          \
  using tileproof::SM90_64x##N##x32_S32S8U8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8S8_RS_TN;          \
  using tileproof::SM90_64x##N##x32_S32U8S8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8S8_SS_TN;          \
  using tileproof::SM90_64x##N##x32_S32U8S8_SS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8U8_RS_TN;          \
  using tileproof::SM90_64x##N##x32_S32U8U8_RS_TN_SATURATE; \
  using tileproof::SM90_64x##N##x32_S32U8U8_SS_TN;          \
  using tileproof::SM90_64x##N##x32_S32U8U8_SS_TN_SATURATE;
// clang-format off
TILEPROOF_CUTE_FLOATS(8) TILEPROOF_CUTE_FLOATS(16) TILEPROOF_CUTE_FLOATS(24)
TILEPROOF_CUTE_FLOATS(32) TILEPROOF_CUTE_FLOATS(40) TILEPROOF_CUTE_FLOATS(48)
TILEPROOF_CUTE_FLOATS(56) TILEPROOF_CUTE_FLOATS(64) TILEPROOF_CUTE_FLOATS(72)
TILEPROOF_CUTE_FLOATS(80) TILEPROOF_CUTE_FLOATS(88) TILEPROOF_CUTE_FLOATS(96)
TILEPROOF_CUTE_FLOATS(104) TILEPROOF_CUTE_FLOATS(112) TILEPROOF_CUTE_FLOATS(120)
TILEPROOF_CUTE_FLOATS(128) TILEPROOF_CUTE_FLOATS(136) TILEPROOF_CUTE_FLOATS(144)
TILEPROOF_CUTE_FLOATS(152) TILEPROOF_CUTE_FLOATS(160) TILEPROOF_CUTE_FLOATS(168)
TILEPROOF_CUTE_FLOATS(176) TILEPROOF_CUTE_FLOATS(184) TILEPROOF_CUTE_FLOATS(192)
TILEPROOF_CUTE_FLOATS(200) TILEPROOF_CUTE_FLOATS(208) TILEPROOF_CUTE_FLOATS(216)
TILEPROOF_CUTE_FLOATS(224) TILEPROOF_CUTE_FLOATS(232) TILEPROOF_CUTE_FLOATS(240)
TILEPROOF_CUTE_FLOATS(248) TILEPROOF_CUTE_FLOATS(256)
TILEPROOF_CUTE_INTEGERS(8) TILEPROOF_CUTE_INTEGERS(16) TILEPROOF_CUTE_INTEGERS(24)
TILEPROOF_CUTE_INTEGERS(32) TILEPROOF_CUTE_INTEGERS(48) TILEPROOF_CUTE_INTEGERS(64)
TILEPROOF_CUTE_INTEGERS(80) TILEPROOF_CUTE_INTEGERS(96) TILEPROOF_CUTE_INTEGERS(112)
TILEPROOF_CUTE_INTEGERS(128) TILEPROOF_CUTE_INTEGERS(144) TILEPROOF_CUTE_INTEGERS(160)
TILEPROOF_CUTE_INTEGERS(176) TILEPROOF_CUTE_INTEGERS(192) TILEPROOF_CUTE_INTEGERS(208)
TILEPROOF_CUTE_INTEGERS(224) TILEPROOF_CUTE_INTEGERS(240) TILEPROOF_CUTE_INTEGERS(256)
// clang-format on
#undef TILEPROOF_CUTE_FLOATS
#undef TILEPROOF_CUTE_INTEGERS

                                                                            namespace SM90 =
                                                                                tileproof::SM90;
namespace GMMA = tileproof::GMMA;

#if defined(__CUDACC__)
// Device functions.
using tileproof::arrive_barrier, tileproof::cluster_arrive, tileproof::cluster_arrive_relaxed;
using tileproof::cluster_sync, tileproof::cluster_wait, tileproof::cp_async_fence;
using tileproof::cp_async_wait, tileproof::elect_one_sync, tileproof::initialize_barrier;
using tileproof::prefetch_tma_descriptor, tileproof::set_barrier_transaction_bytes;
using tileproof::set_block_rank, tileproof::tma_store_arrive, tileproof::tma_store_fence;
using tileproof::tma_store_wait, tileproof::wait_barrier, tileproof::warpgroup_arrive;
using tileproof::warpgroup_commit_batch, tileproof::warpgroup_fence_operand;
using tileproof::warpgroup_wait;
#endif

}  // namespace cute
