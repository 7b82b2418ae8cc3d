// SPDX-License-Identifier: BSL-1.0
//
// GMMA::ss_op_selector and GMMA::rs_op_selector: the wgmma with the largest N that divides a tile,
// as in CuTe.
//
//   auto mma = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, _192,
//   _64>>());
//   // SM90_64x192x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>
//
// Like CuTe they choose among N = 8, 16, 32, 64, 96, 128, 192 and 256; where
// CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED is defined, among all multiples of 8.
#pragma once

#include <tileproof/atom/wgmma/instruction.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: a tile that op_selector cannot cover with instructions.
struct wgmma_divides_the_tile {
  static constexpr char const* sentences[] = {
      "op_selector: mode {in_mode} of the tile (M,N,K) has {found} elements, and wgmma needs a "
      "multiple of {expected}",
      nullptr};
};

// The name of a refusal: op_selector has no wgmma of A and B, accumulated in C.
template <class A, class B, class C>
struct wgmma_has_elements {
  static constexpr core::text elements = [] {
    core::text t;
    t.put(std::string_view(core::type_text<A>()));
    t.put(" by ");
    t.put(std::string_view(core::type_text<B>()));
    t.put(" in ");
    t.put(std::string_view(core::type_text<C>()));
    return t;
  }();
  static constexpr std::string_view verb = elements;
  static constexpr char const* sentences[] = {
      "op_selector: wgmma cannot multiply {verb}: it takes half_t in half_t or float, bfloat16_t "
      "or tfloat32_t in float, 8-bit floats in half_t or float, and 8-bit integers in int32_t; A "
      "and B are of one kind",
      nullptr};
};

namespace detail {

// Whether the selectors choose this N; and the largest such N that divides n, or 0.
constexpr bool is_selected(int n, bool is_integer) {
#if defined(CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED)
  return n % 8 == 0 && (!is_integer || n <= 32 || n % 16 == 0);
#else
  static_cast<void>(is_integer);
  return n == 8 || n == 16 || n == 32 || n == 64 || n == 96 || n == 128 || n == 192 || n == 256;
#endif
}
constexpr int largest_n(std::int64_t n, bool is_integer) {
  for (int i = 256; i > 0; i -= 8)
    if (is_selected(i, is_integer) && n % i == 0) return i;
  return 0;
}
template <std::int64_t N, bool IsInteger>
inline constexpr int selected_n = largest_n(N, IsInteger);

// Whether wgmma multiplies A by B and adds C: f16 and bf16 with themselves, tf32, 8-bit floats with
// each other, 8-bit integers with each other.
template <class T, class... Us>
inline constexpr bool is_one_of = (std::is_same_v<T, Us> || ...);
template <class A, class B, class C>
inline constexpr bool wgmma_takes =
    (std::is_same_v<A, half_t> && std::is_same_v<B, half_t> && is_one_of<C, half_t, float>) ||
    (is_one_of<A, bfloat16_t, tfloat32_t> && std::is_same_v<A, B> && std::is_same_v<C, float>) ||
    (is_one_of<A, float_e4m3_t, float_e5m2_t> && is_one_of<B, float_e4m3_t, float_e5m2_t> &&
     is_one_of<C, half_t, float>) ||
    (is_one_of<A, std::int8_t, std::uint8_t> && is_one_of<B, std::int8_t, std::uint8_t> &&
     std::is_same_v<C, std::int32_t>);

// The instruction of element types A, B and C for a static tile (M,N,K).
template <operand_in Place, class A, class B, class C, class Tile, GMMA::Major MajorA,
          GMMA::Major MajorB, GMMA::ScaleIn ScaleA = GMMA::ScaleIn::One,
          GMMA::ScaleIn ScaleB = GMMA::ScaleIn::One>
TILEPROOF_HOST_DEVICE constexpr auto select_wgmma() {
  static_assert(is_static_v<Tile> && rank_v<Tile> == 3,
                "op_selector: the tile must be a static shape (M,N,K)");
  constexpr std::int64_t m = decltype(size<0>(Tile{}))::value;
  constexpr std::int64_t k = decltype(size<2>(Tile{}))::value;
  constexpr int n = selected_n<decltype(size<1>(Tile{}))::value, std::is_same_v<C, std::int32_t>>;
  constexpr int depth = 256 / sizeof_bits_v<A>;
  static_assert(refuse_unless<wgmma_takes<A, B, C>, wgmma_has_elements<A, B, C>>);
  static_assert(refuse_unless<(m % 64 == 0), wgmma_divides_the_tile, in_mode<0>, found<bare<m>>,
                              expected<64>>);
  static_assert(refuse_unless<(n > 0), wgmma_divides_the_tile, in_mode<1>,
                              found<bare<decltype(size<1>(Tile{}))::value>>, expected<8>>);
  static_assert(refuse_unless<(k % depth == 0), wgmma_divides_the_tile, in_mode<2>, found<bare<k>>,
                              expected<depth>>);
  return wgmma<(n > 0 ? n : 8), C, A, B, Place, MajorA, MajorB, ScaleA, ScaleB, false>{};
}

}  // namespace detail

namespace GMMA {

// The instruction that multiplies a tile (M,N,K), a static shape, of A and B in shared memory; with
// rs_op_selector, of A in registers. Args are the signs ScaleA and ScaleB. Refused unless M is a
// multiple of 64, N of 8, K of 32 bytes of elements (wgmma_divides_the_tile), and wgmma has these
// elements (wgmma_has_elements), or those that element_kind gives for them: cutlass::half_t is
// half_t.
template <class ElementA, class ElementB, class ElementC, class TileShape_MNK,
          Major MajorA = Major::K, Major MajorB = Major::K, auto... Args>
TILEPROOF_HOST_DEVICE constexpr auto ss_op_selector() {
  return detail::select_wgmma<detail::operand_in::shared_memory, element_t<ElementA>,
                              element_t<ElementB>, element_t<ElementC>, TileShape_MNK, MajorA,
                              MajorB, Args...>();
}
template <class ElementA, class ElementB, class ElementC, class TileShape_MNK,
          Major MajorA = Major::K, Major MajorB = Major::K, auto... Args>
TILEPROOF_HOST_DEVICE constexpr auto rs_op_selector() {
  return detail::select_wgmma<detail::operand_in::registers, element_t<ElementA>,
                              element_t<ElementB>, element_t<ElementC>, TileShape_MNK, MajorA,
                              MajorB, Args...>();
}

}  // namespace GMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
