// SPDX-License-Identifier: BSL-1.0
//
// wgmma_of_any_size: theorems of gemm_wgmma for every m, n, k and number of batches that its
// launcher takes, of the tensors that its tensor maps describe (operands.hpp). TMA reads zeros
// outside the extents of a tensor map and writes nothing there (PTX ISA, "Tensors": the bounding
// box); so what is left to prove is that the maps are those of the arguments, that the blocks'
// boxes cover D once, and the accesses that go without TMA: C's, and D's with split-k.
#pragma once

#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/operand_memory.hpp>
#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/kernel/gemm/wgmma/integers.hpp>
#include <tileproof/kernel/gemm/wgmma/operands.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/residue_access.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The tiles of a problem for which has_order asks are at most tile_order::most, those of a group of
// rows are ints, and each element of D is in one: then visits_every_tile_once holds.
template <class Operands>
struct tiles_are_counted {
  static constexpr integers::unknown unknowns[] = {
      {"m", 1, largest_extent}, {"n", 1, largest_extent}, {"batches", 1, largest_extent}};
  template <class I>
  static constexpr bool holds(I const& m, I const& n, I const& batches) {
    using tile = typename Operands::tile_of_cluster;
    constexpr int group = Operands::rows_of_group;
    I const rows = count_tiles(m, size<0>(tile{})), columns = count_tiles(n, size<1>(tile{}));
    return !tile_order::is_countable<I>(rows, columns, group, batches) ||
           (rows * columns * batches <= I(tile_order::most) && columns * I(group) <= I(INT32_MAX));
  }
};

// The integers of arguments G of a gemm_wgmma.
template <class G>
using wgmma_integers_have_64_bits =
    have_64_bits<decltype(G::m), decltype(G::n), decltype(G::k), decltype(G::lda), decltype(G::ldb),
                 decltype(G::ldc), decltype(G::ldd), decltype(G::batches), decltype(G::batch_a),
                 decltype(G::batch_b), decltype(G::batch_c), decltype(G::batch_d)>;

// Operands is a wgmma_operands. Accesses to C and D that go without TMA have Widths elements along
// the contiguous mode.
template <class Operands, class TA, class TB, class TD, int... Widths>
struct wgmma_of_any_size {
  static constexpr bool is_row_major = Operands::stores == matrix_order::row_major;
  static constexpr major major_a = Operands::major_a, major_b = Operands::major_b;
  static constexpr major major_d = is_row_major ? major::k : major::mn;
  using of = integers_of_wgmma<TA, TB, TD, major_a, major_b, is_row_major>;
  using m = typename of::m;
  using n = typename of::n;
  using k = typename of::k;
  using batches = typename of::batches;
  using lda = typename of::lda;
  using ldb = typename of::ldb;
  using ldd = typename of::ldd;
  using batch_a = typename of::batch_a;
  using batch_b = typename of::batch_b;
  using batch_d = typename of::batch_d;

  // A matrix (MN,K,batch) whose contiguous mode is that of Major.
  template <major Major, class MN, class K, class LD, class Batch>
  using described =
      Layout<Shape<MN, K, batches>,
             std::conditional_t<Major == major::k, Stride<LD, _1, Batch>, Stride<_1, LD, Batch>>>;
  using sizes = sizes_of_wgmma<of>;
  using A = decltype(Operands::operand_a(sizes{}, gmem_ptr<TA>{}));
  using B = decltype(Operands::operand_b(sizes{}, gmem_ptr<TB>{}));
  using D = decltype(Operands::operand_d(sizes{}, gmem_ptr<TD>{}));

  using tile = typename Operands::tile_of_cluster;
  using of_operands = theorems<
      theorem<is_described_layout<described<major_a, m, k, lda, batch_a>>, typename A::layout_type>,
      theorem<is_described_layout<described<major_b, n, k, ldb, batch_b>>,
              typename B::layout_type>>;
  using proofs = theorems<
      of_operands,
      theorem<is_described_layout<described<major_d, m, n, ldd, batch_d>>, typename D::layout_type>,
      theorem<tiles_cover, Shape<m, n>, tile>,
      theorem<holds_for_all_integers<tiles_are_counted<Operands>>>,
      theorem<accesses_stay_inside<Widths, is_row_major ? 1 : 0>, Shape<m, n>, tile>...>;
};

// ---- every row, or column, of the tiles of clusters is one of one piece

// The pieces of the tiles along a mode, of `blocks` blocks side by side: 64 rows for a consumer, a
// chunk of columns.
template <class Operands>
struct rows_of_chunks {
  static constexpr int tile = size<0>(typename Operands::tile_of_cluster{});
  static constexpr int blocks = Operands::blocks_m;
  static constexpr int parts = Operands::consumers;
  static constexpr int piece = 64;
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I first(I of_cluster, I rank, I part) {
    return Operands::template part_of_tile<blocks, parts>(of_cluster, rank, part) * I(piece);
  }
};
template <class Chunked>
struct columns_of_chunks {
  static constexpr int tile = size<1>(typename Chunked::tile_of_cluster{});
  static constexpr int blocks = Chunked::blocks_n;
  static constexpr int parts = Chunked::chunks;
  static constexpr int piece = Chunked::chunk_n;
  template <class I>
  static constexpr I first(I const& of_cluster, I const& rank, I const& part) {
    return Chunked::template part_of_tile<blocks, parts>(of_cluster, rank, part) * I(piece);
  }
};
// The element of a piece tells the tile, the block and the piece: no two have one, and as many
// elements as the tiles have, all are taken.
template <class Pieces>
struct each_row_once {
  static constexpr int of_block = Pieces::parts * Pieces::piece;
  static constexpr int of_cluster = Pieces::blocks * of_block;
  static_assert(of_cluster == Pieces::tile,
                "the pieces of the tiles of a cluster are not its tile");
  static constexpr integers::unknown unknowns[] = {{"tile", 0, (largest_extent - 1) / of_cluster},
                                                   {"rank", 0, Pieces::blocks - 1},
                                                   {"part", 0, Pieces::parts - 1},
                                                   {"element", 0, Pieces::piece - 1}};
  template <class I>
  static constexpr bool holds(I const& tile, I const& rank, I const& part, I const& element) {
    I const row = Pieces::first(tile, rank, part) + element;
    return row / I(of_cluster) == tile && row / I(of_block) == tile * I(Pieces::blocks) + rank &&
           row % I(of_block) / I(Pieces::piece) == part;
  }
};

// ---- every element of k is in a k-tile of one block

// The k-tiles of each of Splits blocks of k elements, and the first of those of a block.
template <class Operands, int Splits = 1>
struct shares_of_k {
  static constexpr int splits = Splits;
  static constexpr int block_k = Operands::block_k;
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I of_block(I const& k) {
    I const all = Operands::k_tiles_of(k);
    return all < I(splits) ? I(1) : (all + I(splits - 1)) / I(splits);
  }
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I first(I rank, I of_block) {
    return rank * of_block;
  }
};
// An element of k is in a share, and shares follow one another: so it is in no other.
template <class Shares>
struct each_k_once {
  static constexpr integers::unknown unknowns[] = {{"k", 1, largest_extent},
                                                   {"element", 0, largest_extent}};
  template <class I>
  static constexpr bool holds(I const& k, I const& element) {
    if (!(element < k)) return true;
    I const tile = element / I(Shares::block_k);
    I const of_block = Shares::of_block(k);
    I const rank = tile / of_block;
    I const first = Shares::first(rank, of_block);
    return rank < I(Shares::splits) && first <= tile && tile < first + of_block &&
           of_block * I(Shares::splits * Shares::block_k) <= I(INT32_MAX);
  }
};
template <class Shares>
struct shares_follow_one_another {
  static constexpr integers::unknown unknowns[] = {{"rank", 0, Shares::splits - 1},
                                                   {"k-tiles of a block", 1, largest_extent}};
  template <class I>
  static constexpr bool holds(I const& rank, I const& of_block) {
    return Shares::first(rank + I(1), of_block) == Shares::first(rank, of_block) + of_block;
  }
};
template <class Shares>
using shares_are_right =
    theorems<theorem<holds_for_all_ints<each_k_once<Shares>>>,
             theorem<holds_for_all_integers<shares_follow_one_another<Shares>>>>;

// ---- every tile is one of one cluster, in one turn

// The tiles of a cluster are those with its number modulo the clusters, each in one turn. `left` is
// the number of tiles from its first one on.
struct each_tile_once {
  static constexpr integers::unknown unknowns[] = {{"left", 1, tile_order::most},
                                                   {"clusters", 1, 65536},
                                                   {"cluster", 0, 65535},
                                                   {"turn", 0, tile_order::most}};
  template <class I>
  static constexpr bool holds(I const& left, I const& clusters, I const& cluster, I const& turn) {
    if (!(cluster < clusters)) return true;
    I const all = cluster + left;
    basic_tiles_of_cluster<I> const of{cluster, clusters, all, I(1)};
    I const tile = of.tile(turn);
    return (turn < of.tiles()) == (tile < all) && tile / clusters == turn &&
           tile - turn * clusters == cluster;
  }
};
struct turns_are_ints {
  static constexpr integers::unknown unknowns[] = {
      {"left", 1, tile_order::most}, {"clusters", 1, 65536}, {"cluster", 0, 65535}};
  template <class I>
  static constexpr bool holds(I const& left, I const& clusters, I const& cluster) {
    if (!(cluster + left <= I(tile_order::most))) return true;
    return basic_tiles_of_cluster<I>{cluster, clusters, cluster + left, I(1)}.tiles() >= I(1);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
