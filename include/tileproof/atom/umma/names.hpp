// SPDX-License-Identifier: BSL-1.0
//
// The names of tcgen05.mma, as in CuTe: SM100_MMA_KIND_SS<A, B, D, M, N, MajorA, MajorB>, where
// KIND is F16BF16, TF32, F8F6F4, S8, or with scale factors MXF8F6F4, MXF4. _SS has A in shared
// memory, _TS in tensor memory; _2x1SM_ is the instruction of a pair of CTAs, with the M of both.
//
//   SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 256, UMMA::Major::K, UMMA::Major::MN>
//   SM100_MMA_MXF4_SS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128, 256, 16, UMMA::Major::K,
//                     UMMA::Major::K>  // a scale factor for each 16 elements along K
//
// Refused (static_assert, umma_has_m, umma_has_n): what the PTX ISA does not have, as in
// UMMA::make_instr_desc and make_instr_desc_block_scaled. The instruction itself is in
// atom/umma/instruction.hpp.
#pragma once

#include <tileproof/atom/umma/instruction.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

constexpr unsigned umma_kinds(auto... kinds) {
  return (0u | ... | (1u << static_cast<int>(kinds)));
}
template <umma_kind Kind, umma_a_in APlace, int CtaGroup, class A, class B, class D, int M, int N,
          UMMA::Major MajorA, UMMA::Major MajorB, UMMA::ScaleIn SignA, UMMA::ScaleIn SignB,
          UMMA::Saturate Saturates>
using umma_plain = umma<
    umma_instruction_v<A, B, D, M, N, MajorA, MajorB, SignA, SignB, Saturates, false, CtaGroup>,
    umma_kinds(Kind), A, B, D, void, APlace>;
template <unsigned Kinds, umma_a_in APlace, int CtaGroup, int K, class A, class B, class D,
          class Scale, int M, int N, int VS, UMMA::Major MajorA, UMMA::Major MajorB,
          UMMA::ScaleIn SignA, UMMA::ScaleIn SignB>
using umma_scaled = umma<umma_block_scaled_v<A, B, D, Scale, M, N, MajorA, MajorB, SignA, SignB,
                                             false, VS, K, CtaGroup, 0, 0>,
                         Kinds, A, B, D, Scale, APlace>;

inline constexpr unsigned umma_mxf8f6f4 = umma_kinds(umma_kind::mxf8f6f4);
inline constexpr unsigned umma_mxf4 = umma_kinds(umma_kind::mxf4, umma_kind::mxf4nvf4);

}  // namespace detail

// ---- f16 and bf16, tf32, elements of 8, 6 and 4 bits, integers

#define TILEPROOF_UMMA_NAME(NAME, KIND, PLACE, CTAS)                                             \
  template <class A, class B, class D, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB,     \
            UMMA::ScaleIn SignA = UMMA::ScaleIn::One, UMMA::ScaleIn SignB = UMMA::ScaleIn::One,  \
            UMMA::Saturate Saturates = UMMA::Saturate::False>                                    \
  using SM100_MMA_##NAME =                                                                       \
      detail::umma_plain<detail::umma_kind::KIND, detail::umma_a_in::PLACE, CTAS, A, B, D, M, N, \
                         MajorA, MajorB, SignA, SignB, Saturates>;
TILEPROOF_UMMA_NAME(F16BF16_SS, f16, shared_memory, 1)
TILEPROOF_UMMA_NAME(F16BF16_TS, f16, tensor_memory, 1)
TILEPROOF_UMMA_NAME(F16BF16_2x1SM_SS, f16, shared_memory, 2)
TILEPROOF_UMMA_NAME(F16BF16_2x1SM_TS, f16, tensor_memory, 2)
TILEPROOF_UMMA_NAME(TF32_SS, tf32, shared_memory, 1)
TILEPROOF_UMMA_NAME(TF32_TS, tf32, tensor_memory, 1)
TILEPROOF_UMMA_NAME(TF32_2x1SM_SS, tf32, shared_memory, 2)
TILEPROOF_UMMA_NAME(TF32_2x1SM_TS, tf32, tensor_memory, 2)
TILEPROOF_UMMA_NAME(F8F6F4_TS, f8f6f4, tensor_memory, 1)
TILEPROOF_UMMA_NAME(F8F6F4_2x1SM_TS, f8f6f4, tensor_memory, 2)
// Signs of integers must be ScaleIn::One. sm_103a does not have this kind.
TILEPROOF_UMMA_NAME(S8_TS, i8, tensor_memory, 1)
TILEPROOF_UMMA_NAME(S8_2x1SM_TS, i8, tensor_memory, 2)
#undef TILEPROOF_UMMA_NAME

template <class A, class B, class D, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB,
          UMMA::Saturate Saturates = UMMA::Saturate::False>
using SM100_MMA_S8_SS =
    detail::umma_plain<detail::umma_kind::i8, detail::umma_a_in::shared_memory, 1, A, B, D, M, N,
                       MajorA, MajorB, UMMA::ScaleIn::One, UMMA::ScaleIn::One, Saturates>;
template <class A, class B, class D, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB,
          UMMA::Saturate Saturates = UMMA::Saturate::False>
using SM100_MMA_S8_2x1SM_SS =
    detail::umma_plain<detail::umma_kind::i8, detail::umma_a_in::shared_memory, 2, A, B, D, M, N,
                       MajorA, MajorB, UMMA::ScaleIn::One, UMMA::ScaleIn::One, Saturates>;

// In CuTe these two are types, and the arguments those of the traits:
// MMA_Traits<SM100_MMA_F8F6F4_SS, A, B, D, C<M>, C<N>, C<MajorA>, C<MajorB>, C<SignA>, C<SignB>>.
namespace detail {

template <int CtaGroup>
struct umma_f8f6f4 {
  template <class A, class B, class D, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB,
            UMMA::ScaleIn SignA = UMMA::ScaleIn::One, UMMA::ScaleIn SignB = UMMA::ScaleIn::One>
  using of = umma_plain<umma_kind::f8f6f4, umma_a_in::shared_memory, CtaGroup, A, B, D, M, N,
                        MajorA, MajorB, SignA, SignB, UMMA::Saturate::False>;
#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void fma(std::uint64_t const& a, std::uint64_t const& b,
                                   std::uint32_t const& d, std::uint32_t const& accumulate,
                                   std::uint64_t const& idesc) {
    issue_umma<umma_name<umma_kind::f8f6f4, CtaGroup, 0>>(
        d, a, b, static_cast<std::uint32_t>(idesc >> 32), accumulate);
  }
#endif
};

}  // namespace detail
using SM100_MMA_F8F6F4_SS = detail::umma_f8f6f4<1>;
using SM100_MMA_F8F6F4_2x1SM_SS = detail::umma_f8f6f4<2>;
template <int CtaGroup, class A, class B, class D, auto M, auto N, UMMA::Major MajorA,
          UMMA::Major MajorB, UMMA::ScaleIn SignA, UMMA::ScaleIn SignB>
struct MMA_Traits<detail::umma_f8f6f4<CtaGroup>, A, B, D, C<M>, C<N>, C<MajorA>, C<MajorB>,
                  C<SignA>, C<SignB>>
    : MMA_Traits<typename detail::umma_f8f6f4<CtaGroup>::template of<A, B, D, M, N, MajorA, MajorB,
                                                                     SignA, SignB>> {};

// ---- with scale factors

// A factor, float_ue8m0_t, for each 32 elements of 8, 6 or 4 bits in bytes. CuTe does not have _TS.
#define TILEPROOF_UMMA_NAME(NAME, PLACE, CTAS)                                               \
  template <class A, class B, class D, class Scale, int M, int N, UMMA::Major MajorA,        \
            UMMA::Major MajorB, UMMA::ScaleIn SignA = UMMA::ScaleIn::One,                    \
            UMMA::ScaleIn SignB = UMMA::ScaleIn::One>                                        \
  using SM100_MMA_##NAME =                                                                   \
      detail::umma_scaled<detail::umma_mxf8f6f4, detail::umma_a_in::PLACE, CTAS, 0, A, B, D, \
                          Scale, M, N, 32, MajorA, MajorB, SignA, SignB>;
TILEPROOF_UMMA_NAME(MXF8F6F4_SS, shared_memory, 1)
TILEPROOF_UMMA_NAME(MXF8F6F4_TS, tensor_memory, 1)
TILEPROOF_UMMA_NAME(MXF8F6F4_2x1SM_SS, shared_memory, 2)
TILEPROOF_UMMA_NAME(MXF8F6F4_2x1SM_TS, tensor_memory, 2)
#undef TILEPROOF_UMMA_NAME

// Packed float_e2m1_t, with a factor for each VS: float_ue8m0_t for 32 (kind::mxf4) or 16, or
// float_ue4m3_t for 16 (kind::mxf4nvf4). CuTe does not have _TS. In SM103 K
// is 96.
#define TILEPROOF_UMMA_NAME(NAME, PLACE, CTAS, K)                                                 \
  template <class A, class B, class D, class Scale, int M, int N, int VS, UMMA::Major MajorA,     \
            UMMA::Major MajorB, UMMA::ScaleIn SignA = UMMA::ScaleIn::One,                         \
            UMMA::ScaleIn SignB = UMMA::ScaleIn::One>                                             \
  using NAME = detail::umma_scaled<detail::umma_mxf4, detail::umma_a_in::PLACE, CTAS, K, A, B, D, \
                                   Scale, M, N, VS, MajorA, MajorB, SignA, SignB>;
TILEPROOF_UMMA_NAME(SM100_MMA_MXF4_SS, shared_memory, 1, 0)
TILEPROOF_UMMA_NAME(SM100_MMA_MXF4_TS, tensor_memory, 1, 0)
TILEPROOF_UMMA_NAME(SM100_MMA_MXF4_2x1SM_SS, shared_memory, 2, 0)
TILEPROOF_UMMA_NAME(SM100_MMA_MXF4_2x1SM_TS, tensor_memory, 2, 0)
namespace SM103 {
TILEPROOF_UMMA_NAME(SM103_MXF4_ULTRA_SS_VS, shared_memory, 1, 96)
TILEPROOF_UMMA_NAME(SM103_MXF4_ULTRA_2x1SM_SS_VS, shared_memory, 2, 96)
}  // namespace SM103
#undef TILEPROOF_UMMA_NAME

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
