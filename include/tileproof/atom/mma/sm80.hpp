// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_80: mma.sync with f16, bf16, tf32 and f64 operands, and with integers of 8,
// 4 and 1 bits. SM80_16x8x16_F32F16F16F32_TN is the usual choice of a GEMM with f16 operands. From
// PTX ISA, "Multiply-and-Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ---- f16, bf16, tf32 and f64

// SM80_16x8xK_F16F16F16F16_TN, SM80_16x8xK_F32F16F16F32_TN and SM80_16x8xK_F32BF16BF16F32_TN, for K
// = 8 and 16. NA and NB are the registers of A and B.
#define TILEPROOF_MMA_HALVES(K, NA, NB)                                                            \
  TILEPROOF_MMA(80, 16x8x##K##_F16F16F16F16_TN, 16, K, half_t, half_t, half_t, 2, NA, NB, "r",     \
                "r", "row.col.f16.f16.f16.f16")                                                    \
  TILEPROOF_MMA(80, 16x8x##K##_F32F16F16F32_TN, 16, K, float, half_t, half_t, 4, NA, NB, "f", "r", \
                "row.col.f32.f16.f16.f32")                                                         \
  TILEPROOF_MMA(80, 16x8x##K##_F32BF16BF16F32_TN, 16, K, float, bfloat16_t, bfloat16_t, 4, NA, NB, \
                "f", "r", "row.col.f32.bf16.bf16.f32")
TILEPROOF_MMA_HALVES(8, 2, 1)
TILEPROOF_MMA_HALVES(16, 4, 2)
#undef TILEPROOF_MMA_HALVES
TILEPROOF_MMA(80, 16x8x4_F32TF32TF32F32_TN, 16, 4, float, tfloat32_t, tfloat32_t, 4, 2, 1, "f", "r",
              "row.col.f32.tf32.tf32.f32")
TILEPROOF_MMA(80, 16x8x8_F32TF32TF32F32_TN, 16, 8, float, tfloat32_t, tfloat32_t, 4, 4, 2, "f", "r",
              "row.col.f32.tf32.tf32.f32")
TILEPROOF_MMA(80, 8x8x4_F64F64F64F64_TN, 8, 4, double, double, double, 2, 1, 1, "d", "d",
              "row.col.f64.f64.f64.f64")

// ---- integers of 8, 4 and 1 bits

// SM80_8x8xK_NAME, SM80_16x8xK_NAME and SM80_16x8xK_NAME with K = K8, K16 and K32: a row of A has
// 128, 128 and 256 bits. s8 and u8 have K = 16, 16 and 32; s4 and u4 32, 32 and 64; single bits
// 128, 128 and 256, combined with XOR or AND and counted (POPC).
#define TILEPROOF_MMA_INTEGERS(NAME, K8, K16, K32, A, B, TYPES)                          \
  TILEPROOF_MMA(80, 8x8x##K8##_##NAME, 8, K8, std::int32_t, A, B, 2, 1, 1, "r", "r",     \
                "row.col." TYPES)                                                        \
  TILEPROOF_MMA(80, 16x8x##K16##_##NAME, 16, K16, std::int32_t, A, B, 4, 2, 1, "r", "r", \
                "row.col." TYPES)                                                        \
  TILEPROOF_MMA(80, 16x8x##K32##_##NAME, 16, K32, std::int32_t, A, B, 4, 4, 2, "r", "r", \
                "row.col." TYPES)
TILEPROOF_MMA_INTEGERS(S32S8S8S32_TN, 16, 16, 32, std::int8_t, std::int8_t, "s32.s8.s8.s32")
TILEPROOF_MMA_INTEGERS(S32S8U8S32_TN, 16, 16, 32, std::int8_t, std::uint8_t, "s32.s8.u8.s32")
TILEPROOF_MMA_INTEGERS(S32U8S8S32_TN, 16, 16, 32, std::uint8_t, std::int8_t, "s32.u8.s8.s32")
TILEPROOF_MMA_INTEGERS(S32U8U8S32_TN, 16, 16, 32, std::uint8_t, std::uint8_t, "s32.u8.u8.s32")
TILEPROOF_MMA_INTEGERS(S32S4S4S32_TN, 32, 32, 64, int4b_t, int4b_t, "s32.s4.s4.s32")
TILEPROOF_MMA_INTEGERS(S32S4U4S32_TN, 32, 32, 64, int4b_t, uint4b_t, "s32.s4.u4.s32")
TILEPROOF_MMA_INTEGERS(S32U4S4S32_TN, 32, 32, 64, uint4b_t, int4b_t, "s32.u4.s4.s32")
TILEPROOF_MMA_INTEGERS(S32U4U4S32_TN, 32, 32, 64, uint4b_t, uint4b_t, "s32.u4.u4.s32")
TILEPROOF_MMA_INTEGERS(S32U1U1S32_TN_XORPOPC, 128, 128, 256, uint1b_t, uint1b_t,
                       "s32.b1.b1.s32.xor.popc")
TILEPROOF_MMA_INTEGERS(S32U1U1S32_TN_ANDPOPC, 128, 128, 256, uint1b_t, uint1b_t,
                       "s32.b1.b1.s32.and.popc")
#undef TILEPROOF_MMA_INTEGERS

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
