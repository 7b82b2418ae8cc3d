// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma: D = alpha * A * B + beta * C on sm_90, by TMA and wgmma. Persistent; one warp loads,
// two warpgroups multiply; its pipeline is a proved protocol (kernel/wgmma_protocol.hpp). Include
// this header: it brings the launcher (kernel/gemm_wgmma_launch.hpp).
//
//   using kernel = gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>;
//   wgmma_arguments g{m, n, k, 1.0f, a, k, b, k, d, n};   // D = A * B, A and B K-major, D by rows
//   status const s = launch_gemm<kernel>(g, stream);
//
//   block (cluster 2x1)        stage            D of a consumer
//   rows 0-127   block 0       A 128 x 128 B    64x256: chunks of 64 x 128 B, through
//   rows 128-255 block 1       B 256 x 128 B    buffers in shared memory
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/gemm_wgmma_launch.hpp>
#include <tileproof/kernel/visits_every_tile_once.hpp>
#include <tileproof/kernel/wgmma_factors.hpp>
#include <tileproof/kernel/wgmma_protocol.hpp>
#include <tileproof/kernel/wgmma_schedule.hpp>
#include <tileproof/pipeline/census.hpp>
#include <tileproof/pipeline/registers_of.hpp>
#include <tileproof/pipeline/run_protocol.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// wgmma's name of a contiguous mode.
template <major Major>
inline constexpr GMMA::Major gmma_major = Major == major::k ? GMMA::Major::K : GMMA::Major::MN;

// The wgmma of 64 rows, N columns and 32 bytes of k, of operands in shared memory.
template <class TA, class TB, class Accumulator, major MajorA, major MajorB, int N>
struct warpgroup_mma {
  using tile = Shape<_64, Int<N>, Int<32 / static_cast<int>(sizeof(TA))>>;
  using operation = decltype(GMMA::ss_op_selector<TA, TB, Accumulator, tile, gmma_major<MajorA>,
                                                  gmma_major<MajorB>>());
  using type = decltype(make_tiled_mma(operation{}));
};

}  // namespace detail

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
template <class TA, class TB, class TD, major MajorA = major::k, major MajorB = major::k,
          matrix_order OrderD = matrix_order::row_major, class Epilogue = identity_epilogue,
          class Schedule = wgmma_schedule<256, 3, 4, 2>>
struct gemm_wgmma {
  static_assert(detail::require_wgmma_stores<TA, TD>());
  static constexpr int threads = 384;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_dependent = true;
  static constexpr int stages = Schedule::stages;
  static constexpr int blocks = Schedule::blocks;
  using cluster = Shape<Int<blocks>, _1, _1>;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  using element_a = TA;
  using element_b = TB;
  using element_d = TD;
  static constexpr matrix_order order_d = OrderD;
  using epilogue = Epilogue;
  static constexpr bool is_integer = std::is_integral_v<TA>;
  using scalar = detail::wgmma_scalar<TD>;
  using accumulator = std::conditional_t<is_integer, std::int32_t, float>;
  static constexpr int bytes = static_cast<int>(sizeof(TA));
  using factors = detail::wgmma_factors<scalar, sizeof(TA) == 1 || sizeof(TD) == 1>;
  static_assert(sizeof(TB) == sizeof(TA), "gemm_wgmma: A and B have elements of one size");

  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int block_k = 128 / bytes;
  static constexpr bool shares_a = Schedule::shares_a;
  static constexpr int blocks_m = Schedule::blocks_m;
  static constexpr int blocks_n = Schedule::blocks_n;
  // D leaves in chunks with rows of 128 bytes, or 64 where they do not divide block_n.
  static constexpr int bytes_of_d = static_cast<int>(sizeof(TD));
  static constexpr int chunk_bytes = block_n * bytes_of_d % 128 == 0 ? 128 : 64;
  static constexpr int chunk_n = chunk_bytes / bytes_of_d;
  static constexpr int chunks = block_n / chunk_n;
  static constexpr int buffers = Schedule::buffers;
  using tile_a = Shape<_128, Int<block_k>>;          // (BLK_M,BLK_K)
  using tile_b = Shape<Int<block_n>, Int<block_k>>;  // (BLK_N,BLK_K)
  using tile_d = Shape<_64, Int<chunk_n>>;

  // An operand in shared memory: rows of 128 bytes along its contiguous mode, swizzled. Of an
  // MN-major one the rows of all k come first, so that one box has them all.
  template <class T, major Major>
  using smem_atom = std::conditional_t<Major == major::k, GMMA::Layout_K_SW128_Atom<T>,
                                       GMMA::Layout_MN_SW128_Atom<T>>;
  template <class T, major Major, int MN>
  using stages_of = decltype(tile_to_shape(
      smem_atom<T, Major>{}, Shape<Int<MN>, Int<block_k>, Int<stages>>{},
      std::conditional_t<Major == major::k, Step<_1, _2, _3>, Step<_2, _1, _3>>{}));
  using sA_layout = stages_of<TA, MajorA, block_m>;  // (BLK_M,BLK_K,PIPE)
  using sB_layout = stages_of<TB, MajorB, block_n>;  // (BLK_N,BLK_K,PIPE)
  using sD_atom = std::conditional_t<chunk_bytes == 128, GMMA::Layout_K_SW128_Atom<TD>,
                                     GMMA::Layout_K_SW64_Atom<TD>>;
  using sD_stage = decltype(tile_to_shape(sD_atom{}, tile_d{}));  // (64,CHUNK)
  using sD_layout =
      decltype(tile_to_shape(sD_atom{}, append(append(tile_d{}, Int<buffers>{}), _2{})));
  using sA_stage = decltype(take<0, 2>(sA_layout{}));
  using sB_stage = decltype(take<0, 2>(sB_layout{}));

  using protocol = detail::wgmma_protocol<stages, block_m * 128, block_n * 128, 64 * chunk_bytes,
                                          chunks, buffers, blocks, shares_a>;
  static_assert(require<sound_protocol>(protocol{}));
  using shared =
      shared_memory<field<TA, cosize_v<sA_layout>, 1024>, field<TB, cosize_v<sB_layout>, 1024>,
                    field<TD, cosize_v<sD_layout>, 1024>,
                    field<std::uint64_t, pipeline::barrier_words<protocol>, 8>>;

  using tiled_mma =
      typename detail::warpgroup_mma<TA, TB, accumulator, MajorA, MajorB, block_n>::type;
  using chunk_mma =
      typename detail::warpgroup_mma<TA, TB, accumulator, MajorA, MajorB, chunk_n>::type;
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
      theorem<injective, sA_layout>, theorem<injective, sB_layout>, theorem<injective, sD_layout>,
      theorem<canonical_for_wgmma<detail::gmma_major<MajorA>, TA>, sA_layout>,
      theorem<canonical_for_wgmma<detail::gmma_major<MajorB>, TB>, sB_layout>,
      theorem<owns_every_element<>, decltype(tiled_mma::get_layoutC_TV()),
              Shape<_64, Int<block_n>>>,
      theorem<equivalent, decltype(tiled_mma::get_layoutC_TV()), chunks_of_fragment>,
      theorem<owns_every_element<>, decltype(store_d::tidfrg_D(Layout<tile_d>{})), tile_d>,
      theorem<access_width<store_access::value.bits, TD>, decltype(store_d::tidfrg_D(sD_stage{}))>,
      theorem<bank_ways<store_access, TD, sizeof(TD) == 4 ? 2 : 1>,
              decltype(store_d::tidfrg_D(sD_stage{}))>>;
  static_assert(proofs::hold);

  // ---- tensor maps: (MN,K,batch) and (M,N,batch)
  template <int Parts>
  using load = std::conditional_t<Parts == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
  template <major Major, class P>
  static auto operand(P p, int mn, int k, std::int64_t ld, int batches, std::int64_t batch) {
    auto const shape = make_shape(mn, k, batches);
    if constexpr (Major == major::k)
      return make_tensor(p, shape, make_stride(ld, _1{}, batch));
    else
      return make_tensor(p, shape, make_stride(_1{}, ld, batch));
  }
  template <class E, class L>
  static auto map_a(Tensor<E, L> const& a) {
    return try_make_tma_copy(load<blocks_n>{}, a, sA_stage{}, tile_a{}, Int<blocks_n>{});
  }
  template <class E, class L>
  static auto map_b(Tensor<E, L> const& b) {
    return try_make_tma_copy(load<blocks_m>{}, b, sB_stage{}, tile_b{}, Int<blocks_m>{});
  }
  template <class E, class L>
  static auto map_d(Tensor<E, L> const& d) {
    return try_make_tma_copy(SM90_TMA_STORE{}, d, sD_stage{}, tile_d{});
  }
  template <class T, major Major>
  using operand_of =
      decltype(operand<Major>(make_gmem_ptr(static_cast<T*>(nullptr)), 0, 0, 0, 0, 0));
  using tma_a = decltype(map_a(std::declval<operand_of<TA const, MajorA>>()).copy);
  using tma_b = decltype(map_b(std::declval<operand_of<TB const, MajorB>>()).copy);
  using tma_d = decltype(map_d(std::declval<operand_of<TD, major::k>>()).copy);

  using tma_shared = std::conditional_t<shares_a, tma_a, tma_b>;
  using tile_shared = std::conditional_t<shares_a, tile_a, tile_b>;
  // What the protocol counts is what the copies bring and the threads do, in all blocks.
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

  // A kernel's arguments. C is the pointer to C, of the type that the context's global memory has.
  template <class C>
  struct arguments {
    tma_a a;
    tma_b b;
    tma_d d;
    int m, n, k;
    scalar alpha, beta;
    wgmma_scales scales;
    C c;
    std::int64_t ldc, batch_c;
    Epilogue finish;
    tile_order order;
    int clusters;  // in the grid

    // Where k is 0 a k-tile outside A and B is loaded, which TMA fills with zeros.
    TILEPROOF_HOST_DEVICE int k_tiles() const { return k == 0 ? 1 : (k + block_k - 1) / block_k; }
    TILEPROOF_HOST_DEVICE int first_k_tile() const { return k == 0 ? 1 : 0; }
  };
  // The tiles of a problem, a cluster's as one row.
  static constexpr tile_order order_of(std::int64_t m, std::int64_t n, int batches) {
    return {static_cast<int>(detail::tiles_of(m, block_m * blocks_m)),
            static_cast<int>(detail::tiles_of(n, block_n * blocks_n)), 16 / blocks_m, batches};
  }

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.a);
      prefetch_tma_descriptor(args.b);
      prefetch_tma_descriptor(args.d);
    }
    int const rank = blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    tiles_of_cluster const trips{ctx.block_x() / blocks, args.clusters, args.order.count(),
                                 args.k_tiles()};
    auto const make = [&](auto role) {
      using R = decltype(role);
      if constexpr (R::threads == 1)
        return loads(ctx, args, rank);
      else
        return multiplies<R::number>(ctx, args, rank);
    };
    pipeline::run_protocol<protocol>(ctx, ctx.shared(shared{}, _3{}), make, trips);
  }

  // The data of the producer.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static auto loads(Context const& ctx, Arguments const& args, int rank) {
    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K,PIPE)
    auto const mA = args.a.get_tma_tensor(make_shape(args.m, args.k, args.order.batches));
    auto const mB = args.b.get_tma_tensor(make_shape(args.n, args.k, args.order.batches));
    auto const gA = local_tile(mA, tile_a{}, make_coord(_, _, _));  // (BLK_M,BLK_K,m,k,batch)
    auto const gB = local_tile(mB, tile_b{}, make_coord(_, _, _));  // (BLK_N,BLK_K,n,k,batch)
    auto const a = tma_partition(args.a, blocks_n == 1 ? 0 : rank, Layout<Int<blocks_n>>{},
                                 group_modes<0, 2>(sA), group_modes<0, 2>(gA));
    auto const b = tma_partition(args.b, blocks_m == 1 ? 0 : rank, Layout<Int<blocks_m>>{},
                                 group_modes<0, 2>(sB), group_modes<0, 2>(gB));
    return load_payload<Arguments, std::remove_cv_t<decltype(a)>, std::remove_cv_t<decltype(b)>>{
        args, a, b, rank};
  }
  template <class Arguments, class PartsOfA, class PartsOfB>
  struct load_payload {
    Arguments const& args;
    PartsOfA a;
    PartsOfB b;
    int rank;
    tile_place at{};
    TILEPROOF_KERNEL void open(int tile) { at = args.order(tile); }
    TILEPROOF_KERNEL auto tensor(typename protocol::A) const { return a.shared; }
    TILEPROOF_KERNEL auto tensor(typename protocol::B) const { return b.shared; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::A, Stage const& to, Barrier const& full, int k) {
      copy(args.a.with(*full, to_blocks(blocks_n)),
           a.global(_, row_of(at, rank), args.first_k_tile() + k, at.batch), to);
    }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::B, Stage const& to, Barrier const& full, int k) {
      copy(args.b.with(*full, to_blocks(blocks_m)),
           b.global(_, column_of(at, rank), args.first_k_tile() + k, at.batch), to);
    }
  };
  // The row and the column of tiles of the block of this rank; the mask of a multicast.
  TILEPROOF_HOST_DEVICE static constexpr int row_of(tile_place const& at, int rank) {
    return at.row * blocks_m + (blocks_m == 1 ? 0 : rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr int column_of(tile_place const& at, int rank) {
    return at.column * blocks_n + (blocks_n == 1 ? 0 : rank);
  }
  TILEPROOF_HOST_DEVICE static constexpr std::uint16_t to_blocks(int n) {
    return static_cast<std::uint16_t>((1 << n) - 1);
  }

  // The data of a consumer.
  template <int I, class Context, class Arguments>
  TILEPROOF_KERNEL static auto multiplies(Context const& ctx, Arguments const& args, int rank) {
    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K,PIPE)
    auto const sD =
        make_tensor(ctx.shared(shared{}, _2{}), sD_layout{});  // (64,CHUNK,PIPE,consumer)
    auto const mine =
        local_tile(sA, Shape<_64, Int<block_k>, Int<stages>>{}, make_coord(Int<I>{}, _0{}, _0{}));
    auto const mma = tiled_mma{}.get_slice(_0{});
    auto const tCrA = mma.partition_fragment_A(mine);  // (1,MMA_M,MMA_K,PIPE)
    auto const tCrB = mma.partition_fragment_B(sB);    // (1,MMA_N,MMA_K,PIPE)
    auto const own = sD(_, _, _, Int<I>{});
    auto const mD = args.d.get_tma_tensor(make_shape(args.m, args.n, args.order.batches));
    auto const gD = local_tile(mD, tile_d{}, make_coord(_, _, _));  // (64,CHUNK,m,n,batch)
    return multiply_payload<I, Arguments, std::remove_cv_t<decltype(tCrA)>,
                            std::remove_cv_t<decltype(tCrB)>, std::remove_cv_t<decltype(own)>,
                            std::remove_cv_t<decltype(gD)>>{
        args, tCrA, tCrB, own, gD, ctx.thread() % 128, rank};
  }
  template <int I, class Arguments, class A, class B, class D, class G>
  struct multiply_payload {
    Arguments const& args;
    A a;
    B b;
    D d;
    G gD;
    int thread, rank;
    factors by{};
    int row = 0, column = 0, batch = 0;  // of the first chunk
    tiled_mma mma{};
    decltype(partition_fragment_C(tiled_mma{}, Shape<_64, Int<block_n>>{})) sums{};

    TILEPROOF_KERNEL void open(int tile) {
      tile_place const at = args.order(tile);
      row = row_of(at, rank) * 2 + I;
      column = column_of(at, rank) * chunks;
      batch = at.batch;
      by = factors::of(args.alpha, args.beta, args.scales);
      mma.accumulate_ = GMMA::ScaleOut::Zero;
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::A) const { return a; }
    TILEPROOF_KERNEL auto tensor(typename protocol::B) const { return b; }
    TILEPROOF_KERNEL auto tensor(typename protocol::D) const { return d; }
    // The first wgmma of a tile overwrites the sums. The tensor of the shared operand has the parts
    // of both blocks.
    template <class StageA, class StageB, class... Parts>
    TILEPROOF_KERNEL void gemm(typename protocol::Acc, StageA const& tCrA, StageB const& tCrB,
                               Parts const&...) {
      TILEPROOF_UNROLL
      for (int k = 0; k < 4; ++k) {
        tileproof::gemm(mma, tCrA(_, _, k), tCrB(_, _, k), sums);
        mma.accumulate_ = GMMA::ScaleOut::One;
      }
    }
    TILEPROOF_KERNEL void read(typename protocol::Acc) { warpgroup_fence_operand(sums); }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::D, Stage const& to, pipeline::numbered n) {
      // 16 values at a time, which bounds the registers that C takes.
      constexpr int values = 64 * chunk_n / 128;
      auto const chunk = make_tensor(sums.data() + values * n.offset, Layout<Int<values>>{});
      auto rounded = make_tensor<TD>(partition_shape_C(chunk_mma{}, tile_d{}));
      auto const at = chunk_mma{}.get_slice(thread).partition_C(make_identity_tensor(tile_d{}));
      int const first_row = row * 64;
      int const first_column = (column + n.offset) * chunk_n;
      auto value = make_tensor<scalar>(Layout<_16>{});
      auto const finished = [&](int first, int i) {
        auto const x = args.finish(value(i), first_row + static_cast<int>(get<0>(at(first + i))),
                                   first_column + static_cast<int>(get<1>(at(first + i))));
        if constexpr (sizeof(TD) == 1)
          return by.d * static_cast<float>(x);
        else
          return x;
      };
      TILEPROOF_UNROLL
      for (int first = 0; first < values; first += 16) {
        TILEPROOF_UNROLL
        for (int i = 0; i < 16; ++i) value(i) = static_cast<scalar>(chunk(first + i));
        if (by.alpha != 1) {
          TILEPROOF_UNROLL
          for (int i = 0; i < 16; ++i) value(i) = factors::product(by.alpha, value(i));
        }
        if (args.beta != 0) add_c(value, at, first, first_row, first_column);
        TILEPROOF_UNROLL
        for (int i = 0; i < 16; i += 2)
          round_pair(finished(first, i), finished(first, i + 1), &rounded(first + i));
      }
      auto const store = store_d{}.get_slice(thread);
      copy(store, store.retile_S(rounded), store.partition_D(to));
    }
    // Adds beta * C, where there is one, to the 16 values from `first` on, a pair of neighbours at
    // a time: n is even, so both are inside or neither is.
    template <class Values, class Places>
    TILEPROOF_KERNEL void add_c(Values& value, Places const& at, int first, int first_row,
                                int first_column) {
      using TC = typename decltype(make_tensor(args.c, Layout<_2>{}))::value_type;
      using two =
          std::conditional_t<sizeof(TC) == 1, std::uint16_t,
                             std::conditional_t<sizeof(TC) == 2, std::uint32_t, std::uint64_t>>;
      auto const c = args.c + (batch * args.batch_c + first_row * args.ldc + first_column);
      TILEPROOF_UNROLL
      for (int i = 0; i < 16; i += 2) {
        int const r = static_cast<int>(get<0>(at(first + i)));
        int const l = static_cast<int>(get<1>(at(first + i)));
        if (first_row + r >= args.m || first_column + l >= args.n) continue;
        auto read = make_tensor<TC>(Layout<_2>{});
        copy(Copy_Atom<UniversalCopy<two>, TC>{},
             make_tensor(make_gmem_ptr<sizeof(two)>(c + (r * args.ldc + l)), Layout<_2>{}), read);
        value(i) = factors::fma(by.beta, static_cast<scalar>(read(0)), value(i));
        value(i + 1) = factors::fma(by.beta, static_cast<scalar>(read(1)), value(i + 1));
      }
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(typename protocol::D, Stage const& from, pipeline::numbered n) {
      auto const tma = args.d.get_slice(_0{});
      copy(args.d, tma.partition_S(from), tma.partition_D(gD(_, _, row, column + n.offset, batch)));
    }
  };
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
