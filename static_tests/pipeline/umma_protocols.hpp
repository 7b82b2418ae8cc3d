// SPDX-License-Identifier: BSL-1.0
//
// Model protocols of tcgen05, as kernels for sm_100a have them.
#pragma once

#include <tileproof/pipeline.hpp>

namespace tileproof::pipeline {

// A persistent GEMM: a thread loads by TMA, a thread multiplies, a warpgroup stores the accumulator
// of one tile while the next tile is multiplied. S stages of operands; two accumulators of 128 x
// 128 in tensor memory. Ctas 2: the blocks of a pair load a half of each operand, and the first of
// them multiplies for both.
template <int S, int Ctas = 1>
struct gemm_umma {
  static constexpr int blocks = Ctas;
  static constexpr int stage_bytes = 16384;
  static constexpr struct A : buffer<A, S, stage_bytes> {
  } a{};
  static constexpr struct B : buffer<B, S, stage_bytes> {
  } b{};
  static constexpr struct Acc : tensor_memory<Acc, 2, 128> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, 1> {
  } empty{};
  static constexpr struct AccFull : mbarrier<AccFull, 2, 1> {
  } acc_full{};
  static constexpr struct AccEmpty : mbarrier<AccEmpty, 2, 128 * Ctas> {
  } acc_empty{};
  using resources = pipeline::resources<A, B, Acc, Full, Empty, AccFull, AccEmpty>;
  using loop = tiles_of_some_steps;

  static constexpr void sync(auto& m) {
    if constexpr (Ctas == 1)
      m.sync_block();
    else
      m.sync_cluster();
  }
  static constexpr bool multiplies(auto& m) { return Ctas == 1 || m.rank() == 0; }

  struct producer {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) { sync(m); }
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      if (multiplies(m)) m.arrive_and_expect_tx(full[now], 2 * stage_bytes * Ctas);
      if constexpr (Ctas == 1) {
        m.tma_load(a[now], full[now]);
        m.tma_load(b[now], full[now]);
      } else {
        m.tma_load_2sm(a[now], full[now]);
        m.tma_load_2sm(b[now], full[now]);
      }
    }
    constexpr void finish(auto& m) {  // each commit has arrived when the block ends
      for (int i = 0; i < S; ++i) m.wait(empty[now + i].before());
      sync(m);
    }
  };
  struct multiplier {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      m.tmem_allocate();
      m.tmem_release_allocation_lock();
      sync(m);
    }
    constexpr void open(auto& m) {
      if (!multiplies(m)) return;
      m.wait(acc_empty[tile].before());
      m.tcgen05_fence_after_thread_sync();
    }
    constexpr void step(auto& m) {
      if (!multiplies(m)) return;
      m.wait(full[now]);
      if constexpr (Ctas == 1) {
        m.umma(acc[tile], a[now], b[now]);
        m.umma_arrive(empty[now]);
      } else {
        m.umma_2x1SM(acc[tile], a[now], b[now]);
        m.umma_arrive_multicast(empty[now]);
      }
    }
    constexpr void end(auto& m) {
      if (!multiplies(m)) return;
      if constexpr (Ctas == 1)
        m.umma_arrive(acc_full[tile]);
      else
        m.umma_arrive_multicast(acc_full[tile]);
    }
    constexpr void finish(auto& m) {
      sync(m);
      m.tmem_free();
    }
  };
  struct epilogue {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { sync(m); }
    constexpr void end(auto& m) {
      m.wait(acc_full[tile]);
      m.tcgen05_fence_after_thread_sync();
      m.tmem_load(acc[tile]);
      m.fence_view_async_tmem_load();
      m.tcgen05_fence_before_thread_sync();
      m.arrive(acc_empty[tile].of(0));
    }
    constexpr void finish(auto& m) { sync(m); }
  };
  using roles = pipeline::roles<producer, multiplier, epilogue>;
};

// The same, persistent by cluster launch control: a thread asks for the next tile while this one is
// multiplied, and every role reads the answer.
template <int S>
struct gemm_clc : gemm_umma<S> {
  using base = gemm_umma<S>;
  static constexpr struct Next : buffer<Next, 2, 16> {
  } next{};
  static constexpr struct NextFull : mbarrier<NextFull, 2, 1> {
  } next_full{};
  static constexpr struct NextEmpty : mbarrier<NextEmpty, 2, 1 + 1 + 1 + 128> {
  } next_empty{};
  using resources =
      pipeline::resources<typename base::A, typename base::B, typename base::Acc,
                          typename base::Full, typename base::Empty, typename base::AccFull,
                          typename base::AccEmpty, Next, NextFull, NextEmpty>;

  // Reads the answer for the tile after this one.
  static constexpr void ask(auto& m) {
    m.wait(next_full[tile]);
    m.clc_query(next[tile]);
    m.fence_view_async_shared();
    m.arrive(next_empty[tile]);
  }
  struct scheduler {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) { m.sync_block(); }
    constexpr void end(auto& m) {
      m.wait(next_empty[tile].before());
      m.arrive_and_expect_tx(next_full[tile], 16);
      m.clc_try_cancel(next[tile], next_full[tile]);
      ask(m);
    }
    constexpr void finish(auto& m) { m.sync_block(); }
  };
  struct producer : base::producer {
    constexpr void end(auto& m) { ask(m); }
  };
  struct multiplier : base::multiplier {
    constexpr void end(auto& m) {
      base::multiplier::end(m);
      ask(m);
    }
  };
  struct epilogue : base::epilogue {
    constexpr void end(auto& m) {
      base::epilogue::end(m);
      ask(m);
    }
  };
  using roles = pipeline::roles<scheduler, producer, multiplier, epilogue>;
};

// A GEMM with block scales: tcgen05.cp brings the scale factors of a k-tile to tensor memory, whose
// one stage the next k-tile overwrites while the tensor core may still read it. That is sound by an
// axiom alone.
template <int S, bool IsInOrder = true>
struct gemm_block_scaled : gemm_umma<S> {
  using base = gemm_umma<S>;
  static constexpr bool tensor_core_in_order = IsInOrder;
  static constexpr struct SF : buffer<SF, S, 2048> {
  } sf{};
  static constexpr struct Scales : tensor_memory<Scales, 1, 16> {
  } scales{};
  using resources = pipeline::resources<typename base::A, typename base::B, SF, typename base::Acc,
                                        Scales, typename base::Full, typename base::Empty,
                                        typename base::AccFull, typename base::AccEmpty>;
  struct producer : base::producer {
    constexpr void step(auto& m) {
      m.wait(base::empty[now].before());
      m.arrive_and_expect_tx(base::full[now], 2 * base::stage_bytes + 2048);
      m.tma_load(base::a[now], base::full[now]);
      m.tma_load(base::b[now], base::full[now]);
      m.tma_load(sf[now], base::full[now]);
    }
  };
  struct multiplier : base::multiplier {
    constexpr void step(auto& m) {
      m.wait(base::full[now]);
      m.umma_copy(scales[0], sf[now]);
      m.umma(base::acc[tile], base::a[now], base::b[now], scales[0]);
      m.umma_arrive(base::empty[now]);
    }
  };
  using roles = pipeline::roles<producer, multiplier, typename base::epilogue>;
};

// Attention of one tile of Q at a time: S = Q K in tensor memory; a warpgroup loads S, stores P to
// tensor memory, from which the next tcgen05.mma takes it as A, and scales O there. S has two
// stages, so that the next S is computed while the softmax of this one goes on.
template <int Stages>
struct attention_umma {
  static constexpr struct Q : buffer<Q, 1, 32768> {
  } q{};
  static constexpr struct K : buffer<K, Stages, 16384> {
  } k{};
  static constexpr struct V : buffer<V, Stages, 16384> {
  } v{};
  static constexpr struct TS : tensor_memory<TS, 2, 128> {
  } s{};
  static constexpr struct TP : tensor_memory<TP, 1, 64> {
  } p{};
  static constexpr struct TO : tensor_memory<TO, 1, 128> {
  } o{};
  static constexpr struct QFull : mbarrier<QFull, 1, 1> {
  } q_full{};
  static constexpr struct QEmpty : mbarrier<QEmpty, 1, 1> {
  } q_empty{};
  static constexpr struct KFull : mbarrier<KFull, Stages, 1> {
  } k_full{};
  static constexpr struct VFull : mbarrier<VFull, Stages, 1> {
  } v_full{};
  static constexpr struct KEmpty : mbarrier<KEmpty, Stages, 1> {
  } k_empty{};
  static constexpr struct VEmpty : mbarrier<VEmpty, Stages, 1> {
  } v_empty{};
  static constexpr struct SFull : mbarrier<SFull, 2, 1> {
  } s_full{};
  static constexpr struct SEmpty : mbarrier<SEmpty, 2, 128> {
  } s_empty{};
  static constexpr struct PFull : mbarrier<PFull, 1, 128> {
  } p_full{};
  static constexpr struct OFull : mbarrier<OFull, 1, 1> {
  } o_full{};
  static constexpr struct OEmpty : mbarrier<OEmpty, 1, 128> {
  } o_empty{};
  using resources = pipeline::resources<Q, K, V, TS, TP, TO, QFull, QEmpty, KFull, VFull, KEmpty,
                                        VEmpty, SFull, SEmpty, PFull, OFull, OEmpty>;
  using loop = tiles_of_some_steps;

  struct producer {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) { m.sync_block(); }
    constexpr void open(auto& m) {
      m.wait(q_empty[tile].before());
      m.arrive_and_expect_tx(q_full[tile], 32768);
      m.tma_load(q[tile], q_full[tile]);
    }
    constexpr void step(auto& m) {
      m.wait(k_empty[now].before());
      m.arrive_and_expect_tx(k_full[now], 16384);
      m.tma_load(k[now], k_full[now]);
      m.wait(v_empty[now].before());
      m.arrive_and_expect_tx(v_full[now], 16384);
      m.tma_load(v[now], v_full[now]);
    }
    constexpr void finish(auto& m) {
      m.wait(q_empty[tile].before());
      for (int i = 0; i < Stages; ++i) {
        m.wait(k_empty[now + i].before());
        m.wait(v_empty[now + i].before());
      }
      m.sync_block();
    }
  };
  struct multiplier {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      m.tmem_allocate();
      m.sync_block();
    }
    constexpr void open(auto& m) {
      m.wait(q_full[tile]);
      m.wait(o_empty[tile].before());
      m.tcgen05_fence_after_thread_sync();
    }
    constexpr void step(auto& m) {
      m.wait(k_full[now]);
      m.wait(s_empty[now].before());
      m.tcgen05_fence_after_thread_sync();
      m.umma(s[now], q[tile], k[now]);
      m.umma_arrive(k_empty[now]);
      m.umma_arrive(s_full[now]);
      m.wait(v_full[now]);
      m.wait(p_full[now]);
      m.tcgen05_fence_after_thread_sync();
      m.umma(o[0], p[0], v[now]);
      m.umma_arrive(v_empty[now]);
      m.umma_arrive(o_full[now]);
    }
    constexpr void end(auto& m) { m.umma_arrive(q_empty[tile]); }
    constexpr void finish(auto& m) {
      m.sync_block();
      m.tmem_free();
    }
  };
  struct softmax {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.sync_block(); }
    constexpr void first(auto& m) { exponentials(m); }
    constexpr void step(auto& m) {
      m.wait(o_full[now - 1]);
      m.tcgen05_fence_after_thread_sync();
      m.tmem_load(o[0]);
      m.fence_view_async_tmem_load();
      m.tmem_store(o[0]);
      exponentials(m);
    }
    constexpr void end(auto& m) {
      m.wait(o_full[now - 1]);
      m.tcgen05_fence_after_thread_sync();
      m.tmem_load(o[0]);
      m.fence_view_async_tmem_load();
      m.tcgen05_fence_before_thread_sync();
      m.arrive(o_empty[tile]);
    }
    constexpr void finish(auto& m) { m.sync_block(); }

    static constexpr void exponentials(auto& m) {
      m.wait(s_full[now]);
      m.tcgen05_fence_after_thread_sync();
      m.tmem_load(s[now]);
      m.fence_view_async_tmem_load();
      m.tmem_store(p[0]);
      m.fence_view_async_tmem_store();
      m.tcgen05_fence_before_thread_sync();
      m.arrive(s_empty[now]);
      m.arrive(p_full[now]);
    }
  };
  using roles = pipeline::roles<producer, multiplier, softmax>;
};

}  // namespace tileproof::pipeline
