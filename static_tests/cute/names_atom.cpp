// SPDX-License-Identifier: BSL-1.0
//
// Names each name of CuTe's atom headers that <tileproof/cute.hpp> gives or refuses. Written by
// tools/cute_names.py from names.txt and answers.txt.
#include <tileproof/cute.hpp>
#include <tileproof/cute/arch.hpp>
#include <tileproof/cute/gmma.hpp>
#include <tileproof/cute/refused_atoms.hpp>
#include <tileproof/cute/refused_types.hpp>
#include <tileproof/cute/same_atoms.hpp>
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#if !defined(CUTE_ARCH_CLUSTER_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_CP_ASYNC_SM80_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_DEVICE_MODIFIABLE_TMA_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_ELECT_ONE_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_LDSM_SM75_ACTIVATED)
#error
#endif
#if !defined(CUTE_ARCH_LDSM_SM75_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_LDSM_SM75_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_B1_AND_SM80_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_B1_XOR_SM80_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_F16_SM89_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_F16_SM89_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_F32_SM89_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_F32_SM89_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_F64_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM61_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM70_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM70_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM75_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM75_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM80_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM90A_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MMA_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MOVM_SM75_ACTIVATED)
#error
#endif
#if !defined(CUTE_ARCH_MOVM_SM75_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_MOVM_SM75_SUPPORTED)
#error
#endif
#if !defined(CUTE_ARCH_NVCC_SUPPORTS_LDSM_SM75)
#error
#endif
#if !defined(CUTE_ARCH_NVCC_SUPPORTS_MOVM_SM75)
#error
#endif
#if !defined(CUTE_ARCH_STSM_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_TMA_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_ARCH_WARP_SHUFFLE_ENABLED)
#error
#endif
#if !defined(CUTE_COPY_ATOM_TMA_SM90_ENABLED)
#error
#endif
#if !defined(CUTE_CVTA_GENERIC_TO_SHARED_ACTIVATED)
#error
#endif
#if !defined(CUTE_CVTA_GENERIC_TO_SHARED_SUPPORTED)
#error
#endif
#if !defined(CUTE_NVCC_SUPPORTS_CVTA_GENERIC_TO_SHARED)
#error
#endif
#endif

// clang-format off
namespace cute_names {

using cute::AutoCopyAsync, cute::AutoVectorizingCopy;
using cute::AutoVectorizingCopyWithAssumedAlignment, cute::AuxTmaParams, cute::CPY_Op;
using cute::Copy_Atom, cute::Copy_Traits, cute::DefaultCopy, cute::GmmaDescriptor;
using cute::Im2ColTmaDescriptor, cute::MMA_Atom, cute::MMA_Op, cute::MMA_Traits;
using cute::SM50_Shuffle_U32_2x2Trans_XOR1, cute::SM50_Shuffle_U32_2x2Trans_XOR4, cute::SM61_DP2A;
using cute::SM61_DP4A, cute::SM70_8x8x4_F16F16F16F16_NN, cute::SM70_8x8x4_F16F16F16F16_NT;
using cute::SM70_8x8x4_F16F16F16F16_TN, cute::SM70_8x8x4_F16F16F16F16_TT;
using cute::SM70_8x8x4_F32F16F16F32_NN, cute::SM70_8x8x4_F32F16F16F32_NT;
using cute::SM70_8x8x4_F32F16F16F32_TN, cute::SM70_8x8x4_F32F16F16F32_TT;
using cute::SM75_16x8x8_F32F16F16F32_TN, cute::SM75_8x8x16_S32S8S8S32_TN, cute::SM75_U16x2_LDSM_T;
using cute::SM75_U16x4_LDSM_T, cute::SM75_U16x8_LDSM_T, cute::SM75_U32x1_LDSM_N;
using cute::SM75_U32x1_MOVM_T, cute::SM75_U32x2_LDSM_N, cute::SM75_U32x4_LDSM_N;
using cute::SM80_16x8x128_S32U1U1S32_TN_ANDPOPC, cute::SM80_16x8x128_S32U1U1S32_TN_XORPOPC;
using cute::SM80_16x8x16_F16F16F16F16_TN, cute::SM80_16x8x16_F32BF16BF16F32_TN;
using cute::SM80_16x8x16_F32F16F16F32_TN, cute::SM80_16x8x16_S32S8S8S32_TN;
using cute::SM80_16x8x16_S32S8S8S32_TN_SATURATE, cute::SM80_16x8x16_S32S8U8S32_TN;
using cute::SM80_16x8x16_S32S8U8S32_TN_SATURATE, cute::SM80_16x8x16_S32U8S8S32_TN;
using cute::SM80_16x8x16_S32U8S8S32_TN_SATURATE, cute::SM80_16x8x16_S32U8U8S32_TN;
using cute::SM80_16x8x16_S32U8U8S32_TN_SATURATE, cute::SM80_16x8x256_S32U1U1S32_TN_ANDPOPC;
using cute::SM80_16x8x256_S32U1U1S32_TN_XORPOPC, cute::SM80_16x8x32_S32S4S4S32_TN;
using cute::SM80_16x8x32_S32S4S4S32_TN_SATURATE, cute::SM80_16x8x32_S32S4U4S32_TN;
using cute::SM80_16x8x32_S32S4U4S32_TN_SATURATE, cute::SM80_16x8x32_S32S8S8S32_TN;
using cute::SM80_16x8x32_S32S8S8S32_TN_SATURATE, cute::SM80_16x8x32_S32S8U8S32_TN;
using cute::SM80_16x8x32_S32S8U8S32_TN_SATURATE, cute::SM80_16x8x32_S32U4S4S32_TN;
using cute::SM80_16x8x32_S32U4S4S32_TN_SATURATE, cute::SM80_16x8x32_S32U4U4S32_TN;
using cute::SM80_16x8x32_S32U4U4S32_TN_SATURATE, cute::SM80_16x8x32_S32U8S8S32_TN;
using cute::SM80_16x8x32_S32U8S8S32_TN_SATURATE, cute::SM80_16x8x32_S32U8U8S32_TN;
using cute::SM80_16x8x32_S32U8U8S32_TN_SATURATE, cute::SM80_16x8x4_F32TF32TF32F32_TN;
using cute::SM80_16x8x64_S32S4S4S32_TN, cute::SM80_16x8x64_S32S4S4S32_TN_SATURATE;
using cute::SM80_16x8x64_S32S4U4S32_TN, cute::SM80_16x8x64_S32S4U4S32_TN_SATURATE;
using cute::SM80_16x8x64_S32U4S4S32_TN, cute::SM80_16x8x64_S32U4S4S32_TN_SATURATE;
using cute::SM80_16x8x64_S32U4U4S32_TN, cute::SM80_16x8x64_S32U4U4S32_TN_SATURATE;
using cute::SM80_16x8x8_F16F16F16F16_TN, cute::SM80_16x8x8_F32BF16BF16F32_TN;
using cute::SM80_16x8x8_F32F16F16F32_TN, cute::SM80_16x8x8_F32TF32TF32F32_TN;
using cute::SM80_8x8x128_S32U1U1S32_TN_ANDPOPC, cute::SM80_8x8x128_S32U1U1S32_TN_XORPOPC;
using cute::SM80_8x8x16_S32S8S8S32_TN, cute::SM80_8x8x16_S32S8S8S32_TN_SATURATE;
using cute::SM80_8x8x16_S32S8U8S32_TN, cute::SM80_8x8x16_S32S8U8S32_TN_SATURATE;
using cute::SM80_8x8x16_S32U8S8S32_TN, cute::SM80_8x8x16_S32U8S8S32_TN_SATURATE;
using cute::SM80_8x8x16_S32U8U8S32_TN, cute::SM80_8x8x16_S32U8U8S32_TN_SATURATE;
using cute::SM80_8x8x32_S32S4S4S32_TN, cute::SM80_8x8x32_S32S4S4S32_TN_SATURATE;
using cute::SM80_8x8x32_S32S4U4S32_TN, cute::SM80_8x8x32_S32S4U4S32_TN_SATURATE;
using cute::SM80_8x8x32_S32U4S4S32_TN, cute::SM80_8x8x32_S32U4S4S32_TN_SATURATE;
using cute::SM80_8x8x32_S32U4U4S32_TN, cute::SM80_8x8x32_S32U4U4S32_TN_SATURATE;
using cute::SM80_8x8x4_C64C64C64C64_TN, cute::SM80_8x8x4_F64F64F64F64_TN;
using cute::SM80_8x8x4_GC64C64C64GC64_TN, cute::SM80_CP_ASYNC_CACHEALWAYS;
using cute::SM80_CP_ASYNC_CACHEALWAYS_ZFILL, cute::SM80_CP_ASYNC_CACHEGLOBAL;
using cute::SM80_CP_ASYNC_CACHEGLOBAL_ZFILL, cute::SM89_16x8x32_F16E4M3E4M3F16_TN;
using cute::SM89_16x8x32_F16E4M3E5M2F16_TN, cute::SM89_16x8x32_F16E5M2E4M3F16_TN;
using cute::SM89_16x8x32_F16E5M2E5M2F16_TN, cute::SM89_16x8x32_F32E4M3E4M3F32_TN;
using cute::SM89_16x8x32_F32E4M3E5M2F32_TN, cute::SM89_16x8x32_F32E5M2E4M3F32_TN;
using cute::SM89_16x8x32_F32E5M2E5M2F32_TN, cute::SM90::GMMA::ABLayout;
using cute::SM90::GMMA::CLayout_64xN, cute::SM90::GMMA::DescriptorIterator;
using cute::SM90::GMMA::LayoutType, cute::SM90::GMMA::Layout_INTER_Atom;
using cute::SM90::GMMA::Layout_INTER_SpAtom, cute::SM90::GMMA::Layout_K_INTER_Atom;
using cute::SM90::GMMA::Layout_K_INTER_Atom_Bits, cute::SM90::GMMA::Layout_K_INTER_SpAtom;
using cute::SM90::GMMA::Layout_K_SW128_Atom, cute::SM90::GMMA::Layout_K_SW128_Atom_Bits;
using cute::SM90::GMMA::Layout_K_SW128_SpAtom, cute::SM90::GMMA::Layout_K_SW32_Atom;
using cute::SM90::GMMA::Layout_K_SW32_Atom_Bits, cute::SM90::GMMA::Layout_K_SW32_SpAtom;
using cute::SM90::GMMA::Layout_K_SW64_Atom, cute::SM90::GMMA::Layout_K_SW64_Atom_Bits;
using cute::SM90::GMMA::Layout_K_SW64_SpAtom, cute::SM90::GMMA::Layout_MN_INTER_Atom;
using cute::SM90::GMMA::Layout_MN_INTER_Atom_Bits, cute::SM90::GMMA::Layout_MN_INTER_SpAtom;
using cute::SM90::GMMA::Layout_MN_SW128_Atom, cute::SM90::GMMA::Layout_MN_SW128_Atom_Bits;
using cute::SM90::GMMA::Layout_MN_SW128_SpAtom, cute::SM90::GMMA::Layout_MN_SW32_Atom;
using cute::SM90::GMMA::Layout_MN_SW32_Atom_Bits, cute::SM90::GMMA::Layout_MN_SW32_SpAtom;
using cute::SM90::GMMA::Layout_MN_SW64_Atom, cute::SM90::GMMA::Layout_MN_SW64_Atom_Bits;
using cute::SM90::GMMA::Layout_MN_SW64_SpAtom, cute::SM90::GMMA::Layout_SW128_Atom;
using cute::SM90::GMMA::Layout_SW128_SpAtom, cute::SM90::GMMA::Layout_SW32_Atom;
using cute::SM90::GMMA::Layout_SW32_SpAtom, cute::SM90::GMMA::Layout_SW64_Atom;
using cute::SM90::GMMA::Layout_SW64_SpAtom, cute::SM90::GMMA::Major;
using cute::SM90::GMMA::SPARSE::mma_unpack, cute::SM90::GMMA::ScaleIn, cute::SM90::GMMA::ScaleOut;
using cute::SM90::GMMA::SparseSel, cute::SM90::GMMA::layout_type;
using cute::SM90::GMMA::make_gmma_desc, cute::SM90::GMMA::mma_unpack, cute::SM90::GMMA::print;
using cute::SM90::GMMA::raw_pointer_cast, cute::SM90::GMMA::recast_ptr;
using cute::SM90::GMMA::rs_op_selector, cute::SM90::GMMA::rs_op_selector_sparse;
using cute::SM90::GMMA::smem_desc, cute::SM90::GMMA::sparse_smem_desc;
using cute::SM90::GMMA::ss_op_selector, cute::SM90::GMMA::ss_op_selector_sparse;
using cute::SM90::GMMA::to_string, cute::SM90::MMA_16x8x16_C64C64C64C64_TN;
using cute::SM90::MMA_16x8x16_F64F64F64F64_TN, cute::SM90::MMA_16x8x4_C64C64C64C64_TN;
using cute::SM90::MMA_16x8x4_F64F64F64F64_TN, cute::SM90::MMA_16x8x8_C64C64C64C64_TN;
using cute::SM90::MMA_16x8x8_F64F64F64F64_TN, cute::SM90_16x8x16_C64C64C64C64_TN;
using cute::SM90_16x8x16_F64F64F64F64_TN, cute::SM90_16x8x4_C64C64C64C64_TN;
using cute::SM90_16x8x4_F64F64F64F64_TN, cute::SM90_16x8x8_C64C64C64C64_TN;
using cute::SM90_16x8x8_F64F64F64F64_TN, cute::SM90_BULK_COPY_AUTO, cute::SM90_BULK_COPY_G2S;
using cute::SM90_BULK_COPY_S2G, cute::SM90_TMA_LOAD, cute::SM90_TMA_LOAD_1D;
using cute::SM90_TMA_LOAD_2D, cute::SM90_TMA_LOAD_3D, cute::SM90_TMA_LOAD_4D;
using cute::SM90_TMA_LOAD_5D, cute::SM90_TMA_LOAD_IM2COL, cute::SM90_TMA_LOAD_IM2COL_3D;
using cute::SM90_TMA_LOAD_IM2COL_4D, cute::SM90_TMA_LOAD_IM2COL_5D;
using cute::SM90_TMA_LOAD_IM2COL_MULTICAST, cute::SM90_TMA_LOAD_IM2COL_MULTICAST_3D;
using cute::SM90_TMA_LOAD_IM2COL_MULTICAST_4D, cute::SM90_TMA_LOAD_IM2COL_MULTICAST_5D;
using cute::SM90_TMA_LOAD_IM2COL_MULTICAST_OP, cute::SM90_TMA_LOAD_IM2COL_OP;
using cute::SM90_TMA_LOAD_MULTICAST, cute::SM90_TMA_LOAD_MULTICAST_1D;
using cute::SM90_TMA_LOAD_MULTICAST_2D, cute::SM90_TMA_LOAD_MULTICAST_3D;
using cute::SM90_TMA_LOAD_MULTICAST_4D, cute::SM90_TMA_LOAD_MULTICAST_5D;
using cute::SM90_TMA_LOAD_MULTICAST_OP, cute::SM90_TMA_LOAD_OP, cute::SM90_TMA_REDUCE_ADD;
using cute::SM90_TMA_REDUCE_ADD_1D, cute::SM90_TMA_REDUCE_ADD_2D, cute::SM90_TMA_REDUCE_ADD_3D;
using cute::SM90_TMA_REDUCE_ADD_4D, cute::SM90_TMA_REDUCE_ADD_5D, cute::SM90_TMA_STORE;
using cute::SM90_TMA_STORE_1D, cute::SM90_TMA_STORE_2D, cute::SM90_TMA_STORE_3D;
using cute::SM90_TMA_STORE_4D, cute::SM90_TMA_STORE_5D, cute::SM90_TMA_STORE_IM2COL;
using cute::SM90_TMA_STORE_IM2COL_3D, cute::SM90_TMA_STORE_IM2COL_4D;
using cute::SM90_TMA_STORE_IM2COL_5D, cute::SM90_TMA_STORE_PTR, cute::SM90_U16x2_STSM_T;
using cute::SM90_U16x4_STSM_T, cute::SM90_U16x8_STSM_T, cute::SM90_U32x1_STSM_N;
using cute::SM90_U32x2_STSM_N, cute::SM90_U32x4_STSM_N, cute::TMA::CacheHintSm100;
using cute::TMA::CacheHintSm90, cute::TMA::DescriptorAuxParams, cute::TMA::L2Promotion;
using cute::TMA::OOBFill, cute::TMA::SmemSwizzleBase, cute::TMA::SmemSwizzleBits;
using cute::TMA::to_CUtensorMapDataType, cute::TMA::to_CUtensorMapFloatOOBfill;
using cute::TMA::to_CUtensorMapL2promotion, cute::TMA::to_CUtensorMapSwizzle;
using cute::TMA::to_string, cute::TMA_LOAD_IM2COL_Unpack, cute::TMA_LOAD_Unpack, cute::TV_Tiler;
using cute::ThrCopy, cute::ThrMMA, cute::TiledCopy, cute::TiledMMA, cute::TmaDescriptor;
using cute::UniversalCopy, cute::UniversalFMA, cute::copy_unpack, cute::create_tma_multicast_mask;
using cute::make_cotiled_copy, cute::make_im2col_tma_copy, cute::make_tiled_copy;
using cute::make_tiled_copy_A, cute::make_tiled_copy_B, cute::make_tiled_copy_C;
using cute::make_tiled_copy_C_atom, cute::make_tiled_copy_D, cute::make_tiled_copy_S;
using cute::make_tiled_copy_impl, cute::make_tiled_mma, cute::make_tiler_impl;
using cute::make_tma_atom, cute::make_tma_copy, cute::make_tma_copy_A_sm90;
using cute::make_tma_copy_B_sm90, cute::make_tma_copy_C_sm90, cute::mma_unpack;
using cute::partition_fragment_C, cute::partition_shape_A, cute::partition_shape_B;
using cute::partition_shape_C, cute::print, cute::size, cute::thr_size, cute::tile_shape;
using cute::tile_size, cute::tma_desc_commit_group, cute::tma_desc_wait_group;
using cute::tma_descriptor_cp_fence_release, cute::tma_descriptor_fence_acquire;
using cute::tma_descriptor_fence_release, cute::tma_descriptor_replace_addr_in_global_mem;
using cute::tma_descriptor_replace_addr_in_shared_mem;
using cute::tma_descriptor_replace_dims_strides_in_shared_mem, cute::tma_partition;

#define TILEPROOF_OF(N) \
  using cute::SM90::GMMA::ALayout_64x##N;
TILEPROOF_OF(8) TILEPROOF_OF(16) TILEPROOF_OF(32) TILEPROOF_OF(64)
#undef TILEPROOF_OF

#define TILEPROOF_OF(N) \
  using cute::SM90::GMMA::CLayout_64x##N; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F16F16F16_RS; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F16F16F16_SS; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F32BF16BF16_RS; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F32BF16BF16_SS; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F32F16F16_RS; \
  using cute::SM90::GMMA::MMA_64x##N##x16_F32F16F16_SS; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E4M3E4M3_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E4M3E4M3_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E4M3E5M2_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E4M3E5M2_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E5M2E4M3_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E5M2E4M3_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E5M2E5M2_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F16E5M2E5M2_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E4M3E4M3_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E4M3E4M3_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E4M3E5M2_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E4M3E5M2_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E5M2E4M3_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E5M2E4M3_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E5M2E5M2_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_F32E5M2E5M2_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x8_F32TF32TF32_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x8_F32TF32TF32_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x16_F32TF32TF32_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x16_F32TF32TF32_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F16F16F16_RS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F16F16F16_SS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F32BF16BF16_RS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F32BF16BF16_SS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F32F16F16_RS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x32_F32F16F16_SS; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E4M3E4M3_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E4M3E4M3_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E4M3E5M2_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E4M3E5M2_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E5M2E4M3_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E5M2E4M3_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E5M2E5M2_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F16E5M2E5M2_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E4M3E4M3_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E4M3E4M3_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E4M3E5M2_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E4M3E5M2_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E5M2E4M3_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E5M2E4M3_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E5M2E5M2_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_F32E5M2E5M2_SS_TN; \
  using cute::SM90_64x##N##x16_F16F16F16_RS; \
  using cute::SM90_64x##N##x16_F16F16F16_SS; \
  using cute::SM90_64x##N##x16_F32BF16BF16_RS; \
  using cute::SM90_64x##N##x16_F32BF16BF16_SS; \
  using cute::SM90_64x##N##x16_F32F16F16_RS; \
  using cute::SM90_64x##N##x16_F32F16F16_SS; \
  using cute::SM90_64x##N##x32_F16E4M3E4M3_RS_TN; \
  using cute::SM90_64x##N##x32_F16E4M3E4M3_SS_TN; \
  using cute::SM90_64x##N##x32_F16E4M3E5M2_RS_TN; \
  using cute::SM90_64x##N##x32_F16E4M3E5M2_SS_TN; \
  using cute::SM90_64x##N##x32_F16E5M2E4M3_RS_TN; \
  using cute::SM90_64x##N##x32_F16E5M2E4M3_SS_TN; \
  using cute::SM90_64x##N##x32_F16E5M2E5M2_RS_TN; \
  using cute::SM90_64x##N##x32_F16E5M2E5M2_SS_TN; \
  using cute::SM90_64x##N##x32_F32E4M3E4M3_RS_TN; \
  using cute::SM90_64x##N##x32_F32E4M3E4M3_SS_TN; \
  using cute::SM90_64x##N##x32_F32E4M3E5M2_RS_TN; \
  using cute::SM90_64x##N##x32_F32E4M3E5M2_SS_TN; \
  using cute::SM90_64x##N##x32_F32E5M2E4M3_RS_TN; \
  using cute::SM90_64x##N##x32_F32E5M2E4M3_SS_TN; \
  using cute::SM90_64x##N##x32_F32E5M2E5M2_RS_TN; \
  using cute::SM90_64x##N##x32_F32E5M2E5M2_SS_TN; \
  using cute::SM90_64x##N##x8_F32TF32TF32_RS_TN; \
  using cute::SM90_64x##N##x8_F32TF32TF32_SS_TN;
TILEPROOF_OF(8) TILEPROOF_OF(16) TILEPROOF_OF(24) TILEPROOF_OF(32) TILEPROOF_OF(40)
TILEPROOF_OF(48) TILEPROOF_OF(56) TILEPROOF_OF(64) TILEPROOF_OF(72) TILEPROOF_OF(80)
TILEPROOF_OF(88) TILEPROOF_OF(96) TILEPROOF_OF(104) TILEPROOF_OF(112) TILEPROOF_OF(120)
TILEPROOF_OF(128) TILEPROOF_OF(136) TILEPROOF_OF(144) TILEPROOF_OF(152) TILEPROOF_OF(160)
TILEPROOF_OF(168) TILEPROOF_OF(176) TILEPROOF_OF(184) TILEPROOF_OF(192) TILEPROOF_OF(200)
TILEPROOF_OF(208) TILEPROOF_OF(216) TILEPROOF_OF(224) TILEPROOF_OF(232) TILEPROOF_OF(240)
TILEPROOF_OF(248) TILEPROOF_OF(256)
#undef TILEPROOF_OF

#define TILEPROOF_OF(N) \
  using cute::SM90::GMMA::ELayout_64x##N;
TILEPROOF_OF(16) TILEPROOF_OF(32) TILEPROOF_OF(64)
#undef TILEPROOF_OF

#define TILEPROOF_OF(N) \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8S8_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8S8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8S8_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8S8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8U8_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8U8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8U8_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32S8U8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8S8_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8S8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8S8_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8S8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8U8_RS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8U8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8U8_SS_TN; \
  using cute::SM90::GMMA::MMA_64x##N##x32_S32U8U8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8S8_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8S8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8S8_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8S8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8U8_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8U8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8U8_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32S8U8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8S8_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8S8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8S8_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8S8_SS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8U8_RS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8U8_RS_TN_SATURATE; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8U8_SS_TN; \
  using cute::SM90::GMMA::SPARSE::GMMA_64x##N##x64_S32U8U8_SS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32S8S8_RS_TN; \
  using cute::SM90_64x##N##x32_S32S8S8_RS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32S8S8_SS_TN; \
  using cute::SM90_64x##N##x32_S32S8S8_SS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32S8U8_RS_TN; \
  using cute::SM90_64x##N##x32_S32S8U8_RS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32S8U8_SS_TN; \
  using cute::SM90_64x##N##x32_S32S8U8_SS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32U8S8_RS_TN; \
  using cute::SM90_64x##N##x32_S32U8S8_RS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32U8S8_SS_TN; \
  using cute::SM90_64x##N##x32_S32U8S8_SS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32U8U8_RS_TN; \
  using cute::SM90_64x##N##x32_S32U8U8_RS_TN_SATURATE; \
  using cute::SM90_64x##N##x32_S32U8U8_SS_TN; \
  using cute::SM90_64x##N##x32_S32U8U8_SS_TN_SATURATE;
TILEPROOF_OF(8) TILEPROOF_OF(16) TILEPROOF_OF(24) TILEPROOF_OF(32) TILEPROOF_OF(48)
TILEPROOF_OF(64) TILEPROOF_OF(80) TILEPROOF_OF(96) TILEPROOF_OF(112) TILEPROOF_OF(128)
TILEPROOF_OF(144) TILEPROOF_OF(160) TILEPROOF_OF(176) TILEPROOF_OF(192) TILEPROOF_OF(208)
TILEPROOF_OF(224) TILEPROOF_OF(240) TILEPROOF_OF(256)
#undef TILEPROOF_OF

#if defined(__CUDACC__)
using cute::ElectOneLaneIdReturnType, cute::arrive_barrier, cute::block_id_in_cluster;
using cute::block_rank_in_cluster, cute::cast_smem_ptr_to_uint, cute::cluster_arrive;
using cute::cluster_arrive_relaxed, cute::cluster_grid_dims, cute::cluster_id_in_grid;
using cute::cluster_shape, cute::cluster_sync, cute::cluster_wait, cute::copy_ldsm;
using cute::copy_ldsm_trans, cute::copy_stsm, cute::copy_stsm_trans, cute::cp_async_fence;
using cute::cp_async_wait, cute::elect_one_leader_sync, cute::elect_one_sync;
using cute::initialize_barrier, cute::prefetch_tma_descriptor;
using cute::set_barrier_transaction_bytes, cute::set_block_rank, cute::store_shared_remote;
using cute::tma_store_arrive, cute::tma_store_fence, cute::tma_store_wait, cute::wait_barrier;
using cute::warpgroup_arrive, cute::warpgroup_commit_batch, cute::warpgroup_fence_operand;
using cute::warpgroup_wait;
#endif

}  // namespace cute_names
// clang-format on
