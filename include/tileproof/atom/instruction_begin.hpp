// SPDX-License-Identifier: BSL-1.0
//
// The macros for headers that define instructions. Such a header includes this file after all
// others, and instruction_end.hpp, which undefines the macros, as its last line. Neither file has
// an include guard.

// The qualifier of a function that contains PTX. Such functions stand between #if
// defined(__CUDACC__) and #endif: host compilers do not see them, and the CPU run has models in
// their place (tensor/cpu_hooks.hpp).
#define TILEPROOF_DEVICE __device__ __forceinline__
// The 32-bit address of an object in shared memory, the operand of shared-memory instructions.
#define TILEPROOF_SHARED(REFERENCE) \
  static_cast<std::uint32_t>(__cvta_generic_to_shared(static_cast<void const*>(&(REFERENCE))))

// The asm statement of an instruction that needs compute capability SM / 10 or above; a trap if the
// code is compiled for less.
#if defined(__CUDA_ARCH__)
#define TILEPROOF_ASM(SM, ...)            \
  if constexpr (__CUDA_ARCH__ >= 10 * SM) \
    asm volatile(__VA_ARGS__);            \
  else                                    \
    __trap()
#else
#define TILEPROOF_ASM(SM, ...) ((void)0)
#endif

// TILEPROOF_ASM for an instruction that only sm_90a has.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define TILEPROOF_ASM_SM90A(...) asm volatile(__VA_ARGS__)
#elif defined(__CUDA_ARCH__)
#define TILEPROOF_ASM_SM90A(...) __trap()
#else
#define TILEPROOF_ASM_SM90A(...) ((void)0)
#endif

// TILEPROOF_ASM for an instruction of tcgen05: sm_100a, sm_103a, sm_110a and their families. Some
// kinds and tcgen05.shift lack a target: docs/atoms.md has the table.
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL) ||       \
    defined(__CUDA_ARCH_FEAT_SM110_ALL) ||                                              \
    (defined(__CUDA_ARCH_FAMILY_SPECIFIC__) &&                                          \
     (__CUDA_ARCH_FAMILY_SPECIFIC__ == 1000 || __CUDA_ARCH_FAMILY_SPECIFIC__ == 1030 || \
      __CUDA_ARCH_FAMILY_SPECIFIC__ == 1100))
#define TILEPROOF_ASM_SM100A(...) asm volatile(__VA_ARGS__)
#elif defined(__CUDA_ARCH__)
#define TILEPROOF_ASM_SM100A(...) __trap()
#else
#define TILEPROOF_ASM_SM100A(...) ((void)0)
#endif

// TILEPROOF_ASM for an instruction of sm_120a, sm_121a and their families, sm_120f and sm_121f;
// TILEPROOF_ASM_BLACKWELL is for one that the targets of tcgen05 have, too.
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL) || \
    (defined(__CUDA_ARCH_FAMILY_SPECIFIC__) &&                                    \
     (__CUDA_ARCH_FAMILY_SPECIFIC__ == 1200 || __CUDA_ARCH_FAMILY_SPECIFIC__ == 1210))
#define TILEPROOF_ASM_SM120A(...) asm volatile(__VA_ARGS__)
#define TILEPROOF_ASM_BLACKWELL TILEPROOF_ASM_SM120A
#else
#if defined(__CUDA_ARCH__)
#define TILEPROOF_ASM_SM120A(...) __trap()
#else
#define TILEPROOF_ASM_SM120A(...) ((void)0)
#endif
#define TILEPROOF_ASM_BLACKWELL TILEPROOF_ASM_SM100A
#endif

// The text of the first N registers of an instruction, and the operand list of the first N elements
// of x with constraint C.
#define TILEPROOF_REGISTERS_1 "{%0}"
#define TILEPROOF_REGISTERS_2 "{%0,%1}"
#define TILEPROOF_REGISTERS_4 "{%0,%1,%2,%3}"
#define TILEPROOF_LIST_1(C, x) C(x[0])
#define TILEPROOF_LIST_2(C, x) C(x[0]), C(x[1])
#define TILEPROOF_LIST_4(C, x) TILEPROOF_LIST_2(C, x), C(x[2]), C(x[3])
#define TILEPROOF_LIST_8(C, x) TILEPROOF_LIST_4(C, x), C(x[4]), C(x[5]), C(x[6]), C(x[7])

// The operand text of mma.sync, by the number of registers of D, A and B: TILEPROOF_OPERANDS_D_A_B.
#define TILEPROOF_OPERANDS_2_1_1 "{%0,%1}, {%2}, {%3}, {%4,%5};"
#define TILEPROOF_OPERANDS_2_2_1 "{%0,%1}, {%2,%3}, {%4}, {%5,%6};"
#define TILEPROOF_OPERANDS_2_4_2 "{%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
#define TILEPROOF_OPERANDS_4_2_1 "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
#define TILEPROOF_OPERANDS_4_2_2 "{%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};"
#define TILEPROOF_OPERANDS_4_4_2 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
#define TILEPROOF_OPERANDS_4_8_4 \
  "{%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
#define TILEPROOF_OPERANDS_8_2_2                    \
  "{%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, " \
  "{%12,%13,%14,%15,%16,%17,%18,%19};"

// The member `fma` of an operation, for arrays of registers and for single ones
// (atom/each_register.hpp). CD and CA are the asm constraints of its registers: f for
// floats, d for f64, r for 32 bits.
#if defined(__CUDACC__)
#define TILEPROOF_FMA_BY(STATEMENT, ND, NA, NB, CD, CA, PTX)                        \
  TILEPROOF_DEVICE static void fma(                                                 \
      [[maybe_unused]] DRegisters& d, [[maybe_unused]] ARegisters const& a,         \
      [[maybe_unused]] BRegisters const& b, [[maybe_unused]] CRegisters const& c) { \
    STATEMENT("mma.sync.aligned." PTX                                               \
              " " TILEPROOF_OPERANDS_##ND##_##NA##_##NB : TILEPROOF_LIST_##ND(      \
                  "=" CD, d) : TILEPROOF_LIST_##NA(CA, a),                          \
              TILEPROOF_LIST_##NB(CA, b), TILEPROOF_LIST_##ND(CD, c));              \
  }                                                                                 \
  template <class... Rs>                                                            \
    requires detail::single_registers<Rs...>                                        \
  TILEPROOF_DEVICE static void fma(Rs&&... rs) {                                    \
    detail::mma_registers<mma_operation> r;                                         \
    r.read(std::index_sequence_for<Rs...>{}, rs...);                                \
    fma(r.d, r.a, r.b, r.c);                                                        \
    r.write(std::index_sequence_for<Rs...>{}, rs...);                               \
  }
#else
#define TILEPROOF_FMA_BY(STATEMENT, ND, NA, NB, CD, CA, PTX)
#endif
#define TILEPROOF_ASM_OF_SM(...) TILEPROOF_ASM(sm, __VA_ARGS__)
#define TILEPROOF_FMA(ND, NA, NB, CD, CA, PTX) \
  TILEPROOF_FMA_BY(TILEPROOF_ASM_OF_SM, ND, NA, NB, CD, CA, PTX)
#define TILEPROOF_FMA_SM120A(ND, CD, PTX) \
  TILEPROOF_FMA_BY(TILEPROOF_ASM_SM120A, ND, 4, 2, CD, "r", PTX)

// Defines an m16n8 or m8n8 operation and its traits.
#define TILEPROOF_MMA(ARCH, NAME, M, K, D, A, B, ND, NA, NB, CD, CA, PTX)    \
  struct SM##ARCH##_##NAME : detail::mma_operation<ARCH, M, 8, K, D, A, B> { \
    TILEPROOF_FMA(ND, NA, NB, CD, CA, "m" #M "n8k" #K "." PTX)               \
  };                                                                         \
  template <>                                                                \
  struct MMA_Traits<SM##ARCH##_##NAME> : detail::warp_mma_traits<M, K, D, A, B> {};
