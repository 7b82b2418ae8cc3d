// SPDX-License-Identifier: BSL-1.0
//
// gemm with scale factors: D = (A * SFA) * (B * SFB) + C, where each factor is for SFVecSize
// elements along k. A fragment travels with its factors, as in CuTe.
//
//   using op = SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_e4m3_t, float_e4m3_t, float,
//                                                      float_ue8m0_t, 32>;
//   auto const mma = make_tiled_mma(op{}, Layout<Shape<_2, _2>>{}).get_slice(threadIdx.x);
//   // A factor for 32 elements: a stride of 0 among them.
//   Layout<Shape<_64, Shape<_32, _4>>, Stride<_4, Stride<_0, _1>>> sfa;    // (BLK_M,BLK_K)
//   auto tCrSFA = mma.partition_fragment_SFA(make_tensor(pointer, sfa));   // (V,MMA_M,MMA_K)
//   gemm(mma, make_zip_tensor(tCrA, tCrSFA), make_zip_tensor(tCrB, tCrSFB), tCrC);
#pragma once

#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A fragment (V,MN,K) and its factors (SF,MN,K): those of the K elements of an instruction in a
// row. gemm slices both at once, as it slices a tensor.
template <class Values, class Factors>
struct ZipTensor {
  static constexpr bool is_zipped = true;
  static constexpr int rank = Values::rank;
  using value_type = typename Values::value_type;
  Values values;
  Factors factors;

  template <class... Coords>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Coords const&... coords) const {
    auto const v = values(coords...);
    auto const f = factors(coords...);
    return ZipTensor<std::remove_const_t<decltype(v)>, std::remove_const_t<decltype(f)>>{v, f};
  }
};
template <int I, class Values, class Factors>
TILEPROOF_HOST_DEVICE constexpr auto size(ZipTensor<Values, Factors> const& z) {
  return size<I>(z.values);
}

// Both as views. Refused unless they have the same MN and K.
template <class V, class F>
  requires(is_tensor_v<V> && is_tensor_v<F>)
TILEPROOF_HOST_DEVICE constexpr auto make_zip_tensor(V&& values, F&& factors) {
  using values_of = typename std::remove_cvref_t<V>::layout_type;
  using factors_of = typename std::remove_cvref_t<F>::layout_type;
  static_assert(values_of::rank == 3 && factors_of::rank == 3 &&
                    size<1>(values_of{}) == size<1>(factors_of{}) &&
                    size<2>(values_of{}) == size<2>(factors_of{}),
                "make_zip_tensor: a fragment (V,MN,K) and its factors (SF,MN,K) have the same MN "
                "and K: pass the results of partition_fragment_A and partition_fragment_SFA of "
                "one tile");
  auto const v = view(values.data(), values.layout());
  auto const f = view(factors.data(), factors.layout());
  return ZipTensor<std::remove_const_t<decltype(v)>, std::remove_const_t<decltype(f)>>{v, f};
}

namespace detail {

template <class T>
concept zip_tensor = requires { requires T::is_zipped; };

// Whether these are the factors of an instruction of Mma: of its type, for the K elements of a row;
// or in registers of the instruction, one for each.
template <class Mma, class F>
inline constexpr bool has_factors_of =
    std::is_same_v<typename F::value_type, std::remove_extent_t<typename Mma::MMA_Op::SFARegisters>>
        ? size<0>(typename F::layout_type{}) == 1
        : same_element<typename F::value_type, typename Mma::ValTypeSF> &&
              size<0>(typename F::layout_type{}) == size<2>(typename Mma::Shape_MNK{});

}  // namespace detail

// C = (A * SFA) * (B * SFB) + C on the fragments of one thread, (V,M,K) x (V,N,K) => (V,M,N).
// Refused where the instruction of `mma` takes no factors, or where extents differ.
template <mma_atom_like Mma, detail::zip_tensor A, detail::zip_tensor B, class C>
  requires(is_tensor_v<C>)
TILEPROOF_HOST_DEVICE constexpr void gemm(Mma const& mma, A const& a, B const& b, C&& c) {
  using VA = decltype(A::values);
  using VB = decltype(B::values);
  using VC = std::remove_cvref_t<C>;
  if constexpr (!requires { Mma::SFVecSize; }) {
    static_cast<void>(refuse<takes_no_scale_factors<typename Mma::MMA_Op>>{});
  } else if constexpr (!detail::has_factors_of<Mma, decltype(A::factors)> ||
                       !detail::has_factors_of<Mma, decltype(B::factors)>) {
    static_cast<void>(refuse<takes_factors_of_its_type<typename Mma::MMA_Op>>{});
  } else if constexpr (!detail::operands_fit<Mma, VA, VB, VC>) {
    detail::stop_gemm<Mma, VA, VB, VC>();
  } else {
    detail::accumulate(mma, a, b, detail::as_values<false>(c));
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
