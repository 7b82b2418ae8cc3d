// SPDX-License-Identifier: BSL-1.0
//
// The matrix instructions of a warp, mma.sync, and the multiply-add of a thread, as operations and
// their traits.
//
// SM80_16x8x16_F32F16F16F32_TN computes D = A * B + C of 16x16 times 16x8 in f32 from f16, A by
// rows and B by columns; it needs sm_80. `fma` takes the registers of one thread, and exists in
// device code. MMA_Traits says which element each of a thread's values is. From PTX ISA,
// "Multiply-and- Accumulate Instruction: mma".
#pragma once

#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma_layouts.hpp>
#include <tileproof/atom/numeric.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ElementDVal, ElementAVal, ElementBVal, ElementCVal; Shape_MNK; ThrID, the threads of an
// instruction within a warp; ALayout, BLayout, CLayout, layouts (thread,value) -> element.
template <class Operation>
struct MMA_Traits;

// One multiply-add of one thread, on elements: D = A * B + C.
template <class D, class A = D, class B = A, class C = D>
struct UniversalFMA {
  using DRegisters = D[1];
  using ARegisters = A[1];
  using BRegisters = B[1];
  using CRegisters = C[1];
  TILEPROOF_HOST_DEVICE static constexpr void fma(DRegisters& d, ARegisters const& a,
                                                  BRegisters const& b, CRegisters const& c) {
    d[0] = static_cast<D>(a[0] * b[0] + c[0]);
  }
};
template <class D, class A, class B, class C>
struct MMA_Traits<UniversalFMA<D, A, B, C>> {
  using ElementDVal = D;
  using ElementAVal = A;
  using ElementBVal = B;
  using ElementCVal = C;
  using Shape_MNK = Shape<_1, _1, _1>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, _1>>;
  using BLayout = Layout<Shape<_1, _1>>;
  using CLayout = Layout<Shape<_1, _1>>;
};

namespace detail {

// What a register of a fragment is to the instruction: a float, an f64, or 32 bits.
template <class Element>
struct register_of {
  using type = std::uint32_t;
};
template <>
struct register_of<float> {
  using type = float;
};
template <>
struct register_of<double> {
  using type = double;
};
template <class Element, int Elements>
inline constexpr int number_of_registers = (Elements * sizeof_bits_v<Element> + 31) /
                                           (sizeof_bits_v<Element> > 32 ? 64 : 32);
template <class Element, int Elements>
using registers_of = typename register_of<Element>::type[number_of_registers<Element, Elements>];

// The shape, the elements, and the registers that a thread holds of each operand.
template <int Sm, int M, int N, int K, class D, class A, class B, int Threads = 32>
struct mma_operation {
  static constexpr int sm = Sm;  // the least compute capability, times ten; below it fma traps
  using DRegisters = registers_of<D, M * N / Threads>;
  using ARegisters = registers_of<A, M * K / Threads>;
  using BRegisters = registers_of<B, N * K / Threads>;
  using CRegisters = DRegisters;
};

template <int M, int N, int K, class D, class A, class B>
struct mma_traits {
  using ElementDVal = D;
  using ElementAVal = A;
  using ElementBVal = B;
  using ElementCVal = D;
  using Shape_MNK = Shape<Int<M>, Int<N>, Int<K>>;
};

// Of m16n8 and m8n8, one formula for every type.
template <int M, int K, class D, class A, class B>
struct warp_mma_traits : mma_traits<M, 8, K, D, A, B> {
  using ThrID = Layout<_32>;
  using ALayout =
      std::conditional_t<M == 16, mma_a16<K, sizeof_bits_v<A>>, mma_a8<K, sizeof_bits_v<A>>>;
  using BLayout = mma_b8<K, sizeof_bits_v<B>>;
  using CLayout = std::conditional_t<M == 16, mma_c16x8, mma_c8x8>;
};

}  // namespace detail

// The operands of an instruction, by their numbers of registers: D_A_B.
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
#define TILEPROOF_LIST_1(C, x) C(x[0])
#define TILEPROOF_LIST_2(C, x) C(x[0]), C(x[1])
#define TILEPROOF_LIST_4(C, x) TILEPROOF_LIST_2(C, x), C(x[2]), C(x[3])
#define TILEPROOF_LIST_8(C, x) TILEPROOF_LIST_4(C, x), C(x[4]), C(x[5]), C(x[6]), C(x[7])
#if defined(__CUDA_ARCH__)
#define TILEPROOF_ASM(...)                \
  if constexpr (__CUDA_ARCH__ >= 10 * sm) \
    asm volatile(__VA_ARGS__);            \
  else                                    \
    __trap()
#else
#define TILEPROOF_ASM(...) ((void)0)
#endif
#if defined(__CUDACC__)
#define TILEPROOF_FMA(ND, NA, NB, CD, CA, PTX)                                      \
  __device__ __forceinline__ static void fma(                                       \
      [[maybe_unused]] DRegisters& d, [[maybe_unused]] ARegisters const& a,         \
      [[maybe_unused]] BRegisters const& b, [[maybe_unused]] CRegisters const& c) { \
    TILEPROOF_ASM("mma.sync.aligned." PTX " " TILEPROOF_OPERANDS_##ND##_##NA##_##NB \
                  : TILEPROOF_LIST_##ND("=" CD, d)                                  \
                  : TILEPROOF_LIST_##NA(CA, a), TILEPROOF_LIST_##NB(CA, b),         \
                    TILEPROOF_LIST_##ND(CD, c));                                    \
  }
#else
#define TILEPROOF_FMA(ND, NA, NB, CD, CA, PTX)
#endif
// CD and CA are the constraints of the registers: f, d, or r.
#define TILEPROOF_MMA(ARCH, NAME, M, K, D, A, B, ND, NA, NB, CD, CA, PTX)    \
  struct SM##ARCH##_##NAME : detail::mma_operation<ARCH, M, 8, K, D, A, B> { \
    TILEPROOF_FMA(ND, NA, NB, CD, CA, "m" #M "n8k" #K "." PTX)               \
  };                                                                         \
  template <>                                                                \
  struct MMA_Traits<SM##ARCH##_##NAME> : detail::warp_mma_traits<M, K, D, A, B> {};

// ---- sm_75

TILEPROOF_MMA(75, 16x8x8_F32F16F16F32_TN, 16, 8, float, half_t, half_t, 4, 2, 1, "f", "r",
              "row.col.f32.f16.f16.f32")
TILEPROOF_MMA(75, 8x8x16_S32S8S8S32_TN, 8, 16, std::int32_t, std::int8_t, std::int8_t, 2, 1, 1, "r",
              "r", "row.col.s32.s8.s8.s32")

// ---- sm_80: half precision, tf32, double precision

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

// ---- sm_80: integers of 8, 4 and 1 bits

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

// ---- sm_89: 8-bit floats

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

// ---- sm_90: double precision

TILEPROOF_MMA(90, 16x8x4_F64F64F64F64_TN, 16, 4, double, double, double, 4, 2, 1, "d", "d",
              "row.col.f64.f64.f64.f64")
TILEPROOF_MMA(90, 16x8x8_F64F64F64F64_TN, 16, 8, double, double, double, 4, 4, 2, "d", "d",
              "row.col.f64.f64.f64.f64")
TILEPROOF_MMA(90, 16x8x16_F64F64F64F64_TN, 16, 16, double, double, double, 4, 8, 4, "d", "d",
              "row.col.f64.f64.f64.f64")
#undef TILEPROOF_MMA

// ---- sm_70: m8n8k4, by each of the four quad pairs of a warp

namespace detail {

template <class D, bool AByRows, bool BByRows>
struct quad_pair_traits : mma_traits<8, 8, 4, D, half_t, half_t> {
  using ThrID = quad_pair;
  using ALayout = std::conditional_t<AByRows, quad_pair_rows, quad_pair_columns>;
  using BLayout = std::conditional_t<BByRows, quad_pair_columns, quad_pair_rows>;
  using CLayout = std::conditional_t<std::is_same_v<D, float>, quad_pair_c32, quad_pair_c16>;
};

}  // namespace detail

// T: A by rows, B by columns. N: the other way.
#define TILEPROOF_MMA(AB, ROWS_A, ROWS_B, MAJORS)                         \
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
TILEPROOF_MMA(TN, true, false, "row.col")
TILEPROOF_MMA(NT, false, true, "col.row")
TILEPROOF_MMA(NN, false, false, "col.col")
TILEPROOF_MMA(TT, true, true, "row.row")
#undef TILEPROOF_MMA
#undef TILEPROOF_FMA
#undef TILEPROOF_ASM
#undef TILEPROOF_LIST_1
#undef TILEPROOF_LIST_2
#undef TILEPROOF_LIST_4
#undef TILEPROOF_LIST_8
#undef TILEPROOF_OPERANDS_2_1_1
#undef TILEPROOF_OPERANDS_2_2_1
#undef TILEPROOF_OPERANDS_2_4_2
#undef TILEPROOF_OPERANDS_4_2_1
#undef TILEPROOF_OPERANDS_4_2_2
#undef TILEPROOF_OPERANDS_4_4_2
#undef TILEPROOF_OPERANDS_4_8_4
#undef TILEPROOF_OPERANDS_8_2_2

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
