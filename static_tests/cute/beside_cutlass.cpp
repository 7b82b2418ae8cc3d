// SPDX-License-Identifier: BSL-1.0
//
// A program that keeps its includes of <cute/...> and of NVIDIA's <cutlass/...>, for which stand_in
// has a stand-in: namespace cute has cutlass's element types, which the library takes by their
// bits. It includes CuTe's header first, or with CUTLASS_FIRST cutlass's, which includes one of
// CuTe's.
#if defined(CUTLASS_FIRST)
#include <cutlass/numeric_types.h>
#endif
#include <cute/atom/mma_traits_sm120.hpp>
#include <cute/tensor.hpp>
#include <tileproof/cute/element.hpp>
#include <tileproof/cute/sm120.hpp>

using namespace cute;

namespace {

static_assert(std::is_same_v<cute::half_t, cutlass::half_t> &&
              std::is_same_v<cute::bfloat16_t, cutlass::bfloat16_t> &&
              std::is_same_v<cute::tfloat32_t, cutlass::tfloat32_t> &&
              std::is_same_v<cute::float_e4m3_t, cutlass::float_e4m3_t> &&
              std::is_same_v<cute::float_e5m2_t, cutlass::float_e5m2_t>);
static_assert(!std::is_same_v<cute::half_t, tileproof::half_t>);
static_assert(std::is_same_v<tileproof::element_t<cute::half_t>, tileproof::half_t> &&
              std::is_same_v<tileproof::element_t<cute::float_e5m2_t>, tileproof::float_e5m2_t>);
static_assert(
    std::is_same_v<SM120_16x8x32_TN<float_e2m1_t, float_e4m3_t, half_t>,
                   tileproof::SM120_16x8x32_TN<tileproof::float_e2m1_t, tileproof::float_e4m3_t,
                                               tileproof::half_t>>);
static_assert(sizeof_bits_v<half_t> == 16 && sizeof_bits_v<float_e4m3_t> == 8);

// The idiom by which programs choose an instruction, and layouts, copies and MMAs of these types.
template <class T>
using atom = std::conditional_t<std::is_same_v<T, cutlass::half_t>, SM80_16x8x16_F32F16F16F32_TN,
                                SM80_16x8x16_F32BF16BF16F32_TN>;
static_assert(std::is_same_v<atom<cute::half_t>, SM80_16x8x16_F32F16F16F32_TN>);
static_assert(std::is_same_v<decltype(GMMA::Layout_K_SW128_Atom<half_t>{}),
                             decltype(GMMA::Layout_K_SW128_Atom<tileproof::half_t>{})>);
using loads = decltype(make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{},
                                       Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{}));
static_assert(size(loads{}) == 32 && std::is_same_v<loads::ValType, cutlass::half_t>);

// The alignment that NVIDIA's headers and FlashAttention 3 give a buffer in shared memory: what TMA
// and wgmma need of it, whatever the width of the elements.
template <class Atom>
constexpr std::size_t alignment_of =
    cutlass::detail::alignment_for_swizzle(tile_to_shape(Atom{}, Shape<_128, _128, _2>{}));
static_assert(alignment_of<GMMA::Layout_K_SW128_Atom<half_t>> == 1024 &&
              alignment_of<GMMA::Layout_MN_SW128_Atom<half_t>> == 1024 &&
              alignment_of<GMMA::Layout_K_SW128_Atom<float>> == 1024 &&
              alignment_of<GMMA::Layout_K_SW128_Atom<float_e4m3_t>> == 1024 &&
              alignment_of<GMMA::Layout_K_SW64_Atom<half_t>> == 512 &&
              alignment_of<GMMA::Layout_K_SW64_Atom<float>> == 512 &&
              alignment_of<GMMA::Layout_K_SW32_Atom<float_e4m3_t>> == 256);
static_assert(alignment_of<GMMA::Layout_K_SW64_Atom<half_t>> ==
              tileproof::smem_alignment_v<half_t, decltype(GMMA::Layout_K_SW64_Atom<half_t>{})>);

}  // namespace
