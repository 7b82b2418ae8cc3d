// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CuTe's arch/ and atom/ headers that this library does not give: using one is
// an error whose text says why and what to write instead.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/cute/type_traits.hpp>

// The operations are incomplete types: an atom of one is refused by the name of the type.
namespace cute {

struct im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using Im2ColTmaDescriptor =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_3D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_4D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_5D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_MULTICAST =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_MULTICAST_3D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_MULTICAST_4D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_MULTICAST_5D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_MULTICAST_OP =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_LOAD_IM2COL_OP =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_STORE_IM2COL =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_STORE_IM2COL_3D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_STORE_IM2COL_4D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using SM90_TMA_STORE_IM2COL_5D =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
using TMA_LOAD_IM2COL_Unpack =
    im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;

struct TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using AuxTmaParams =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_1D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_2D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_3D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_4D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_5D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_MULTICAST_1D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_MULTICAST_2D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_MULTICAST_3D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_MULTICAST_4D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_LOAD_MULTICAST_5D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_STORE_1D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_STORE_2D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_STORE_3D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_STORE_4D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using SM90_TMA_STORE_5D =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;
using TMA_LOAD_Unpack =
    TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_MULTICAST_or_STORE;

struct reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD = reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD_1D =
    reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD_2D =
    reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD_3D =
    reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD_4D =
    reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;
using SM90_TMA_REDUCE_ADD_5D =
    reductions_by_TMA_are_not_in_tileproof_use_SM90_TMA_STORE_and_atomicAdd;

struct TMA_descriptors_by_pointer_are_not_in_tileproof_use_SM90_TMA_STORE_of_make_tma_copy;
using SM90_TMA_STORE_PTR =
    TMA_descriptors_by_pointer_are_not_in_tileproof_use_SM90_TMA_STORE_of_make_tma_copy;

struct SM90_BULK_COPY_AUTO_is_not_in_tileproof_use_SM90_BULK_COPY_G2S_or_S2G;
using SM90_BULK_COPY_AUTO = SM90_BULK_COPY_AUTO_is_not_in_tileproof_use_SM90_BULK_COPY_G2S_or_S2G;

struct shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T;
using SM50_Shuffle_U32_2x2Trans_XOR1 =
    shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T;
using SM50_Shuffle_U32_2x2Trans_XOR4 =
    shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T;
using SM75_U32x1_MOVM_T =
    shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T;

struct dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN;
using SM61_DP2A = dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN;
using SM61_DP4A = dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN;

struct MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x16_S32S8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x16_S32S8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x16_S32U8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x16_S32U8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32S4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32S4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32S8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32S8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32U4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32U4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32U8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x32_S32U8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x64_S32S4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x64_S32S4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x64_S32U4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_16x8x64_S32U4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x16_S32S8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x16_S32S8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x16_S32U8S8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x16_S32U8U8S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x32_S32S4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x32_S32S4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x32_S32U4S4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
using SM80_8x8x32_S32U4U4S32_TN_SATURATE =
    MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;

struct MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
using SM80_8x8x4_C64C64C64C64_TN =
    MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
using SM80_8x8x4_GC64C64C64GC64_TN =
    MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
using SM90_16x8x16_C64C64C64C64_TN =
    MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
using SM90_16x8x4_C64C64C64C64_TN =
    MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
using SM90_16x8x8_C64C64C64C64_TN =
    MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;

struct fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;
using SM89_16x8x32_F16E4M3E4M3F16_TN =
    fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;
using SM89_16x8x32_F16E4M3E5M2F16_TN =
    fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;
using SM89_16x8x32_F16E5M2E4M3F16_TN =
    fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;
using SM89_16x8x32_F16E5M2E5M2F16_TN =
    fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;

#define TILEPROOF_NOT_GIVEN(NAME, SENTENCE)                     \
  template <class... Ts>                                        \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(Ts&&...) {          \
    static_assert(dependent_false<Ts...>, #NAME ": " SENTENCE); \
  }
#define TILEPROOF_SENTENCE \
  "TMA descriptors cannot be changed in device code here; make one " \
  "for each tensor on the host, by make_tma_copy"
TILEPROOF_NOT_GIVEN(tma_desc_commit_group, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_desc_wait_group, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_cp_fence_release, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_fence_acquire, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_fence_release, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_addr_in_global_mem, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_addr_in_shared_mem, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_dims_strides_in_shared_mem, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE "im2col loads by TMA are not in this library; make_tma_copy loads tiles"
TILEPROOF_NOT_GIVEN(make_im2col_tma_copy, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE \
  "write Copy_Atom<SM75_U32x4_LDSM_N, T> (or " \
  "STSM) and copy(atom, src, dst)"
TILEPROOF_NOT_GIVEN(copy_ldsm, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(copy_ldsm_trans, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(copy_stsm, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(copy_stsm_trans, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE \
  "an operation unpacks its operands itself here; specialise MMA_Traits or " \
  "Copy_Traits, or give the traits a member of this name"
TILEPROOF_NOT_GIVEN(copy_unpack, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(mma_unpack, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE "write Swizzle<B,M,S>{}"
TILEPROOF_NOT_GIVEN(make_swizzle, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#undef TILEPROOF_NOT_GIVEN

}  // namespace cute

namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA {

struct sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
using ELayout_64x16 = sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
using ELayout_64x32 = sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
using ELayout_64x64 = sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class, Major>
using Layout_INTER_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_K_INTER_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_K_SW128_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_K_SW32_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_K_SW64_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_MN_INTER_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_MN_SW128_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_MN_SW32_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class...>
using Layout_MN_SW64_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class, Major>
using Layout_SW128_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class, Major>
using Layout_SW32_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class, Major>
using Layout_SW64_SpAtom =
    sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
using SparseSel = sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
using sparse_smem_desc = sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
template <class... Ts>
constexpr auto rs_op_selector_sparse() {
  static_assert(sizeof...(Ts) > 99, "rs_op_selector_sparse: sparse wgmma is not in this library");
}
template <class... Ts>
constexpr auto ss_op_selector_sparse() {
  static_assert(sizeof...(Ts) > 99, "ss_op_selector_sparse: sparse wgmma is not in this library");
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA

namespace tileproof::inline TILEPROOF_NAMESPACE::SM90 {

using MMA_16x8x4_C64C64C64C64_TN = cute::SM90_16x8x4_C64C64C64C64_TN;
using MMA_16x8x8_C64C64C64C64_TN = cute::SM90_16x8x8_C64C64C64C64_TN;
using MMA_16x8x16_C64C64C64C64_TN = cute::SM90_16x8x16_C64C64C64C64_TN;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::SM90
