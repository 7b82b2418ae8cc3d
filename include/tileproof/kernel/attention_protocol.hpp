// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_wgmma: a warp loads Q, K and V by TMA; two warpgroups multiply by
// wgmma, each 64 rows of Q. The softmax of one runs while the other multiplies (ping-pong), and
// S of the next keys is issued before P V of those before.
//
//   producer       Q of a tile; K(j) -> full_k[j], V(j) -> full_v[j]
//   consumer 0, 1  first:  S(0) = Q K(0), softmax
//                  step:   S(j) = Q K(j)   O += P(j-1) V(j-1)   softmax(S(j)), O rescaled
//                  end:    O += P(n-1) V(n-1); O / sum through shared memory, and out by TMA
//
// After FlashAttention-3 (arXiv 2407.08608), algorithm 2 and section 3.1.
#pragma once

#include <tileproof/pipeline/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Stages of keys; BytesOfQ are of a consumer's tile of Q, and of its tile of O; BytesOfK of the keys
// of a step, and of their values. Every tile has a step, of masked keys where it sees none. Stage I
// of Q is consumer I's.
template <int Stages, int BytesOfQ, int BytesOfK, bool PingPong>
struct attention_protocol {
  static constexpr int consumers = 2;
  static constexpr bool dependent_launch = true;
  struct Q : pipeline::buffer<Q, consumers, BytesOfQ> {};
  struct K : pipeline::buffer<K, Stages, BytesOfK> {};
  struct V : pipeline::buffer<V, Stages, BytesOfK> {};
  struct O : pipeline::buffer<O, 1, BytesOfQ, consumers> {};
  struct Scores : pipeline::accumulator<Scores, consumers> {};  // S
  struct P : pipeline::accumulator<P, consumers> {};            // operand A of P V
  struct Acc : pipeline::accumulator<Acc, consumers> {};        // O
  struct FullQ : pipeline::mbarrier<FullQ, consumers, 1> {};
  struct EmptyQ : pipeline::mbarrier<EmptyQ, consumers, 4> {};  // one a warp
  struct FullK : pipeline::mbarrier<FullK, Stages, 1> {};
  struct EmptyK : pipeline::mbarrier<EmptyK, Stages, 4 * consumers> {};  // one a warp
  struct FullV : pipeline::mbarrier<FullV, Stages, 1> {};
  struct EmptyV : pipeline::mbarrier<EmptyV, Stages, 4 * consumers> {};
  struct Turn : pipeline::named_barrier<Turn, 256, consumers> {};
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources = pipeline::resources<Q, K, V, O, Scores, P, Acc, FullQ, EmptyQ, FullK, EmptyK,
                                        FullV, EmptyV, Turn, Own>;
  using loop = pipeline::tiles_of_some_steps;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) {
      m.warpgroup_reg_dealloc(Int<40>{});
      m.wait_on_dependent_grids();
    }
    TILEPROOF_ROLE void open(auto& m) {
      TILEPROOF_UNROLL
      for (int i = 0; i < consumers; ++i) {
        m.wait(EmptyQ{}[pipeline::tile * consumers + i].before());
        m.arrive_and_expect_tx(FullQ{}[pipeline::tile * consumers + i], BytesOfQ);
        m.tma_load(Q{}[pipeline::tile * consumers + i], FullQ{}[pipeline::tile * consumers + i]);
      }
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(EmptyK{}[pipeline::now].before());
      m.arrive_and_expect_tx(FullK{}[pipeline::now], BytesOfK);
      m.tma_load(K{}[pipeline::now], FullK{}[pipeline::now]);
      m.wait(EmptyV{}[pipeline::now].before());
      m.arrive_and_expect_tx(FullV{}[pipeline::now], BytesOfK);
      m.tma_load(V{}[pipeline::now], FullV{}[pipeline::now]);
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) {
      m.warpgroup_reg_alloc(Int<232>{});
      m.wait_on_dependent_grids();
      m.launch_dependent_grids();
      if constexpr (PingPong && I == 1) m.arrive(Turn{}[0]);  // consumer 0 is first
    }
    TILEPROOF_ROLE void first(auto& m) {
      m.wait(FullQ{}[pipeline::tile * consumers + I]);
      m.wait(FullK{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Scores{}[I], Q{}[pipeline::tile * consumers + I], K{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(EmptyK{}[pipeline::now]);
      m.read(Scores{}[I]);
      m.compute(_0{});  // the first softmax of a row
      m.write(P{}[I]);
    }
    TILEPROOF_ROLE void step(auto& m) {
      if constexpr (PingPong) m.sync(Turn{}[I]);
      m.wait(FullK{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Scores{}[I], Q{}[pipeline::tile * consumers + I], K{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.wait(FullV{}[pipeline::now - 1]);
      m.gemm(Acc{}[I], P{}[I], V{}[pipeline::now - 1]);
      m.warpgroup_commit_batch();
      if constexpr (PingPong) m.arrive(Turn{}[1 - I]);
      m.warpgroup_wait(_1{});
      if (m.leads_warp()) m.arrive(EmptyK{}[pipeline::now]);
      m.read(Scores{}[I]);
      m.compute(_1{});  // softmax
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(EmptyV{}[pipeline::now - 1]);
      m.read(Acc{}[I]);
      m.write(Acc{}[I]);  // rescaled
      m.write(P{}[I]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.wait(FullV{}[pipeline::now - 1]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[I], P{}[I], V{}[pipeline::now - 1]);
      m.warpgroup_commit_batch();
      if (m.leads_warp()) m.arrive(EmptyQ{}[pipeline::tile * consumers + I]);
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(EmptyV{}[pipeline::now - 1]);
      m.read(Acc{}[I]);
      m.compute(_2{});  // the sum, and its logarithm
      if (m.elected()) m.tma_store_wait(_0{});
      m.sync(Own{}[I]);
      m.write(O{}[0].part(I));
      m.fence_view_async_shared();
      m.sync(Own{}[I]);
      if (m.elected()) {
        m.tma_store(O{}[0].part(I));
        m.tma_store_arrive();
      }
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (PingPong && I == 0) m.sync(Turn{}[0]);
      if (m.elected()) m.tma_store_wait(_0{});
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
