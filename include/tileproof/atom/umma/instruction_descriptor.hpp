// SPDX-License-Identifier: BSL-1.0
//
// The 32-bit instruction descriptor of tcgen05.mma without scale factors, with CuTe's names: which
// types, shape, majors and signs an instruction has. Make one from types, and pass it to the
// instruction as a number:
//
//   // D (128 x 256, f32) = A (128 x 16) * B (256 x 16), f16 and K-major:
//   constexpr auto idesc = UMMA::make_instr_desc<half_t, half_t, float, 128, 256, UMMA::Major::K,
//                                                UMMA::Major::K>();
//   static_assert(static_cast<std::uint32_t>(idesc) == 0x08400010);
//
// A static_assert refuses an instruction that the PTX ISA does not have: a pair of types, an M or
// N, the transpose of 4-bit elements. From PTX ISA, "Instruction descriptor" of tcgen05.
#pragma once

#include <tileproof/atom/umma/instruction_kind.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The names of refusals: an M, and an N, that tcgen05.mma does not have with these types.
struct umma_has_m {
  static constexpr char const* sentences[] = {
      "tcgen05.mma: M = {found:0} does not exist with these types and cta_group::{found:1}; "
      "{expected:0} and {expected:1} do",
      "tcgen05.mma: M = {found:0} does not exist with these types and cta_group::{found:1}; "
      "{expected} does",
      nullptr};
};
struct umma_has_n {
  static constexpr char const* sentences[] = {
      "tcgen05.mma: N = {found:0} does not exist with these types and cta_group::{found:1}; "
      "{expected:0} or {expected:1} would do",
      "tcgen05.mma: N = {found:0} does not exist with these types and cta_group::{found:1}; "
      "{expected} would do",
      nullptr};
};

namespace UMMA {

// The descriptor of the kinds f16, tf32, f8f6f4 and i8. A field is as in the PTX ISA: m_dim_ is M /
// 16, n_dim_ is N / 8, a format is the number of a type in its kind.
struct InstrDescriptor {
  int sparse_id2_ = 0;   // bits 0 and 1: which half of the metadata, of a sparse A
  int sparse_flag_ = 0;  // bit 2
  int saturate_ = 0;     // bit 3
  int c_format_ = 0;     // bits 4 and 5: of D; f16 0, f32 1, s32 2
  int a_format_ = 0;     // bits 7 to 9
  int b_format_ = 0;     // bits 10 to 12
  int a_negate_ = 0;     // bit 13
  int b_negate_ = 0;     // bit 14
  int a_major_ = 0;      // bit 15: 1 is MN-major, which the PTX ISA calls transposed
  int b_major_ = 0;      // bit 16
  int n_dim_ = 0;        // bits 17 to 22
  int m_dim_ = 0;        // bits 24 to 28

  TILEPROOF_HOST_DEVICE constexpr explicit operator std::uint32_t() const {
    return static_cast<std::uint32_t>(sparse_id2_ | sparse_flag_ << 2 | saturate_ << 3 |
                                      c_format_ << 4 | a_format_ << 7 | b_format_ << 10 |
                                      a_negate_ << 13 | b_negate_ << 14 | a_major_ << 15 |
                                      b_major_ << 16 | n_dim_ << 17 | m_dim_ << 24);
  }
};

}  // namespace UMMA

namespace detail {

// The instruction that the arguments of make_instr_desc name. The kind is that of A and B.
template <class A, class B, class D, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB,
          UMMA::ScaleIn SignA, UMMA::ScaleIn SignB, UMMA::Saturate Saturates, bool IsSparse,
          int CtaGroup>
inline constexpr umma_instruction umma_instruction_v = [] {
  constexpr umma_format a = umma_format_v<element_t<A>>;
  constexpr umma_format b = umma_format_v<element_t<B>>;
  umma_instruction i{a.kind == b.kind ? a.kind : umma_kind::none, M, N, 0, CtaGroup};
  i.is_sparse = IsSparse;
  i.k = i.plain_k();
  i.a_bits = packed_bits_v<A>;
  i.b_bits = packed_bits_v<B>;
  i.a_major = MajorA;
  i.b_major = MajorB;
  i.a_format = a.code;
  i.b_format = b.code;
  using d = element_t<D>;
  i.d_format = std::is_same_v<d, half_t> ? 0 : std::is_same_v<d, float> ? 1 : 2;
  bool const may_be_f16 =
      i.kind == umma_kind::f8f6f4 || (i.kind == umma_kind::f16 && a.code + b.code == 0);
  i.has_d_type = i.kind == umma_kind::i8 ? std::is_same_v<d, std::int32_t>
                                         : i.d_format == 1 || (i.d_format == 0 && may_be_f16);
  i.a_sign = SignA;
  i.b_sign = SignB;
  i.saturates = Saturates == UMMA::Saturate::True;
  return i;
}();

// Refuses an M, an N or a transpose that the instruction I does not have with its types.
template <umma_instruction I>
struct umma_shape {
  static_assert(I.cta_group == 1 || I.cta_group == 2,
                "tcgen05.mma: cta_group is 1 or, for a pair of CTAs, 2");
  static_assert(refuse_unless<I.has_m(), umma_has_m, found<I.m, I.cta_group>,
                              std::conditional_t<I.least_m() == I.most_m(), expected<I.most_m()>,
                                                 expected<I.least_m(), I.most_m()>>>);
  static_assert(refuse_unless<I.has_n(I.n), umma_has_n, found<I.n, I.cta_group>,
                              std::conditional_t<I.n_below() == I.n_above(), expected<I.n_below()>,
                                                 expected<I.n_below(), I.n_above()>>>);
  static_assert(I.has_majors(),
                "tcgen05.mma: an operand with elements of 4 or 6 bits must be K-major");
};

// The descriptor of I, a constant.
template <umma_instruction I>
struct umma_instr_desc : umma_shape<I> {
  static_assert(I.kind != umma_kind::none,
                "tcgen05.mma: no kind has these types of A and B: both are f16 or bf16, or tf32, "
                "or elements of 8, 6 or 4 bits, or int8_t or uint8_t");
  static_assert(I.has_d_type,
                "tcgen05.mma: D is f32, of integers s32, and of f16 or of elements of 8, 6 or 4 "
                "bits it may be f16");
  static_assert(I.has_signs(),
                "tcgen05.mma: integer operands must have ScaleIn::One: they cannot be negated");
  static_assert(I.has_saturation(), "tcgen05.mma: only sums of integers saturate");
  static constexpr UMMA::InstrDescriptor value{0,
                                               I.is_sparse,
                                               I.saturates,
                                               I.d_format,
                                               I.a_format,
                                               I.b_format,
                                               static_cast<int>(I.a_sign),
                                               static_cast<int>(I.b_sign),
                                               static_cast<int>(I.a_major),
                                               static_cast<int>(I.b_major),
                                               I.n / 8,
                                               I.m / 16};
};

}  // namespace detail

namespace UMMA {

// Whether make_instr_desc has a descriptor for the arguments.
template <class A, class B, class D, int M, int N, Major MajorA, Major MajorB,
          ScaleIn SignA = ScaleIn::One, ScaleIn SignB = ScaleIn::One,
          Saturate Saturates = Saturate::False, bool IsSparse = false,
          int CtaGroup = M == 256 ? 2 : 1>
inline constexpr bool has_instr_desc =
    detail::umma_instruction_v<A, B, D, M, N, MajorA, MajorB, SignA, SignB, Saturates, IsSparse,
                               CtaGroup>.exists();

// The descriptor of D (M x N) = A (M x K) * B (N x K) of element types A, B and D, where K is 32
// bytes of elements, or of a sparse A 64. A pair of types that makes a kind: f16 or bf16 each, with
// D f32, or all f16; tf32; elements of 8, 6 and 4 bits each (float_e2m1_t and
// float_e2m1_unpacksmem_t alike), with D f32 or f16; s8 or u8 each, with D s32. CtaGroup is 2 for
// the instruction of a pair of CTAs. Refused: another pair of types, M, N (umma_has_m, umma_has_n),
// MN-major elements of 4 or 6 bits, a sign of integers, saturation of other types.
template <class A, class B, class D, int M, int N, Major MajorA, Major MajorB,
          ScaleIn SignA = ScaleIn::One, ScaleIn SignB = ScaleIn::One,
          Saturate Saturates = Saturate::False, bool IsSparse = false,
          int CtaGroup = M == 256 ? 2 : 1>
TILEPROOF_HOST_DEVICE constexpr InstrDescriptor make_instr_desc() {
  return detail::umma_instr_desc<detail::umma_instruction_v<
      A, B, D, M, N, MajorA, MajorB, SignA, SignB, Saturates, IsSparse, CtaGroup>>::value;
}

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
