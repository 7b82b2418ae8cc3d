// SPDX-License-Identifier: BSL-1.0
//
// Defines ldmatrix of 4-bit and 6-bit elements (sm_100a, sm_120a): rows of 16 elements in shared
// memory, packed at the beginning of 16 bytes, become a byte each in the fragments of a warp.
//
//   in memory, a row of 16 bytes     b4x16_p64: 16 elements of 4 bits, then 64 unused bits
//                                    b6x16_p32: 16 elements of 6 bits, then 32 unused bits
//   lane l receives in register i    elements 4 * (l % 4) to + 3 of row l / 4 of matrix i, in the low
//                                    bits of a byte; the others are 0
//
// TMA of such elements writes rows with the unused bits. kind::f8f6f4 takes 6 bits as they are now,
// in_byte<float_e3m2_t>, and 4 bits two bits higher (atom/mma/sm120.hpp). From PTX ISA, "Warp-level
// matrix load instruction: ldmatrix". No GPU has run them here.
#pragma once

#include <tileproof/atom/copy/matrix.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// N matrices of 8 rows, of elements of Bits bits in memory.
template <int N, int Bits>
struct unpacking_ldmatrix {
  static constexpr int packed_bits = Bits;
  using SRegisters = uint128_t[1];
  using DRegisters = std::uint32_t[N];
  using SMemory = smem_space;
  using DMemory = rmem_space;
};
template <int N>
using unpacking_traits = warp_copy_traits<matrix_rows<N>, matrix_fragment<N>, matrix_fragment<N>>;

}  // namespace detail

#if defined(__CUDACC__)
#define TILEPROOF_LDMATRIX(N, FORMAT)                                                          \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] uint128_t const& row,                     \
                                    [[maybe_unused]] DRegisters& d) {                          \
    TILEPROOF_ASM_BLACKWELL(                                                                   \
        "ldmatrix.sync.aligned.m8n16.x" #N ".shared.b8x16." FORMAT " " TILEPROOF_REGISTERS_##N \
        ", [%" #N "];" : TILEPROOF_LIST_##N("=r", d) : "r"(TILEPROOF_SHARED(row)) : "memory"); \
  }
#else
#define TILEPROOF_LDMATRIX(N, FORMAT)
#endif
// SM100_SU4_DU8x16_xN_LDSM_N and SM100_SU6_...: N = 1, 2 or 4 matrices, a register of 4 elements
// each.
#define TILEPROOF_MATRICES(N)                                                          \
  struct SM100_SU4_DU8x16_x##N##_LDSM_N : detail::unpacking_ldmatrix<N, 4> {           \
    TILEPROOF_LDMATRIX(N, "b4x16_p64")                                                 \
  };                                                                                   \
  struct SM100_SU6_DU8x16_x##N##_LDSM_N : detail::unpacking_ldmatrix<N, 6> {           \
    TILEPROOF_LDMATRIX(N, "b6x16_p32")                                                 \
  };                                                                                   \
  template <>                                                                          \
  struct Copy_Traits<SM100_SU4_DU8x16_x##N##_LDSM_N> : detail::unpacking_traits<N> {}; \
  template <>                                                                          \
  struct Copy_Traits<SM100_SU6_DU8x16_x##N##_LDSM_N> : detail::unpacking_traits<N> {};
TILEPROOF_MATRICES(1)
TILEPROOF_MATRICES(2)
TILEPROOF_MATRICES(4)
#undef TILEPROOF_MATRICES
#undef TILEPROOF_LDMATRIX

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
