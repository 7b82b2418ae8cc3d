// SPDX-License-Identifier: BSL-1.0
//
// The model protocols: what kernels of the field do, as their authors would write it; `F` seeds a
// mistake. faults.cpp and the oracle go through all of them.
#pragma once

#include <tileproof/pipeline.hpp>

namespace tileproof::pipeline {

enum class seed {
  none,
  // of the Hopper GEMM
  missing_arrive,
  count_too_large,
  count_too_small,
  bytes_too_many,
  bytes_too_few,
  producer_waits_wrong_phase,
  consumer_waits_wrong_phase,
  release_before_wait,
  wait_one_too_few,
  no_proxy_fence,
  store_buffer_reused,
  followers_do_not_wait_for_store,
  waits_wrong_stage,
  prefetch_one_too_many,
  consumer_forgets_phase,
  producer_forgets_phase,
  exit_before_store_is_done,
  accumulator_read_early,
  never_released_last,
  release_twice,
  skips_a_stage,
  barriers_not_published,
  load_nobody_waits_for,
  no_wgmma_fence,
  no_init_fence,
  no_axiom,
  // of clusters
  releases_own_block_only,
  no_tail,
  no_cluster_sync,
  expects_own_bytes_only,
  // of cp.async
  wait_group_one_too_few,
  no_barrier,
  fetch_one_too_far,
  no_wait_at_end,
  // of the ping-pong
  crossing_barriers,
  nobody_begins,
  passes_twice,
  fence_missing,
  // of __syncthreads
  no_second_barrier,
  no_first_barrier,
  // of flags
  no_wait,
  all_wait,
  waits_for_own_place,
  waits_for_place_before,
  no_sync_after_wait,
  arrives_before_write,
  no_sync_before_arrival,
  sum_reused_early,
  arrives_twice,
  never_arrives,
  all_arrive,
  arrives_at_next_place,
  place_counts_two,
  place_counts_one_more,
  place_counts_one_less,
  one_flag_for_all,
  sums_in_one_part,
  releases_before_read,
};

// ---- 1: TMA producer, wgmma consumers, persistent, epilogue by TMA store; Ctas > 1: B by
// multicast. A stage is released by one thread of each consumer, which takes the axiom that its
// warps wait as one; ByWarps: by one of each warp, which takes none.
template <int S, int Consumers, seed F = seed::none, int Ctas = 1, bool ByWarps = false>
struct hopper_gemm {
  static constexpr bool warpgroup_waits_as_one = !ByWarps && F != seed::no_axiom;
  static constexpr int blocks = Ctas;
  static constexpr bool initialises = F == seed::barriers_not_published ||
                                      F == seed::no_cluster_sync || F == seed::no_init_fence ||
                                      Ctas > 1;
  static constexpr int arrivals = Ctas * Consumers * (ByWarps ? 4 : 1) +
                                  (F == seed::count_too_large) - (F == seed::count_too_small);
  static constexpr struct A : buffer<A, S, 8192> {
  } a{};
  static constexpr struct B : buffer<B, S, 8192 / Ctas, Ctas> {
  } b{};  // a part from each block
  static constexpr struct D : buffer<D, 1, 8192, Consumers> {
  } d{};  // a part from each consumer
  static constexpr struct Acc : accumulator<Acc, Consumers> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, arrivals> {
  } empty{};
  static constexpr struct Epilogue : named_barrier<Epilogue, 128 * Consumers> {
  } epilogue{};
  using resources = pipeline::resources<A, B, D, Acc, Full, Empty, Epilogue>;
  using loop = tiles_of_steps;

  // Barriers are ready: to all threads of the cluster.
  template <class M>
  static constexpr void publish(M& m) {
    if (F == seed::barriers_not_published) return;
    if (F == seed::no_cluster_sync || Ctas == 1)
      m.sync_block();
    else
      m.sync_cluster();
  }

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;

    constexpr void begin(auto& m) {
      if (initialises) {
        m.initialize_barriers();
        if (F != seed::no_init_fence) m.fence_barrier_init();
        publish(m);
      }
      if (F == seed::prefetch_one_too_many)
        for (int s = 0; s <= S; ++s) fetch(m, now + s);
    }
    constexpr void fetch(auto& m, place at) {
      constexpr int mine = F == seed::expects_own_bytes_only ? 8192 / Ctas : 8192;
      m.arrive_and_expect_tx(full[at], 8192 + mine + 1024 * (F == seed::bytes_too_many) -
                                           8192 * (F == seed::bytes_too_few));
      m.tma_load(a[at], full[at]);
      m.tma_load_multicast(b[at].part(m.rank()), full[at]);
    }
    constexpr void step(auto& m) {
      place const at = F == seed::prefetch_one_too_many ? now + (S + 1) : now;
      m.wait(F == seed::producer_waits_wrong_phase ? empty[at] : empty[at].before());
      fetch(m, at);
    }
    constexpr void finish(auto& m) {
      if (F == seed::load_nobody_waits_for) step(m);
      if (Ctas > 1 && F != seed::no_tail)
        for (int s = 0; s < S; ++s) m.wait(empty[now + s].before());
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    bool holds = false;  // the stage of the step before
    friend constexpr bool operator==(consumer const&, consumer const&) = default;

    constexpr void begin(auto& m) {
      if (initialises) publish(m);
    }
    constexpr void release(auto& m, place which) {
      if (F == seed::missing_arrive || !(ByWarps ? m.leads_warp() : m.elected())) return;
      for (int c = 0; c < m.blocks; ++c)
        if (F != seed::releases_own_block_only || c == m.rank()) m.arrive(empty[which].of(c));
      if (F == seed::release_twice && I == 0) m.arrive(empty[which]);
    }
    constexpr void multiply(auto& m) {
      m.wait(F == seed::waits_wrong_stage            ? full[now + 1]
             : F == seed::consumer_waits_wrong_phase ? full[now].before()
                                                     : full[now]);
      if (F != seed::no_wgmma_fence) m.warpgroup_arrive();
      if constexpr (Ctas == 1)
        m.gemm(acc[I], a[now], b[now]);
      else
        m.gemm(acc[I], a[now], b[now], b[now].part(1));
      m.warpgroup_commit_batch();
    }
    constexpr void first(auto& m) {
      multiply(m);
      if (F == seed::release_before_wait) release(m, now);
      holds = true;
    }
    constexpr void step(auto& m) {
      multiply(m);
      m.warpgroup_wait(Int<(F == seed::wait_one_too_few ? 2 : 1)>{});
      release(m, F == seed::release_before_wait ? now : now - 1);
    }
    constexpr void end(auto& m) {
      m.warpgroup_wait(Int<(F == seed::accumulator_read_early ? 1 : 0)>{});
      if (holds && F != seed::release_before_wait && F != seed::never_released_last)
        release(m, now - 1);
      if (holds) m.read(acc[I]);
      holds = false;
      if (I == 0 && m.elected() && F != seed::store_buffer_reused &&
          F != seed::followers_do_not_wait_for_store)
        m.tma_store_wait(_0{});
      m.sync(epilogue[0]);
      if (I == 0 && m.elected() && F == seed::followers_do_not_wait_for_store)
        m.tma_store_wait(_0{});
      m.write(d[I]);
      if (F != seed::no_proxy_fence) m.fence_view_async_shared();
      m.sync(epilogue[0]);
      if (I == 0 && m.elected()) {
        for (int i = 0; i < Consumers; ++i) m.tma_store(d[i]);
        m.tma_store_arrive();
      }
    }
    constexpr void finish(auto& m) {
      if (I == 0 && m.elected() && F != seed::exit_before_store_is_done) m.tma_store_wait(_0{});
    }
  };
  template <int... I>
  static pipeline::roles<producer, consumer<I>...> all(std::integer_sequence<int, I...>);
  using roles = decltype(all(std::make_integer_sequence<int, Consumers>{}));
};

// ---- 1b: the same with rings that roles keep by themselves, as in CUTLASS: more can go wrong
template <int S, seed F = seed::none>
struct gemm_with_own_rings {
  // One thread of a warpgroup releases its stages: an axiom, as CUTLASS takes it.
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr struct A : buffer<A, S, 16384> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, 1> {
  } empty{};
  using resources = pipeline::resources<A, Acc, Full, Empty>;
  using loop = tiles_of_steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    ring<S> at{};
    friend constexpr bool operator==(producer const&, producer const&) = default;
    constexpr void step(auto& m) {
      m.wait(empty[at].before());
      m.arrive_and_expect_tx(full[at], 16384);
      m.tma_load(a[at], full[at]);
      ++at;
    }
    constexpr void end(auto&) {
      if (F == seed::producer_forgets_phase) at = {};
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    ring<S> at{};
    friend constexpr bool operator==(consumer const&, consumer const&) = default;
    constexpr void step(auto& m) {
      m.wait(full[at]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[at]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(empty[at]);
      ++at;
      if (F == seed::skips_a_stage) ++at;
    }
    constexpr void end(auto&) {
      if (F == seed::consumer_forgets_phase) at = {};
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- 2: kernel/common/protocols.hpp: cp.async, S stages, one barrier a step
template <int S, seed F = seed::none>
struct cp_async_pipeline {
  static constexpr struct A : buffer<A, S, 16384> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;

  struct block {
    static constexpr int threads = 256;
    static constexpr int ahead = S - 1 + (F == seed::fetch_one_too_far);

    constexpr void fetch(auto& m, place at) {
      m.cp_async(a[at]);
      m.cp_async_fence();
    }
    constexpr void turn(auto& m) {
      m.cp_async_wait(Int<(S - 2 + (F == seed::wait_group_one_too_few))>{});
      if (F != seed::no_barrier) m.sync_block();
    }
    constexpr void begin(auto& m) {
      for (int s = 0; s < ahead; ++s) fetch(m, now + s);
      turn(m);
    }
    constexpr void step(auto& m) {
      m.read(a[now]);
      fetch(m, now + ahead);
      m.read(a[now]);
      turn(m);
    }
    constexpr void finish(auto& m) {
      if (F != seed::no_wait_at_end) m.cp_async_wait(_0{});
    }
  };
  using roles = pipeline::roles<block>;
};

// ---- 3: FlashAttention-3: two consumers take turns with the tensor cores. Stages are released by
// one thread of each consumer, or of each warp, as in the GEMM.
template <int S, seed F = seed::none, bool ByWarps = false>
struct ping_pong {
  static constexpr bool warpgroup_waits_as_one = !ByWarps;
  static constexpr int arrivals = ByWarps ? 8 : 2;
  static constexpr struct Q : buffer<Q, 1, 16384, 2> {
  } q{};  // of each consumer
  static constexpr struct K : buffer<K, S, 16384> {
  } k{};
  static constexpr struct V : buffer<V, S, 16384> {
  } v{};
  static constexpr struct O : buffer<O, 1, 16384, 2> {
  } o{};
  static constexpr struct Scores : accumulator<Scores, 2> {
  } scores{};
  static constexpr struct Acc : accumulator<Acc, 2> {
  } acc{};
  static constexpr struct FullQ : mbarrier<FullQ, 1, 1, 2> {
  } full_q{};
  static constexpr struct EmptyQ : mbarrier<EmptyQ, 1, 1, 2> {
  } empty_q{};
  static constexpr struct FullK : mbarrier<FullK, S, 1> {
  } full_k{};
  static constexpr struct EmptyK : mbarrier<EmptyK, S, arrivals> {
  } empty_k{};
  static constexpr struct FullV : mbarrier<FullV, S, 1> {
  } full_v{};
  static constexpr struct EmptyV : mbarrier<EmptyV, S, arrivals> {
  } empty_v{};
  static constexpr struct Turn : named_barrier<Turn, 256, 2> {
  } turn{};
  static constexpr struct Own : named_barrier<Own, 128, 2> {
  } own{};
  using resources = pipeline::resources<Q, K, V, O, Scores, Acc, FullQ, EmptyQ, FullK, EmptyK,
                                        FullV, EmptyV, Turn, Own>;
  using loop = tiles_of_steps;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void open(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.wait(empty_q[tile].part(i).before());
        m.arrive_and_expect_tx(full_q[tile].part(i), 16384);
        m.tma_load(q[tile].part(i), full_q[tile].part(i));
      }
    }
    constexpr void step(auto& m) {
      m.wait(empty_k[now].before());
      m.arrive_and_expect_tx(full_k[now], 16384);
      m.tma_load(k[now], full_k[now]);
      m.wait(empty_v[now].before());
      m.arrive_and_expect_tx(full_v[now], 16384);
      m.tma_load(v[now], full_v[now]);
    }
  };
  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      if (I == 1 && F != seed::nobody_begins) m.arrive(turn[0]);
    }
    constexpr void open(auto& m) { m.wait(full_q[tile].part(I)); }
    constexpr void step(auto& m) {
      m.sync(turn[I]);
      if (F == seed::crossing_barriers) m.sync(turn[1 - I]);
      m.wait(full_k[now]);
      m.warpgroup_arrive();
      m.gemm(scores[I], q[tile].part(I), k[now]);
      m.warpgroup_commit_batch();
      if (F != seed::crossing_barriers) m.arrive(turn[1 - I]);
      if (F == seed::passes_twice && I == 1) m.arrive(turn[0]);
      m.warpgroup_wait(_0{});
      if (ByWarps ? m.leads_warp() : m.elected()) m.arrive(empty_k[now]);
      m.read(scores[I]);  // softmax
      m.wait(full_v[now]);
      m.warpgroup_arrive();
      m.gemm(acc[I], v[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (ByWarps ? m.leads_warp() : m.elected()) m.arrive(empty_v[now]);
    }
    constexpr void end(auto& m) {
      m.read(acc[I]);
      if (m.elected()) m.tma_store_wait(_0{});
      m.sync(own[I]);  // all threads have waited for Q: there may have been no step
      if (m.elected()) m.arrive(empty_q[tile].part(I));
      m.write(o[I]);
      if (F != seed::fence_missing) m.fence_view_async_shared();
      m.sync(own[I]);
      if (m.elected()) {
        m.tma_store(o[I]);
        m.tma_store_arrive();
      }
    }
    constexpr void finish(auto& m) {
      if (m.elected()) m.tma_store_wait(_0{});
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

// ---- 4: one buffer and __syncthreads
template <seed F = seed::none>
struct one_buffer {
  static constexpr struct A : buffer<A, 1, 4096> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct block {
    static constexpr int threads = 256;
    constexpr void step(auto& m) {
      m.write(a[0]);
      if (F != seed::no_first_barrier) m.sync_block();
      m.read(a[0]);
      if (F != seed::no_second_barrier) m.sync_block();
    }
  };
  using roles = pipeline::roles<block>;
};

// ---- 5: two buffers and one __syncthreads a step
template <seed F = seed::none>
struct double_buffer {
  static constexpr struct A : buffer<A, 2, 4096> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct block {
    static constexpr int threads = 256;
    constexpr void begin(auto& m) {
      m.write(a[now]);
      m.sync_block();
    }
    constexpr void step(auto& m) {
      m.read(a[now]);
      m.write(a[now + 1 + (F == seed::fetch_one_too_far)]);
      if (F != seed::no_second_barrier) m.sync_block();
    }
  };
  using roles = pipeline::roles<block>;
};

}  // namespace tileproof::pipeline
