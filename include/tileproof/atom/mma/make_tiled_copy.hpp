// SPDX-License-Identifier: BSL-1.0
//
// make_tiled_copy_A, _B and _C: the TiledCopy of an operand of a TiledMMA. Both are CuTe's.
//
//   auto copy_A = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, tiled_mma);
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The TiledCopy whose tile and TV layout are those of an operand of a TiledMMA: each thread copies
// exactly the values that it multiplies. Use it with ldmatrix.
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_A(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutA_TV(),
                              make_shape(tile_size<0>(mma), tile_size<2>(mma)));
}
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_B(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutB_TV(),
                              make_shape(tile_size<1>(mma), tile_size<2>(mma)));
}
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_C(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutC_TV(),
                              make_shape(tile_size<0>(mma), tile_size<1>(mma)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
