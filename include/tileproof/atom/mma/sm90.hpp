// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_90: mma.sync with f64 operands. For wgmma see atom/wgmma/. From PTX ISA,
// "Multiply-and-Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// SM90_16x8xK_F64F64F64F64_TN for K = 4, 8 and 16. One instruction of K = 16 replaces eight of
// sm_80's 8 x 8 x 4.
TILEPROOF_MMA(90, 16x8x4_F64F64F64F64_TN, 16, 4, double, double, double, 4, 2, 1, "d", "d",
              "row.col.f64.f64.f64.f64")
TILEPROOF_MMA(90, 16x8x8_F64F64F64F64_TN, 16, 8, double, double, double, 4, 4, 2, "d", "d",
              "row.col.f64.f64.f64.f64")
TILEPROOF_MMA(90, 16x8x16_F64F64F64F64_TN, 16, 16, double, double, double, 4, 8, 4, "d", "d",
              "row.col.f64.f64.f64.f64")

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
