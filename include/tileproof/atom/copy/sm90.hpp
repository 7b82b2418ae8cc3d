// SPDX-License-Identifier: BSL-1.0
//
// Defines stmatrix (sm_90): 8 x 8 matrices of 16-bit elements from the fragments of a warp to
// shared memory, the counterpart of ldmatrix. SM90_U32x4_STSM_N stores four matrices,
// SM90_U16x8_STSM_T four transposed ones.
//
//   lane l supplies the address of row l % 8 of matrix l / 8, 16 bytes, and registers of which
//   register i has elements 2 * (l % 4) and 2 * (l % 4) + 1 of row l / 4 of matrix i
//
// From PTX ISA, "Warp-level matrix store instruction: stmatrix".
#pragma once

#include <tileproof/atom/copy/matrix.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)
#define TILEPROOF_STMATRIX(N, TRANS)                                              \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] SRegisters const& s,         \
                                    [[maybe_unused]] uint128_t& row) {            \
    TILEPROOF_ASM(90,                                                             \
                  "stmatrix.sync.aligned.m8n8.x" #N TRANS ".shared.b16 [%" #N     \
                  "], " TILEPROOF_REGISTERS_##N ";" ::TILEPROOF_LIST_##N("r", s), \
                  "r"(TILEPROOF_SHARED(row)) : "memory");                         \
  }                                                                               \
  TILEPROOF_DEVICE static void copy(TILEPROOF_SINGLE_##N, uint128_t& row) {       \
    SRegisters const s = {TILEPROOF_NAMES_##N};                                   \
    copy(s, row);                                                                 \
  }
// The registers of CuTe's form, one by one.
#define TILEPROOF_SINGLE_1 std::uint32_t const& s0
#define TILEPROOF_SINGLE_2 TILEPROOF_SINGLE_1, std::uint32_t const& s1
#define TILEPROOF_SINGLE_4 TILEPROOF_SINGLE_2, std::uint32_t const &s2, std::uint32_t const &s3
#define TILEPROOF_NAMES_1 s0
#define TILEPROOF_NAMES_2 s0, s1
#define TILEPROOF_NAMES_4 s0, s1, s2, s3
#else
#define TILEPROOF_STMATRIX(N, TRANS)
#endif
// SM90_U32xN_STSM_N stores N = 1, 2 or 4 matrices, SM90_U16x2N_STSM_T transposes each. Use them in
// the epilogue of a GEMM, to bring accumulators to shared memory in wide rows.
#define TILEPROOF_MATRICES(N, HALVES)                                                           \
  struct SM90_U32x##N##_STSM_N {                                                                \
    using SRegisters = std::uint32_t[N];                                                        \
    using DRegisters = uint128_t[1];                                                            \
    using SMemory = rmem_space;                                                                 \
    using DMemory = smem_space;                                                                 \
    TILEPROOF_STMATRIX(N, "")                                                                   \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM90_U32x##N##_STSM_N>                                                     \
      : detail::warp_copy_traits<detail::matrix_fragment<N>, detail::matrix_rows<N>,            \
                                 detail::matrix_fragment<N>> {};                                \
  struct SM90_U16x##HALVES##_STSM_T {                                                           \
    using SRegisters = std::uint32_t[N];                                                        \
    using DRegisters = uint128_t[1];                                                            \
    using SMemory = rmem_space;                                                                 \
    using DMemory = smem_space;                                                                 \
    TILEPROOF_STMATRIX(N, ".trans")                                                             \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM90_U16x##HALVES##_STSM_T>                                                \
      : detail::warp_copy_traits<detail::matrix_fragment_transposed<N>, detail::matrix_rows<N>, \
                                 detail::matrix_fragment_transposed<N>> {};
TILEPROOF_MATRICES(1, 2)
TILEPROOF_MATRICES(2, 4)
TILEPROOF_MATRICES(4, 8)
#undef TILEPROOF_MATRICES
#undef TILEPROOF_STMATRIX
#if defined(__CUDACC__)
#undef TILEPROOF_SINGLE_1
#undef TILEPROOF_SINGLE_2
#undef TILEPROOF_SINGLE_4
#undef TILEPROOF_NAMES_1
#undef TILEPROOF_NAMES_2
#undef TILEPROOF_NAMES_4
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
