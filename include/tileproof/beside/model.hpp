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
// A consumer is a warpgroup; several share the tile, as in KernelTmaWarpSpecializedCooperative. In
// a cluster of blocks along M the blocks share B, along N they share A.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <int Stages, int BytesOfA, int BytesOfB, int Consumers, int Blocks, bool SharesA>
struct cutlass_mainloop_model {
  static constexpr int blocks = Blocks;
  // In a cluster one thread arrives for the four warps of a warpgroup, whose waits for wgmma PTX
  // keeps apart (docs/pipeline.md, axioms).
  static constexpr bool warpgroup_waits_as_one = Blocks > 1;
  static constexpr int parts_of_a = SharesA ? Blocks : 1;
  static constexpr int parts_of_b = SharesA ? 1 : Blocks;
  struct A : pipeline::buffer<A, Stages, BytesOfA / parts_of_a, parts_of_a> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB / parts_of_b, parts_of_b> {};
  struct Acc : pipeline::accumulator<Acc, Consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  // Every thread arrives; in a cluster one of each warpgroup at every block that shares.
  struct Empty : pipeline::mbarrier<Empty, Stages, Consumers*(Blocks == 1 ? 128 : Blocks)> {};
  using resources = pipeline::resources<A, B, Acc, Full, Empty>;
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
    TILEPROOF_ROLE void end(auto& m) {  // mma_tail
      m.warpgroup_wait(_0{});
      release(m);
      m.read(Acc{}[I]);
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
  using roles = std::conditional_t<Consumers == 1, pipeline::roles<producer, consumer<0>>,
                                   pipeline::roles<producer, consumer<0>, consumer<1>>>;
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
