// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_70: mma.sync.m8n8k4 with f16 operands. Each of the four quad pairs of a warp
// (lanes 0 to 3 and 16 to 19, and so on) computes one 8 x 8 x 4 MMA. From PTX ISA,
// "Multiply-and-Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The traits of one layout of the operands: A and B each row-major or column-major, C of f16 or
// f32.
template <class D, bool AByRows, bool BByRows>
struct quad_pair_traits : mma_traits<8, 8, 4, D, half_t, half_t> {
  using ThrID = quad_pair;
  using ALayout = std::conditional_t<AByRows, quad_pair_rows, quad_pair_columns>;
  using BLayout = std::conditional_t<BByRows, quad_pair_columns, quad_pair_rows>;
  using CLayout = std::conditional_t<std::is_same_v<D, float>, quad_pair_c32, quad_pair_c16>;
};

}  // namespace detail

// T: the operand is K-major, that is, A is row-major or B is column-major. N: the other order.
// SM70_8x8x4_F16F16F16F16_AB and SM70_8x8x4_F32F16F16F32_AB, for AB = TN, NT, NN, TT: D in f16, and
// in f32. Each lane holds 4 values of A, 4 of B, and 8 of C.
#define TILEPROOF_QUAD_PAIR_MMA(AB, ROWS_A, ROWS_B, MAJORS)               \
  struct SM70_8x8x4_F16F16F16F16_##AB                                     \
      : detail::mma_operation<70, 8, 8, 4, half_t, half_t, half_t, 8> {   \
    TILEPROOF_FMA(4, 2, 2, "r", "r", "m8n8k4." MAJORS ".f16.f16.f16.f16") \
  };                                                                      \
  template <>                                                             \
  struct MMA_Traits<SM70_8x8x4_F16F16F16F16_##AB>                         \
      : detail::quad_pair_traits<half_t, ROWS_A, ROWS_B> {};              \
  struct SM70_8x8x4_F32F16F16F32_##AB                                     \
      : detail::mma_operation<70, 8, 8, 4, float, half_t, half_t, 8> {    \
    TILEPROOF_FMA(8, 2, 2, "f", "r", "m8n8k4." MAJORS ".f32.f16.f16.f32") \
  };                                                                      \
  template <>                                                             \
  struct MMA_Traits<SM70_8x8x4_F32F16F16F32_##AB>                         \
      : detail::quad_pair_traits<float, ROWS_A, ROWS_B> {};
TILEPROOF_QUAD_PAIR_MMA(TN, true, false, "row.col")
TILEPROOF_QUAD_PAIR_MMA(NT, false, true, "col.row")
TILEPROOF_QUAD_PAIR_MMA(NN, false, false, "col.col")
TILEPROOF_QUAD_PAIR_MMA(TT, true, true, "row.row")
#undef TILEPROOF_QUAD_PAIR_MMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
