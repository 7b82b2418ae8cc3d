// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma with its barriers, stages and parities written by hand: the same tiles, copies and
// epilogue. A test compares the machine code of the two.
#pragma once

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

namespace wgmma {

using namespace tileproof;

// Kernel is a gemm_wgmma whose blocks share B, or that has no cluster.
template <class Kernel>
struct by_hand : Kernel {
  using protocol = typename Kernel::protocol;
  using A = typename protocol::A;
  using B = typename protocol::B;
  using D = typename protocol::D;
  using Acc = typename protocol::Acc;
  static constexpr int stages = Kernel::stages;
  static constexpr int blocks = Kernel::blocks;
  static_assert(!Kernel::shares_a && Kernel::chunks % Kernel::buffers == 0);

  // A stage of the ring, and the parity of the phase that a consumer waits for there.
  struct place {
    int stage = 0;
    int parity = 0;
    TILEPROOF_KERNEL void advance() {
      if (++stage == Kernel::stages) stage = 0, parity ^= 1;
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.a);
      prefetch_tma_descriptor(args.b);
      prefetch_tma_descriptor(args.d);
    }
    tiles_of_cluster const trips = Kernel::trips_of(ctx.block_x(), args);
    auto const full = Kernel::shared::barriers(ctx);
    auto const empty = full + int{stages};
    if (ctx.thread() == 0) {
      for (int i = 0; i < stages; ++i) ctx.initialize_barrier(full + i, 1);
      for (int i = 0; i < stages; ++i) ctx.initialize_barrier(empty + i, 8 * blocks);
      ctx.fence_barrier_init();
    }
    if constexpr (blocks > 1) {
      ctx.cluster_arrive_relaxed();  // the fence has released the barriers
      ctx.cluster_wait();
    } else {
      ctx.sync();
    }
    int const warp = ctx.shuffle(ctx.thread() / 32, 0);
    if (warp < 4) {
      load(ctx, args, trips, full, empty);
    } else if (warp < 8) {
      consume<0>(ctx, args, trips, full, empty);
    } else {
      consume<1>(ctx, args, trips, full, empty);
    }
  }

 private:
  template <class Context, class Arguments, class Barriers>
  TILEPROOF_KERNEL static void load(Context const& ctx, Arguments const& args,
                                    tiles_of_cluster const& trips, Barriers const& full,
                                    Barriers const& empty) {
    ctx.decrease_registers(Int<40>{});
    ctx.wait_on_dependent_grids();
    bool const is_first = ctx.thread() == 0;
    auto data = Kernel::template payload<typename protocol::producer>(ctx, args);
    place at;
    for (int i = 0; is_first && i < trips.tiles(); ++i) {
      data.open(trips.tile(i));
#if defined(__CUDACC__)
#pragma unroll 1
#endif
      for (int k = 0; k < trips.k_tiles; ++k, at.advance()) {
        ctx.wait_barrier(empty + at.stage, at.parity ^ 1);
        ctx.set_barrier_transaction_bytes(full + at.stage,
                                          (Kernel::block_m + Kernel::block_n) * 128);
        data.load(A{}, data.tensor(A{})(_, at.stage), full + at.stage, k);
        data.load(B{}, data.tensor(B{})(_, at.stage), full + at.stage, k);
      }
    }
    ctx.sync_warp();
    // The other block still arrives here.
    if (blocks > 1 && is_first) {
      TILEPROOF_UNROLL
      for (int i = 0; i < stages; ++i, at.advance())
        ctx.wait_barrier(empty + at.stage, at.parity ^ 1);
    }
  }

  template <int I, class Context, class Arguments, class Barriers>
  TILEPROOF_KERNEL static void consume(Context const& ctx, Arguments const& args,
                                       tiles_of_cluster const& trips, Barriers const& full,
                                       Barriers const& empty) {
    ctx.increase_registers(Int<232>{});
    ctx.wait_on_dependent_grids();
    ctx.launch_dependent_grids();
    auto data = Kernel::template payload<typename protocol::template consumer<I>>(ctx, args);
    auto const sD = Kernel::shared::template tensor<D>(ctx)(_, _, _, Int<I>{});
    bool const is_first = ctx.thread() % 128 == 0;
    place at;
    auto const multiply = [&] {
      ctx.wait_barrier(full + at.stage, at.parity);
      ctx.warpgroup_arrive();
      data.gemm(Acc{}, data.all_parts(A{})(_, _, _, at.stage),
                data.all_parts(B{})(_, _, _, at.stage));
      ctx.warpgroup_commit_batch();
    };
    // The stage of the step before.
    auto const release = [&] {
      int const before = (at.stage == 0 ? stages : at.stage) - 1;
      if (ctx.thread() % 32 == 0)
        for (int c = 0; c < blocks; ++c) ctx.arrive_barrier(empty + before, c);
    };
    for (int i = 0; i < trips.tiles(); ++i) {
      data.open(trips.tile(i));
      multiply();
      at.advance();
#if defined(__CUDACC__)
#pragma unroll 1
#endif
      for (int k = 1; k < trips.k_tiles; ++k, at.advance()) {
        multiply();
        ctx.warpgroup_wait(_1{});
        release();
      }
      ctx.warpgroup_wait(_0{});
      release();
      data.read(Acc{});
      TILEPROOF_UNROLL
      for (int c = 0; c < Kernel::chunks; ++c) {
        data.write(D{}, sD(_, _, c % Kernel::buffers), {0, c});
        ctx.fence_view_async_shared();
        if (is_first) ctx.tma_store_wait(Int<Kernel::buffers - 2>{});
        ctx.sync_named(1 + I, _128{});
        if (is_first) {
          data.store(D{}, sD(_, _, c % Kernel::buffers), {0, c});
          ctx.tma_store_arrive();
        }
      }
    }
    if (is_first) ctx.tma_store_wait(_0{});
  }
};

}  // namespace wgmma
