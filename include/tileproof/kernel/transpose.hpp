// SPDX-License-Identifier: BSL-1.0
//
// Transposes of a matrix in global memory. The output is looked at as the input is, by (m,n), so
// that each of them is a copy: out(m,n) = in(m,n), of columns to rows.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/kernel/global_tile.hpp>
#include <tileproof/kernel/transpose_arguments.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/swizzle.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The tile of block `block`, by columns of tiles.
template <class Tile>
TILEPROOF_HOST_DEVICE constexpr auto tile_of_block(int block, std::int64_t m, Tile const& tile) {
  unsigned const tiles = static_cast<unsigned>((m + size<0>(tile) - 1) / size<0>(tile));
  unsigned const b = static_cast<unsigned>(block);
  return make_coord(std::int64_t{b % tiles}, std::int64_t{b / tiles});
}

// Tile, shared memory and threads of a transpose by accesses of Vector elements: each thread reads
// Vector x Vector elements by columns, puts them into shared memory by rows, and then writes rows.
template <class T, int Vector, int BlockM, int BlockN, int Threads>
struct transposed_tile {
  using element = T;
  static constexpr int threads = Threads;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T)) * Vector;
  static_assert(Vector == 1 || bits == 128, "one element, or a vector of 128 bits");
  using atom = Copy_Atom<UniversalCopy<std::conditional_t<Vector == 1, T, uint128_t>>, T>;
  using tile = Shape<Int<BlockM>, Int<BlockN>>;  // (BLK_M,BLK_N)

  // Threads along the mode that is contiguous, up to a warp of them.
  static constexpr int along_m = BlockM / Vector < warp_size ? BlockM / Vector : warp_size;
  static constexpr int along_n = BlockN / Vector < warp_size ? BlockN / Vector : warp_size;
  using vector = Int<Vector>;
  using readers = Layout<Shape<Int<along_m>, Int<Threads / along_m>>>;
  using writers = Layout<Shape<Int<Threads / along_n>, Int<along_n>>, Stride<Int<along_n>, _1>>;

  using read = decltype(make_tiled_copy(atom{}, readers{}, Layout<Shape<vector, vector>>{}));
  using turn = decltype(make_tiled_copy(atom{}, readers{},
                                        Layout<Shape<vector, vector>, Stride<vector, _1>>{}));
  using write = decltype(make_tiled_copy(atom{}, writers{}, Layout<Shape<_1, vector>>{}));
  // A thread's elements by rows, of those that it has by columns.
  using by_rows = Layout<Shape<vector, vector>, Stride<vector, _1>>;

  // (thread,value) -> element of the tile.
  using as_read = decltype(read::tidfrg_S(Layout<tile>{}));
  using turned = decltype(turn::tidfrg_D(Layout<tile>{}));
  using written = decltype(write::tidfrg_S(Layout<tile>{}));
  using rows = Layout<tile, Stride<Int<BlockN>, _1>>;
  // (thread,value) -> offset, of a tile of the matrices.
  template <std::int64_t LD = whole_lines>
  using input_of = decltype(read::tidfrg_S(columns_apart<tile, LD>{}));
  template <std::int64_t LD = whole_lines>
  using output_of = decltype(write::tidfrg_D(rows_apart<tile, LD>{}));

  // Of what reads columns.
  using proofs_of_reads =
      theorems<theorem<owns_every_element<>, as_read, tile>,
               theorem<same_elements, as_read, decltype(read::tidfrg_D(Layout<tile>{}))>,
               theorem<access_width<bits, T>, input_of<whole_vectors<Vector>>>,
               theorem<sector_efficiency<global_load<bits>, T>, input_of<>>>;

  // All, with shared memory of a layout (BLK_M,BLK_N).
  template <class Smem>
  using to_shared = decltype(turn::tidfrg_D(Smem{}));
  template <class Smem>
  using from_shared = decltype(write::tidfrg_S(Smem{}));
  template <class Smem>
  using proofs = theorems<
      proofs_of_reads,
      theorem<same_elements,
              decltype(composition(typename read::TiledLayout_TV{}, make_tile(_, by_rows{}))),
              typename turn::TiledLayout_TV>,
      theorem<owns_every_element<>, turned, tile>, theorem<owns_every_element<>, written, tile>,
      theorem<same_elements, written, decltype(write::tidfrg_D(Layout<tile>{}))>,
      theorem<injective, Smem>, theorem<swizzle_fits<Vector>, Smem>,
      theorem<access_width<bits, T>, to_shared<Smem>, from_shared<Smem>>,
      theorem<free_of_bank_conflicts<shared_store<bits>, T>, to_shared<Smem>>,
      theorem<free_of_bank_conflicts<shared_load<bits>, T>, from_shared<Smem>>,
      theorem<fits_in_bytes<shared_bytes_sm90, T>, Smem>,
      theorem<access_width<bits, T>, output_of<whole_vectors<Vector>>>,
      theorem<sector_efficiency<global_store<bits>, T>, output_of<>>>;
};

// Rows one bank longer.
template <class Tile>
using padded_rows = Layout<
    typename Tile::tile,
    Stride<Int<size<1>(typename Tile::tile{}) + (Tile::bits < 32 ? 32 / Tile::bits : 1)>, _1>>;

// Rows, with the swizzle that costs the accesses the fewest wavefronts.
template <class Tile>
using swizzled_rows = decltype(composition(
    best_swizzle<typename Tile::element, typename Tile::rows,
                 tile_access<shared_store<Tile::bits>, typename Tile::turned>,
                 tile_access<shared_load<Tile::bits>, typename Tile::written>>{},
    typename Tile::rows{}));

// Through shared memory of a layout that depends on the tile.
template <class Tile, template <class> class Smem>
struct transpose_through_shared {
  using element = typename Tile::element;
  using tile = typename Tile::tile;  // (BLK_M,BLK_N)
  using smem_layout = Smem<Tile>;    // (BLK_M,BLK_N)
  using shared = shared_memory<field<element, cosize_v<smem_layout>>>;
  static constexpr int threads = Tile::threads;
  static constexpr int vector = Tile::vector::value;
  static constexpr int access_bytes = Tile::bits / 8;
  using proofs = typename Tile::template proofs<smem_layout>;
  static_assert(proofs::hold);

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const whole = make_shape(args.m, args.n);
    auto const mI = make_tensor(make_gmem_ptr(assume_aligned<access_bytes>(args.in)), whole,
                                make_stride(_1{}, assume_multiple_of<vector>(args.ld_in)));
    auto const mO = make_tensor(make_gmem_ptr(assume_aligned<access_bytes>(args.out)), whole,
                                make_stride(assume_multiple_of<vector>(args.ld_out), _1{}));
    auto const inside = make_predicate_tensor(whole, tile{});

    auto const at = tile_of_block(ctx.block_x(), args.m, tile{});
    auto const gI = local_tile(mI, tile{}, at);                              // (BLK_M,BLK_N)
    auto const gO = local_tile(mO, tile{}, at);                              // (BLK_M,BLK_N)
    auto const gP = local_tile(inside, tile{}, at);                          // (BLK_M,BLK_N)
    auto const sT = make_tensor(ctx.shared(shared{}, _0{}), smem_layout{});  // (BLK_M,BLK_N)

    auto const read = typename Tile::read{}.get_slice(ctx.thread());
    auto const turn = typename Tile::turn{}.get_slice(ctx.thread());
    auto const write = typename Tile::write{}.get_slice(ctx.thread());
    auto const tIgI = read.partition_S(gI);  // (CPY,CPY_M,CPY_N)
    auto const tIgP = read.partition_S(gP);  // (CPY,CPY_M,CPY_N)
    auto tIrI = make_fragment_like(tIgI);    // (CPY,CPY_M,CPY_N)
    auto const tTrI = composition(tIrI, make_tile(typename Tile::by_rows{}, _, _));  // the same
    auto tTsT = turn.partition_D(sT);         // (CPY,CPY_M,CPY_N)
    auto const tOsT = write.partition_S(sT);  // (CPY,CPY_M,CPY_N)
    auto const tOgP = write.partition_D(gP);        // (CPY,CPY_M,CPY_N)
    auto tOgO = write.partition_D(gO, predicated);  // (CPY,CPY_M,CPY_N)
    auto tOrO = make_fragment_like(tOgO);           // (CPY,CPY_M,CPY_N)

    bool const is_whole = (get<0>(at) + 1) * size<0>(tile{}) <= args.m &&
                          (get<1>(at) + 1) * size<1>(tile{}) <= args.n;
    if (is_whole)
      copy(read, tIgI, tIrI);
    else
      copy_if(tIgP, tIgI, tIrI);
    copy(turn, tTrI, tTsT);
    ctx.sync();
    copy(write, tOsT, tOrO);
    if (is_whole)
      copy(write, tOrO, tOgO);
    else
      copy_if(tOgP, tOrO, tOgO);
  }
};

}  // namespace detail

// Each thread reads columns and writes rows: of a sector that it writes, one element. The figure
// that this settles for is stated.
template <class T, int BlockM = 32, int BlockN = 32, int Threads = 256>
struct transpose_naive {
  static constexpr int threads = Threads;
  static constexpr int access_bytes = static_cast<int>(sizeof(T));
  static constexpr int bits = 8 * access_bytes;
  using element = T;
  using shared = shared_memory<>;
  using shape_of = detail::transposed_tile<T, 1, BlockM, BlockN, Threads>;
  using tile = typename shape_of::tile;  // (BLK_M,BLK_N)
  using readers = typename shape_of::readers;
  using output = decltype(shape_of::read::tidfrg_D(detail::rows_apart<tile>{}));
  using proofs =
      theorems<typename shape_of::proofs_of_reads, theorem<access_width<bits, T>, output>,
               theorem<sector_efficiency<global_store<bits>, T, 100 * access_bytes / 32>, output>>;
  static_assert(proofs::hold);

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const whole = make_shape(args.m, args.n);
    auto const mI = make_tensor(make_gmem_ptr(args.in), whole, make_stride(_1{}, args.ld_in));
    auto const mO = make_tensor(make_gmem_ptr(args.out), whole, make_stride(args.ld_out, _1{}));
    auto const inside = make_predicate_tensor(whole, tile{});

    auto const at = detail::tile_of_block(ctx.block_x(), args.m, tile{});
    auto const read = typename shape_of::read{}.get_slice(ctx.thread());
    auto const tIgI = read.partition_S(local_tile(mI, tile{}, at));        // (CPY,CPY_M,CPY_N)
    auto const tIgP = read.partition_S(local_tile(inside, tile{}, at));    // (CPY,CPY_M,CPY_N)
    auto tIgO = read.partition_D(local_tile(mO, tile{}, at), predicated);  // (CPY,CPY_M,CPY_N)
    auto tIrI = make_fragment_like(tIgI);                                  // (CPY,CPY_M,CPY_N)
    copy_if(tIgP, tIgI, tIrI);
    copy_if(tIgP, tIrI, tIgO);
  }
};

// Through shared memory whose rows are one bank longer than the tile's.
template <class T, int BlockM = 64, int BlockN = 64, int Threads = 512>
struct transpose_padded
    : detail::transpose_through_shared<detail::transposed_tile<T, 1, BlockM, BlockN, Threads>,
                                       detail::padded_rows> {};

// Through shared memory that is swizzled.
template <class T, int BlockM = 64, int BlockN = 64, int Threads = 512>
struct transpose_swizzled
    : detail::transpose_through_shared<detail::transposed_tile<T, 1, BlockM, BlockN, Threads>,
                                       detail::swizzled_rows> {};

// The same by accesses of 128 bits: a thread transposes square blocks in its registers. A block of
// bytes would fill them.
template <class T, int BlockM = sizeof(T) == 2 ? 128 : 64, int BlockN = BlockM, int Threads = 256>
requires(sizeof(T) >= 2) struct transpose_vectorised
    : detail::transpose_through_shared<
          detail::transposed_tile<T, 16 / static_cast<int>(sizeof(T)), BlockM, BlockN, Threads>,
          detail::swizzled_rows> {
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
