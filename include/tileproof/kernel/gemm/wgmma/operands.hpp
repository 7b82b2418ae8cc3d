// SPDX-License-Identifier: BSL-1.0
//
// The operands of gemm_wgmma: the tiles of A and B, their stages in shared memory, the tensor maps
// that fill them, the wgmma that reads them; the chunks in which D is stored; and the theorems
// about all of these.
//
//   operands::sA_layout                          (BLK_M,BLK_K,PIPE), swizzled rows of 128 bytes
//   operands::parts_of_a<shared>(ctx, args, rank)          what a block loads of A, from and to
//   operands::fragments_of_a<I, shared>(ctx)               what wgmma reads for consumer I
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/kernel/gemm/wgmma/schedule.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/protocol/arrival_counts.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The name of a contiguous mode in the traits of wgmma.
template <major Major>
inline constexpr GMMA::Major gmma_major = Major == major::k ? GMMA::Major::K : GMMA::Major::MN;

// The wgmma of 64 rows, N columns and 32 bytes of k, of operands in shared memory, or of an A that
// is converted, in registers.
template <class TA, class TB, class Accumulator, major MajorA, major MajorB, int N>
struct warpgroup_mma {
  static constexpr bool is_converted = sizeof(TA) < sizeof(TB);
  using type = decltype(make_tiled_mma(
      wgmma<N, Accumulator, std::conditional_t<is_converted, TB, TA>, TB,
            is_converted ? operand_in::registers : operand_in::shared_memory, gmma_major<MajorA>,
            gmma_major<MajorB>, GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>{}));
};

// For a kernel whose first fields in shared memory are the stages of A and of B.
template <class TA, class TB, class Accumulator, major MajorA, major MajorB, class Schedule>
struct wgmma_operands {
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int stages = Schedule::stages;
  static constexpr int bytes = static_cast<int>(sizeof(TA));
  // Whether A is converted to the type of B, in registers.
  static constexpr bool converts_a = std::is_same_v<TA, std::int8_t> && is_16_bit_float<TB>;
  static_assert(sizeof(TB) == sizeof(TA) ||
                    (converts_a && Schedule::stores == matrix_order::column_major &&
                     MajorA == major::k && MajorB == major::k),
                "gemm_wgmma: A and B have elements of one size, or with wgmma_swap_ab and both "
                "K-major B has int8_t and A a 16-bit float");
  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int block_k = 128 / bytes;
  static constexpr int k_blocks =  // of a k-tile: a wgmma takes 32 bytes
      block_k * static_cast<int>(sizeof(TB)) / 32;
  static constexpr bool streams_a = Schedule::streams_a;
  static constexpr matrix_order stores = Schedule::stores;
  static constexpr int blocks_m = Schedule::blocks_m;
  static constexpr int blocks_n = Schedule::blocks_n;
  static constexpr int consumers = block_m / 64;     // each has 64 rows of a tile
  using tile_a = Shape<Int<block_m>, Int<block_k>>;  // (BLK_M,BLK_K)
  using tile_b = Shape<Int<block_n>, Int<block_k>>;  // (BLK_N,BLK_K)
  using tile_sums = Shape<_64, Int<block_n>>;        // of a consumer

  // An operand in shared memory: rows of 128 bytes along its contiguous mode, swizzled, or of 64 or
  // 32 where an MN-major operand has no multiple of that. In an MN-major operand the rows of all k
  // come first, so that one box has them all.
  template <class T, int Bytes>
  using smem_atom_mn =
      std::conditional_t<Bytes % 128 == 0, GMMA::Layout_MN_SW128_Atom<T>,
                         std::conditional_t<Bytes % 64 == 0, GMMA::Layout_MN_SW64_Atom<T>,
                                            GMMA::Layout_MN_SW32_Atom<T>>>;
  template <class T, major Major, int MN>
  using smem_atom = std::conditional_t<Major == major::k, GMMA::Layout_K_SW128_Atom<T>,
                                       smem_atom_mn<T, MN * bytes>>;
  template <class T, major Major, int MN>
  using stages_of = decltype(tile_to_shape(
      smem_atom<T, Major, MN>{}, Shape<Int<MN>, Int<block_k>, Int<stages>>{},
      std::conditional_t<Major == major::k, Step<_1, _2, _3>, Step<_2, _1, _3>>{}));
  using sA_layout = stages_of<TA, MajorA, block_m>;  // (BLK_M,BLK_K,PIPE)
  using sB_layout = stages_of<TB, MajorB, block_n>;  // (BLK_N,BLK_K,PIPE)
  using sA_stage = decltype(take<0, 2>(sA_layout{}));
  using sB_stage = decltype(take<0, 2>(sB_layout{}));
  static constexpr int bytes_of_a = pipeline::bytes_of_stage<TA, sA_stage>;
  static constexpr int bytes_of_b = pipeline::bytes_of_stage<TB, sB_stage>;
  template <int N>
  using mma_of = typename warpgroup_mma<TA, TB, Accumulator, MajorA, MajorB, N>::type;
  using tiled_mma = mma_of<block_n>;

  using proofs =
      theorems<theorem<injective, sA_layout>, theorem<injective, sB_layout>,
               theorem<canonical_for_wgmma<gmma_major<MajorA>, TA>, sA_layout>,
               theorem<canonical_for_wgmma<gmma_major<MajorB>, TB>, sB_layout>,
               theorem<owns_every_element<>, decltype(tiled_mma::get_layoutC_TV()), tile_sums>>;
  static_assert(proofs::hold);

  // ---- tensor maps: (MN,K,batch)
  template <int Parts>
  using load = std::conditional_t<Parts == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
  // (For theorems of every size the integers are unknowns.)
  template <major Major, class P, class MN, class K, class LD, class Batches, class Batch>
  static auto operand(P p, MN mn, K k, LD ld, Batches batches, Batch batch) {
    auto const shape = make_shape(mn, k, batches);
    if constexpr (Major == major::k)
      return make_tensor(p, shape, make_stride(ld, _1{}, batch));
    else
      return make_tensor(p, shape, make_stride(_1{}, ld, batch));
  }
  // A: (M,K,batch), B: (N,K,batch) and D: (M,N,batch) of the arguments g. Coordinates of TMA are
  // ints.
  template <class I>
  static constexpr auto as_int(I const& n) {
    return static_cast<in_index<int, I>>(n);
  }
  template <class G, class P>
  static auto operand_a(G const& g, P p) {
    return operand<MajorA>(p, as_int(g.m), as_int(g.k), g.lda, as_int(g.batches), g.batch_a);
  }
  template <class G, class P>
  static auto operand_b(G const& g, P p) {
    return operand<MajorB>(p, as_int(g.n), as_int(g.k), g.ldb, as_int(g.batches), g.batch_b);
  }
  template <class G, class P>
  static auto operand_d(G const& g, P p) {
    constexpr bool is_row_major = stores == matrix_order::row_major;
    return operand<is_row_major ? major::k : major::mn>(p, as_int(g.m), as_int(g.n), g.ldd,
                                                        as_int(g.batches), g.batch_d);
  }
  template <class E, class L>
  static auto map_a(Tensor<E, L> const& a) {
    return try_make_tma_copy(load<blocks_n>{}, a, sA_stage{}, tile_a{}, Int<blocks_n>{});
  }
  template <class E, class L>
  static auto map_b(Tensor<E, L> const& b) {
    return try_make_tma_copy(load<blocks_m>{}, b, sB_stage{}, tile_b{}, Int<blocks_m>{});
  }
  using tma_a = decltype(map_a(operand_a(sizes_of_one_element{}, gmem_ptr<TA const>{})).copy);
  using tma_b = decltype(map_b(operand_b(sizes_of_one_element{}, gmem_ptr<TB const>{})).copy);

  // The k-tiles of k elements.
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I k_tiles_of(I const& k) {
    return (k + I(block_k - 1)) / I(block_k);
  }
  // A kernel's arguments. Scalars are its wgmma_scalars, D is how it finds the output.
  template <class Scalars, class D>
  struct call : Scalars {
    tma_a a;
    tma_b b;
    D d;
    tile_order order;
    int clusters;  // in the grid

    // If k is 0, one k-tile outside of A and B is loaded, which TMA fills with zeros.
    TILEPROOF_HOST_DEVICE int k_tiles() const { return this->k == 0 ? 1 : k_tiles_of(this->k); }
    TILEPROOF_HOST_DEVICE int first_k_tile() const { return this->k == 0 ? 1 : 0; }
  };
  // The tiles of a problem, (row,column,batch), and their order; the tiles of a cluster count as
  // one.
  using tile_of_cluster = Shape<Int<block_m * blocks_m>, Int<block_n * blocks_n>>;
  static constexpr int rows_of_group = 16 / blocks_m;
  template <class M, class N, class Batches>
  static constexpr auto grid_of(M m, N n, Batches batches) {
    return append(ceil_div(make_shape(m, n), tile_of_cluster{}), batches);
  }
  static constexpr tile_order order_of(std::int64_t m, std::int64_t n, int batches) {
    auto const grid = grid_of(m, n, batches);
    return {static_cast<int>(get<0>(grid)), static_cast<int>(get<1>(grid)), rows_of_group, batches};
  }
  // Whether there is such an order. Pre: the numbers are at least 0 and below 2^31.
  static constexpr bool has_order(std::int64_t m, std::int64_t n, std::int64_t batches) {
    auto const grid = grid_of(m, n, batches);
    return tile_order::is_countable(get<0>(grid), get<1>(grid), rows_of_group, batches);
  }
  // The tile along a mode of the block of this rank, where Blocks blocks of a cluster have tiles
  // side by side; and the number of a part of it, of Parts.
  template <int Blocks, class I>
  TILEPROOF_HOST_DEVICE static constexpr I tile_of_block(I const& of_cluster, I const& rank) {
    return of_cluster * I(Blocks) + (Blocks == 1 ? I(0) : rank);
  }
  template <int Blocks, int Parts, class I>
  TILEPROOF_HOST_DEVICE static constexpr I part_of_tile(I const& of_cluster, I const& rank,
                                                        I const& part) {
    return tile_of_block<Blocks>(of_cluster, rank) * I(Parts) + part;
  }
  // The row and the column of tiles of a block; the mask of a multicast.
  TILEPROOF_HOST_DEVICE static constexpr int row_of(tile_place const& at, int rank) {
    return tile_of_block<blocks_m>(at.row, rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr int column_of(tile_place const& at, int rank) {
    return tile_of_block<blocks_n>(at.column, rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr std::uint16_t to_blocks(int n) {
    return static_cast<std::uint16_t>((1 << n) - 1);
  }

  // ---- the k-tiles that a block loads: (TMA,m,k,batch) of global memory, (TMA,PIPE) of shared.
  // Where the blocks of a cluster share an operand, they are the part of the block with this rank.
  template <class Shared, class Context, class Arguments>
  TILEPROOF_KERNEL static auto parts_of_a(Context const& ctx, Arguments const& args, int rank) {
    auto const sA = Shared::template tensor<typename Shared::protocol::A>(ctx);
    auto const mA = args.a.get_tma_tensor(make_shape(args.m, args.k, args.order.batches));
    auto const gA = local_tile(mA, tile_a{}, make_coord(_, _, _));  // (BLK_M,BLK_K,m,k,batch)
    return tma_partition(args.a, blocks_n == 1 ? 0 : rank, Layout<Int<blocks_n>>{},
                         group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  }
  template <class Shared, class Context, class Arguments>
  TILEPROOF_KERNEL static auto parts_of_b(Context const& ctx, Arguments const& args, int rank) {
    auto const sB = Shared::template tensor<typename Shared::protocol::B>(ctx);
    auto const mB = args.b.get_tma_tensor(make_shape(args.n, args.k, args.order.batches));
    auto const gB = local_tile(mB, tile_b{}, make_coord(_, _, _));  // (BLK_N,BLK_K,n,k,batch)
    return tma_partition(args.b, blocks_m == 1 ? 0 : rank, Layout<Int<blocks_m>>{},
                         group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  }
  // Theorems: the protocol counts the bytes that the copies of all Blocks blocks bring, and their
  // arrivals.
  template <class Protocol, int Blocks, bool SharesA>
  using transfers = theorems<
      theorem<expects_bytes<pipeline::bytes_expected_at<Protocol, typename Protocol::Full>>, tma_a,
              tma_b>,
      theorem<receive_all_shares<Blocks>,
              typename std::conditional_t<SharesA, tma_a, tma_b>::box::values,
              std::conditional_t<SharesA, tile_a, tile_b>, Layout<Int<Blocks>>>,
      theorem<expects_arrivals<Protocol::Full::amount>,
              pipeline::arriving_at<Protocol, typename Protocol::Full>>>;

  // ---- what wgmma reads: (1,MMA_M,MMA_K,PIPE) of the 64 rows of A of consumer I, and of B
  template <int I, class Shared, class Context>
  TILEPROOF_KERNEL static auto fragments_of_a(Context const& ctx) {
    auto const sA = Shared::template tensor<typename Shared::protocol::A>(ctx);
    return tiled_mma{}.get_slice(_0{}).partition_fragment_A(
        local_tile(sA, Shape<_64, Int<block_k>, Int<stages>>{}, make_coord(Int<I>{}, _0{}, _0{})));
  }
  template <class Shared, class Context>
  TILEPROOF_KERNEL static auto fragments_of_b(Context const& ctx) {
    auto const sB = Shared::template tensor<typename Shared::protocol::B>(ctx);
    return tiled_mma{}.get_slice(_0{}).partition_fragment_B(sB);
  }
};

// The 64 rows of D of a consumer are stored through shared memory, in `chunks` chunks of columns. A
// row of a chunk of a row-major D has 128 bytes, or 64 or 32 if 128 do not divide it; of a
// column-major one a column has 64 elements. Operands is the wgmma_operands of the kernel; the
// values of a chunk are consecutive sums.
template <class Operands, class TD, int Buffers>
struct wgmma_chunks : Operands {
  using element_of_d = TD;
  static constexpr bool is_row_major = Operands::stores == matrix_order::row_major;
  static constexpr int bytes_of_d = static_cast<int>(sizeof(TD));
  static constexpr int most_columns = bytes_of_d == 4 ? 32 : 64;  // of a column-major D
  static constexpr int chunk_bytes =                              // along the contiguous mode
      is_row_major ? core::gcd(Operands::block_n * bytes_of_d, 128) : 64 * bytes_of_d;
  static constexpr int chunk_n =
      is_row_major ? chunk_bytes / bytes_of_d : core::gcd(Operands::block_n, most_columns);
  static constexpr int chunks = Operands::block_n / chunk_n;
  static constexpr int values_of_chunk = 64 * chunk_n / 128;  // of a thread
  using tile_d = Shape<_64, Int<chunk_n>>;
  using sD_atom = std::conditional_t<
      is_row_major,
      std::conditional_t<chunk_bytes == 128, GMMA::Layout_K_SW128_Atom<TD>,
                         std::conditional_t<chunk_bytes == 64, GMMA::Layout_K_SW64_Atom<TD>,
                                            GMMA::Layout_K_SW32_Atom<TD>>>,
      std::conditional_t<bytes_of_d == 1, GMMA::Layout_MN_SW64_Atom<TD>,
                         GMMA::Layout_MN_SW128_Atom<TD>>>;
  // All columns of the first 128 bytes of rows come first, so that one box has them.
  using sD_order = std::conditional_t<is_row_major, Step<_1, _2, _3, _4>, Step<_2, _1, _3, _4>>;
  static constexpr int modes = Operands::consumers == 1 ? 3 : 4;
  using sD_layout = decltype(tile_to_shape(
      sD_atom{},
      take<0, modes>(append(append(tile_d{}, Int<Buffers>{}), Int<Operands::consumers>{})),
      take<0, modes>(sD_order{})));                    // (64,CHUNK,PIPE), or (...,consumer) of more
  using sD_stage = decltype(take<0, 2>(sD_layout{}));  // (64,CHUNK)

  // A thread has pairs of neighbours in a row: 16-bit pairs are stored by stmatrix, others one pair
  // at a time, or one element where D is column-major.
  using chunk_mma = typename Operands::template mma_of<chunk_n>;
  static constexpr int neighbours = is_row_major ? 2 : 1;
  using stored = typename unsigned_of<neighbours * bytes_of_d>::type;
  using store_d = decltype(make_tiled_copy_C(
      Copy_Atom<std::conditional_t<
                    bytes_of_d != 2, UniversalCopy<stored>,
                    std::conditional_t<is_row_major, SM90_U32x4_STSM_N, SM90_U16x8_STSM_T>>,
                TD>{},
      chunk_mma{}));
  using store_access =
      std::conditional_t<bytes_of_d == 2, stmatrix<4>, shared_store<8 * sizeof(stored)>>;
  static constexpr int store_ways = is_row_major && bytes_of_d == 4 ? 2 : 1;

  // (thread,(value of a chunk,chunk)) -> element: the values of a chunk are consecutive.
  using chunks_of_fragment =
      decltype(make_layout(layout<0>(chunk_mma::get_layoutC_TV()),
                           make_layout(layout<1>(chunk_mma::get_layoutC_TV()),
                                       Layout<Int<chunks>, Int<64 * chunk_n>>{})));
  using proofs = theorems<
      theorem<injective, sD_layout>,
      theorem<equivalent, decltype(Operands::tiled_mma::get_layoutC_TV()), chunks_of_fragment>,
      theorem<owns_every_element<>, decltype(store_d::tidfrg_D(Layout<tile_d>{})), tile_d>,
      theorem<access_width<store_access::value.bits, TD>, decltype(store_d::tidfrg_D(sD_stage{}))>,
      theorem<bank_ways<store_access, TD, store_ways>, decltype(store_d::tidfrg_D(sD_stage{}))>>;
  static_assert(proofs::hold);

  // The tensor map of D: (M,N,batch).
  template <class E, class L>
  static auto map_d(Tensor<E, L> const& d) {
    return try_make_tma_copy(SM90_TMA_STORE{}, d, sD_stage{}, tile_d{});
  }
  template <class G, class P>
  static auto output(G const& g, P p) {
    return map_d(Operands::operand_d(g, p));
  }
  using tma_d = decltype(output(sizes_of_one_element{}, gmem_ptr<TD>{}).copy);
  template <class P>
  using output_of = tma_d;

  // Turns a thread's sums of a chunk that begins at (row,column) into elements of D, and writes
  // these to `to`.
  template <class Sums>
  TILEPROOF_KERNEL static auto chunk_of(Sums& sums, int n) {
    return make_tensor(sums.data() + values_of_chunk * n, Layout<Int<values_of_chunk>>{});
  }
  template <class Result, class Sums, class Stage>
  TILEPROOF_KERNEL static void round_chunk(Result const& result, int thread, Sums const& sums,
                                           int row, int column, Stage const& to) {
    auto rounded = make_tensor<TD>(partition_shape_C(chunk_mma{}, tile_d{}));
    auto const at = chunk_mma{}.get_slice(thread).partition_C(make_identity_tensor(tile_d{}));
    // 16 values at a time, which bounds the registers that C takes.
    constexpr int together = values_of_chunk < 16 ? values_of_chunk : 16;
    TILEPROOF_UNROLL
    for (int first = 0; first < values_of_chunk; first += together)
      result.template round<together>(sums, at, first, row, column, &rounded(first));
    auto const store = store_d{}.get_slice(thread);
    copy(store, store.retile_S(rounded), store.partition_D(to));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
