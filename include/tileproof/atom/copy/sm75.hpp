// SPDX-License-Identifier: BSL-1.0
//
// Defines ldmatrix (sm_75): 8 x 8 matrices of 16-bit elements from shared memory to the fragments
// of a warp. SM75_U32x4_LDSM_N loads four matrices (ldmatrix.x4), SM75_U16x8_LDSM_T four transposed
// ones (.trans).
//
//   lane l supplies the address of row l % 8 of matrix l / 8, 16 bytes, and receives in register i
//   elements 2 * (l % 4) and 2 * (l % 4) + 1 of row l / 4 of matrix i
//
// Use it to load operands of mma.sync: make_tiled_copy_A and _B of a TiledMMA. From PTX ISA,
// "Warp-level matrix load instruction: ldmatrix".
#pragma once

#include <tileproof/atom/copy/matrix.hpp>
#include <tileproof/atom/each_register.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)
#define TILEPROOF_LDMATRIX(N, TRANS)                                                           \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] uint128_t const& row,                     \
                                    [[maybe_unused]] DRegisters& d) {                          \
    TILEPROOF_ASM(                                                                             \
        75, "ldmatrix.sync.aligned.m8n8.x" #N TRANS ".shared.b16 " TILEPROOF_REGISTERS_##N     \
        ", [%" #N "];" : TILEPROOF_LIST_##N("=r", d) : "r"(TILEPROOF_SHARED(row)) : "memory"); \
  }                                                                                            \
  template <detail::same_as_register... Rs>                                                    \
  TILEPROOF_DEVICE static void copy(uint128_t const& row, Rs&... rs) {                         \
    static_assert(refuse_unless<(sizeof...(Rs) == N), registers_are_those_of_the_instruction,  \
                                found<int{sizeof...(Rs)}>, expected<N>>);                      \
    DRegisters d;                                                                              \
    copy(row, d);                                                                              \
    int i = 0;                                                                                 \
    ((rs = d[i++]), ...);                                                                      \
  }
#else
#define TILEPROOF_LDMATRIX(N, TRANS)
#endif
// SM75_U32xN_LDSM_N loads N = 1, 2 or 4 matrices: a lane receives N registers, of two elements of a
// row each. SM75_U16x2N_LDSM_T transposes each matrix: the two elements of a register are
// neighbours in a column. Bank conflicts: prove with free_of_bank_conflicts<ldmatrix<N>, T>.
#define TILEPROOF_MATRICES(N, HALVES)                                                           \
  struct SM75_U32x##N##_LDSM_N {                                                                \
    using SRegisters = uint128_t[1];                                                            \
    using DRegisters = std::uint32_t[N];                                                        \
    using SMemory = smem_space;                                                                 \
    using DMemory = rmem_space;                                                                 \
    TILEPROOF_LDMATRIX(N, "")                                                                   \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM75_U32x##N##_LDSM_N>                                                     \
      : detail::warp_copy_traits<detail::matrix_rows<N>, detail::matrix_fragment<N>,            \
                                 detail::matrix_fragment<N>> {};                                \
  struct SM75_U16x##HALVES##_LDSM_T {                                                           \
    using SRegisters = uint128_t[1];                                                            \
    using DRegisters = std::uint32_t[N];                                                        \
    using SMemory = smem_space;                                                                 \
    using DMemory = rmem_space;                                                                 \
    TILEPROOF_LDMATRIX(N, ".trans")                                                             \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM75_U16x##HALVES##_LDSM_T>                                                \
      : detail::warp_copy_traits<detail::matrix_rows<N>, detail::matrix_fragment_transposed<N>, \
                                 detail::matrix_fragment_transposed<N>> {};
TILEPROOF_MATRICES(1, 2)
TILEPROOF_MATRICES(2, 4)
TILEPROOF_MATRICES(4, 8)
#undef TILEPROOF_MATRICES
#undef TILEPROOF_LDMATRIX

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
