// SPDX-License-Identifier: BSL-1.0
//
// The GEMM on which split_k_gemm.hpp builds, in roles: a warp loads tiles by TMA, two warpgroups multiply with wgmma and store
// C by TMA. Persistent; a cluster of two blocks shares the tile of B by multicast.
//
//   C(m,n) = sum over k of A(m,k) B(n,k), bf16, K-major A and B, row-major C, f32 sums
//
//   block (cluster 2x1)        stage            C of a consumer
//   rows 0-127   block 0       A 128x64         64x256: four chunks of 64x64, through
//   rows 128-255 block 1       B 256x64, half   two buffers in shared memory
//                              from each block
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/kernel/launch.hpp>
#include <tileproof/kernel/tile_order.hpp>
#include <tileproof/pipeline.hpp>
#include <tileproof/pipeline/run_protocol.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tileproof.hpp>

namespace hopper {

using namespace tileproof;

// The threads of a consumer that release a stage: one of each warp, or one of the warpgroup, as
// CUTLASS does, which takes the axiom that a thread's wait for a wgmma tells of all four warps' reads.
enum class release_by { warps, warpgroup };

// The synchronisation of the kernel.
template <int Stages, int BytesOfA, int BytesOfB, int BytesOfD, int Blocks,
          release_by By = release_by::warps>
struct gemm_protocol {
  static constexpr int blocks = Blocks;
  static constexpr bool warpgroup_waits_as_one = By == release_by::warpgroup;
  static constexpr int consumers = 2;
  static constexpr int chunks = 4;
  static constexpr struct A : pipeline::buffer<A, Stages, BytesOfA> {} a{};
  static constexpr struct B : pipeline::buffer<B, Stages, BytesOfB / Blocks, Blocks> {} b{};
  struct D : pipeline::buffer<D, 2, BytesOfD, consumers> {};
  static constexpr struct Acc : pipeline::accumulator<Acc, consumers> {} acc{};
  static constexpr struct Full : pipeline::mbarrier<Full, Stages, 1> {} full{};
  static constexpr int releases = (By == release_by::warps ? 4 : 1) * consumers * Blocks;
  static constexpr struct Empty : pipeline::mbarrier<Empty, Stages, releases> {} empty{};
  static constexpr struct Own : pipeline::named_barrier<Own, 128, consumers> {} own{};
  using resources = pipeline::resources<A, B, D, Acc, Full, Empty, Own>;
  using loop = pipeline::tiles_of_steps;
  static constexpr auto now = pipeline::now;
  static constexpr auto tile = pipeline::tile;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) { m.warpgroup_reg_dealloc(Int<40>{}); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], BytesOfA + BytesOfB);
      m.tma_load(a[now], full[now]);
      m.tma_load_multicast(b[now].part(m.rank()), full[now]);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (Blocks > 1) m.sync_cluster();
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) { m.warpgroup_reg_alloc(Int<232>{}); }
    TILEPROOF_ROLE void open(auto& m) { m.write(acc[I]); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(full[now]);
      m.warpgroup_arrive();
      if constexpr (Blocks == 1)
        m.gemm(acc[I], a[now], b[now]);
      else
        m.gemm(acc[I], a[now], b[now], b[now].part(1));
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      // PTX: a thread that has waited knows of its own warp's wgmma.
      if (By == release_by::warps ? m.leads_warp() : m.elected())
        for (int c = 0; c < Blocks; ++c) m.arrive(empty[now].of(c));
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.read(acc[I]);
      TILEPROOF_UNROLL
      for (int c = 0; c < chunks; ++c) {
        m.write(D{}[tile * chunks + c].part(I));
        m.fence_view_async_shared();
        if (m.elected()) m.tma_store_wait(_0{});  // the other buffer has been read
        m.sync(own[I]);
        if (m.elected()) {
          m.tma_store(D{}[tile * chunks + c].part(I));
          m.tma_store_arrive();
        }
      }
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if (m.elected()) m.tma_store_wait(_0{});
      if constexpr (Blocks > 1) m.sync_cluster();
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

// T is bfloat16_t or half_t.
template <int Stages = 4, int Blocks = 2, class T = bfloat16_t, release_by By = release_by::warps>
struct gemm_kernel {
  static constexpr int threads = 384;
  static constexpr int blocks_per_sm = 1;
  using cluster = Shape<Int<Blocks>, _1, _1>;
  using tile_a = Shape<_128, _64>;  // (BLK_M,BLK_K)
  using tile_b = Shape<_256, _64>;  // (BLK_N,BLK_K)
  using tile_d = Shape<_64, _64>;
  using atom = GMMA::Layout_K_SW128_Atom<T>;
  using sA_layout = decltype(tile_to_shape(atom{}, Shape<_128, _64, Int<Stages>>{}));
  using sB_layout = decltype(tile_to_shape(atom{}, Shape<_256, _64, Int<Stages>>{}));
  using sD_layout = decltype(tile_to_shape(atom{}, Shape<_64, _64, _2, _2>{}));
  using sA_stage = decltype(take<0, 2>(sA_layout{}));
  using sB_stage = decltype(take<0, 2>(sB_layout{}));
  using sD_stage = decltype(tile_to_shape(atom{}, Shape<_64, _64>{}));
  using protocol = gemm_protocol<Stages, 128 * 64 * 2, 256 * 64 * 2, 64 * 64 * 2, Blocks, By>;
  using shared = shared_memory<field<T, cosize_v<sA_layout>, 1024>,
                               field<T, cosize_v<sB_layout>, 1024>,
                               field<T, 4 * 64 * 64, 1024>,
                               field<std::uint64_t, pipeline::barrier_words<protocol>, 8>>;

  using mma_op = decltype(GMMA::ss_op_selector<T, T, float, Shape<_64, _256, _64>>());
  using tiled_mma = decltype(make_tiled_mma(mma_op{}));
  using chunk_op = decltype(GMMA::ss_op_selector<T, T, float, Shape<_64, _64, _64>>());
  using chunk_mma = decltype(make_tiled_mma(chunk_op{}));
  using store_d = decltype(make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, T>{}, chunk_mma{}));

  using proofs = theorems<
      theorem<injective, sA_layout>, theorem<injective, sB_layout>, theorem<injective, sD_layout>,
      theorem<canonical_for_wgmma<GMMA::Major::K, T>, sA_layout>,
      theorem<canonical_for_wgmma<GMMA::Major::K, T>, sB_layout>,
      theorem<owns_every_element<>, decltype(tiled_mma::get_layoutC_TV()), Shape<_64, _256>>,
      theorem<owns_every_element<>, decltype(store_d::tidfrg_D(Layout<tile_d>{})), tile_d>,
      theorem<access_width<128, T>, decltype(store_d::tidfrg_D(sD_stage{}))>,
      theorem<free_of_bank_conflicts<stmatrix<4>, T>, decltype(store_d::tidfrg_D(sD_stage{}))>>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  using load_b = std::conditional_t<Blocks == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
  template <class E>
  static auto by_rows(E* p, int rows, int columns) {
    return make_tensor(make_gmem_ptr(p), make_shape(rows, columns), make_stride(columns, _1{}));
  }
  static auto map_a(T const* a, int m, int k) {
    return make_tma_copy(SM90_TMA_LOAD{}, by_rows(a, m, k), sA_stage{}, tile_a{});
  }
  static auto map_b(T const* b, int n, int k) {
    return make_tma_copy(load_b{}, by_rows(b, n, k), sB_stage{}, tile_b{}, Int<Blocks>{});
  }
  static auto map_d(T* d, int m, int n) {
    return make_tma_copy(SM90_TMA_STORE{}, by_rows(d, m, n), sD_stage{}, tile_d{});
  }
  struct arguments {
    decltype(map_a(nullptr, 0, 0)) a;
    decltype(map_b(nullptr, 0, 0)) b;
    decltype(map_d(nullptr, 0, 0)) d;
    int m, n, k;
    int clusters;  // in the grid
    TILEPROOF_HOST_DEVICE int rows() const { return (m + 128 * Blocks - 1) / (128 * Blocks); }
    TILEPROOF_HOST_DEVICE int columns() const { return (n + 255) / 256; }
  };

  using trips_of = tiles_of_cluster;

  // The data of the producer.
  template <class Context>
  TILEPROOF_KERNEL static auto loads(Context const& ctx, arguments const& args, int rank) {
    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K,PIPE)
    auto const mA = args.a.get_tma_tensor(make_shape(args.m, args.k));
    auto const mB = args.b.get_tma_tensor(make_shape(args.n, args.k));
    auto const gA = local_tile(mA, tile_a{}, make_coord(_, _));  // (BLK_M,BLK_K,m,k)
    auto const gB = local_tile(mB, tile_b{}, make_coord(_, _));  // (BLK_N,BLK_K,n,k)
    auto const a = tma_partition(args.a, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
    auto const b = tma_partition(args.b, rank, Layout<Int<Blocks>>{}, group_modes<0, 2>(sB),
                                 group_modes<0, 2>(gB));
    return load_payload<std::remove_cv_t<decltype(a)>, std::remove_cv_t<decltype(b)>>{
        args, a, b, rank, args.columns()};
  }
  template <class PartsOfA, class PartsOfB>
  struct load_payload {
    arguments const& args;
    PartsOfA a;
    PartsOfB b;
    int rank, columns;
    int row = 0, column = 0;
    TILEPROOF_KERNEL void open(int tile) {
      row = tile / columns * Blocks + rank;
      column = tile % columns;
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::A) const { return a.shared; }
    TILEPROOF_KERNEL auto tensor(typename protocol::B) const { return b.shared; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::A, Stage const& to, Barrier const& at, int k) {
      copy(args.a.with(*at), a.global(_, row, k), to);
    }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::B, Stage const& to, Barrier const& at, int k) {
      copy(args.b.with(*at, static_cast<std::uint16_t>((1 << Blocks) - 1)), b.global(_, column, k),
           to);
    }
  };

  // The data of a consumer.
  template <int I, class Context>
  TILEPROOF_KERNEL static auto multiplies(Context const& ctx, arguments const& args, int rank) {
    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K,PIPE)
    auto const sD = make_tensor(ctx.shared(shared{}, _2{}), sD_layout{});  // (64,64,PIPE,consumer)
    auto const mine = local_tile(sA, Shape<_64, _64, Int<Stages>>{}, make_coord(Int<I>{}, _0{}, _0{}));
    auto const mma = tiled_mma{}.get_slice(_0{});
    auto const tCrA = mma.partition_fragment_A(mine);  // (1,MMA_M,MMA_K,PIPE)
    auto const tCrB = mma.partition_fragment_B(sB);    // (1,MMA_N,MMA_K,PIPE)
    auto const own = sD(_, _, _, Int<I>{});
    auto const mD = args.d.get_tma_tensor(make_shape(args.m, args.n));
    auto const gD = local_tile(mD, tile_d{}, make_coord(_, _));  // (64,64,m,n)
    return multiply_payload<I, std::remove_cv_t<decltype(tCrA)>, std::remove_cv_t<decltype(tCrB)>,
                            std::remove_cv_t<decltype(own)>, std::remove_cv_t<decltype(gD)>>{
        args, tCrA, tCrB, own, gD, ctx.thread() % 128, rank, args.columns()};
  }
  template <int I, class A, class B, class D, class G>
  struct multiply_payload {
    arguments const& args;
    A a;
    B b;
    D d;
    G gD;
    int thread, rank, columns;
    int row = 0, column = 0;
    decltype(partition_fragment_C(tiled_mma{}, Shape<_64, _256>{})) sums{};
    TILEPROOF_KERNEL void open(int tile) {
      row = (tile / columns * Blocks + rank) * 2 + I;
      column = tile % columns * 4;
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::A) const { return a; }
    TILEPROOF_KERNEL auto tensor(typename protocol::B) const { return b; }
    TILEPROOF_KERNEL auto tensor(typename protocol::D) const { return d; }
    // The tensor of B has the parts of both blocks.
    template <class StageA, class StageB, class... Parts>
    TILEPROOF_KERNEL void gemm(typename protocol::Acc, StageA const& tCrA, StageB const& tCrB,
                               Parts const&...) {
      TILEPROOF_UNROLL
      for (int kk = 0; kk < 4; ++kk)
        tileproof::gemm(tiled_mma{}, tCrA(_, _, kk), tCrB(_, _, kk), sums);
    }
    TILEPROOF_KERNEL void write(typename protocol::Acc) { clear(sums); }
    TILEPROOF_KERNEL void read(typename protocol::Acc) { warpgroup_fence_operand(sums); }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::D, Stage const& to,
                                pipeline::numbered n) {
      auto const chunk = make_tensor(sums.data() + 32 * n.offset, Layout<_32>{});
      auto rounded = make_tensor<T>(partition_shape_C(chunk_mma{}, tile_d{}));
      copy(chunk, make_tensor(rounded.data(), Layout<_32>{}));
      auto const store = store_d{}.get_slice(thread);
      copy(store, store.retile_S(rounded), store.partition_D(to));
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(typename protocol::D, Stage const& from,
                                pipeline::numbered n) {
      auto const tma = args.d.get_slice(_0{});
      copy(args.d, tma.partition_S(from), tma.partition_D(gD(_, _, row, column + n.offset)));
    }
  };

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, arguments const& args) {
    int const rank = Blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    trips_of const trips{ctx.block_x() / Blocks, args.clusters, args.rows() * args.columns(),
                         (args.k + 63) / 64};
    auto const make = [&](auto role) {
      using R = decltype(role);
      if constexpr (R::threads == 1)
        return loads(ctx, args, rank);
      else
        return multiplies<R::number>(ctx, args, rank);
    };
    pipeline::run_protocol<protocol>(ctx, ctx.shared(shared{}, _3{}), make, trips);
  }
};

}  // namespace hopper
