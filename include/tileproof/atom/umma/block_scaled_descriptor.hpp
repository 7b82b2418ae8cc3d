// SPDX-License-Identifier: BSL-1.0
//
// The 32-bit instruction descriptor of tcgen05.mma with scale factors (block scaling), with CuTe's
// names:
//
//   // D (128 x 128, f32) = (A * SFA) * (B * SFB), packed e2m1 with a ue4m3 factor for each 16:
//   constexpr auto idesc =
//       UMMA::make_instr_desc_block_scaled<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128,
//                                          128, UMMA::Major::K, UMMA::Major::K>();
//
// From PTX ISA, "Instruction descriptor" and "Block Scaling" of tcgen05.
#pragma once

#include <tileproof/atom/umma/instruction_descriptor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace UMMA {

// The descriptor of the kinds mxf8f6f4, mxf4 and mxf4nvf4.
struct InstrDescriptorBlockScaled {
  int sparse_flag_ = 0;   // bit 2
  int b_sf_id_ = 0;       // bits 4 and 5: the first byte of B's factors in a cell of tensor memory
  int a_format_ = 0;      // bits 7 to 9
  int b_format_ = 0;      // bits 10 to 12
  int a_negate_ = 0;      // bit 13
  int b_negate_ = 0;      // bit 14
  int a_major_ = 0;       // bit 15
  int b_major_ = 0;       // bit 16
  int n_dim_ = 0;         // bits 17 to 22
  int scale_format_ = 0;  // bit 23: of scale factors; float_ue4m3_t 0, float_ue8m0_t 1
  int m_dim_ = 0;         // bits 24 to 28
  int a_sf_id_ = 0;       // bits 29 and 30
  int k_size_ = 0;        // bit 31: 1 for K = 96

  TILEPROOF_HOST_DEVICE constexpr operator std::uint32_t() const {
    return static_cast<std::uint32_t>(sparse_flag_ << 2 | b_sf_id_ << 4 | a_format_ << 7 |
                                      b_format_ << 10 | a_negate_ << 13 | b_negate_ << 14 |
                                      a_major_ << 15 | b_major_ << 16 | n_dim_ << 17 |
                                      scale_format_ << 23 | m_dim_ << 24) |
           static_cast<std::uint32_t>(a_sf_id_) << 29 | static_cast<std::uint32_t>(k_size_) << 31;
  }
};

}  // namespace UMMA

namespace detail {

// The instruction that the arguments of make_instr_desc_block_scaled name. Two elements of 4 bits
// in a byte make the kind mxf4, or mxf4nvf4 with a factor for each 16 of them.
template <class A, class B, class D, class Scale, int M, int N, UMMA::Major MajorA,
          UMMA::Major MajorB, UMMA::ScaleIn SignA, UMMA::ScaleIn SignB, bool IsSparse, int Vector,
          int K, int CtaGroup, int IdA, int IdB>
inline constexpr umma_instruction umma_block_scaled_v = [] {
  umma_instruction i = umma_instruction_v<A, B, D, M, N, MajorA, MajorB, SignA, SignB,
                                          UMMA::Saturate::False, IsSparse, CtaGroup>;
  bool const is_packed =
      std::is_same_v<element_t<A>, float_e2m1_t> && std::is_same_v<element_t<B>, float_e2m1_t>;
  bool const is_of_16 = Vector == (IsSparse ? 32 : 16);
  bool const is_float = i.kind == umma_kind::f8f6f4;
  i.kind = !is_float    ? umma_kind::none
           : !is_packed ? umma_kind::mxf8f6f4
           : is_of_16   ? umma_kind::mxf4nvf4
                        : umma_kind::mxf4;
  i.k = K != 0 ? K : i.plain_k();
  i.has_d_type = std::is_same_v<element_t<D>, float>;
  i.vector = Vector;
  i.has_scale_type = std::is_same_v<Scale, float_ue8m0_t> ||
                     (std::is_same_v<Scale, float_ue4m3_t> && i.kind == umma_kind::mxf4nvf4);
  i.scale_format = std::is_same_v<Scale, float_ue8m0_t>;
  i.a_sf_id = IdA;
  i.b_sf_id = IdB;
  if (is_packed) i.a_format = i.b_format = 1;  // the number of float_e2m1_t in these kinds
  return i;
}();

// The descriptor of I, a constant.
template <umma_instruction I>
struct umma_instr_desc_block_scaled : umma_shape<I> {
  static_assert(I.kind != umma_kind::none && I.has_d_type,
                "tcgen05.mma with scale factors: A and B have elements of 8, 6 or 4 bits, D f32");
  static_assert(I.has_scale_type,
                "tcgen05.mma: a scale factor is float_ue8m0_t, or float_ue4m3_t for each 16 packed "
                "float_e2m1_t");
  static_assert(I.has_vector(),
                "tcgen05.mma: a scale factor is for 32 elements along K, or for 16 packed "
                "float_e2m1_t; with a sparse A for twice as many");
  static_assert(I.has_k(),
                "tcgen05.mma: K is 32 bytes of elements, 64 of a sparse A, or 96 packed "
                "float_e2m1_t");
  static_assert(I.has_sf_id(I.a_sf_id) && I.has_sf_id(I.b_sf_id),
                "tcgen05.mma: the id of scale factors is 0 to 3, of packed float_e2m1_t 0 or 2, "
                "with a factor for each 16 of them 0");
  static constexpr UMMA::InstrDescriptorBlockScaled value{I.is_sparse,
                                                          I.b_sf_id,
                                                          I.a_format,
                                                          I.b_format,
                                                          static_cast<int>(I.a_sign),
                                                          static_cast<int>(I.b_sign),
                                                          static_cast<int>(I.a_major),
                                                          static_cast<int>(I.b_major),
                                                          I.n / 8,
                                                          I.scale_format,
                                                          I.m / 16,
                                                          I.a_sf_id,
                                                          I.k == 96};
};

}  // namespace detail

namespace UMMA {

// Whether make_instr_desc_block_scaled has a descriptor for the arguments.
template <class A, class B, class D, class Scale, int M, int N, Major MajorA, Major MajorB,
          ScaleIn SignA = ScaleIn::One, ScaleIn SignB = ScaleIn::One, bool IsSparse = false,
          int Vector = std::is_same_v<Scale, float_ue4m3_t> ? 16 : 32, int K = 0,
          int CtaGroup = M == 256 ? 2 : 1, int IdA = 0, int IdB = 0>
inline constexpr bool has_instr_desc_block_scaled =
    detail::umma_block_scaled_v<A, B, D, Scale, M, N, MajorA, MajorB, SignA, SignB, IsSparse,
                                Vector, K, CtaGroup, IdA, IdB>.exists();

// The descriptor of D = (A * SFA) * (B * SFB) with D f32 and a scale factor of type Scale for each
// Vector elements along K: float_ue8m0_t for 32, or for 16 packed float_e2m1_t, which may have
// float_ue4m3_t instead; twice as many with a sparse A. K is 0 for 32 bytes of elements, or 96
// (sm_103a). IdA and IdB are the first byte of the factors in a cell of tensor memory: 0 to 3, of
// packed elements 0 or 2, with a Vector of 16 only 0. Refused: what the PTX ISA does not have, as
// above.
template <class A, class B, class D, class Scale, int M, int N, Major MajorA, Major MajorB,
          ScaleIn SignA = ScaleIn::One, ScaleIn SignB = ScaleIn::One, bool IsSparse = false,
          int Vector = std::is_same_v<Scale, float_ue4m3_t> ? 16 : 32, int K = 0,
          int CtaGroup = M == 256 ? 2 : 1, int IdA = 0, int IdB = 0>
TILEPROOF_HOST_DEVICE constexpr InstrDescriptorBlockScaled make_instr_desc_block_scaled() {
  return detail::umma_instr_desc_block_scaled<
      detail::umma_block_scaled_v<A, B, D, Scale, M, N, MajorA, MajorB, SignA, SignB, IsSparse,
                                  Vector, K, CtaGroup, IdA, IdB>>::value;
}

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
