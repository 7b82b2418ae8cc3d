// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/wgmma/names.hpp>
#include <tileproof/atom/wgmma/select.hpp>
#include <tileproof/atom/wgmma/statements.hpp>

using namespace tileproof;

namespace {

template <class A, class B, class C, class Tile, GMMA::Major... Majors>
using ss = decltype(GMMA::ss_op_selector<A, B, C, Tile, Majors...>());
template <class A, class B, class C, class Tile, GMMA::Major... Majors>
using rs = decltype(GMMA::rs_op_selector<A, B, C, Tile, Majors...>());
template <class A, class B>
constexpr bool is = std::is_same_v<A, B>;
constexpr auto k_major = GMMA::Major::K;
constexpr auto mn_major = GMMA::Major::MN;

// The largest N that divides the tile's.
using f16 = half_t;
template <int N>
using of_n = ss<f16, f16, float, Shape<_64, Int<N>, _16>>;
static_assert(is<of_n<256>, SM90_64x256x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<512>, SM90_64x256x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<384>, SM90_64x192x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<128>, SM90_64x128x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<96>, SM90_64x96x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<80>, SM90_64x16x16_F32F16F16_SS<k_major, k_major>>);
static_assert(is<of_n<40>, SM90_64x8x16_F32F16F16_SS<k_major, k_major>>);

// Elements, majors, signs, A in registers.
using tile = Shape<_128, _64, _64>;
static_assert(is<ss<f16, f16, f16, tile, mn_major, mn_major>,
                 SM90_64x64x16_F16F16F16_SS<mn_major, mn_major>>);
static_assert(is<rs<f16, f16, float, tile, k_major, mn_major>,
                 SM90_64x64x16_F32F16F16_RS<k_major, mn_major>>);
static_assert(
    is<ss<bfloat16_t, bfloat16_t, float, tile>, SM90_64x64x16_F32BF16BF16_SS<k_major, k_major>>);
static_assert(is<rs<tfloat32_t, tfloat32_t, float, tile>, SM90_64x64x8_F32TF32TF32_RS_TN<>>);
static_assert(is<ss<float_e4m3_t, float_e5m2_t, float, tile>, SM90_64x64x32_F32E4M3E5M2_SS_TN<>>);
static_assert(is<ss<std::int8_t, std::uint8_t, std::int32_t, tile>, SM90_64x64x32_S32S8U8_SS_TN>);
static_assert(is<decltype(GMMA::ss_op_selector<f16, f16, float, tile, k_major, k_major,
                                               GMMA::ScaleIn::Neg, GMMA::ScaleIn::One>()),
                 SM90_64x64x16_F32F16F16_SS<k_major, k_major, GMMA::ScaleIn::Neg>>);

// The layouts of operands by name, as the traits have them.
template <class Op>
using traits = MMA_Traits<Op>;
using ss_f16 = SM90_64x96x16_F32F16F16_SS<k_major, k_major>;
using rs_f16 = SM90_64x96x16_F32F16F16_RS<k_major, k_major>;
static_assert(is<traits<ss_f16>::CLayout, GMMA::CLayout_64x96>);
static_assert(
    is<traits<SM90_64x40x16_F16F16F16_SS<k_major, k_major>>::CLayout, GMMA::CLayout_64x40>);
static_assert(is<traits<ss_f16>::ALayout, GMMA::ABLayout<64, 16>>);
static_assert(is<traits<ss_f16>::BLayout, GMMA::ABLayout<96, 16>>);
static_assert(is<traits<rs_f16>::ALayout, GMMA::ALayout_64x16>);
static_assert(is<traits<SM90_64x8x8_F32TF32TF32_RS_TN<>>::ALayout, GMMA::ALayout_64x8>);
static_assert(is<traits<SM90_64x8x32_S32S8S8_RS_TN>::ALayout, GMMA::ALayout_64x32>);

}  // namespace
