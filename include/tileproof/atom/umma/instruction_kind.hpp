// SPDX-License-Identifier: BSL-1.0
//
// umma_instruction: a tcgen05.mma without .ws as numbers, and whether the PTX ISA has it. The
// instruction descriptors (atom/umma/instruction_descriptor.hpp) refuse those that it does not
// have. From PTX ISA, "Matrix Shape", "Instruction descriptor", "Transpose and Negate operations"
// and "Valid combinations of scale_vectorsize with types and MMA-Kind" of tcgen05.
#pragma once

#include <tileproof/atom/umma/layouts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The kinds of tcgen05.mma, by the types of A and B; the last three have scale factors.
enum class umma_kind : int { none, f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };

// An element type of A or B: the kind without scale factors that has it, and its number in the
// instruction descriptor of that kind.
struct umma_format {
  umma_kind kind = umma_kind::none;
  int code = 0;
};
template <class T>
inline constexpr umma_format umma_format_v{};
template <>
inline constexpr umma_format umma_format_v<half_t>{umma_kind::f16, 0};
template <>
inline constexpr umma_format umma_format_v<bfloat16_t>{umma_kind::f16, 1};
template <>
inline constexpr umma_format umma_format_v<tfloat32_t>{umma_kind::tf32, 2};
template <>
inline constexpr umma_format umma_format_v<std::uint8_t>{umma_kind::i8, 0};
template <>
inline constexpr umma_format umma_format_v<std::int8_t>{umma_kind::i8, 1};
template <>
inline constexpr umma_format umma_format_v<float_e4m3_t>{umma_kind::f8f6f4, 0};
template <>
inline constexpr umma_format umma_format_v<float_e5m2_t>{umma_kind::f8f6f4, 1};
template <>
inline constexpr umma_format umma_format_v<float_e2m3_t>{umma_kind::f8f6f4, 3};
template <>
inline constexpr umma_format umma_format_v<float_e3m2_t>{umma_kind::f8f6f4, 4};
template <>
inline constexpr umma_format umma_format_v<float_e2m1_t>{umma_kind::f8f6f4, 5};
template <class T>
  requires(packed_bits_v<T> != sizeof_bits_v<T>)
inline constexpr umma_format umma_format_v<T> = umma_format_v<typename T::element_type>;

// An instruction, in the words of the instruction descriptor. `vector` is the number of elements
// along K that share a scale factor, 0 without scale factors.
struct umma_instruction {
  umma_kind kind = umma_kind::none;
  int m = 0;
  int n = 0;
  int k = 0;
  int cta_group = 1;
  int a_bits = 8;  // without padding
  int b_bits = 8;
  UMMA::Major a_major = UMMA::Major::K;
  UMMA::Major b_major = UMMA::Major::K;
  int a_format = 0;
  int b_format = 0;
  int d_format = 0;  // f16 0, f32 1, s32 2
  bool has_d_type = false;
  UMMA::ScaleIn a_sign = UMMA::ScaleIn::One;
  UMMA::ScaleIn b_sign = UMMA::ScaleIn::One;
  bool saturates = false;
  bool is_sparse = false;
  int vector = 0;
  int scale_format = 0;  // float_ue4m3_t 0, float_ue8m0_t 1
  bool has_scale_type = true;
  int a_sf_id = 0;
  int b_sf_id = 0;

  constexpr bool is_scaled() const { return kind >= umma_kind::mxf8f6f4; }
  constexpr bool is_packed() const {
    return kind == umma_kind::mxf4 || kind == umma_kind::mxf4nvf4;
  }
  // Values of M, the less and the greater: of one CTA, or of the two of a pair. They are equal
  // where there is one.
  constexpr int least_m() const {
    if (cta_group == 2) return is_scaled() && is_sparse ? 256 : k == 96 ? 256 : 128;
    return is_scaled() ? 128 : 64;
  }
  constexpr int most_m() const { return 128 * cta_group; }
  constexpr bool has_m() const { return m == least_m() || m == most_m(); }
  // N is a multiple of this, up to 256. B of 8 bits that is N-major takes twice the unit.
  constexpr int n_unit(int of_n) const {
    bool const is_wide = b_major == UMMA::Major::MN && b_bits == 8;
    if (kind == umma_kind::i8) return cta_group == 2 ? 32 : is_wide || of_n > 32 ? 16 : 8;
    return 8 * cta_group * (is_wide ? 2 : 1);
  }
  constexpr bool has_n(int of_n) const {
    return of_n >= n_unit(of_n) && of_n <= 256 && of_n % n_unit(of_n) == 0;
  }
  // The nearest N that exists at or below, and at or above n; the other where there is none.
  constexpr int n_below() const {
    for (int i = n < 256 ? n : 256; i > 0; --i)
      if (has_n(i)) return i;
    return n_above();
  }
  constexpr int n_above() const {
    for (int i = n > 0 ? n : 1; i <= 256; ++i)
      if (has_n(i)) return i;
    return n_below();
  }
  // Along K, 32 bytes of elements, twice that of a sparse A; 96 elements of 4 bits (sm_103a).
  constexpr int plain_k() const {
    int const bits = is_packed()               ? 4
                     : kind == umma_kind::f16  ? 16
                     : kind == umma_kind::tf32 ? 32
                                               : 8;
    return 256 / bits * (is_sparse ? 2 : 1);
  }
  // The tables have K = 96 for pairs of CTAs only; CUTLASS has it for one CTA too.
  constexpr bool has_k() const { return k == plain_k() || (k == 96 && is_packed() && !is_sparse); }
  // The transposes: not of elements of 4 or 6 bits.
  constexpr bool has_majors() const {
    return (a_major == UMMA::Major::K || a_bits >= 8) && (b_major == UMMA::Major::K || b_bits >= 8);
  }
  // 32 elements, or 16 of the kind mxf4nvf4; sparse A has twice as many.
  constexpr bool has_vector() const {
    int const scale = is_sparse ? 2 : 1;
    return !is_scaled() || vector == (kind == umma_kind::mxf4nvf4 ? 16 : 32) * scale;
  }
  // The first byte of a factor in its cell: any; of two factors 0 or 2, of four 0. With K = 96 the
  // three or six factors of a row may begin later, and the rest is in the next cell.
  constexpr bool has_sf_id(int id) const {
    int const unit = !is_scaled()              ? 4
                     : !is_packed()            ? 1
                     : k == 96                 ? (vector == 32 ? 1 : 2)
                     : kind == umma_kind::mxf4 ? 2
                                               : 4;
    return id >= 0 && id <= 3 && id % unit == 0;
  }
  // Integers are not negated, and they alone saturate.
  constexpr bool has_signs() const {
    return kind != umma_kind::i8 || (a_sign == UMMA::ScaleIn::One && b_sign == UMMA::ScaleIn::One);
  }
  constexpr bool has_saturation() const { return !saturates || kind == umma_kind::i8; }
  // The instruction is in the tables of the PTX ISA, or has K = 96 (has_k).
  constexpr bool exists() const {
    return kind != umma_kind::none && has_d_type && (cta_group == 1 || cta_group == 2) && has_k() &&
           has_m() && has_n(n) && has_majors() && has_vector() && has_scale_type &&
           has_sf_id(a_sf_id) && has_sf_id(b_sf_id) && has_signs() && has_saturation();
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
