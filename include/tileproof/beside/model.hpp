// SPDX-License-Identifier: BSL-1.0
//
// A model of the barriers of CUTLASS's mainloop by TMA and wgmma (PipelineTmaAsync of
// cutlass/pipeline/sm90_pipeline.hpp, and load and mma of
// sm90_mma_tma_gmma_ss_warpspecialized.hpp), as a protocol of this library. It was written from
// their code, and nothing compares it with them: an audit says `by model`.
//
//   producer     acquire: wait empty[now], expect bytes; TMA of A and B -> full[now]
//   consumer i   wait full[now], wgmma, all but the newest batch done: release the stage before
//
// A consumer is a warpgroup; several share the tile, as in KernelTmaWarpSpecializedCooperative, or
// have every second tile each, as in KernelTmaWarpSpecializedPingpong
// (sm90_gemm_tma_warpspecialized_pingpong.hpp), where OrderedSequenceBarrier passes two turns on,
// of the mainloop and of the epilogue. In a cluster of blocks along M the blocks share B, along N
// they share A.
//
// The turnstile of stream-k and split-k is a model of its own (fixup_helper of
// sm90_tile_scheduler_stream_k.hpp, deterministic, and cutlass/barrier.h).
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// TakesTurns: two consumers of a tile each, in place of Consumers that share one.
template <int Stages, int BytesOfA, int BytesOfB, int Consumers, int Blocks, bool SharesA,
          bool TakesTurns = false>
struct cutlass_mainloop_model {
  static constexpr int blocks = Blocks;
  // In a cluster one thread arrives for the four warps of a warpgroup, whose waits for wgmma PTX
  // keeps apart (docs/pipeline.md, axioms).
  static constexpr bool warpgroup_waits_as_one = Blocks > 1;
  static constexpr int parts_of_a = SharesA ? Blocks : 1;
  static constexpr int parts_of_b = SharesA ? 1 : Blocks;
  struct A : pipeline::buffer<A, Stages, BytesOfA / parts_of_a, parts_of_a> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB / parts_of_b, parts_of_b> {};
  struct Acc : pipeline::accumulator<Acc, TakesTurns ? 2 : Consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  // Every thread arrives; in a cluster one of each warpgroup at every block that shares.
  struct Empty : pipeline::mbarrier<Empty, Stages, Consumers*(Blocks == 1 ? 128 : Blocks)> {};
  // A chunk of D, which stands for the tiles of the epilogue, and the barrier of their warpgroup.
  struct D : pipeline::buffer<D, 1, 8192> {};
  struct Stored : pipeline::named_barrier<Stored, 128> {};
  // The turns of a tile: passed on by its consumer, for that of the next.
  struct Mainloop : pipeline::mbarrier<Mainloop, 2, 128> {};
  struct Epilogue : pipeline::mbarrier<Epilogue, 2, 128> {};
  using resources =
      std::conditional_t<TakesTurns,
                         pipeline::resources<A, B, D, Acc, Full, Empty, Stored, Mainloop, Epilogue>,
                         pipeline::resources<A, B, Acc, Full, Empty>>;
  using loop = pipeline::tiles_of_some_steps;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], BytesOfA + BytesOfB);
      if constexpr (Blocks > 1 && SharesA)
        m.tma_load_multicast(A{}[pipeline::now].part(m.rank()), Full{}[pipeline::now]);
      else
        m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      if constexpr (Blocks > 1 && !SharesA)
        m.tma_load_multicast(B{}[pipeline::now].part(m.rank()), Full{}[pipeline::now]);
      else
        m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
    TILEPROOF_ROLE void finish(auto& m) {  // producer_tail
      TILEPROOF_UNROLL
      for (int i = 0; i < Stages; ++i) m.wait(Empty{}[pipeline::now].ahead(i).before());
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void first(auto& m) { multiply(m); }
    TILEPROOF_ROLE void step(auto& m) {
      multiply(m);
      m.warpgroup_wait(_1{});
      release(m);
    }
    TILEPROOF_ROLE void end(auto& m) {
      mma_tail(m);
      m.read(Acc{}[I]);
    }
    TILEPROOF_ROLE void mma_tail(auto& m) {
      m.warpgroup_wait(_0{});
      release(m);
    }

   private:
    TILEPROOF_ROLE void multiply(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();
      if constexpr (Blocks == 1)
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now]);
      else if constexpr (SharesA)
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now], A{}[pipeline::now].part(1));
      else
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now], B{}[pipeline::now].part(1));
      m.warpgroup_commit_batch();
    }
    TILEPROOF_ROLE void release(auto& m) {
      if constexpr (Blocks == 1)
        m.arrive(Empty{}[pipeline::now - 1]);
      else if (m.elected())
        for (int c = 0; c < Blocks; ++c) m.arrive(Empty{}[pipeline::now - 1].of(c));
    }
  };

  // Has the tiles I, I + 2, ...; the states of the pipeline advance over the others.
  template <int I>
  struct consumer_in_turn {
    static constexpr int threads = 128;
    static constexpr int number = I;
    bool is_next = I == 0;
    bool has_tile = false;
    TILEPROOF_ROLE void open(auto& m) {
      has_tile = is_next;
      is_next = !is_next;
      if (has_tile) m.wait(Mainloop{}[pipeline::tile - 1]);
    }
    TILEPROOF_ROLE void first(auto& m) {
      if (has_tile) consumer<I>{}.first(m);
    }
    TILEPROOF_ROLE void step(auto& m) {
      if (has_tile) consumer<I>{}.step(m);
    }
    TILEPROOF_ROLE void end(auto& m) {
      if (!has_tile) return;
      m.arrive(Mainloop{}[pipeline::tile]);
      consumer<I>{}.mma_tail(m);
      m.wait(Epilogue{}[pipeline::tile - 1]);
      m.read(Acc{}[I]);
      m.write(D{}[0]);
      m.fence_view_async_shared();
      m.sync(Stored{}[0]);
      if (m.elected()) {
        m.tma_store(D{}[0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});  // store_tail
      }
      m.arrive(Epilogue{}[pipeline::tile]);
    }
  };
  using roles =
      std::conditional_t<TakesTurns,
                         pipeline::roles<producer, consumer_in_turn<0>, consumer_in_turn<1>>,
                         std::conditional_t<Consumers == 1, pipeline::roles<producer, consumer<0>>,
                                            pipeline::roles<producer, consumer<0>, consumer<1>>>>;
};

// A tile whose k-tiles Peers blocks share: the first stores its partial sum, the next add theirs in
// turn, the last reads the sum. A warpgroup has a lock of its own, a counter in global memory.
template <int Peers, int Bytes>
struct cutlass_turnstile_model {
  static constexpr int blocks = Peers;
  static constexpr bool is_cluster = false;
  struct Sum : pipeline::workspace<Sum, 1, Bytes> {};
  struct Lock : pipeline::flag<Lock, Peers, 1> {};
  struct Own : pipeline::named_barrier<Own, 128> {};
  using resources = pipeline::resources<Sum, Lock, Own>;
  using loop = pipeline::once;

  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      if (m.rank() > 0) {  // wait_eq
        if (m.elected()) m.wait(Lock{}[pipeline::tile * Peers + (m.rank() - 1)]);
        m.sync(Own{}[0]);
      }
      if (m.rank() == 0)
        m.write(Sum{}[pipeline::tile]);
      else if (m.rank() < Peers - 1)
        m.update(Sum{}[pipeline::tile]);
      else
        m.read(Sum{}[pipeline::tile]);
      if (m.rank() < Peers - 1) {  // arrive_inc
        m.sync(Own{}[0]);
        if (m.elected()) m.arrive(Lock{}[pipeline::tile * Peers + m.rank()]);
      }
    }
  };
  using roles = pipeline::roles<consumer>;
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
