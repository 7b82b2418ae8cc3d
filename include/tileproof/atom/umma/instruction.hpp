// SPDX-License-Identifier: BSL-1.0
//
// Defines tcgen05.mma (sm_100a, sm_103a): D (M x N, in tensor memory) = A (M x K) * B (N x K) + D,
// or without + D, by one CTA or by a pair. B is in shared memory, A in shared memory (SS) or in
// tensor memory (TS). atom/umma/names.hpp has CuTe's names.
//
//   using op = SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>;
//   MMA_Traits<op> mma;
//   mma.accumulate_ = UMMA::ScaleOut::Zero;  // the first k-block: D = A * B
//   if (elect_one_sync()) mma.issue(a, b, d);  // descriptors, and the address of D
//   umma_arrive(&barrier);                     // atom/umma/memory.hpp
//
// One thread issues the instruction. ptxas knows that elect_one_sync leaves one lane; for another
// condition, such as threadIdx.x == 0, it writes a loop over the lanes around each instruction.
// From PTX ISA, "tcgen05.mma". No GPU has run these here: traits and descriptors are compared with
// NVIDIA's headers, instructions are assembled by ptxas.
#pragma once

#include <tileproof/atom/mma/operation.hpp>
#include <tileproof/atom/umma/block_scaled_descriptor.hpp>
#include <tileproof/atom/umma/descriptor.hpp>
#include <tileproof/atom/umma/scale_factors.hpp>
#include <tileproof/atom/umma/statements.hpp>

#include <type_traits>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace UMMA {

// The operand of fma that carries an instruction descriptor, in its upper half, as CuTe passes it.
TILEPROOF_HOST_DEVICE constexpr std::uint64_t make_runtime_instr_desc(InstrDescriptor desc) {
  return std::uint64_t{static_cast<std::uint32_t>(desc)} << 32;
}
// The same with the addresses of scale factors in tensor memory, whose bits 30 and 31 are the first
// byte of the factors in their cell.
TILEPROOF_HOST_DEVICE constexpr std::uint64_t make_runtime_instr_desc_block_scaled(
    InstrDescriptorBlockScaled desc, std::uint32_t sfa, std::uint32_t sfb) {
  desc.a_sf_id_ = static_cast<int>(sfa >> 30);
  desc.b_sf_id_ = static_cast<int>(sfb >> 30);
  return std::uint64_t{static_cast<std::uint32_t>(desc)} << 32;
}
// The address of the first byte of factors, as above: the cell, and a byte of 0 to 3.
TILEPROOF_HOST_DEVICE constexpr std::uint32_t scale_factor_address(std::uint32_t cell, int byte) {
  return cell | static_cast<std::uint32_t>(byte) << 30;
}

}  // namespace UMMA

namespace detail {

// The instruction I as an operation. Kinds are those that its name promises, one bit for each
// umma_kind; Scale is the type of scale factors, or void.
template <umma_instruction I, unsigned Kinds, class A, class B, class D, class Scale,
          umma_a_in APlace>
struct umma {
  static_assert(Kinds >> static_cast<int>(I.kind) & 1,
                "tcgen05.mma: the name states another kind than the types: F16BF16 takes f16 and "
                "bf16, TF32 tf32, S8 int8_t and uint8_t, F8F6F4 and MXF8F6F4 elements of 8, 6 or 4 "
                "bits in bytes, MXF4 packed float_e2m1_t");
  static_assert(APlace == umma_a_in::shared_memory || I.a_major == UMMA::Major::K,
                "tcgen05.mma: A in tensor memory must be K-major");
  using descriptor = std::conditional_t<std::is_void_v<Scale>, umma_instr_desc<I>,
                                        umma_instr_desc_block_scaled<I>>;
  static constexpr auto idesc = descriptor::value;
  static_assert(!I.is_sparse, "tcgen05.mma: an operation has a dense A; a sparse one a descriptor");

  static constexpr bool is_scaled = !std::is_void_v<Scale>;
  static constexpr bool has_a_in_tmem = APlace == umma_a_in::tensor_memory;
  using DRegisters = void;
  using a_type = std::conditional_t<has_a_in_tmem, std::uint32_t, std::uint64_t>;
  using ARegisters = a_type[1];
  using BRegisters = std::uint64_t[1];
  using CRegisters = std::uint32_t[1];
  using name = umma_name<I.kind, I.cta_group, I.vector>;

#if defined(__CUDACC__)
  // Issues the instruction, in CuTe's form: A and B, the address of D, 0 for D = A * B or 1 for
  // D = A * B + D, the instruction descriptor in the upper half of `idesc`. One thread calls it, of
  // a pair one in the CTA whose rank in the cluster is even. Asynchronous: see tcgen05_commit.
  // Traps on a target that lacks the kind.
  TILEPROOF_DEVICE static void fma(a_type const& a, std::uint64_t const& b, std::uint32_t const& d,
                                   std::uint32_t const& accumulate, std::uint64_t const& idesc)
    requires(!is_scaled)
  {
    issue(d, a, b, static_cast<std::uint32_t>(idesc >> 32), accumulate);
  }
  // The same with the addresses of the scale factors of A and of B in tensor memory.
  TILEPROOF_DEVICE static void fma(a_type const& a, std::uint64_t const& b, std::uint32_t const& d,
                                   std::uint32_t const& accumulate, std::uint64_t const& idesc,
                                   std::uint32_t const& sfa, std::uint32_t const& sfb)
    requires(is_scaled)
  {
    issue(d, a, b, static_cast<std::uint32_t>(idesc >> 32), accumulate, sfa & 0x3fffffff,
          sfb & 0x3fffffff);
  }

 private:
  // sm_100a and sm_110a alone have the kind i8, sm_103a alone K = 96.
  template <class... Operands>
  TILEPROOF_DEVICE static void issue(Operands... operands) {
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM110_ALL)
    constexpr bool is_here = I.k != 96;
#elif defined(__CUDA_ARCH_FEAT_SM103_ALL)
    constexpr bool is_here = I.kind != umma_kind::i8;
#else
    constexpr bool is_here = I.kind != umma_kind::i8 && I.k != 96;
#endif
    if constexpr (is_here)
      issue_umma<name>(operands...);
    else
      __trap();
  }
#endif
};

// An operand or D, Rows x Columns, whose rows are divided among the CTAs of the group: (CTA,(row,
// column)) -> row + Rows * column.
template <int CtaGroup, int Rows, int Columns>
using umma_tv = Layout<Shape<Int<CtaGroup>, Shape<Int<Rows / CtaGroup>, Int<Columns>>>,
                       Stride<Int<CtaGroup == 1 ? 0 : Rows / CtaGroup>, Stride<_1, Int<Rows>>>>;

// Without scale factors: the instruction descriptor, and issue().
template <class Op>
struct umma_traits {
  using a_type = typename Op::a_type;

  UMMA::ScaleOut accumulate_ = UMMA::ScaleOut::One;
  UMMA::InstrDescriptor idesc_ = Op::idesc;

#if defined(__CUDACC__)
  // D = A * B + D: the descriptor of A, or its address in tensor memory, the descriptor of B, the
  // address of D.
  TILEPROOF_DEVICE void issue(a_type a, std::uint64_t b, std::uint32_t d) const {
    Op::fma(a, b, d, static_cast<std::uint32_t>(accumulate_),
            UMMA::make_runtime_instr_desc(idesc_));
  }
#endif
};

// With a factor of type Scale for each SFVecSize elements along K. FrgTypeSFA and FrgTypeSFB have
// the layouts of factors in tensor memory.
template <class Op, umma_instruction I, class Scale>
struct umma_scaled_traits {
  using a_type = typename Op::a_type;
  using ValTypeSFA = Scale;
  using ValTypeSFB = Scale;
  static constexpr int SFVecSize = I.vector;
  static constexpr UMMA::TmemAllocMode TmemAlloc =
      I.cta_group == 2 && I.m == 128 ? UMMA::TmemAllocMode::ScaleFactorDuplicated2by2
                                     : UMMA::TmemAllocMode::ScaleFactorDuplicated4by1;
  using FrgTypeSFA = UMMA::tmem_sf_frg<Scale, SFVecSize, I.cta_group, true, TmemAlloc>;
  using FrgTypeSFB = UMMA::tmem_sf_frg<Scale, SFVecSize, I.cta_group, false, TmemAlloc>;

  UMMA::ScaleOut accumulate_ = UMMA::ScaleOut::One;
  std::uint32_t tsfa_addr_ = 0;  // UMMA::scale_factor_address
  std::uint32_t tsfb_addr_ = 0;
  UMMA::InstrDescriptorBlockScaled idesc_ = Op::idesc;

#if defined(__CUDACC__)
  TILEPROOF_DEVICE void issue(a_type a, std::uint64_t b, std::uint32_t d) const {
    Op::fma(a, b, d, static_cast<std::uint32_t>(accumulate_),
            UMMA::make_runtime_instr_desc_block_scaled(idesc_, tsfa_addr_, tsfb_addr_), tsfa_addr_,
            tsfb_addr_);
  }
#endif
};

}  // namespace detail

// The traits of tcgen05.mma. A thread of ThrID is a CTA: of a pair, each has half of the rows of A
// and of D and half of B's. FrgTypeC, and FrgTypeA in tensor memory, have the layouts of fragments
// there. `accumulate_` is ScaleOut::Zero for the first k-block of a sum; then D need not be
// cleared.
template <detail::umma_instruction I, unsigned Kinds, class A, class B, class D, class Scale,
          detail::umma_a_in APlace>
struct MMA_Traits<detail::umma<I, Kinds, A, B, D, Scale, APlace>>
    : detail::mma_traits<I.m, I.n, I.k, D, A, B>,
      std::conditional_t<
          std::is_void_v<Scale>,
          detail::umma_traits<detail::umma<I, Kinds, A, B, D, Scale, APlace>>,
          detail::umma_scaled_traits<detail::umma<I, Kinds, A, B, D, Scale, APlace>, I, Scale>> {
  static constexpr bool has_a_in_tmem = APlace == detail::umma_a_in::tensor_memory;
  static constexpr int K = I.k;
  using ThrID = Layout<Int<I.cta_group>>;
  using ALayout = detail::umma_tv<I.cta_group, I.m, I.k>;
  using BLayout = detail::umma_tv<I.cta_group, I.n, I.k>;
  using CLayout = detail::umma_tv<I.cta_group, I.m, I.n>;

  static constexpr UMMA::TmemAllocMode a_mode =
      I.cta_group == 1 ? UMMA::TmemAllocMode::NonInterleaved : UMMA::TmemAllocMode::Duplicated;
  static constexpr UMMA::TmemAllocMode c_mode = has_a_in_tmem && I.cta_group == 1
                                                    ? UMMA::TmemAllocMode::NonInterleaved
                                                    : UMMA::TmemAllocMode::Interleaved;
  using FrgTypeA = std::conditional_t<has_a_in_tmem, UMMA::tmem_frg<A, A, I.cta_group, a_mode>,
                                      UMMA::DescriptorIterator>;
  using FrgTypeB = UMMA::DescriptorIterator;
  using FrgTypeC = UMMA::tmem_frg<D, std::uint32_t, I.cta_group, c_mode>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
