// SPDX-License-Identifier: BSL-1.0
//
// The types that gemm_wgmma takes: of D and C for those of A and B, of alpha and beta; and the
// refusals of others, as sentences.
//
//   static_assert(detail::wgmma_stores<float_e4m3_t, bfloat16_t>);  // D is bf16 where A is e4m3
#pragma once

#include <tileproof/atom/numeric.hpp>
#include <tileproof/core/witness.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The types that the sentences of a refusal name: {verb}, the type that is refused, and {element}, the one
// that it stands beside.
template <class Refused, class Beside>
struct refused_type {
  using element_type = Beside;
  static constexpr core::text name = core::type_text<Refused>();
  static constexpr std::string_view verb = name;
};

}  // namespace detail

// The name of a refusal: gemm_wgmma does not store elements TD of a product of TA.
template <class TA, class TD>
struct wgmma_stores_elements : detail::refused_type<TD, TA> {
  static constexpr char const* sentences[] = {
      "gemm_wgmma: D cannot be {verb} where A is {element}: of half_t and bfloat16_t it is that "
      "type, float or an 8-bit float, of tfloat32_t float, of 8-bit floats also half_t or "
      "bfloat16_t, of 8-bit integers int32_t or an 8-bit integer",
      nullptr};
};
// The name of a refusal: C has a type that gemm_wgmma does not read beside D.
template <class TC, class TD>
struct wgmma_reads_c : detail::refused_type<TC, TD> {
  static constexpr char const* sentences[] = {
      "launch_gemm: C cannot be {verb} where D is {element}: give C the type of D or of alpha, or "
      "where A is an 8-bit float half_t or bfloat16_t",
      nullptr};
};
// The name of a refusal: alpha and beta have a type that would be converted.
template <class Scalar, class TD>
struct wgmma_has_scalars : detail::refused_type<Scalar, TD> {
  static constexpr char const* sentences[] = {
      "launch_gemm: alpha and beta cannot be {verb} where D is {element}: they are int32_t where D "
      "is, otherwise float",
      nullptr};
};

namespace detail {

// The type of alpha, beta and what the epilogue gets.
template <class TD>
using wgmma_scalar = std::conditional_t<std::is_same_v<TD, std::int32_t>, std::int32_t, float>;
// The type of sums of products of TA.
template <class TA>
using wgmma_accumulator = std::conditional_t<std::is_integral_v<TA>, std::int32_t, float>;
template <class T>
inline constexpr bool is_8_bit_float =
    std::is_same_v<T, float_e4m3_t> || std::is_same_v<T, float_e5m2_t>;
template <class T>
inline constexpr bool is_8_bit_integer =
    std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;
template <class T>
inline constexpr bool is_16_bit_float = std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t>;

// Whether gemm_wgmma has D of TD where A is of TA, and refuses with the sentence where not.
template <class TA, class TD>
inline constexpr bool wgmma_stores = is_8_bit_integer<TA>
                                         ? std::is_same_v<TD, std::int32_t> || is_8_bit_integer<TD>
                                         : std::is_same_v<TD, float> ||
                                               (is_8_bit_float<TA> && is_16_bit_float<TD>) ||
                                               (is_16_bit_float<TA> && std::is_same_v<TD, TA>) ||
                                               ((is_16_bit_float<TA> ||
                                                 is_8_bit_float<TA>)&&is_8_bit_float<TD>);
template <class TA, class TD>
constexpr bool require_wgmma_stores() {
  static_assert(
      sizeof(refused_unless<wgmma_stores<TA, TD>, wgmma_stores_elements<TA, TD>, found<>>) > 0);
  return true;
}
// Refuses arguments of types that the kernel does not take.
template <class TA, class TD, class Scalar, class TC>
constexpr bool require_wgmma_arguments() {
  static_assert(sizeof(refused_unless<std::is_same_v<Scalar, wgmma_scalar<TD>>,
                                      wgmma_has_scalars<Scalar, TD>, found<>>) > 0);
  static_assert(sizeof(refused_unless < std::is_same_v<TC, TD> || std::is_same_v<TC, Scalar> ||
                           (is_8_bit_float<TA> && is_16_bit_float<TC>),
                       wgmma_reads_c<TC, TD>, found < >>) > 0);
  return true;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
