// SPDX-License-Identifier: BSL-1.0
//
// Defines transpose_vectorised, which transposes a column-major matrix in global memory through
// shared memory.
//
//   status const s = launch_transpose<transpose_vectorised<float>>({m, n, in, ld_in, out, ld_out},
//                                                                  stream);
//
// The output is indexed by (m,n) as the input is, so a transpose is a copy, out(m,n) = in(m,n),
// from a column-major to a row-major layout:
//
//   in (1,ld_in) --columns--> registers --rows--> shared memory --rows--> out (ld_out,1)
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/global_tile.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/common/whole_tiles.hpp>
#include <tileproof/kernel/transpose/arguments.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/swizzle.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The coordinate (m,n) of a tile: tiles are numbered along n, of which there are `tiles`, so that
// blocks that run at a time write neighbouring parts of the output's columns: on an H200 that is 2
// % faster than to read neighbouring parts.
template <class I>
struct numbered_tile {
  I m, n;
};
template <class I>
TILEPROOF_HOST_DEVICE constexpr numbered_tile<I> tile_of_number(I const& number, I const& tiles) {
  return {number / tiles, number % tiles};
}
// The tiles along a mode of n elements. Pre: n + tile - 1 fits I.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tiles_along(I const& n, I const& tile) {
  return (n + tile - I(1)) / tile;
}
// The tile of a block, for a kernel's arguments.
template <class Arguments, class Tile>
TILEPROOF_HOST_DEVICE constexpr auto tile_of_block(int block, Arguments const& args,
                                                   Tile const& tile) {
  unsigned const tiles =
      static_cast<unsigned>(tiles_along(std::int64_t{args.n}, std::int64_t{size<1>(tile)}));
  auto const at = tile_of_number(static_cast<unsigned>(block), tiles);
  return make_coord(std::int64_t{at.m}, std::int64_t{at.n});
}
static_assert(
    tile_of_block(5, transpose_arguments<int const*, int*>{66, 130, nullptr, 66, nullptr, 130},
                  Shape<_32, _64>{}) == make_coord(std::int64_t{1}, std::int64_t{2}));
// The tile, the tiled copies and the theorems of a transpose by accesses of Vector elements: each
// thread loads blocks of Vector x Vector elements column by column, stores them to shared memory
// row by row, then loads and stores rows. Tiles are (BLK_M,BLK_N); accesses have `bits` bits.
template <class T, int Vector, int BlockM, int BlockN, int Threads>
struct transposed_tile {
  using element = T;
  static constexpr int threads = Threads;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T)) * Vector;
  static_assert(Vector == 1 || bits == 128,
                "transpose: Vector must be 1, or the number of elements in 128 bits");
  using word = std::conditional_t<Vector == 1, T, uint128_t>;
  static_assert(8 * static_cast<int>(sizeof(word)) == bits);
  using atom = Copy_Atom<UniversalCopy<word>, T>;
  using tile = Shape<Int<BlockM>, Int<BlockN>>;  // (BLK_M,BLK_N)

  // The number of threads along the contiguous mode: at most a warp.
  static constexpr int along_m = BlockM / Vector < warp_size ? BlockM / Vector : warp_size;
  static constexpr int along_n = BlockN / Vector < warp_size ? BlockN / Vector : warp_size;
  using vector = Int<Vector>;
  using readers = Layout<Shape<Int<along_m>, Int<Threads / along_m>>>;
  using writers = Layout<Shape<Int<Threads / along_n>, Int<along_n>>, Stride<Int<along_n>, _1>>;

  using read = decltype(make_tiled_copy(atom{}, readers{}, Layout<Shape<vector, vector>>{}));
  using turn = decltype(make_tiled_copy(atom{}, readers{},
                                        Layout<Shape<vector, vector>, Stride<vector, _1>>{}));
  using write = decltype(make_tiled_copy(atom{}, writers{}, Layout<Shape<_1, vector>>{}));
  // Row-major order of a Vector x Vector block that a thread holds column-major.
  using by_rows = Layout<Shape<vector, vector>, Stride<vector, _1>>;

  // Thread-value layouts (thread,value) -> element of the tile: as loaded from the input, as stored
  // to shared memory, as loaded from there.
  using as_read = decltype(read::tidfrg_S(Layout<tile>{}));
  using turned = decltype(turn::tidfrg_D(Layout<tile>{}));
  using written = decltype(write::tidfrg_S(Layout<tile>{}));
  using rows = Layout<tile, Stride<Int<BlockN>, _1>>;
  // Thread-value layouts (thread,value) -> offset in the input and in the output, with leading
  // dimension LD.
  template <std::int64_t LD = whole_lines>
  using input_of = decltype(read::tidfrg_S(columns_apart<tile, LD>{}));
  template <std::int64_t LD = whole_lines>
  using output_of = decltype(write::tidfrg_D(rows_apart<tile, LD>{}));

  // Theorems about the loads of the input's columns.
  using proofs_of_reads =
      theorems<theorem<owns_every_element<>, as_read, tile>,
               theorem<same_elements, as_read, decltype(read::tidfrg_D(Layout<tile>{}))>,
               theorem<access_width<bits, T>, input_of<whole_vectors<Vector>>>,
               theorem<sector_efficiency<global_load<bits>, T>, input_of<>>>;

  // All theorems, for shared memory of layout Smem, (BLK_M,BLK_N).
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

// A row-major tile with the swizzle that gives its loads and stores the fewest wavefronts.
template <class Tile>
using swizzled_rows = decltype(composition(
    best_swizzle<typename Tile::element, typename Tile::rows,
                 tile_access<shared_store<Tile::bits>, typename Tile::turned>,
                 tile_access<shared_load<Tile::bits>, typename Tile::written>>{},
    typename Tile::rows{}));

// The input, the output, of the same shape, and the predicate, as tensors of m x n.
template <class In, class Out, class Inside>
struct transpose_views {
  In in;
  Out out;
  Inside inside;
};
template <class In, class Out, class Inside>
transpose_views(In, Out, Inside) -> transpose_views<In, Out, Inside>;
template <class Tile, class Arguments>
TILEPROOF_HOST_DEVICE auto views_of_transpose(Arguments const& args) {
  constexpr int bytes = Tile::bits / 8;
  constexpr int vector = Tile::vector::value;
  auto const whole = make_shape(args.m, args.n);
  return transpose_views{make_tensor(make_gmem_ptr(assume_aligned<bytes>(args.in)), whole,
                                     make_stride(_1{}, assume_multiple_of<vector>(args.ld_in))),
                         make_tensor(make_gmem_ptr(assume_aligned<bytes>(args.out)), whole,
                                     make_stride(assume_multiple_of<vector>(args.ld_out), _1{})),
                         make_predicate_tensor(whole, typename Tile::tile{})};
}

// ---- theorems for every size that a launcher takes

// Each of TM x TN tiles has one number of a grid, and each number a tile.
struct numbers_each_tile_once {
  static constexpr integers::unknown unknowns[] = {{"tiles along m", 1, INT32_MAX},
                                                   {"tiles along n", 1, INT32_MAX},
                                                   {"m", 0, INT32_MAX},
                                                   {"n", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& tiles_m, I const& tiles_n, I const& m, I const& n) {
    if (!(m < tiles_m && n < tiles_n && tiles_m * tiles_n <= INT32_MAX)) return true;
    I const number = m * tiles_n + n;
    auto const at = tile_of_number(number, tiles_n);
    return number < tiles_m * tiles_n && at.m == m && at.n == n;
  }
};
struct numbers_no_other_tile {
  static constexpr integers::unknown unknowns[] = {
      {"tiles along m", 1, INT32_MAX}, {"tiles along n", 1, INT32_MAX}, {"block", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& tiles_m, I const& tiles_n, I const& block) {
    if (!(tiles_m * tiles_n <= INT32_MAX && block < tiles_m * tiles_n)) return true;
    auto const at = tile_of_number(block, tiles_n);
    return at.m < tiles_m && at.n < tiles_n;
  }
};
// The launcher counts tiles of Rows elements by count_tiles.
template <int Rows>
struct tiles_along_are_counted {
  static constexpr integers::unknown unknowns[] = {{"n", 1, std::int64_t{INT32_MAX} * Rows}};
  template <class I>
  static constexpr bool holds(I const& n) {
    return tiles_along(n, I(Rows)) == count_tiles(n, Rows);
  }
};
template <class Tile>
struct matrix_of_tiles {
  using tile = Tile;
};
template <class Tile>
using numbers_are_tiles = theorems<
    theorem<has_index_type<tuple<std::int64_t, std::int64_t>,
                           decltype(tile_of_block(0, transpose_arguments<int const*, int*>{},
                                                  Tile{}))>>,
    theorem<has_index_type<std::int64_t, decltype(blocks_of_transpose<matrix_of_tiles<Tile>>(
                                             transpose_arguments<int const*, int*>{}))>>,
    theorem<holds_for_all_integers<numbers_each_tile_once>>,
    theorem<holds_for_all_integers<numbers_no_other_tile>>,
    theorem<holds_for_all_integers<tiles_along_are_counted<size<1>(Tile{})>>>>;
template <class M, class N, class Tile>
using tiles_of_matrix = std::remove_cvref_t<decltype(ceil_div(Shape<M, N>{}, Tile{}))>;
template <class Tile>
struct transpose_of_any_size {
  using T = typename Tile::element;
  using tile = typename Tile::tile;
  using of = integers_of_transpose<tile, Tile::vector::value, false>;
  using m = typename of::m;
  using n = typename of::n;
  using ld_in = typename of::ld_in;
  using ld_out = typename of::ld_out;
  using arguments = transpose_arguments<T const*, T*, m, n, ld_in, ld_out>;
  using views = decltype(views_of_transpose<Tile>(arguments{}));
  using in = std::remove_cvref_t<decltype(std::declval<views>().in.layout())>;
  using out = std::remove_cvref_t<decltype(std::declval<views>().out.layout())>;
  using inside = typename bounds_of_predicate<decltype(views::inside)>::type;
  using proofs =
      theorems<theorem<is_described_layout<Layout<Shape<m, n>, Stride<_1, ld_in>>>, in>,
               theorem<is_described_layout<Layout<Shape<m, n>, Stride<ld_out, _1>>>, out>,
               theorem<injective, out>, theorem<tiles_cover, Shape<m, n>, tile>,
               theorem<accesses_stay_inside<>, Shape<m, n>, tile, inside>,
               theorem<is_described_layout<tiles_of_matrix<m, n, tile>>,
                       decltype(tiles_of_transpose<tile>(arguments{}))>,
               theorem<holds_for_all_integers<whole_tiles_are_inside<size<0>(tile{})>>>,
               theorem<holds_for_all_integers<whole_tiles_are_inside<size<1>(tile{})>>>,
               numbers_are_tiles<tile>>;
};

// The body of a transpose through shared memory, whose layout is Smem<Tile>.
template <class Tile, template <class> class Smem>
struct transpose_through_shared {
  using element = typename Tile::element;
  using tile = typename Tile::tile;  // (BLK_M,BLK_N)
  using smem_layout = Smem<Tile>;    // (BLK_M,BLK_N)
  static constexpr int threads = Tile::threads;
  static constexpr int access_bytes = Tile::bits / 8;
  using proofs = theorems<typename Tile::template proofs<smem_layout>,
                          typename transpose_of_any_size<Tile>::proofs>;
  static_assert(proofs::hold);

  using protocol = exchange<threads>;
  using buffer = typename protocol::Tile;
  using shared = pipeline::memory<protocol, pipeline::bind<buffer, element, smem_layout>>;
  static_assert(require<sound_protocol>(protocol{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const [mI, mO, inside] = views_of_transpose<Tile>(args);

    auto const at = tile_of_block(ctx.block_x(), args, tile{});
    auto const gI = local_tile(mI, tile{}, at);            // (BLK_M,BLK_N)
    auto const gO = local_tile(mO, tile{}, at);            // (BLK_M,BLK_N)
    auto const gP = local_tile(inside, tile{}, at);        // (BLK_M,BLK_N)
    auto const sT = shared::template tensor<buffer>(ctx);  // (BLK_M,BLK_N)

    auto const read = typename Tile::read{}.get_slice(ctx.thread());
    auto const turn = typename Tile::turn{}.get_slice(ctx.thread());
    auto const write = typename Tile::write{}.get_slice(ctx.thread());
    auto const tIgI = read.partition_S(gI);  // (CPY,CPY_M,CPY_N)
    auto const tIgP = read.partition_S(gP);  // (CPY,CPY_M,CPY_N)
    auto tIrI = make_fragment_like(tIgI);    // (CPY,CPY_M,CPY_N)
    auto const tTrI = composition(tIrI, make_tile(typename Tile::by_rows{}, _, _));  // transposed
    auto const tTsT = turn.partition_D(sT);         // (CPY,CPY_M,CPY_N)
    auto const tOsT = write.partition_S(sT);        // (CPY,CPY_M,CPY_N)
    auto const tOgP = write.partition_D(gP);        // (CPY,CPY_M,CPY_N)
    auto tOgO = write.partition_D(gO, predicated);  // (CPY,CPY_M,CPY_N)
    auto tOrO = make_fragment_like(tOgO);           // (CPY,CPY_M,CPY_N)

    bool const is_whole = is_whole_tile(get<0>(at), size<0>(tile{}), args.m) &&
                          is_whole_tile(get<1>(at), size<1>(tile{}), args.n);
    if (is_whole)
      copy(read, tIgI, tIrI);
    else
      copy_if(tIgP, tIgI, tIrI);
    pipeline::payload data{
        pipeline::on_tensor{[&](buffer) { return tOsT; }},
        pipeline::on_destination{[&](buffer) { return tTsT; }},
        pipeline::on_write{[&](buffer, auto const& to, int) { copy(turn, tTrI, to); }},
        pipeline::on_read{[&](buffer, auto const& from, int) { copy(write, from, tOrO); }}};
    pipeline::run_protocol<protocol>(ctx, data);
    if (is_whole)
      copy(write, tOrO, tOgO);
    else
      copy_if(tOgP, tOrO, tOgO);
  }
};

}  // namespace detail

// Transposes through swizzled shared memory by 128-bit accesses; each thread transposes square
// blocks, 16 bytes wide, in its registers. Bases and leading dimensions are multiples of 16 bytes.
// Elements of 1 byte are refused: their block has 16x16 elements.
template <class T, int BlockM = sizeof(T) == 2 ? 128 : 64, int BlockN = BlockM, int Threads = 256>
  requires(sizeof(T) >= 2)
struct transpose_vectorised
    : detail::transpose_through_shared<
          detail::transposed_tile<T, 16 / static_cast<int>(sizeof(T)), BlockM, BlockN, Threads>,
          detail::swizzled_rows> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
