// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_89: mma.sync with 8-bit floating-point operands, E4M3 and E5M2. From PTX
// ISA, "Multiply-and-Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// SM89_16x8x32_F32E4M3E4M3F32_TN, _F32E4M3E5M2F32_TN, _F32E5M2E4M3F32_TN, _F32E5M2E5M2F32_TN: D in
// f32 from A and B in E4M3 or E5M2.
#define TILEPROOF_MMA_FP8(A, B, TA, TB)                                                  \
  TILEPROOF_MMA(89, 16x8x32_F32##A##B##F32_TN, 16, 32, float, TA, TB, 4, 4, 2, "f", "r", \
                TILEPROOF_FP8_##A##_##B)
#define TILEPROOF_FP8_E4M3_E4M3 "row.col.f32.e4m3.e4m3.f32"
#define TILEPROOF_FP8_E4M3_E5M2 "row.col.f32.e4m3.e5m2.f32"
#define TILEPROOF_FP8_E5M2_E4M3 "row.col.f32.e5m2.e4m3.f32"
#define TILEPROOF_FP8_E5M2_E5M2 "row.col.f32.e5m2.e5m2.f32"
TILEPROOF_MMA_FP8(E4M3, E4M3, float_e4m3_t, float_e4m3_t)
TILEPROOF_MMA_FP8(E4M3, E5M2, float_e4m3_t, float_e5m2_t)
TILEPROOF_MMA_FP8(E5M2, E4M3, float_e5m2_t, float_e4m3_t)
TILEPROOF_MMA_FP8(E5M2, E5M2, float_e5m2_t, float_e5m2_t)
#undef TILEPROOF_FP8_E4M3_E4M3
#undef TILEPROOF_FP8_E4M3_E5M2
#undef TILEPROOF_FP8_E5M2_E4M3
#undef TILEPROOF_FP8_E5M2_E5M2
#undef TILEPROOF_MMA_FP8

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
