// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_wgmma: a warp loads Q, K and V by TMA; two or three warpgroups multiply
// by wgmma, each 64 rows of Q. The softmax of one runs while the others multiply (ping-pong). S of
// a step is issued before P V of the step before, across tiles of rows too:
//
//   producer       Q of a tile and which rows they are (Work); K(j), V(j - 1)
//   consumer       first:   S(0) = Q K(0)   O += P V of the tile before   softmax(S(0)); O out
//                  step:    S(j) = Q K(j)   O += P(j-1) V(j-1)   softmax(S(j)), O rescaled
//                  finish:  O += P V of the last tile; O out
//
// Step -1 of a tile is the last of the tile before. "O out" is O / sum through shared memory and by
// TMA, in pieces of its columns. Before the first tile there is a tile of zeros: its P and V are 0,
// and its O is stored outside of the tensor, where TMA writes nothing. So no wgmma and no wait for
// one stands in a branch.
//
// 8-bit operands of wgmma are K-major, and V is not: the warpgroup of the producer transposes it,
// V -> Vt.
//
// After FlashAttention-3 (arXiv 2407.08608), algorithm 2 and section 3.1.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Where the consumers take turns, one after another in a ring: nowhere, at issuing wgmma, or at the
// exponentials, of which an SM computes few at a time.
enum class attention_turns : unsigned char { none, at_wgmma, at_exponentials };

// The numbers of an attention_protocol: stages of keys and of tiles of Q; bytes of a consumer's
// tile of Q, of a piece of its tile of O, and of the keys of a step, which are as many as those of
// their values; whether V is transposed, in how many parts, and the bytes of a step's V^T; the
// number of consumers, 2 or 3.
struct attention_numbers {
  int stages, stages_q, bytes_of_q, bytes_of_o, pieces, bytes_of_k;
  attention_turns turns;
  bool transposes;
  int parts_of_v = 1;
  int bytes_of_vt = bytes_of_k;
  int consumers = 2;
};

// Every tile has at least one step; a tile that sees no key masks all keys of that step. Each
// consumer has its own stage of Q: stage `tile * consumers + I` belongs to consumer I.
template <attention_numbers N>
struct attention_protocol {
  static constexpr int consumers = N.consumers;
  static_assert(consumers == 2 || (consumers == 3 && !N.transposes),
                "attention_wgmma: 2 consumers, or 3 with 16-bit elements");
  static constexpr bool dependent_launch = true;
  struct Q : pipeline::buffer<Q, consumers * N.stages_q, N.bytes_of_q> {};
  // The work that belongs to a stage of Q (kernel/attention/work.hpp). It uses the barriers of Q.
  struct Work : pipeline::buffer<Work, consumers * N.stages_q, sizeof(attention_work)> {};
  struct K : pipeline::buffer<K, N.stages, N.bytes_of_k> {};
  struct V : pipeline::buffer<V, N.stages, N.bytes_of_k> {};
  struct Vt : pipeline::buffer<Vt, N.stages, N.bytes_of_vt> {};
  struct O : pipeline::buffer<O, 1, N.bytes_of_o, consumers> {};
  struct Scores : pipeline::accumulator<Scores, consumers> {};  // S
  struct P : pipeline::accumulator<P, consumers> {};            // operand A of P V
  struct Acc : pipeline::accumulator<Acc, consumers> {};        // O
  struct FullQ : pipeline::mbarrier<FullQ, consumers * N.stages_q, 1> {};
  struct EmptyQ : pipeline::mbarrier<EmptyQ, consumers * N.stages_q, 4> {};  // one a warp
  struct FullK : pipeline::mbarrier<FullK, N.stages, 1> {};
  struct EmptyK : pipeline::mbarrier<EmptyK, N.stages, 4 * consumers> {};  // one a warp
  struct FullV : pipeline::mbarrier<FullV, N.stages, 1> {};
  struct EmptyV : pipeline::mbarrier<EmptyV, N.stages, 4 * consumers> {};
  struct FullVt : pipeline::mbarrier<FullVt, N.stages, 1> {};
  struct EmptyVt : pipeline::mbarrier<EmptyVt, N.stages, 4 * consumers> {};
  struct Turn : pipeline::named_barrier<Turn, 256, consumers> {};
  struct Transposed : pipeline::named_barrier<Transposed, 128> {};
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources = std::conditional_t<
      N.transposes,
      pipeline::resources<Q, Work, K, V, Vt, O, Scores, P, Acc, FullQ, EmptyQ, FullK, EmptyK, FullV,
                          FullVt, EmptyVt, Turn, Own, Transposed>,
      pipeline::resources<Q, Work, K, V, O, Scores, P, Acc, FullQ, EmptyQ, FullK, EmptyK, FullV,
                          EmptyV, Turn, Own>>;
  using loop = pipeline::tiles_of_some_steps;
  // Operand B of P V.
  using Values = std::conditional_t<N.transposes, Vt, V>;
  using FullValues = std::conditional_t<N.transposes, FullVt, FullV>;
  using EmptyValues = std::conditional_t<N.transposes, EmptyVt, EmptyV>;
  using at_wgmma = std::integral_constant<attention_turns, attention_turns::at_wgmma>;
  using at_exponentials = std::integral_constant<attention_turns, attention_turns::at_exponentials>;
  // The computations of the softmax: maxima and exponentials of the first scores of a tile; the
  // same for later scores, whose maxima may grow; sums of the rows and their logarithms at the end
  // of a tile.
  struct first_maxima {};
  struct first_exponentials {};
  struct maxima {};
  struct grown_exponentials {};
  struct log_sums {};
  struct end_of_last_tile {};
  // The parts of the work, read when they are used: registers are few.
  struct keys_of_rows {};
  struct place_of_rows {};
  static constexpr int registers_of_loads = consumers == 3 ? 32 : N.transposes ? 56 : 40;
  static constexpr int registers_of_consumer = consumers == 3 ? 160 : N.transposes ? 224 : 232;

  // The producer is one thread, which loads the keys of a step and the values of the step before.
  // If V is transposed it is a warpgroup: one thread loads keys and values of a step, and all
  // threads transpose the values of the step before.
  struct producer {
    static constexpr int threads = N.transposes ? 128 : 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void load_v(auto& m, pipeline::place at) {
      if constexpr (!N.transposes) m.wait(EmptyV{}[at].before());
      m.arrive_and_expect_tx(FullV{}[at], N.bytes_of_k);
      m.tma_load(V{}[at], FullV{}[at]);
    }
    TILEPROOF_ROLE void transpose(auto& m) {
      m.wait(FullV{}[pipeline::now]);
      m.wait(EmptyVt{}[pipeline::now].before());
      TILEPROOF_UNROLL
      for (int i = 0; i < N.parts_of_v; ++i) {
        m.read(V{}[pipeline::now], i);
        m.write(Vt{}[pipeline::now].partition(0), i);  // each part has other columns
      }
      m.fence_view_async_shared();
      m.sync(Transposed{}[0]);  // V is read, and V^T written
      if (m.elected()) m.arrive(FullVt{}[pipeline::now]);
    }
    TILEPROOF_ROLE void begin(auto& m) {
      m.warpgroup_reg_dealloc(Int<registers_of_loads>{});
      m.wait_on_dependent_grids();
      if (N.transposes && m.elected()) load_v(m, pipeline::now);
    }
    TILEPROOF_ROLE void open(auto& m) {
      if (!m.elected()) return;
#if defined(__CUDACC__)
#pragma unroll 1  // it takes fewer registers
#endif
      for (int i = 0; i < consumers; ++i) {
        m.wait(EmptyQ{}[pipeline::tile * consumers + i].before());
        m.write(Work{}[pipeline::tile * consumers + i]);
        m.arrive_and_expect_tx(FullQ{}[pipeline::tile * consumers + i], N.bytes_of_q);
        m.tma_load(Q{}[pipeline::tile * consumers + i], FullQ{}[pipeline::tile * consumers + i]);
      }
    }
    TILEPROOF_ROLE void step(auto& m) {
      if (m.elected()) {
        m.wait(EmptyK{}[pipeline::now].before());
        m.arrive_and_expect_tx(FullK{}[pipeline::now], N.bytes_of_k);
        m.tma_load(K{}[pipeline::now], FullK{}[pipeline::now]);
        load_v(m, pipeline::now + (N.transposes ? 1 : 0));
      }
      if constexpr (N.transposes) transpose(m);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (N.transposes)
        transpose(m);
      else if (m.elected())
        load_v(m, pipeline::now);
    }
  };

  // One code for all consumers; Number has the number of the consumer.
  template <class Number>
  struct consumer_of : Number {
    static constexpr int threads = 128;
    using Number::number;
    TILEPROOF_ROLE void begin(auto& m) {
      m.warpgroup_reg_alloc(Int<registers_of_consumer>{});
      m.wait_on_dependent_grids();
      m.launch_dependent_grids();
      m.write(Scores{}[number]);
      m.write(P{}[number]);
      if (N.turns != attention_turns::none && number == consumers - 1)
        m.arrive(Turn{}[0]);  // 0 is first
    }
    TILEPROOF_ROLE void begin_turn(auto& m, auto where) {
      if constexpr (N.turns == where.value) m.sync(Turn{}[number]);
    }
    TILEPROOF_ROLE void end_turn(auto& m, auto where) {
      if constexpr (N.turns == where.value)
        m.arrive(Turn{}[number == consumers - 1 ? 0 : number + 1]);
    }
    // Issues S of these keys and P V of the keys before.
    TILEPROOF_ROLE void multiply(auto& m) {
      begin_turn(m, at_wgmma{});
      m.wait(FullK{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Scores{}[number], Q{}[pipeline::tile * consumers + number], K{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.wait(FullValues{}[pipeline::now]);
      m.gemm(Acc{}[number], P{}[number], Values{}[pipeline::now]);
      m.warpgroup_commit_batch();
      end_turn(m, at_wgmma{});
    }
    TILEPROOF_ROLE void wait_for_scores(auto& m) {
      m.warpgroup_wait(_1{});
      if (m.leads_warp()) m.arrive(EmptyK{}[pipeline::now]);
      m.read(Scores{}[number]);
    }
    TILEPROOF_ROLE void exponentials(auto& m, auto step) {
      begin_turn(m, at_exponentials{});
      m.compute(step);
      end_turn(m, at_exponentials{});
    }
    TILEPROOF_ROLE void wait_for_o(auto& m) {
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(EmptyValues{}[pipeline::now]);
      m.read(Acc{}[number]);
    }
    // The tile before ends during S of this one, except for its O.
    TILEPROOF_ROLE void first(auto& m) {
      m.wait(FullQ{}[pipeline::tile * consumers + number]);
      m.read(Work{}[pipeline::tile * consumers + number], keys_of_rows{});
      multiply(m);
      end_of_tile(m);
      wait_for_scores(m);
      m.compute(first_maxima{});
      exponentials(m, first_exponentials{});
      wait_for_o(m);
      store(m);
      m.write(P{}[number]);
    }
    TILEPROOF_ROLE void step(auto& m) {
      multiply(m);
      wait_for_scores(m);
      m.compute(maxima{});
      exponentials(m, grown_exponentials{});
      wait_for_o(m);
      m.write(P{}[number]);
      m.write(Acc{}[number]);  // rescaled
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.read(Work{}[pipeline::tile * consumers + number], place_of_rows{});
      m.sync_warp();
      if (m.leads_warp()) m.arrive(EmptyQ{}[pipeline::tile * consumers + number]);
    }
    TILEPROOF_ROLE void end_of_tile(auto& m) {
      m.compute(log_sums{});
      wait_for_room(m);
    }
    TILEPROOF_ROLE void wait_for_room(auto& m) {
      if (m.elected()) m.tma_store_wait(_0{});
      m.sync(Own{}[number]);
    }
    // Stores O of the tile that has ended.
    TILEPROOF_ROLE void store(auto& m) {
      TILEPROOF_UNROLL
      for (int i = 0; i < N.pieces; ++i) {
        if (i > 0) wait_for_room(m);
        m.write(O{}[0].part(number).ahead(i));
        m.fence_view_async_shared();
        m.sync(Own{}[number]);
        if (m.elected()) {
          m.tma_store(O{}[0].part(number).ahead(i));
          m.tma_store_arrive();
        }
      }
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if (N.turns != attention_turns::none && number == 0) m.sync(Turn{}[0]);
      m.wait(FullValues{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[number], P{}[number], Values{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.compute(end_of_last_tile{});
      end_of_tile(m);
      wait_for_o(m);
      store(m);
      if (m.elected()) m.tma_store_wait(_0{});
    }
  };
  template <int I>
  struct consumer : consumer_of<pipeline::known_number<I>> {
    using runs_as = consumer_of<pipeline::run_time_number>;
  };
  using roles =
      std::conditional_t<consumers == 2, pipeline::roles<producer, consumer<0>, consumer<1>>,
                         pipeline::roles<producer, consumer<0>, consumer<1>, consumer<2>>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
