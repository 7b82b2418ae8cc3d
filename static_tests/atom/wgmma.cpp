// SPDX-License-Identifier: BSL-1.0
#include "../report/facts.hpp"
#include "wgmma_facts.hpp"

#include <tileproof/atom/wgmma/instruction.hpp>
#include <tileproof/print/to_string.hpp>

using namespace tileproof;
using GMMA::Major;
using GMMA::ScaleIn;

namespace {

static_assert(operations::warpgroup.operations == 912);

// ---- the names

template <class Op, int N, class D, class A, class B>
constexpr bool is_of = std::is_same_v<typename MMA_Traits<Op>::Shape_MNK,
                                      Shape<_64, Int<N>, Int<256 / sizeof_bits_v<A>>>> &&
                       std::is_same_v<typename MMA_Traits<Op>::ElementDVal, D> &&
                       std::is_same_v<typename MMA_Traits<Op>::ElementAVal, A> &&
                       std::is_same_v<typename MMA_Traits<Op>::ElementBVal, B>;
static_assert(is_of<SM90_64x8x16_F16F16F16_SS<Major::MN, Major::K>, 8, half_t, half_t, half_t>);
static_assert(is_of<SM90_64x256x16_F32F16F16_RS<Major::K, Major::MN>, 256, float, half_t, half_t>);
static_assert(
    is_of<SM90_64x40x16_F32BF16BF16_SS<Major::K, Major::K>, 40, float, bfloat16_t, bfloat16_t>);
static_assert(is_of<SM90_64x128x8_F32TF32TF32_SS_TN<>, 128, float, tfloat32_t, tfloat32_t>);
static_assert(is_of<SM90_64x128x32_F32E4M3E5M2_RS_TN<>, 128, float, float_e4m3_t, float_e5m2_t>);
static_assert(is_of<SM90_64x248x32_F16E5M2E5M2_SS_TN<>, 248, half_t, float_e5m2_t, float_e5m2_t>);
static_assert(is_of<SM90_64x128x32_S32S8U8_SS_TN, 128, std::int32_t, std::int8_t, std::uint8_t>);
static_assert(
    is_of<SM90_64x16x32_S32U8S8_RS_TN_SATURATE, 16, std::int32_t, std::uint8_t, std::int8_t>);

// ---- as CuTe prints them

template <class Op, class T = MMA_Traits<Op>>
constexpr bool prints(std::string_view a, std::string_view b, std::string_view c) {
  return to_string(typename T::ALayout{}) == a && to_string(typename T::BLayout{}) == b &&
         to_string(typename T::CLayout{}) == c;
}
static_assert(prints<SM90_64x128x16_F32F16F16_RS<Major::K, Major::K>>(
    "((_4,_8,_4),(_2,_2,_2)):((_128,_1,_16),(_64,_8,_512))", "(_128,(_128,_16)):(_0,(_1,_128))",
    "((_4,_8,_4),(_2,_2,_16)):((_128,_1,_16),(_64,_8,_512))"));
static_assert(prints<SM90_64x8x32_S32S8S8_SS_TN>(
    "(_128,(_64,_32)):(_0,(_1,_64))", "(_128,(_8,_32)):(_0,(_1,_8))",
    "((_4,_8,_4),(_2,_2,_1)):((_128,_1,_16),(_64,_8,_512))"));

// ---- the names of the instructions in assembly

template <class Op>
constexpr bool is_written(std::string_view name, std::string_view tail) {
  using text = detail::wgmma_text<Op>;
  return std::string_view(text::name::value) == name && std::string_view(text::tail::value) == tail;
}
static_assert(is_written<SM90_64x128x16_F32F16F16_SS<Major::K, Major::MN, ScaleIn::Neg>>(
    "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", ", -1, 1, 0, 1"));
static_assert(is_written<SM90_64x24x16_F32BF16BF16_RS<Major::K, Major::MN>>(
    "wgmma.mma_async.sync.aligned.m64n24k16.f32.bf16.bf16", ", 1, 1, 1"));
static_assert(is_written<SM90_64x8x32_F16E4M3E5M2_SS_TN<>>(
    "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2", ", 1, 1"));
static_assert(is_written<SM90_64x8x32_S32U8S8_RS_TN_SATURATE>(
    "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8.satfinite", ""));

}  // namespace

constexpr atoms::facts atoms::of_warpgroups{operations::warpgroup.operations,
                                            operations::warpgroup.facts};
