// SPDX-License-Identifier: BSL-1.0
//
// The names of the wgmma instructions, as in CuTe: SM90_64xNxK_DAB_PLACES.
// SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN> computes 64 x 128 in f32 from f16
// operands of 64 x 16 and 128 x 16, K-major and MN-major. _SS has both operands in shared memory,
// _RS has A in registers; _TN has both operands K-major. The instruction itself is in
// atom/wgmma/instruction.hpp.
#pragma once

#include <tileproof/atom/wgmma/instruction.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Every N that wgmma instructions have: first each N that integer instructions have too, then each
// N that they lack. Above 32, integer instructions have only multiples of 16.
// clang-format off
#define TILEPROOF_INTEGER_NS(DO)                                                             \
  DO(8)                                                                                      \
  DO(16)                                                                                     \
  DO(24)                                                                                     \
  DO(32) DO(48) DO(64) DO(80) DO(96) DO(112) DO(128) DO(144) DO(160) DO(176) DO(192) DO(208) \
      DO(224) DO(240) DO(256)
#define TILEPROOF_OTHER_NS(DO) \
  DO(40)                       \
  DO(56)                       \
  DO(72) DO(88) DO(104) DO(120) DO(136) DO(152) DO(168) DO(184) DO(200) DO(216) DO(232) DO(248)
// clang-format on

// ---- f16 and bf16

// SM90_64xNx16_NAME_SS and _RS<MajorA, MajorB, ScaleA, ScaleB>, NAME = F16F16F16, F32F16F16,
// F32BF16BF16: the types of D, A and B. For _RS MajorA must be K. ScaleIn::Neg negates an operand.
#define TILEPROOF_HALVES(N, NAME, D, AB, PLACE, OPERANDS)                            \
  template <GMMA::Major A, GMMA::Major B, GMMA::ScaleIn ScaleA = GMMA::ScaleIn::One, \
            GMMA::ScaleIn ScaleB = GMMA::ScaleIn::One>                               \
  using SM90_64x##N##x16_##NAME##_##OPERANDS =                                       \
      detail::wgmma<N, D, AB, AB, detail::operand_in::PLACE, A, B, ScaleA, ScaleB, false>;
#define TILEPROOF_OF_HALVES(N)                                           \
  TILEPROOF_HALVES(N, F16F16F16, half_t, half_t, shared_memory, SS)      \
  TILEPROOF_HALVES(N, F16F16F16, half_t, half_t, registers, RS)          \
  TILEPROOF_HALVES(N, F32F16F16, float, half_t, shared_memory, SS)       \
  TILEPROOF_HALVES(N, F32F16F16, float, half_t, registers, RS)           \
  TILEPROOF_HALVES(N, F32BF16BF16, float, bfloat16_t, shared_memory, SS) \
  TILEPROOF_HALVES(N, F32BF16BF16, float, bfloat16_t, registers, RS)
TILEPROOF_INTEGER_NS(TILEPROOF_OF_HALVES)
TILEPROOF_OTHER_NS(TILEPROOF_OF_HALVES)
#undef TILEPROOF_OF_HALVES
#undef TILEPROOF_HALVES

// ---- tf32, and fp8

// SM90_64xNx8_F32TF32TF32 and SM90_64xNx32_F16|F32, E4M3|E5M2, E4M3|E5M2, each _SS_TN and
// _RS_TN<ScaleA, ScaleB>. K is 8 elements of 32 bits, or 32 of 8. Both operands are K-major.
#define TILEPROOF_TN(N, DEPTH, NAME, D, A, B, PLACE, OPERANDS)                                     \
  template <GMMA::ScaleIn ScaleA = GMMA::ScaleIn::One, GMMA::ScaleIn ScaleB = GMMA::ScaleIn::One>  \
  using SM90_64x##N##x##DEPTH##_##NAME##_##OPERANDS##_TN =                                         \
      detail::wgmma<N, D, A, B, detail::operand_in::PLACE, GMMA::Major::K, GMMA::Major::K, ScaleA, \
                    ScaleB, false>;
#define TILEPROOF_FP8(N, A, B, TA, TB)                              \
  TILEPROOF_TN(N, 32, F16##A##B, half_t, TA, TB, shared_memory, SS) \
  TILEPROOF_TN(N, 32, F16##A##B, half_t, TA, TB, registers, RS)     \
  TILEPROOF_TN(N, 32, F32##A##B, float, TA, TB, shared_memory, SS)  \
  TILEPROOF_TN(N, 32, F32##A##B, float, TA, TB, registers, RS)
#define TILEPROOF_OF_FLOATS(N)                                                      \
  TILEPROOF_TN(N, 8, F32TF32TF32, float, tfloat32_t, tfloat32_t, shared_memory, SS) \
  TILEPROOF_TN(N, 8, F32TF32TF32, float, tfloat32_t, tfloat32_t, registers, RS)     \
  TILEPROOF_FP8(N, E4M3, E4M3, float_e4m3_t, float_e4m3_t)                          \
  TILEPROOF_FP8(N, E4M3, E5M2, float_e4m3_t, float_e5m2_t)                          \
  TILEPROOF_FP8(N, E5M2, E4M3, float_e5m2_t, float_e4m3_t)                          \
  TILEPROOF_FP8(N, E5M2, E5M2, float_e5m2_t, float_e5m2_t)
TILEPROOF_INTEGER_NS(TILEPROOF_OF_FLOATS)
TILEPROOF_OTHER_NS(TILEPROOF_OF_FLOATS)
#undef TILEPROOF_OF_FLOATS
#undef TILEPROOF_FP8
#undef TILEPROOF_TN

// ---- integers of 8 bits

// SM90_64xNx32_S32S8S8 (S8U8, U8S8, U8U8), each _SS_TN and _RS_TN, and with _SATURATE, which clamps
// the sums to 32 bits instead of wrapping.
#define TILEPROOF_INTEGERS(N, NAME, A, B, PLACE, OPERANDS, SATURATES)                 \
  using SM90_64x##N##x32_##NAME##_##OPERANDS =                                        \
      detail::wgmma<N, std::int32_t, A, B, detail::operand_in::PLACE, GMMA::Major::K, \
                    GMMA::Major::K, GMMA::ScaleIn::One, GMMA::ScaleIn::One, SATURATES>;
#define TILEPROOF_S8U8(N, NAME, A, B)                                    \
  TILEPROOF_INTEGERS(N, NAME, A, B, shared_memory, SS_TN, false)         \
  TILEPROOF_INTEGERS(N, NAME, A, B, shared_memory, SS_TN_SATURATE, true) \
  TILEPROOF_INTEGERS(N, NAME, A, B, registers, RS_TN, false)             \
  TILEPROOF_INTEGERS(N, NAME, A, B, registers, RS_TN_SATURATE, true)
#define TILEPROOF_OF_INTEGERS(N)                        \
  TILEPROOF_S8U8(N, S32S8S8, std::int8_t, std::int8_t)  \
  TILEPROOF_S8U8(N, S32S8U8, std::int8_t, std::uint8_t) \
  TILEPROOF_S8U8(N, S32U8S8, std::uint8_t, std::int8_t) \
  TILEPROOF_S8U8(N, S32U8U8, std::uint8_t, std::uint8_t)
TILEPROOF_INTEGER_NS(TILEPROOF_OF_INTEGERS)
#undef TILEPROOF_OF_INTEGERS
#undef TILEPROOF_S8U8
#undef TILEPROOF_INTEGERS

// ---- layouts of C

// GMMA::CLayout_64x8 to CLayout_64x256: (thread,value) -> element m + 64 n.
namespace GMMA {
#define TILEPROOF_CLAYOUT(N) using CLayout_64x##N = CLayout_64xN<N>;
TILEPROOF_INTEGER_NS(TILEPROOF_CLAYOUT)
TILEPROOF_OTHER_NS(TILEPROOF_CLAYOUT)
#undef TILEPROOF_CLAYOUT
}  // namespace GMMA
#undef TILEPROOF_INTEGER_NS
#undef TILEPROOF_OTHER_NS

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
