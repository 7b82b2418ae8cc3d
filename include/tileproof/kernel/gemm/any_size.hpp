// SPDX-License-Identifier: BSL-1.0
//
// gemm_of_any_size: theorems of a GEMM kernel for every m, n and k, of the tiles that its blocks
// take (tiles_of_block), with unknowns for the extents.
//
//   using proofs = theorems<typename detail::gemm_of_any_size<...>::proofs, ...>;
#pragma once

#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/whole_tiles.hpp>
#include <tileproof/kernel/gemm/block_tiles.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The part of a kernel that tiles_of_block needs.
template <class Tiler, major MajorA, major MajorB, class AccessA, class AccessB, class Index>
struct frame_of_tiles : gemm_frame<frame_of_tiles<Tiler, MajorA, MajorB, AccessA, AccessB, Index>,
                                   MajorA, MajorB, AccessA, AccessB, Index> {
  using cta_tiler = Tiler;
};
// The unknown of an index type.
template <class Index, class Narrow, class Wide>
using unknown_of_index = std::conditional_t<sizeof(Index) == 8, Wide, Narrow>;

// A GEMM of elements TA, TB and TC whose blocks take tiles of Tiler, (BLK_M,BLK_N,BLK_K). Accesses
// of A and B are made of elements that a predicate admits one by one (copy_inside takes a vector
// only where its last element is inside), and those of C too; blocks without predicates have whole
// tiles. Theorems: no access leaves its matrix, each element of C belongs to one tile, and no two
// of them share an offset.
template <class TA, class TB, class TC, class Frame>
struct gemm_of_any_size {
  using index = typename Frame::index;
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  using m = unknown_of_index<index, unknown<"m">, unknown<"m", std::int64_t, at_most<most>>>;
  using n = unknown_of_index<index, unknown<"n">, unknown<"n", std::int64_t, at_most<most>>>;
  using k = unknown_of_index<index, unknown<"k">, unknown<"k", std::int64_t, at_most<most>>>;
  using ldc = unknown_of_index<index, unknown<"ldc", at_least<m{}>>,
                               unknown<"ldc", std::int64_t, at_least<m{}>>>;
  using arguments = gemm_arguments<TA const*, TB const*, TC*, float, index, m, n, k>;
  using tiles = decltype(tiles_of_block<Frame>(0, 0, std::declval<arguments const&>()));
  using tiler = typename Frame::cta_tiler;
  template <std::size_t I, std::size_t J>
  using tile = Shape<std::tuple_element_t<I, tiler>, std::tuple_element_t<J, tiler>>;
  template <class Inside>
  using bounds = typename bounds_of_predicate<Inside>::type;

  using matrix_c = decltype(operand_layout<major::mn>(m{}, n{}, ldc{}));
  using proofs = theorems<
      theorem<is_described_layout<Shape<m, k>>, bounds<decltype(tiles::iA)>>,
      theorem<is_described_layout<Shape<n, k>>, bounds<decltype(tiles::iB)>>,
      theorem<is_described_layout<Shape<m, n>>, bounds<decltype(tiles::iC)>>,
      theorem<accesses_stay_inside<>, Shape<m, k>, tile<0, 2>, bounds<decltype(tiles::iA)>>,
      theorem<accesses_stay_inside<>, Shape<n, k>, tile<1, 2>, bounds<decltype(tiles::iB)>>,
      theorem<accesses_stay_inside<>, Shape<m, n>, tile<0, 1>, bounds<decltype(tiles::iC)>>,
      theorem<tiles_cover, Shape<m, n>, tile<0, 1>>, theorem<injective, matrix_c>,
      theorem<holds_for_all_integers<whole_tiles_are_inside<tile_extent<tiler, 0>>>>,
      theorem<holds_for_all_integers<whole_tiles_are_inside<tile_extent<tiler, 1>>>>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
