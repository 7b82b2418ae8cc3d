// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma: D = alpha * A * B + beta * C on sm_90, by TMA and wgmma. One warp loads, one or two
// warpgroups multiply, and the pipeline is a proved protocol (kernel/gemm/wgmma/protocol.hpp).
// Persistent: each cluster takes tiles of D in turn, and D leaves through shared memory by TMA; or
// with split-k, for few tiles (kernel/gemm/wgmma/split.hpp), as the schedule says.
//
//   block (cluster 2x1)        stage            D of a consumer
//   rows 0-127   block 0       A 128 x 128 B    64x256: chunks of 64 x 128 B, through
//   rows 128-255 block 1       B 256 x 128 B    buffers in shared memory
//
//   using kernel = gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>;
//   wgmma_arguments g{m, n, k, 1.0f, a, k, b, k, d, n};   // D = A * B, A and B K-major, D by rows
//   status const s = launch_gemm<kernel>(g, stream);      // kernel/gemm/wgmma/launch.hpp
#pragma once

// First: the shortest way to it in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/kernel/gemm/wgmma/any_size.hpp>
#include <tileproof/kernel/gemm/wgmma/epilogue.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/kernel/gemm/wgmma/operands.hpp>
#include <tileproof/kernel/gemm/wgmma/protocol.hpp>
#include <tileproof/kernel/gemm/wgmma/stream_k.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/protocol/registers_of.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

template <class Kernel, class Context, class Arguments>
struct wgmma_loads;
template <class Kernel, int I, class Context, class Arguments>
struct wgmma_multiplies;

// The tiles of a persistent kernel, its protocol, the memory of its buffers, and their
// theorems. Operands is a wgmma_operands, whose A and B have elements TA and TB.
template <class Operands, class TA, class TB, class TD, class Schedule>
struct wgmma_pipeline : wgmma_chunks<Operands, TD, Schedule::buffers> {
  // ---- tiles: (BLK_M,BLK_K) of A, (BLK_N,BLK_K) of B, (64,CHUNK) of D; of D, 64 rows a consumer
  using operands = Operands;
  using chunked = wgmma_chunks<operands, TD, Schedule::buffers>;
  static constexpr int blocks = Schedule::blocks;  // of a cluster, which share A or B
  static constexpr bool shares_a = Schedule::shares_a;
  static constexpr bool shares_tiles = Schedule::shares_tiles;
  static constexpr int buffers = Schedule::buffers;
  using cluster = Shape<Int<blocks>, _1, _1>;
  static constexpr int threads = 128 * (1 + operands::consumers);
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_persistent = true;
  static constexpr bool is_dependent = true;

  // ---- the protocol, and the memory of its buffers
  using protocol =
      wgmma_protocol<operands::stages, operands::bytes_of_a, operands::bytes_of_b,
                     pipeline::bytes_of_stage<TD, typename chunked::sD_stage>, chunked::chunks,
                     buffers, blocks, shares_a, shares_tiles, operands::consumers>;
  static_assert(require<sound_protocol>(protocol{}));
  using shared =
      pipeline::memory<protocol,
                       pipeline::bind<typename protocol::A, TA, typename operands::sA_layout>,
                       pipeline::bind<typename protocol::B, TB, typename operands::sB_layout>,
                       pipeline::bind<typename protocol::D, TD, typename chunked::sD_layout>>;
  using proofs = theorems<
      typename operands::proofs, typename chunked::proofs,
      typename operands::template transfers<protocol, blocks, shares_a>,
      theorem<expects_arrivals<protocol::Empty::amount>,
              pipeline::arriving_at<protocol, typename protocol::Empty>>,
      std::conditional_t<operands::consumers == 1, theorems<>,
                         theorem<fits_register_file<threads>, pipeline::registers_of<protocol>>>>;

  // Runs a block of Kernel, which derives from this.
  template <class Kernel, class Context, class Arguments>
  TILEPROOF_KERNEL static void run_block(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.a);
      prefetch_tma_descriptor(args.b);
      prefetch_tma_descriptor(args.d);
    }
    auto const make = [&](auto role) {
      return Kernel::template payload<decltype(role)>(ctx, args);
    };
    pipeline::run_protocol<shared>(ctx, make, Kernel::trips_of(ctx.block_x(), args));
  }
};

// The parameters of gemm_wgmma, D in the order that the schedule stores.
template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct persistent_wgmma
    : wgmma_pipeline<wgmma_operands<TA, TB, wgmma_accumulator<TA>, MajorA, MajorB, Schedule>, TA,
                     TB, TD, Schedule> {
  using base =
      wgmma_pipeline<wgmma_operands<TA, TB, wgmma_accumulator<TA>, MajorA, MajorB, Schedule>, TA,
                     TB, TD, Schedule>;
  using base::blocks, base::shares_tiles;
  using typename base::chunked, typename base::operands;
  using proofs =
      theorems<typename base::proofs,
               typename wgmma_of_any_size<operands, TA, TB, TD, chunked::neighbours>::proofs,
               wgmma_integers_have_64_bits<wgmma_arguments<TA, TB, TD>>,
               theorem<holds_for_all_ints<each_row_once<rows_of_chunks<operands>>>>,
               theorem<holds_for_all_ints<each_row_once<columns_of_chunks<chunked>>>>,
               shares_are_right<shares_of_k<operands>>,
               theorem<holds_for_all_integers<each_tile_once>>,
               theorem<holds_for_all_ints<turns_are_ints>>>;
  static_assert(proofs::hold);

  // C is the pointer to C, of the type that the context's global memory has.
  using scalar = wgmma_scalar<TD>;
  using factors = wgmma_factors<scalar, sizeof(TA) == 1 || sizeof(TD) == 1>;
  template <class C, class D = typename chunked::tma_d>
  using whole_tiles = typename operands::template call<wgmma_scalars<scalar, Epilogue, C>, D>;
  template <class C, class D, class Memory>
  struct parts_of_tiles : whole_tiles<C, D> {
    stream_k_order parts;
    Memory memory;
  };
  using accumulator = wgmma_accumulator<TA>;
  // A workspace has counters, and then sums.
  static auto memory_in(void* workspace) {
    return hand_over_memory<accumulator*, std::uint32_t*>{
        reinterpret_cast<accumulator*>(static_cast<char*>(workspace) + bytes_of_counters),
        static_cast<std::uint32_t*>(workspace)};
  }
  template <class C, class D = typename chunked::tma_d,
            class Memory = hand_over_memory<accumulator*, std::uint32_t*>>
  using arguments =
      std::conditional_t<shares_tiles, parts_of_tiles<C, D, Memory>, whole_tiles<C, D>>;

  // ---- a block
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    base::template run_block<persistent_wgmma>(ctx, args);
  }
  // The cluster of a block; the last one comes first, since it takes sums from those before it.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static int cluster_of(int block, Arguments const& args) {
    return shares_tiles ? args.clusters - 1 - block / blocks : block / blocks;
  }
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static auto trips_of(int block, Arguments const& args) {
    if constexpr (shares_tiles)
      return args.parts.of(cluster_of(block, args));
    else
      return tiles_of_cluster{cluster_of(block, args), args.clusters, args.order.count(),
                              args.k_tiles()};
  }
  // The tile, or the part of one, that the trips number so.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static tile_part part_of(int block, Arguments const& args, int number) {
    if constexpr (shares_tiles)
      return trips_of(block, args)(number);
    else
      return {number, 0, 0};
  }
  // The payload of a role: of the producer, or of consumer R::number.
  template <class R, class Context, class Arguments>
  TILEPROOF_KERNEL static auto payload(Context const& ctx, Arguments const& args) {
    int const rank = blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    if constexpr (R::threads == 1)
      return wgmma_loads<persistent_wgmma, Context, Arguments>{ctx, args, rank};
    else
      return wgmma_multiplies<persistent_wgmma, R::number, Context, Arguments>{
          {ctx}, args, rank, {}, {args}};
  }
};

// The payload of a consumer for a k-tile: its 64 rows of A times B, added to its sums.
template <class Kernel, int I, class Context>
struct wgmma_products {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  Context const& ctx;
  typename Kernel::tiled_mma mma{};
  decltype(partition_fragment_C(mma, typename Kernel::tile_sums{})) sums{};

  // An operand that blocks share has one tensor for each block's part; the first tensor covers all
  // parts.
  template <class A, class B, class... Parts>
  TILEPROOF_KERNEL void gemm(typename protocol::Acc, A const& tCrA, B const& tCrB,
                             Parts const&...) {
    multiply<Kernel::k_blocks>(tCrA, tCrB, 0);
  }
  // Multiplies Count blocks of k, from `first` on.
  template <int Count, class A, class B>
  TILEPROOF_KERNEL void multiply(A const& tCrA, B const& tCrB, int first) {
    TILEPROOF_UNROLL
    for (int k = first; k < first + Count; ++k) {
      tileproof::gemm(mma, tCrA(_, _, k), tCrB(_, _, k), sums);
      mma.accumulate_ = GMMA::ScaleOut::One;
    }
  }
  TILEPROOF_KERNEL void read(typename protocol::Acc) { warpgroup_fence_operand(sums); }
  // The first wgmma of a tile overwrites the sums.
  TILEPROOF_KERNEL void begin_tile() { mma.accumulate_ = GMMA::ScaleOut::Zero; }
  TILEPROOF_KERNEL auto all_parts(typename protocol::A) const {
    return Kernel::template fragments_of_a<I, shared>(ctx);
  }
  TILEPROOF_KERNEL auto all_parts(typename protocol::B) const {
    return Kernel::template fragments_of_b<shared>(ctx);
  }
};

// The payload of a consumer for the sums of a tile: chunks of D, to shared memory and from there to
// global memory.
template <class Kernel, int I, class Context, class Arguments>
struct wgmma_multiplies : wgmma_products<Kernel, I, Context> {
  static constexpr int number = I;
  using products = wgmma_products<Kernel, I, Context>;
  using D = typename Kernel::protocol::D;
  using products::ctx, products::read, products::sums;
  Arguments const& args;
  int rank;
  tile_part part{};
  wgmma_result<typename Kernel::element_of_d, typename Kernel::factors, Arguments, Kernel::stores,
               Kernel::neighbours>
      result;
  int row = 0, column = 0;  // of the first chunk

  TILEPROOF_KERNEL void open(int number_of_part) {
    part = Kernel::part_of(ctx.block_x(), args, number_of_part);
    tile_place const at = args.order(part.tile);
    row = Kernel::template part_of_tile<Kernel::blocks_m, Kernel::consumers>(at.row, rank, I);
    column = Kernel::template part_of_tile<Kernel::blocks_n, Kernel::chunks>(at.column, rank, 0);
    result.open(at.batch);
    this->begin_tile();
  }
  // Hands over the sums of a part that does not begin its tile, and adds those of the other parts
  // to one that does.
  TILEPROOF_KERNEL int choice() const { return part.first > 0; }  // 1: protocol::is_given
  TILEPROOF_KERNEL void compute(typename Kernel::protocol::hand_over) {
    int const cluster = Kernel::cluster_of(ctx.block_x(), args);
    if (part.first > 0) {
      hand_over(cluster, 1);
    } else {
      auto const share = args.parts.of(cluster);
      int const givers = share.givers(part);
#if defined(__CUDACC__)
#pragma unroll 1
#endif
      for (int j = 0; j < givers; ++j) hand_over(share.giver(j), 0);
    }
  }
  TILEPROOF_KERNEL void hand_over(int giver, int is_giver) {
    using handed = handed_sums<Kernel>;
    typename handed::template payload<Context, decltype(args.memory), decltype(sums)> data{
        ctx, args.memory, sums, giver * Kernel::blocks + rank, I, is_giver, ctx.thread() % 128};
    pipeline::run_role<typename handed::protocol>(
        ctx, typename handed::protocol::template consumer<I>{}, data, ctx.thread() % 128);
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(D, Stage const& to, pipeline::numbered n) {
    Kernel::round_chunk(result, ctx.thread() % 128, Kernel::chunk_of(sums, n.offset), row * 64,
                        (column + n.offset) * Kernel::chunk_n, to);
  }
  template <class Stage>
  TILEPROOF_KERNEL void store(D, Stage const& from, pipeline::numbered n) {
    auto const mD = args.d.get_tma_tensor(make_shape(args.m, args.n, args.order.batches));
    auto const gD = local_tile(mD, typename Kernel::tile_d{}, make_coord(_, _, _));
    auto const tma = args.d.get_slice(_0{});
    copy(args.d, tma.partition_S(from),
         tma.partition_D(gD(_, _, row, column + n.offset, result.batch)));
  }
};

// The payload of the producer: the k-tiles of A and B, of a tile or a part of it. Where the blocks
// of a cluster share an operand, it loads the part of this block.
template <class Kernel, class Context, class Arguments>
struct wgmma_loads {
  using A = typename Kernel::protocol::A;
  using B = typename Kernel::protocol::B;
  Context const& ctx;
  Arguments const& args;
  int rank;
  int first = 0;  // k-tile
  tile_place at{};

  TILEPROOF_KERNEL auto a() const {
    return Kernel::template parts_of_a<typename Kernel::shared>(ctx, args, rank);
  }
  TILEPROOF_KERNEL auto b() const {
    return Kernel::template parts_of_b<typename Kernel::shared>(ctx, args, rank);
  }
  TILEPROOF_KERNEL void open(int number) {
    tile_part const part = Kernel::part_of(ctx.block_x(), args, number);
    at = args.order(part.tile);
    first = args.first_k_tile() + part.first;
  }
  TILEPROOF_KERNEL auto tensor(A) const { return a().shared; }
  TILEPROOF_KERNEL auto tensor(B) const { return b().shared; }
  TILEPROOF_KERNEL int part(A) const { return Kernel::blocks_n == 1 ? 0 : rank; }
  TILEPROOF_KERNEL int part(B) const { return Kernel::blocks_m == 1 ? 0 : rank; }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(A, Stage const& to, Barrier const& full, int k) {
    auto const tile = a().global(_, Kernel::row_of(at, rank), first + k, at.batch);
    if constexpr (Kernel::streams_a)
      copy(args.a.with(*full, 0, TMA::CacheHintSm90::EVICT_FIRST), tile, to);
    else
      copy(args.a.with(*full, Kernel::to_blocks(Kernel::blocks_n)), tile, to);
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(B, Stage const& to, Barrier const& full, int k) {
    copy(args.b.with(*full, Kernel::to_blocks(Kernel::blocks_m)),
         b().global(_, Kernel::column_of(at, rank), first + k, at.batch), to);
  }
};

template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct split_wgmma;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail

namespace tileproof::inline TILEPROOF_NAMESPACE {

// TA and TB are the element types of A and B, any pair that wgmma has; or with wgmma_swap_ab TB is
// int8_t beside half_t or bfloat16_t, both K-major (of a column-major D, TA), and is converted. TD
// is the type of D: f32 or TA (f32 only for tf32); with fp8 and 16-bit floats also fp8; with fp8
// also f16 and bf16; with 8-bit integers int32_t or an 8-bit integer. Others are refused
// (wgmma_stores_elements). Sums are f32, or int32_t of integers. MajorA and MajorB are the
// contiguous modes of A and B (mn: 16-bit elements only), OrderD is the order of C and D.
//
//   D = round(scale_d * epilogue(alpha * scale_a * scale_b * A * B + beta * scale_c * C, i, j))
//
// in `scalar`, f32 or, where D is int32_t, int32_t modulo 2^32. Only tensors of 8-bit elements have
// scales, and none where D is int32_t. round is to nearest even; 8-bit D saturates (round_to). The
// epilogue is called for each element of D with its row i and column j in D.
//
// Addresses and leading dimensions are multiples of 16 bytes, and so is a row of D (a column of a
// column-major one). Arguments and refusals: check_gemm.
template <class TA, class TB, class TD, major MajorA, major MajorB, matrix_order OrderD,
          class Epilogue, class Schedule>
struct gemm_wgmma
    : std::conditional_t<Schedule::is_persistent,
                         detail::persistent_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>,
                         detail::split_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>> {
  static_assert(detail::require_wgmma_stores<detail::wgmma_multiplied<TA, TB>, TD>());
  static constexpr matrix_order order_d = OrderD;
  using element_a = TA;
  using element_b = TB;
  using element_d = TD;
  using epilogue = Epilogue;
  using schedule = Schedule;
};

// D in the order that the kernel does not store is the transpose of one in the order that it does:
// the kernel computes D^T = B^T * A^T.
template <class TA, class TB, class TD, major MajorA, major MajorB, matrix_order OrderD,
          class Epilogue, class Schedule>
  requires(OrderD != Schedule::stores)
struct gemm_wgmma<TA, TB, TD, MajorA, MajorB, OrderD, Epilogue, Schedule>
    : gemm_wgmma<TB, TA, TD, MajorB, MajorA, Schedule::stores, transposed_epilogue<Epilogue>,
                 Schedule> {
  using transposed = gemm_wgmma<TB, TA, TD, MajorB, MajorA, Schedule::stores,
                                transposed_epilogue<Epilogue>, Schedule>;
  static constexpr matrix_order order_d = OrderD;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  using element_a = TA;
  using element_b = TB;
  using epilogue = Epilogue;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

// Last: split_wgmma has the same operands, loads and products.
#include <tileproof/kernel/gemm/wgmma/split.hpp>
