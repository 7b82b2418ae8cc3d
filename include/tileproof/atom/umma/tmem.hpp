// SPDX-License-Identifier: BSL-1.0
//
// Tensor memory of sm_100a: 128 lanes x 512 columns of 32-bit cells in each SM, the addresses of
// cells, and the layouts that tcgen05.mma has for D and for A there, with CuTe's names.
//
//   // D, 128 x 256 in f32, of an instruction of one CTA: (m,n) -> lane m, column n
//   constexpr auto d = UMMA::tmem_frg_1sm<float>::layout(Shape<Shape<_128, _256>, _1, _1>{});
//   static_assert(d(make_coord(3, 5), 0, 0) == TMEM::make_address(3, 5));
//
// A layout's offset is an address in units of its element type: for a 32-bit type the address
// itself, for a 16-bit type twice that plus the half of a cell. To an address in the instruction,
// add the offset; lanes and columns do not carry into each other. From PTX ISA, "Tensor Memory",
// "Data Path Layout Organization" and "Access restrictions" of tcgen05.
#pragma once

#include <tileproof/algebra/composition.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/algebra/rearrange.hpp>
#include <tileproof/algebra/stride.hpp>
#include <tileproof/types/refused.hpp>
#include <tileproof/types/sizeof_bits.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace TMEM {

inline constexpr int lanes = 128;
inline constexpr int columns = 512;
// The whole of it, in bits; and the stride from a lane to the next, in bits and in elements of T.
using MAX_CAPACITY_BITS = Int<lanes * columns * 32>;
using DP_b = Int<(1 << 21)>;
template <class T = std::uint32_t>
using DP = Int<(1 << 16) * (32 / sizeof_bits_v<T>)>;

// The address of a cell: the lane in bits 16 to 31, the column in bits 0 to 15.
TILEPROOF_HOST_DEVICE constexpr std::uint32_t make_address(int lane, int column) {
  return static_cast<std::uint32_t>(lane) << 16 | static_cast<std::uint32_t>(column);
}
TILEPROOF_HOST_DEVICE constexpr int lane_of(std::uint32_t address) {
  return static_cast<int>(address >> 16);
}
TILEPROOF_HOST_DEVICE constexpr int column_of(std::uint32_t address) {
  return static_cast<int>(address & 0xffff);
}

// An offset of a layout of elements of T as the address of its cell, and as the element's number in
// the cell: of four scale factors of 8 bits, their id in an instruction descriptor.
template <class T>
TILEPROOF_HOST_DEVICE constexpr std::uint32_t cell_of(std::int64_t offset) {
  return static_cast<std::uint32_t>(offset / (32 / sizeof_bits_v<T>));
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr int part_of_cell(std::int64_t offset) {
  return static_cast<int>(offset % (32 / sizeof_bits_v<T>));
}

// tcgen05.ld and tcgen05.st of a warp reach 32 lanes: the quarter that is the warp's rank in its
// warpgroup. The first of them, by the rank of the warp in the block.
TILEPROOF_HOST_DEVICE constexpr int first_lane_of(int warp) { return warp % 4 * 32; }
// True if a warp may load or store `count` lanes from an address on.
TILEPROOF_HOST_DEVICE constexpr bool may_access(int warp, std::uint32_t address, int count) {
  int const first = lane_of(address) - first_lane_of(warp);
  return first >= 0 && count >= 0 && first + count <= 32;
}
// True if tcgen05.alloc gives so many columns: 32, 64, 128, 256 or 512.
TILEPROOF_HOST_DEVICE constexpr bool may_allocate(int count) {
  return count >= 32 && count <= columns && (count & (count - 1)) == 0;
}

}  // namespace TMEM

namespace UMMA {

// The place of fragments that do not take all lanes. Interleaved: the next fragment is in the lanes
// between. NonInterleaved: it is not, as A needs beside such a D. Duplicated, for A of a pair of
// CTAs with M = 128: the fragment is in the lanes 0 to 63 and again in 64 to 127. The last two are
// for scale factors (atom/umma/scale_factors.hpp).
enum class TmemAllocMode : int {
  Interleaved = 0,
  NonInterleaved = 1,
  Duplicated = 2,
  ScaleFactorDuplicated4by1 = 3,
  ScaleFactorDuplicated2by2 = 4
};

}  // namespace UMMA

// The name of a refusal: fragments that take more columns than tensor memory has.
struct tmem_holds_fragments {
  static constexpr char const* sentences[] = {
      "tensor memory: the fragments take {found} columns of 128 lanes, and there are {at_most}",
      nullptr};
};

namespace detail {

// The lanes and columns that a layout of Elements in tensor memory reaches, each one past the last.
struct tmem_extents {
  std::int64_t lanes = 1, columns = 1;
};
template <class Element, class Layout>
inline constexpr tmem_extents extents_in_tmem = [] {
  core::layout const& l = reading_of<Layout>::value.into;
  constexpr std::int64_t lane = TMEM::DP<Element>::value, cell = 32 / sizeof_bits_v<Element>;
  std::int64_t lanes = 0, elements = 0;
  for (int i = 0; i < l.count; ++i) {
    std::int64_t const reach = (l.at[i].extent.value - 1) * l.at[i].stride.value;
    (l.at[i].stride.value >= lane ? lanes : elements) += reach;
  }
  return tmem_extents{lanes / lane + 1, elements / cell + 1};
}();

// One instruction's fragment in a CTA of CtaGroup, (m,n) -> lane + 128 * column, by the layouts of
// the PTX ISA, "Data Path Layout Organization":
//   A (M = 256 of a pair), D (128 of one CTA)   M = 128: lane m
//   B (M = 128 of a pair, dense A)              M = 64: the upper half of N in lanes 64 to 127
//   C (M = 128 of a pair, sparse A), F (64 of one CTA)   M = 64: the first 16 of each 32 lanes
// The layouts E and G are those of .ws.
template <int M, int N, int CtaGroup, bool IsSparse, bool IsDuplicated>
TILEPROOF_HOST_DEVICE constexpr auto tmem_atom() {
  static_assert(CtaGroup == 1 || CtaGroup == 2, "tensor memory: cta_group is 1 or 2");
  static_assert(M == 64 || M == 128,
                "tensor memory: a CTA's fragment of tcgen05.mma has 64 or 128 rows");
  if constexpr (M == 128 || IsDuplicated)
    return Layout<Shape<_128, Int<N>>, Stride<_1, _128>>{};
  else if constexpr (CtaGroup == 1 || IsSparse)
    return Layout<Shape<Shape<_16, _4>, Int<N>>, Stride<Stride<_1, _32>, _128>>{};
  else
    return Layout<Shape<_64, Shape<Int<N / 2>, _2>>, Stride<_1, Stride<_128, _64>>>{};
}

}  // namespace detail

namespace UMMA {

// The fragments ((M,N),MMA_M,MMA_N,...) of instructions in a CTA's tensor memory, where M is the
// CTA's share of the rows: half of those of a pair of CTAs (N_SM = 2). D has a cell for each
// element whatever its type (StorageType of 32 bits); A, with N for K, packs its elements
// (StorageType ValueType). The fragments follow in the free lanes first, then in the next columns.
//
//   tmem_frg_1sm<float>                                                 D of one CTA, M = 64 or 128
//   tmem_frg_1sm<half_t, half_t, TmemAllocMode::NonInterleaved>         A of one CTA
//   tmem_frg_2sm<half_t, half_t, TmemAllocMode::Duplicated>             A of a pair
template <class ValueType, class StorageType, int N_SM,
          TmemAllocMode TmemAlloc = TmemAllocMode::Interleaved>
struct tmem_frg {
  static_assert(sizeof_bits_v<ValueType> <= sizeof_bits_v<StorageType>,
                "tensor memory: an element must fit in its StorageType");
  static_assert(TmemAlloc == TmemAllocMode::Interleaved ||
                    (N_SM == 1 && TmemAlloc == TmemAllocMode::NonInterleaved) ||
                    (N_SM == 2 && TmemAlloc == TmemAllocMode::Duplicated),
                "tensor memory: fragments of one CTA are Interleaved or NonInterleaved, those of a "
                "pair Interleaved or Duplicated");

  // The layout, whose offsets are addresses in units of ValueType. Duplicated fragments with M = 64
  // have 128 rows. Refused: other M, and fragments that take more columns than there are
  // (tmem_holds_fragments).
  template <class Shape>
  TILEPROOF_HOST_DEVICE static constexpr auto layout(Shape const& fragments) {
    constexpr int modes = decltype(rank(fragments))::value;
    constexpr int m = decltype(size<0, 0>(fragments))::value;
    constexpr int n = decltype(size<0, 1>(fragments))::value;
    constexpr bool is_duplicated = TmemAlloc == TmemAllocMode::Duplicated;
    constexpr int skipped = TmemAlloc == TmemAllocMode::NonInterleaved && m == 64 ? 2 : 1;
    using cells = Layout<
        tileproof::Shape<_128, Int<16384>>,
        Stride<TMEM::DP<ValueType>, Int<sizeof_bits_v<StorageType> / sizeof_bits_v<ValueType>>>>;
    auto const atom = detail::tmem_atom<m, n, N_SM, false, is_duplicated>();
    if constexpr (modes == 1) {
      return of_cells(cells{}, make_layout(atom));
    } else {
      auto const rest = take<1, modes>(fragments);
      return of_cells(
          cells{}, tiled_product(atom, make_layout(rest, compact_col_major(rest, Int<skipped>{}))));
    }
  }

 private:
  // `inner` counts the lanes of a column first: lane + 128 * column of StorageType.
  template <class Cells, class Inner>
  TILEPROOF_HOST_DEVICE static constexpr auto of_cells(Cells const& cells, Inner const& inner) {
    using addresses = decltype(composition(cells, inner));
    constexpr int taken = detail::extents_in_tmem<ValueType, addresses>.columns;
    static_assert(refuse_unless<(taken <= TMEM::columns), tmem_holds_fragments, found<taken>,
                                at_most<TMEM::columns>>);
    return addresses{};
  }
};
template <class ValueType, class StorageType = std::uint32_t,
          TmemAllocMode TmemAlloc = TmemAllocMode::Interleaved>
using tmem_frg_1sm = tmem_frg<ValueType, StorageType, 1, TmemAlloc>;
template <class ValueType, class StorageType = std::uint32_t,
          TmemAllocMode TmemAlloc = TmemAllocMode::Interleaved>
using tmem_frg_2sm = tmem_frg<ValueType, StorageType, 2, TmemAlloc>;

// D (M x N) of one instruction in the tensor memory of a CTA: (m,n) -> address, where m counts the
// CTA's rows, M / CtaGroup of them. IsSparse: A is sparse, which makes M = 128 of a pair the layout
// C; CuTe's fragments have the layout B there.
template <int M, int N, int CtaGroup, bool IsSparse = false>
using data_path_layout =
    decltype(composition(Layout<Shape<_128, Int<16384>>, Stride<TMEM::DP<>, _1>>{},
                         detail::tmem_atom<M / CtaGroup, N, CtaGroup, IsSparse, false>()));

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
