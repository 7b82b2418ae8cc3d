// SPDX-License-Identifier: BSL-1.0
//
// Warp-level MMA of sm_120a and sm_121a: mma.sync of elements of 8, 6 and 4 bits, any two beside
// each other, and with a scale factor for each block of elements along k.
//
//   SM120_16x8x32_TN<float_e2m1_t, float_e4m3_t, float>       // kind::f8f6f4
//   SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_e4m3_t, float_e4m3_t, float, float_ue8m0_t, 32>
//   SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 16>
//
// From PTX ISA, "Multiply-and-Accumulate Instruction: mma" and "Block Scaling for mma.sync". No
// GPU has run these here: layouts are compared with NVIDIA's headers, instructions are assembled by
// ptxas.
#pragma once

#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// An element of 4 or 6 bits as kind::f8f6f4 takes it, in a byte whose other bits are 0: four bits
// in bits 2 to 5, six in bits 0 to 5 (PTX ISA, "Matrix Fragments for mma.m16n8k32"). ldmatrix of
// b4x16_p64 leaves four bits in bits 0 to 3, so its bytes are no such elements yet.
template <class T>
struct in_byte {
  static constexpr bool is_float_format = true;
  static constexpr int first_bit = sizeof_bits_v<T> == 4 ? 2 : 0;
  std::uint8_t storage;

  in_byte() = default;
  TILEPROOF_HOST_DEVICE constexpr in_byte(T const& x)
      : storage(static_cast<std::uint8_t>(x.storage << first_bit)) {}
  template <class A>
    requires(std::is_arithmetic_v<A>)
  TILEPROOF_HOST_DEVICE constexpr in_byte(A x) : in_byte(T(x)) {}
  TILEPROOF_HOST_DEVICE constexpr operator float() const {
    return static_cast<float>(T::bitcast(static_cast<std::uint8_t>(storage >> first_bit)));
  }
};

namespace detail {

template <class T>
using f8f6f4_element = std::conditional_t<sizeof_bits_v<T> == 8, T, in_byte<T>>;

// Which lane has the factor of a row of A, and of a column of B, and which of K elements it is for:
// (lane,k) -> element of the (16,K) and the (8,K) tile. The first two lanes of four have rows g and
// g + 8; those that a stride of 0 adds are not read.
template <int K>
using scales_of_a = Layout<Shape<Shape<_2, _2, _8>, Int<K>>, Stride<Stride<_8, _0, _1>, _16>>;
template <int K>
using scales_of_b = Layout<Shape<Shape<_4, _8>, Int<K>>, Stride<Stride<_0, _1>, _8>>;

// The factors of a thread for one instruction: a byte each, in the low bits.
template <int Scales>
using scale_register =
    std::conditional_t<Scales == 1, std::uint8_t,
                       std::conditional_t<Scales == 2, std::uint16_t, std::uint32_t>>;

// An operation with a scale factor for VS elements along k.
template <int K, class A, class B, int VS>
struct scaled_mma_operation : mma_operation<120, 16, 8, K, float, A, B> {
  static_assert(K % VS == 0);
  using SFARegisters = scale_register<K / VS>[1];
  using SFBRegisters = scale_register<K / VS>[1];
};
template <int K, class D, class A, class B, class Scale, int VS>
struct scaled_mma_traits : warp_mma_traits<16, K, D, A, B> {
  using ValTypeSF = Scale;
  static constexpr int SFVecSize = VS;  // elements along k that share a factor
  using SFALayout = scales_of_a<K>;
  using SFBLayout = scales_of_b<K>;
};

}  // namespace detail

// D in f32 or f16 from A and B, each of float_e2m1_t, float_e2m3_t, float_e3m2_t, float_e4m3_t and
// float_e5m2_t; A row-major, B column-major.
template <class A, class B, class D>
struct SM120_16x8x32_TN;
template <class A, class B, class D>
  requires requires { sizeof(SM120_16x8x32_TN<A, B, D>); }
struct MMA_Traits<SM120_16x8x32_TN<A, B, D>>
    : detail::warp_mma_traits<16, 32, D, detail::f8f6f4_element<A>, detail::f8f6f4_element<B>> {};

namespace SM120::BLOCKSCALED {

// As above, D in f32, each 32 elements along k times a power of two (kind::mxf8f6f4).
template <class A, class B, class D, class Scale, int VS>
struct SM120_16x8x32_TN_VS;
// Elements float_e2m1_t, two in a byte; a power of two for each 32 of them, or float_ue4m3_t for 16
// (kind::mxf4nvf4). CuTe has a power of two for each 16 as well, whose instruction has two factors
// of four.
template <class A, class B, class D, class Scale, int VS>
struct SM120_16x8x64_TN_VS;

}  // namespace SM120::BLOCKSCALED

template <class A, class B, class D, class Scale, int VS>
  requires requires { sizeof(SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<A, B, D, Scale, VS>); }
struct MMA_Traits<SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<A, B, D, Scale, VS>>
    : detail::scaled_mma_traits<32, D, detail::f8f6f4_element<A>, detail::f8f6f4_element<B>, Scale,
                                VS> {};
template <class A, class B, class D, class Scale, int VS>
  requires requires { sizeof(SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<A, B, D, Scale, VS>); }
struct MMA_Traits<SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<A, B, D, Scale, VS>>
    : detail::scaled_mma_traits<64, D, A, B, Scale, VS> {};

// Two elements of 4 bits in a byte, the first in bits 0 to 3, as they lie in memory.
template <class T>
struct two_of {
  static constexpr bool is_float_format = true;
  std::uint8_t storage;
};
// An instruction of 4-bit elements with pairs of these as elements: half as many along k, in the
// same registers. Copies, whose elements have an address, need it.
template <class Operation>
struct by_pairs : Operation {
  using instruction = Operation;
};
template <class Operation>
struct MMA_Traits<by_pairs<Operation>>
    : detail::scaled_mma_traits<
          decltype(size<2>(typename MMA_Traits<Operation>::Shape_MNK{}))::value / 2,
          typename MMA_Traits<Operation>::ElementDVal,
          two_of<typename MMA_Traits<Operation>::ElementAVal>,
          two_of<typename MMA_Traits<Operation>::ElementBVal>,
          typename MMA_Traits<Operation>::ValTypeSF, MMA_Traits<Operation>::SFVecSize / 2> {
  static_assert(sizeof_bits_v<typename MMA_Traits<Operation>::ElementAVal> == 4 &&
                    sizeof_bits_v<typename MMA_Traits<Operation>::ElementBVal> == 4,
                "by_pairs: the elements of the instruction must have 4 bits");
};

#if defined(__CUDACC__)
// fma(d, a, b, c, sfa, sfb): the scale factors of bytes and lanes 0 of their registers.
#define TILEPROOF_SCALED_FMA(PTX)                                                             \
  TILEPROOF_DEVICE static void fma(                                                           \
      [[maybe_unused]] DRegisters& d, [[maybe_unused]] ARegisters const& a,                   \
      [[maybe_unused]] BRegisters const& b, [[maybe_unused]] CRegisters const& c,             \
      [[maybe_unused]] SFARegisters const& sfa, [[maybe_unused]] SFBRegisters const& sfb) {   \
    TILEPROOF_ASM_SM120A(                                                                     \
        "mma.sync.aligned." PTX                                                               \
        " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13}, "                         \
        "{%14}, {0,0}, {%15}, {0,0};" : TILEPROOF_LIST_4("=f", d) : TILEPROOF_LIST_4("r", a), \
        TILEPROOF_LIST_2("r", b), TILEPROOF_LIST_4("f", c),                                   \
        "r"(static_cast<std::uint32_t>(sfa[0])), "r"(static_cast<std::uint32_t>(sfb[0])));    \
  }
#else
#define TILEPROOF_SCALED_FMA(PTX)
#endif

#define TILEPROOF_MMA_F8F6F4(A, B)                                                           \
  template <>                                                                                \
  struct SM120_16x8x32_TN<float_##A##_t, float_##B##_t, float>                               \
      : detail::mma_operation<120, 16, 8, 32, float, detail::f8f6f4_element<float_##A##_t>,  \
                              detail::f8f6f4_element<float_##B##_t>> {                       \
    TILEPROOF_FMA_SM120A(4, "f", "kind::f8f6f4.m16n8k32.row.col.f32." #A "." #B ".f32")      \
  };                                                                                         \
  template <>                                                                                \
  struct SM120_16x8x32_TN<float_##A##_t, float_##B##_t, half_t>                              \
      : detail::mma_operation<120, 16, 8, 32, half_t, detail::f8f6f4_element<float_##A##_t>, \
                              detail::f8f6f4_element<float_##B##_t>> {                       \
    TILEPROOF_FMA_SM120A(2, "r", "kind::f8f6f4.m16n8k32.row.col.f16." #A "." #B ".f16")      \
  };                                                                                         \
  template <>                                                                                \
  struct SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_##A##_t, float_##B##_t, float,        \
                                                 float_ue8m0_t, 32>                          \
      : detail::scaled_mma_operation<32, detail::f8f6f4_element<float_##A##_t>,              \
                                     detail::f8f6f4_element<float_##B##_t>, 32> {            \
    TILEPROOF_SCALED_FMA("kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32." #A \
                         "." #B ".f32.ue8m0")                                                \
  };
#define TILEPROOF_MMA_F8F6F4_BY(A) \
  TILEPROOF_MMA_F8F6F4(A, e2m1)    \
  TILEPROOF_MMA_F8F6F4(A, e2m3)    \
  TILEPROOF_MMA_F8F6F4(A, e3m2) TILEPROOF_MMA_F8F6F4(A, e4m3) TILEPROOF_MMA_F8F6F4(A, e5m2)
TILEPROOF_MMA_F8F6F4_BY(e2m1)
TILEPROOF_MMA_F8F6F4_BY(e2m3)
TILEPROOF_MMA_F8F6F4_BY(e3m2)
TILEPROOF_MMA_F8F6F4_BY(e4m3)
TILEPROOF_MMA_F8F6F4_BY(e5m2)
#undef TILEPROOF_MMA_F8F6F4_BY
#undef TILEPROOF_MMA_F8F6F4

#define TILEPROOF_MMA_F4(SCALE, VS, VECTOR)                                         \
  template <>                                                                       \
  struct SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, \
                                                 float_##SCALE##_t, VS>             \
      : detail::scaled_mma_operation<64, float_e2m1_t, float_e2m1_t, VS> {          \
    TILEPROOF_SCALED_FMA("kind::mxf4nvf4.block_scale.scale_vec::" VECTOR            \
                         ".m16n8k64.row.col.f32.e2m1.e2m1.f32." #SCALE)             \
  };
TILEPROOF_MMA_F4(ue8m0, 32, "2X")
TILEPROOF_MMA_F4(ue4m3, 16, "4X")
#undef TILEPROOF_MMA_F4
#undef TILEPROOF_SCALED_FMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
