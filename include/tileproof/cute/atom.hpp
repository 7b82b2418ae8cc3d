// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CuTe's arch/, atom/ and algorithm/ headers that cute/same_atoms.hpp does not
// list. <tileproof/cute.hpp> includes both.
#pragma once

#include <tileproof/cute/gmma.hpp>
#include <tileproof/cute/same_atoms.hpp>

#include <tileproof/tileproof.hpp>

#include <cstddef>

namespace cute {

// algorithm/tensor_algorithms.hpp: lazy::transform
namespace lazy = tileproof::lazy;

// arch/copy_sm90_desc.hpp
namespace TMA {
using tileproof::TMA::CacheHintSm90, tileproof::TMA::L2Promotion;
}

#if defined(__CUDACC__)
namespace detail_of_cute {

// The registers of one thread, a T of 4, 8 or 16 bytes: copy(r[0], ...) of the operation that moves
// as many.
template <class One, class Two, class Four, class T>
__device__ void load_matrices(uint128_t const* row, T* to) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
                "copy_ldsm: the registers of a thread have 4, 8 or 16 bytes");
  auto* const r = reinterpret_cast<std::uint32_t*>(to);
  if constexpr (sizeof(T) == 4)
    One::copy(*row, r[0]);
  else if constexpr (sizeof(T) == 8)
    Two::copy(*row, r[0], r[1]);
  else if constexpr (sizeof(T) == 16)
    Four::copy(*row, r[0], r[1], r[2], r[3]);
}
template <class One, class Two, class Four, class T>
__device__ void store_matrices(T const* from, uint128_t* row) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
                "copy_stsm: the registers of a thread have 4, 8 or 16 bytes");
  auto const* const r = reinterpret_cast<std::uint32_t const*>(from);
  if constexpr (sizeof(T) == 4)
    One::copy(r[0], *row);
  else if constexpr (sizeof(T) == 8)
    Two::copy(r[0], r[1], *row);
  else if constexpr (sizeof(T) == 16)
    Four::copy(r[0], r[1], r[2], r[3], *row);
}

}  // namespace detail_of_cute

// arch/copy_sm75.hpp, arch/copy_sm90.hpp: one ldmatrix from this lane's row to a T, of 4, 8 or 16
// bytes for 1, 2 or 4 matrices; one stmatrix of such a T. _trans: transposed.
template <class T>
__device__ void copy_ldsm(uint128_t const* row, T* to) {
  detail_of_cute::load_matrices<tileproof::SM75_U32x1_LDSM_N, tileproof::SM75_U32x2_LDSM_N,
                                tileproof::SM75_U32x4_LDSM_N>(row, to);
}
template <class T>
__device__ void copy_ldsm_trans(uint128_t const* row, T* to) {
  detail_of_cute::load_matrices<tileproof::SM75_U16x2_LDSM_T, tileproof::SM75_U16x4_LDSM_T,
                                tileproof::SM75_U16x8_LDSM_T>(row, to);
}
template <class T>
__device__ void copy_stsm(T const* from, uint128_t* row) {
  detail_of_cute::store_matrices<tileproof::SM90_U32x1_STSM_N, tileproof::SM90_U32x2_STSM_N,
                                 tileproof::SM90_U32x4_STSM_N>(from, row);
}
template <class T>
__device__ void copy_stsm_trans(T const* from, uint128_t* row) {
  detail_of_cute::store_matrices<tileproof::SM90_U16x2_STSM_T, tileproof::SM90_U16x4_STSM_T,
                                 tileproof::SM90_U16x8_STSM_T>(from, row);
}
#endif

// algorithm/prefer.hpp: prefer<N> converts to prefer<N - 1>, so that of several overloads the one
// of the largest N is chosen.
template <std::size_t N>
struct prefer : prefer<N - 1> {};
template <>
struct prefer<0> {};

// atom/mma_traits_sm90_gmma.hpp
namespace SM90 = tileproof::SM90;
namespace GMMA = tileproof::GMMA;

// atom/mma_atom.hpp: the number of threads of a TiledMMA, or of mode I of (ThrV,ThrM,ThrN,ThrK).
template <std::size_t... I, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto thr_size(tileproof::TiledMMA<Atom, L, P> const& mma) {
  return tileproof::size<I...>(mma.get_thr_layout_vmnk());
}

}  // namespace cute
