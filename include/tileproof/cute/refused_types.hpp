// SPDX-License-Identifier: BSL-1.0
//
// Defines the types of CuTe that this library does not give. Each is refused<reason>, which is
// incomplete (types/refused.hpp), and the reason's name states why and what to write: an object or
// an atom of such a type is an error with that name. Written by tools/cute_names.py.
#pragma once

#include <tileproof/atom.hpp>

namespace cute::detail_of_cute {
// Whether T is one of the types below.
template <class T>
inline constexpr bool is_refused = false;
template <class Reason>
inline constexpr bool is_refused<tileproof::refused<Reason>> = true;
}  // namespace cute::detail_of_cute

// clang-format off
namespace cute {

struct AutoCopyAsync_is_not_in_tileproof_use_a_Copy_Atom_of_SM80_CP_ASYNC_CACHEALWAYS;
using AutoCopyAsync = tileproof::refused<
    AutoCopyAsync_is_not_in_tileproof_use_a_Copy_Atom_of_SM80_CP_ASYNC_CACHEALWAYS>;

struct TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_or_STORE;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::TMA_instructions_by_rank_are_chosen_by_make_tma_copy_use_SM90_TMA_LOAD_or_STORE>;
TILEPROOF_REFUSED(AuxTmaParams) TILEPROOF_REFUSED(SM90_TMA_LOAD_1D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_2D) TILEPROOF_REFUSED(SM90_TMA_LOAD_3D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_4D) TILEPROOF_REFUSED(SM90_TMA_LOAD_5D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_MULTICAST_1D) TILEPROOF_REFUSED(SM90_TMA_LOAD_MULTICAST_2D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_MULTICAST_3D) TILEPROOF_REFUSED(SM90_TMA_LOAD_MULTICAST_4D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_MULTICAST_5D) TILEPROOF_REFUSED(SM90_TMA_REDUCE_ADD_1D)
TILEPROOF_REFUSED(SM90_TMA_REDUCE_ADD_2D) TILEPROOF_REFUSED(SM90_TMA_REDUCE_ADD_3D)
TILEPROOF_REFUSED(SM90_TMA_REDUCE_ADD_4D) TILEPROOF_REFUSED(SM90_TMA_REDUCE_ADD_5D)
TILEPROOF_REFUSED(SM90_TMA_STORE_1D) TILEPROOF_REFUSED(SM90_TMA_STORE_2D)
TILEPROOF_REFUSED(SM90_TMA_STORE_3D) TILEPROOF_REFUSED(SM90_TMA_STORE_4D)
TILEPROOF_REFUSED(SM90_TMA_STORE_5D) TILEPROOF_REFUSED(TMA_LOAD_Unpack)
#undef TILEPROOF_REFUSED

struct im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::im2col_TMA_is_not_in_tileproof_use_SM90_TMA_LOAD_and_SM90_TMA_STORE_of_tiles>;
TILEPROOF_REFUSED(Im2ColTmaDescriptor) TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_3D) TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_4D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_5D) TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_MULTICAST)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_MULTICAST_3D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_MULTICAST_4D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_MULTICAST_5D)
TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_MULTICAST_OP) TILEPROOF_REFUSED(SM90_TMA_LOAD_IM2COL_OP)
TILEPROOF_REFUSED(SM90_TMA_STORE_IM2COL) TILEPROOF_REFUSED(SM90_TMA_STORE_IM2COL_3D)
TILEPROOF_REFUSED(SM90_TMA_STORE_IM2COL_4D) TILEPROOF_REFUSED(SM90_TMA_STORE_IM2COL_5D)
TILEPROOF_REFUSED(TMA_LOAD_IM2COL_Unpack)
#undef TILEPROOF_REFUSED

struct shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::shuffles_and_movmatrix_as_copies_are_not_in_tileproof_use_ldmatrix_SM75_U16x8_LDSM_T>;
TILEPROOF_REFUSED(SM50_Shuffle_U32_2x2Trans_XOR1)
TILEPROOF_REFUSED(SM50_Shuffle_U32_2x2Trans_XOR4) TILEPROOF_REFUSED(SM75_U32x1_MOVM_T)
#undef TILEPROOF_REFUSED

struct dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN>;
TILEPROOF_REFUSED(SM61_DP2A) TILEPROOF_REFUSED(SM61_DP4A)
#undef TILEPROOF_REFUSED

struct MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::MMA_with_saturation_below_sm_90_is_not_in_tileproof_use_the_name_without_SATURATE>;
TILEPROOF_REFUSED(SM80_16x8x16_S32S8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x16_S32S8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x16_S32U8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x16_S32U8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32S4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32S4U4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32S8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32S8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32U4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32U4U4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32U8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x32_S32U8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x64_S32S4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x64_S32S4U4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x64_S32U4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_16x8x64_S32U4U4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x16_S32S8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x16_S32S8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x16_S32U8S8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x16_S32U8U8S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x32_S32S4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x32_S32S4U4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x32_S32U4S4S32_TN_SATURATE)
TILEPROOF_REFUSED(SM80_8x8x32_S32U4U4S32_TN_SATURATE)
#undef TILEPROOF_REFUSED

struct MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::MMA_of_complex_numbers_is_not_in_tileproof_use_F64F64F64F64_on_the_parts>;
TILEPROOF_REFUSED(SM80_8x8x4_C64C64C64C64_TN) TILEPROOF_REFUSED(SM80_8x8x4_GC64C64C64GC64_TN)
TILEPROOF_REFUSED(SM90_16x8x16_C64C64C64C64_TN) TILEPROOF_REFUSED(SM90_16x8x4_C64C64C64C64_TN)
TILEPROOF_REFUSED(SM90_16x8x8_C64C64C64C64_TN)
}  // namespace cute
namespace tileproof::inline TILEPROOF_NAMESPACE::SM90 {
TILEPROOF_REFUSED(MMA_16x8x16_C64C64C64C64_TN) TILEPROOF_REFUSED(MMA_16x8x4_C64C64C64C64_TN)
TILEPROOF_REFUSED(MMA_16x8x8_C64C64C64C64_TN)
}
namespace cute {
#undef TILEPROOF_REFUSED

struct fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::fp8_MMA_with_f16_accumulators_is_not_in_tileproof_use_SM89_16x8x32_F32E4M3E4M3F32_TN>;
TILEPROOF_REFUSED(SM89_16x8x32_F16E4M3E4M3F16_TN)
TILEPROOF_REFUSED(SM89_16x8x32_F16E4M3E5M2F16_TN)
TILEPROOF_REFUSED(SM89_16x8x32_F16E5M2E4M3F16_TN)
TILEPROOF_REFUSED(SM89_16x8x32_F16E5M2E5M2F16_TN)
#undef TILEPROOF_REFUSED

struct sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth>;
}  // namespace cute
namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA {
TILEPROOF_REFUSED(ELayout_64x16) TILEPROOF_REFUSED(ELayout_64x32) TILEPROOF_REFUSED(ELayout_64x64)
TILEPROOF_REFUSED(SparseSel)
}
namespace cute {
#undef TILEPROOF_REFUSED

struct TMA_descriptors_by_pointer_are_not_in_tileproof_use_SM90_TMA_STORE_of_make_tma_copy;
using SM90_TMA_STORE_PTR = tileproof::refused<
    TMA_descriptors_by_pointer_are_not_in_tileproof_use_SM90_TMA_STORE_of_make_tma_copy>;

struct colours_for_print_svg_are_not_in_tileproof_use_print_svg_without_a_colour;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::colours_for_print_svg_are_not_in_tileproof_use_print_svg_without_a_colour>;
TILEPROOF_REFUSED(SVGColor_TV) TILEPROOF_REFUSED(TSVGColor_BWx8)
TILEPROOF_REFUSED(TSVGColor_White)
#undef TILEPROOF_REFUSED

struct cache_hints_of_sm_100_are_not_in_tileproof_use_TMA_CacheHintSm90;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::cache_hints_of_sm_100_are_not_in_tileproof_use_TMA_CacheHintSm90>;
namespace TMA {
TILEPROOF_REFUSED(CacheHintSm100)
}
#undef TILEPROOF_REFUSED

struct TMA_descriptors_are_made_by_make_tma_copy_from_the_layouts_which_takes_no_such_option;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::TMA_descriptors_are_made_by_make_tma_copy_from_the_layouts_which_takes_no_such_option>;
namespace TMA {
TILEPROOF_REFUSED(DescriptorAuxParams) TILEPROOF_REFUSED(OOBFill)
TILEPROOF_REFUSED(SmemSwizzleBase) TILEPROOF_REFUSED(SmemSwizzleBits)
}
#undef TILEPROOF_REFUSED

struct integers_of_2_bits_are_not_in_tileproof_use_int4b_t_or_uint4b_t;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::integers_of_2_bits_are_not_in_tileproof_use_int4b_t_or_uint4b_t>;
TILEPROOF_REFUSED(int2_t) TILEPROOF_REFUSED(int2b_t) TILEPROOF_REFUSED(uint2_t)
TILEPROOF_REFUSED(uint2b_t)
#undef TILEPROOF_REFUSED

struct integers_of_6_bits_are_not_in_tileproof_use_std_int8_t_or_uint8_t;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::integers_of_6_bits_are_not_in_tileproof_use_std_int8_t_or_uint8_t>;
TILEPROOF_REFUSED(int6_t) TILEPROOF_REFUSED(int6b_t) TILEPROOF_REFUSED(uint6_t)
TILEPROOF_REFUSED(uint6b_t)
#undef TILEPROOF_REFUSED

struct floats_of_4_and_6_bits_belong_to_sm_100_and_are_not_in_tileproof;
#define TILEPROOF_REFUSED(NAME) \
  using NAME = tileproof::refused< \
      cute::floats_of_4_and_6_bits_belong_to_sm_100_and_are_not_in_tileproof>;
TILEPROOF_REFUSED(type_erased_dynamic_float4_t) TILEPROOF_REFUSED(type_erased_dynamic_float6_t)
#undef TILEPROOF_REFUSED

struct types_erased_at_run_time_are_not_in_tileproof_use_float_e4m3_t_or_float_e5m2_t;
using type_erased_dynamic_float8_t = tileproof::refused<
    types_erased_at_run_time_are_not_in_tileproof_use_float_e4m3_t_or_float_e5m2_t>;

struct integers_of_256_bits_are_not_in_tileproof_use_uint128_t;
using uint256_t = tileproof::refused<
    integers_of_256_bits_are_not_in_tileproof_use_uint128_t>;

}  // namespace cute
// clang-format on
