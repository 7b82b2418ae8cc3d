// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_75: mma.sync with f16 and 8-bit integer operands. From PTX ISA,
// "Multiply-and-Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// D in f32 from f16, 16 x 8 x 8; and D in s32 from s8, 8 x 8 x 16.
TILEPROOF_MMA(75, 16x8x8_F32F16F16F32_TN, 16, 8, float, half_t, half_t, 4, 2, 1, "f", "r",
              "row.col.f32.f16.f16.f32")
TILEPROOF_MMA(75, 8x8x16_S32S8S8S32_TN, 8, 16, std::int32_t, std::int8_t, std::int8_t, 2, 1, 1, "r",
              "r", "row.col.s32.s8.s8.s32")

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
