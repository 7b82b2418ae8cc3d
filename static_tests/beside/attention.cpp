// SPDX-License-Identifier: BSL-1.0
//
// Audits of types with the members of FlashAttention's Kernel_traits, as this project writes them:
// a right one, and ones with one mistake each.
#include <cute/tensor.hpp>

#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>

#include <tileproof/beside/audit_attention.hpp>

#include "audits.hpp"

namespace {

using namespace cute;

template <class AtomQ, class AtomKV, int BytesLess = 0>
struct traits {
  static constexpr int kBlockM = 64;
  static constexpr int kBlockN = 128;
  static constexpr int kHeadDim = 64;
  static constexpr bool Share_Q_K_smem = false;
  using Element = half_t;
  using TiledMma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>,
                            Tile<_64, _16, _16>>;
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
  using SmemCopyAtomTransposed = Copy_Atom<SM75_U16x8_LDSM_T, half_t>;
  using SmemLayoutQ = decltype(tile_to_shape(AtomQ{}, Shape<_64, _64>{}));
  using SmemLayoutKV = decltype(tile_to_shape(AtomKV{}, Shape<_128, _64>{}));
  using SmemLayoutVtransposed =
      decltype(composition(SmemLayoutKV{}, make_layout(Shape<_64, _128>{}, GenRowMajor{})));
  using SmemLayoutO = SmemLayoutQ;
  using GmemTiledCopyQKV =
      decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
  using GmemTiledCopyO =
      decltype(make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
  static constexpr int kSmemSize = 2 * (64 * 64 + 2 * 128 * 64) - BytesLess;
};
using swizzled =
    decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
using rows = Layout<Shape<_8, _64>, Stride<_64, _1>>;
using in_place = Layout<Shape<_8, _64>, Stride<_8, _1>>;

// The backward pass, tiles of 64 x 64 by 4 warps; an MMA's warps are 2 x 2.
template <class AtomQdO, class AtomPdS, class AtomdQ = AtomQdO, int BytesLess = 0>
struct backward_traits {
  static constexpr int kBlockM = 64;
  static constexpr int kBlockN = 64;
  static constexpr int kHeadDim = 64;
  static constexpr bool Is_V_in_regs = false;
  static constexpr bool No_double_buffer = false;
  using Element = half_t;
  using TiledMmaSdP = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>,
                               Tile<_32, _32, _16>>;
  using TiledMmadKV = TiledMmaSdP;
  using TiledMmadQ = TiledMmaSdP;
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
  using SmemCopyAtomTransposed = Copy_Atom<SM75_U16x8_LDSM_T, half_t>;
  using SmemCopyAtomPdS = Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>;
  using SmemCopyAtomdQ = SmemCopyAtomPdS;
  using SmemCopyAtomdKV = SmemCopyAtomPdS;
  template <class Atom>
  using tile = decltype(tile_to_shape(Atom{}, Shape<_64, _64>{}));
  template <class Atom>
  using transposed =
      decltype(composition(tile<Atom>{}, make_layout(Shape<_64, _64>{}, GenRowMajor{})));
  using SmemLayoutQdO = tile<AtomQdO>;
  using SmemLayoutQdOtransposed = transposed<AtomQdO>;
  using SmemLayoutKV = tile<swizzled>;
  using SmemLayoutKtransposed = transposed<swizzled>;
  using SmemLayoutPdS = tile<AtomPdS>;
  using SmemLayoutPdStransposed = transposed<AtomPdS>;
  using SmemLayoutdQ = tile<AtomdQ>;
  using SmemLayoutdKV = tile<swizzled>;
  using GmemTiledCopyQKV = typename traits<swizzled, swizzled>::GmemTiledCopyQKV;
  using GmemTiledCopydQ = typename traits<swizzled, swizzled>::GmemTiledCopyO;
  using GmemTiledCopydKV = GmemTiledCopydQ;
  static constexpr int kSmemSize1colblock = 2 * 64 * 64 * (3 + 2 + 2) - BytesLess;
};

static_assert(tileproof::audit<traits<swizzled, swizzled>>());

}  // namespace

int main() {
  expect<traits<swizzled, swizzled>>("swizzled tiles");
  expect<traits<swizzled, swizzled, 128>>("128 bytes too few", "the bytes of Q, K and V");
  expect<traits<rows, swizzled>>("plain rows of Q", "Q, S = Q K: the source: no bank conflict");
  expect<traits<swizzled, rows>>("plain rows of K and V",
                                 "K, S = Q K: the source: no bank conflict",
                                 "V, O = P V: the source: no bank conflict");
  expect<backward_traits<swizzled, swizzled>>("swizzled tiles, backward");
  expect<backward_traits<swizzled, swizzled, swizzled, 128>>("128 bytes too few, backward",
                                                             "the bytes of Q, dO, K, V, P, dS");
  expect<backward_traits<rows, swizzled, swizzled>>(
      "plain rows of Q and dO", "Q and dO, S = Q K, dP = dO V: the source: no bank conflict",
      "Q and dO, dV = P dO, dK = dS Q: the source: no bank conflict");
  expect<backward_traits<swizzled, rows>>(
      "plain rows of P and dS", "P and dS, the store from accumulators: the destination: no bank",
      "P and dS, dV = P dO, dK = dS Q: the source: no bank conflict",
      "P and dS, dQ = dS K: the source: no bank conflict");
  expect<backward_traits<swizzled, swizzled, rows>>(
      "plain rows of dQ", "dQ, the store from accumulators: the destination: no bank conflict");
  return verdict();
}
