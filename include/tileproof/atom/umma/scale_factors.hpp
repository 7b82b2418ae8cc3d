// SPDX-License-Identifier: BSL-1.0
//
// Layouts of the scale factors of tcgen05.mma, with CuTe's names: in global and shared memory
// (Sm1xxBlockScaledConfig) and in tensor memory (UMMA::tmem_sf_frg). A factor of one byte belongs
// to SFVecSize elements along K: 16 or 32.
//
//   using config = Sm1xxBlockScaledConfig<16>;
//   // A of 1000 x 512: the factors of 1024 rows, 8 blocks of 512 bytes for each 128 of them
//   auto sfa = config::tile_atom_to_shape_SFA(Shape<Int<1000>, _256, _512>{});
//   sfa(3, 17, 0);  // byte 49: row 3, elements 16 to 31 along K
//
// A block of 512 bytes has the factors of 128 rows and 4 vectors. Its row i, 16 bytes, has those of
// rows i, i + 32, i + 64 and i + 96 of the matrix, 4 each. tcgen05.cp.32x128b.warpx4 copies it to 4
// columns of tensor memory, row i to the lanes i, i + 32, i + 64 and i + 96: a cell has the factors
// of one row of the matrix. From PTX ISA, "Block Scaling" of tcgen05.
#pragma once

#include <tileproof/atom/mma/factor_layout.hpp>
#include <tileproof/atom/umma/layouts.hpp>
#include <tileproof/atom/umma/tmem.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block: (row,element along K) -> byte, where the rows are those of A, or the columns of B; with
// Major MN the modes change places, for a result whose factors run along M.
template <int SFVecSize, UMMA::Major Major = UMMA::Major::K>
struct Sm1xxBlockScaledBasicChunk {
  static_assert(SFVecSize == 16 || SFVecSize == 32 || SFVecSize == 64,
                "tcgen05.mma: a scale factor is for 16 or 32 elements along K, 64 of a sparse A");
  using Blk_MN = _128;
  using Blk_SF = _4;
  using SfKMajorAtom = detail::factor_block<SFVecSize>;
  using SfMNMajorAtom = Layout<Shape<Shape<Int<SFVecSize>, _4>, Shape<_32, _4>>,
                               Stride<Stride<_0, _1>, Stride<_16, _4>>>;
  using SfAtom = std::conditional_t<Major == UMMA::Major::K, SfKMajorAtom, SfMNMajorAtom>;
};

// The layouts of SFA and SFB for a problem (M,N,K) or (M,N,K,L): (row,element along K,l) -> byte.
template <int SFVecSize_>
struct Sm1xxBlockScaledConfig {
  static constexpr int SFVecSize = SFVecSize_;
  using Sm1xxBlkScaledChunk = Sm1xxBlockScaledBasicChunk<SFVecSize>;
  using Blk_MN = typename Sm1xxBlkScaledChunk::Blk_MN;
  using Blk_SF = typename Sm1xxBlkScaledChunk::Blk_SF;
  using SfAtom = typename Sm1xxBlkScaledChunk::SfAtom;

  template <class Problem>
  TILEPROOF_HOST_DEVICE static constexpr auto tile_atom_to_shape_SFA(Problem const& problem) {
    return of(get<0>(problem), problem);
  }
  template <class Problem>
  TILEPROOF_HOST_DEVICE static constexpr auto tile_atom_to_shape_SFB(Problem const& problem) {
    return of(get<1>(problem), problem);
  }

  // The tile of shared memory with the factors of MN rows and TileK elements, for instructions of
  // MmaK elements: ((row,element),1,instruction). SFA has the M of one CTA, SFB an N that is
  // rounded up to 128. CuTe's deduce_smem_layoutSFA and _SFB return it.
  template <int MN, int TileK, int MmaK>
    requires(MN % 128 == 0 && TileK % (4 * SFVecSize_) == 0 && 4 * SFVecSize_ % MmaK == 0)
  using SmemLayoutAtomSF =
      Layout<Shape<Shape<Shape<Shape<_32, _4>, Int<MN / 128>>,
                         Shape<Int<SFVecSize>, Int<MmaK / SFVecSize>>>,
                   _1, Shape<Int<4 * SFVecSize / MmaK>, Int<TileK / SFVecSize / 4>>>,
             Stride<Stride<Stride<Stride<_16, _4>, Int<512>>, Stride<_0, _1>>, _0,
                    Stride<Int<MmaK / SFVecSize>, Int<MN / 128 * 512>>>>;

 private:
  // factor_layout for each of the L matrices.
  template <class Rows, class Problem>
  TILEPROOF_HOST_DEVICE static constexpr auto of(Rows const& rows, Problem const& problem) {
    auto const blocks = detail::whole_factor_blocks<SFVecSize>(rows, get<2>(problem));
    return tile_to_shape(SfAtom{}, append(blocks, get<3>(append<4>(problem, Int<1>{}))),
                         Step<_2, _1, _3>{});
  }
};

namespace UMMA {

// The factors in the tensor memory of a CTA, for instructions' operands
// ((MN,(SFVecSize,factors)),num_MN,num_K,...): ((((row,copy),(element,factor)),...) -> byte.
// `factors` is 1, 2 or 4: scale_vec::1X, 2X, 4X. Each factor is in 4 lanes (the mode `copy`), one
// in each quarter. With ScaleFactorDuplicated2by2, for B of a pair of CTAs with M = 128, half of
// the rows are in each half of the lanes.
template <class ValueType, int SFVecSize, int N_SM, bool Is_SFA,
          TmemAllocMode TmemAlloc = TmemAllocMode::ScaleFactorDuplicated4by1>
struct tmem_sf_frg {
  static_assert(sizeof_bits_v<ValueType> == 8, "tcgen05.mma: a scale factor has 8 bits");
  static constexpr bool is_2by2 = !Is_SFA && TmemAlloc == TmemAllocMode::ScaleFactorDuplicated2by2;
  static_assert(!is_2by2 || N_SM == 2,
                "tcgen05.mma: scale factors are ScaleFactorDuplicated2by2 for a pair of CTAs only");

  template <class Operands>
  TILEPROOF_HOST_DEVICE static constexpr auto layout(Operands const& operands) {
    constexpr int modes = decltype(rank(operands))::value;
    constexpr int rows = decltype(size<0, 0>(operands))::value;
    constexpr int factors = decltype(size<0, 1, 1>(operands))::value;
    static_assert(decltype(size<0, 1, 0>(operands))::value == SFVecSize,
                  "tcgen05.mma: the elements of a factor are SFVecSize");
    using k = Shape<Int<SFVecSize>, Int<factors>>;
    using along_k = Stride<_0, _128>;
    using of_4 = Layout<Shape<Shape<Shape<_32, Int<rows / 32>>, _4>, k>,
                        Stride<Stride<Stride<_1, Int<512>>, _32>, along_k>>;
    using of_2 = Layout<Shape<Shape<Shape<_32, Int<rows / 64>>, _2, _2>, k>,
                        Stride<Stride<Stride<_1, Int<512>>, _64, _32>, along_k>>;
    auto const atom = std::conditional_t<is_2by2, of_2, of_4>{};
    return composition(Layout<Shape<_128, Int<16384>>, Stride<TMEM::DP<ValueType>, _1>>{},
                       tiled_product(atom, make_layout(take<1, modes>(operands))));
  }
};

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
