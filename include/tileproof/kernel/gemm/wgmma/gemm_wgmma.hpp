// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma: D = alpha * A * B + beta * C on sm_90, by TMA and wgmma. One warp loads, two
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

#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/kernel/gemm/wgmma/epilogue.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/kernel/gemm/wgmma/operands.hpp>
#include <tileproof/kernel/gemm/wgmma/protocol.hpp>
#include <tileproof/kernel/gemm/wgmma/split.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/protocol/arrival_counts.hpp>
#include <tileproof/protocol/registers_of.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The parameters of gemm_wgmma, D row-major.
template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct persistent_wgmma : wgmma_operands<TA, TB, wgmma_accumulator<TA>, MajorA, MajorB, Schedule> {
  using operands = wgmma_operands<TA, TB, wgmma_accumulator<TA>, MajorA, MajorB, Schedule>;
  using typename operands::sA_layout, typename operands::sB_layout, typename operands::tiled_mma,
      typename operands::tma_a, typename operands::tma_b;
  using operands::block_m, operands::block_n, operands::blocks_m, operands::blocks_n,
      operands::stages;
  static constexpr int threads = 384;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_persistent = true;
  static constexpr bool is_dependent = true;
  static constexpr int blocks = Schedule::blocks;
  static constexpr bool shares_a = Schedule::shares_a;
  using cluster = Shape<Int<blocks>, _1, _1>;
  using scalar = wgmma_scalar<TD>;
  using factors = wgmma_factors<scalar, sizeof(TA) == 1 || sizeof(TD) == 1>;

  // D leaves in chunks with rows of 128 bytes, or 64 where they do not divide block_n.
  static constexpr int bytes_of_d = static_cast<int>(sizeof(TD));
  static constexpr int chunk_bytes = block_n * bytes_of_d % 128 == 0 ? 128 : 64;
  static constexpr int chunk_n = chunk_bytes / bytes_of_d;
  static constexpr int chunks = block_n / chunk_n;
  static constexpr int buffers = Schedule::buffers;
  using tile_d = Shape<_64, Int<chunk_n>>;
  using sD_atom = std::conditional_t<chunk_bytes == 128, GMMA::Layout_K_SW128_Atom<TD>,
                                     GMMA::Layout_K_SW64_Atom<TD>>;
  using sD_stage = decltype(tile_to_shape(sD_atom{}, tile_d{}));  // (64,CHUNK)
  using sD_layout =
      decltype(tile_to_shape(sD_atom{}, append(append(tile_d{}, Int<buffers>{}), _2{})));

  using protocol = wgmma_protocol<stages, operands::bytes_of_a, operands::bytes_of_b,
                                  pipeline::bytes_of_stage<TD, sD_stage>, chunks, buffers, blocks,
                                  shares_a>;
  static_assert(require<sound_protocol>(protocol{}));
  using shared =
      pipeline::memory<protocol, pipeline::bind<typename protocol::A, TA, sA_layout, 1024>,
                       pipeline::bind<typename protocol::B, TB, sB_layout, 1024>,
                       pipeline::bind<typename protocol::D, TD, sD_layout, 1024>>;

  using chunk_mma =
      typename warpgroup_mma<TA, TB, wgmma_accumulator<TA>, MajorA, MajorB, chunk_n>::type;
  // A thread has pairs of neighbours in a row: 16-bit ones leave by stmatrix, others a pair at a
  // time.
  using pair = std::conditional_t<sizeof(TD) == 1, std::uint16_t, std::uint64_t>;
  using store_d = decltype(make_tiled_copy_C(
      Copy_Atom<std::conditional_t<sizeof(TD) == 2, SM90_U32x4_STSM_N, UniversalCopy<pair>>, TD>{},
      chunk_mma{}));
  using store_access =
      std::conditional_t<sizeof(TD) == 2, stmatrix<4>, shared_store<8 * sizeof(pair)>>;

  // (thread,(value of a chunk,chunk)) -> element: the values of a chunk are consecutive.
  using chunks_of_fragment =
      decltype(make_layout(layout<0>(chunk_mma::get_layoutC_TV()),
                           make_layout(layout<1>(chunk_mma::get_layoutC_TV()),
                                       Layout<Int<chunks>, Int<64 * chunk_n>>{})));
  using proofs = theorems<
      theorem<injective, sD_layout>,
      theorem<equivalent, decltype(tiled_mma::get_layoutC_TV()), chunks_of_fragment>,
      theorem<owns_every_element<>, decltype(store_d::tidfrg_D(Layout<tile_d>{})), tile_d>,
      theorem<access_width<store_access::value.bits, TD>, decltype(store_d::tidfrg_D(sD_stage{}))>,
      theorem<bank_ways<store_access, TD, sizeof(TD) == 4 ? 2 : 1>,
              decltype(store_d::tidfrg_D(sD_stage{}))>>;
  static_assert(proofs::hold);

  // ---- the tensor map of D: (M,N,batch)
  template <class E, class L>
  static auto map_d(Tensor<E, L> const& d) {
    return try_make_tma_copy(SM90_TMA_STORE{}, d, sD_stage{}, tile_d{});
  }
  template <class P>
  static auto output(P p, int m, int n, std::int64_t ld, int batches, std::int64_t batch) {
    return map_d(operands::template operand<major::k>(p, m, n, ld, batches, batch));
  }
  using tma_d = decltype(output(make_gmem_ptr(static_cast<TD*>(nullptr)), 0, 0, 0, 0, 0).copy);
  template <class P>
  using output_of = tma_d;

  using tma_shared = std::conditional_t<shares_a, tma_a, tma_b>;
  using tile_shared =
      std::conditional_t<shares_a, typename operands::tile_a, typename operands::tile_b>;
  // The protocol counts what the copies bring and the threads do, in all blocks.
  using transfers = theorems<
      theorem<expects_bytes<pipeline::bytes_expected_at<protocol, typename protocol::Full>>, tma_a,
              tma_b>,
      theorem<receive_all_shares<blocks>, typename tma_shared::box::values, tile_shared,
              Layout<Int<blocks>>>,
      theorem<expects_arrivals<protocol::Full::amount>,
              pipeline::arriving_at<protocol, typename protocol::Full>>,
      theorem<expects_arrivals<protocol::Empty::amount>,
              pipeline::arriving_at<protocol, typename protocol::Empty>>,
      theorem<fits_register_file<threads>, pipeline::registers_of<protocol>>,
      theorem<visits_every_tile_once<rows_in_groups<16 / blocks_m>>,
              Shape<Int<32768>, Int<32768>>>>;
  static_assert(transfers::hold);

  // C is the pointer to C, of the type that the context's global memory has.
  template <class C, class D = tma_d>
  using arguments = typename operands::template call<wgmma_scalars<scalar, Epilogue, C>, D>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.a);
      prefetch_tma_descriptor(args.b);
      prefetch_tma_descriptor(args.d);
    }
    auto const make = [&](auto role) { return payload<decltype(role)>(ctx, args); };
    pipeline::run_protocol<protocol>(ctx, shared::barriers(ctx), make,
                                     trips_of(ctx.block_x(), args));
  }
  // The trips of a block of the grid.
  template <class Arguments>
  TILEPROOF_HOST_DEVICE static tiles_of_cluster trips_of(int block, Arguments const& args) {
    return {block / blocks, args.clusters, args.order.count(), args.k_tiles()};
  }

  // The data of a role: of the producer, or of consumer R::number.
  template <class R, class Context, class Arguments>
  TILEPROOF_KERNEL static auto payload(Context const& ctx, Arguments const& args) {
    int const rank = blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    if constexpr (R::threads == 1)
      return operands::template loads<shared>(ctx, args, rank, args.first_k_tile());
    else
      return multiplies<R::number>(ctx, args, rank);
  }
  template <int I, class Context, class Arguments>
  TILEPROOF_KERNEL static auto multiplies(Context const& ctx, Arguments const& args, int rank) {
    auto const of = operands::template fragments<I, shared>(ctx);
    auto const sD =
        shared::template tensor<typename protocol::D>(ctx);  // (64,CHUNK,PIPE,consumer)
    auto const own = sD(_, _, _, Int<I>{});
    auto const mD = args.d.get_tma_tensor(make_shape(args.m, args.n, args.order.batches));
    auto const gD = local_tile(mD, tile_d{}, make_coord(_, _, _));  // (64,CHUNK,m,n,batch)
    return multiply_payload<I, Arguments, std::remove_cv_t<decltype(of)>,
                            std::remove_cv_t<decltype(own)>, std::remove_cv_t<decltype(gD)>>{
        {of}, args, own, gD, ctx.thread() % 128, rank, {args}};
  }
  template <int I, class Arguments, class Fragments, class D, class G>
  struct multiply_payload : operands::template product_payload<protocol, Fragments> {
    using products = typename operands::template product_payload<protocol, Fragments>;
    using products::read;
    Arguments const& args;
    D d;
    G gD;
    int thread, rank;
    wgmma_result<TD, factors, Arguments> result;
    int row = 0, column = 0;  // of the first chunk

    TILEPROOF_KERNEL void open(int tile) {
      tile_place const at = args.order(tile);
      row = operands::row_of(at, rank) * 2 + I;
      column = operands::column_of(at, rank) * chunks;
      result.open(at.batch);
      this->begin_tile();
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::D) const { return d; }
    TILEPROOF_KERNEL static int part(typename protocol::D) { return I; }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::D, Stage const& to, pipeline::numbered n) {
      // 16 values at a time, which bounds the registers that C takes.
      constexpr int values = 64 * chunk_n / 128;
      auto const chunk = make_tensor(this->sums.data() + values * n.offset, Layout<Int<values>>{});
      auto rounded = make_tensor<TD>(partition_shape_C(chunk_mma{}, tile_d{}));
      auto const at = chunk_mma{}.get_slice(thread).partition_C(make_identity_tensor(tile_d{}));
      TILEPROOF_UNROLL
      for (int first = 0; first < values; first += 16)
        result.template round<16>(chunk, at, first, row * 64, (column + n.offset) * chunk_n,
                                  &rounded(first));
      auto const store = store_d{}.get_slice(thread);
      copy(store, store.retile_S(rounded), store.partition_D(to));
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(typename protocol::D, Stage const& from, pipeline::numbered n) {
      auto const tma = args.d.get_slice(_0{});
      copy(args.d, tma.partition_S(from),
           tma.partition_D(gD(_, _, row, column + n.offset, result.batch)));
    }
  };
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail

namespace tileproof::inline TILEPROOF_NAMESPACE {

// TA and TB are the element types of A and B, as wgmma takes them; TD that of D: f32 or TA (tf32:
// f32); of fp8 and 16-bit floats also fp8, of fp8 also f16 and bf16; of 8-bit integers int32_t or
// an 8-bit integer. Others are refused (wgmma_stores_elements). Sums are f32, or int32_t of
// integers. MajorA and MajorB are the contiguous modes of A and B (mn: 16-bit elements only),
// OrderD is the order of C and D.
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
    : std::conditional_t<
          (Schedule::splits > 1),
          detail::split_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>,
          detail::persistent_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>> {
  static_assert(detail::require_wgmma_stores<TA, TD>());
  static constexpr matrix_order order_d = OrderD;
  using element_a = TA;
  using element_b = TB;
  using element_d = TD;
  using epilogue = Epilogue;
  using schedule = Schedule;
};

// A column-major D is the row-major transpose of D: the kernel computes D^T = B^T * A^T.
template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct gemm_wgmma<TA, TB, TD, MajorA, MajorB, matrix_order::column_major, Epilogue, Schedule>
    : gemm_wgmma<TB, TA, TD, MajorB, MajorA, matrix_order::row_major, transposed_epilogue<Epilogue>,
                 Schedule> {
  using transposed = gemm_wgmma<TB, TA, TD, MajorB, MajorA, matrix_order::row_major,
                                transposed_epilogue<Epilogue>, Schedule>;
  static constexpr matrix_order order_d = matrix_order::column_major;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  using element_a = TA;
  using element_b = TB;
  using epilogue = Epilogue;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
