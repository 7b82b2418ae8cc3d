// SPDX-License-Identifier: BSL-1.0
//
// Protocols for the judges: sound ones, each of which has what none of protocols.hpp has, and
// `traps`, which look sound in one schedule and fail in another.
#pragma once

#include "protocols.hpp"

namespace tileproof::pipeline {

// A producer and a consumer of one ring of S stages, by TMA and by ordinary reads; the parts that
// the protocols below vary are the parameters.
template <int S, int Threads, int Arrivals, int Announcers = 1>
struct tma_ring {
  static constexpr struct A : buffer<A, S, 4096> {
  } a{};
  static constexpr struct Full : mbarrier<Full, S, Announcers> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, Arrivals> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  static constexpr void fetch(auto& m) {
    m.wait(empty[now].before());
    m.arrive_and_expect_tx(full[now], 4096);
    m.tma_load(a[now], full[now]);
  }
  static constexpr void use(auto& m) {
    m.wait(full[now]);
    m.read(a[now]);
    m.fence_view_async_shared();
    m.arrive(empty[now]);
  }
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) { fetch(m); }
  };
  struct consumer {
    static constexpr int threads = Threads;
    constexpr void step(auto& m) { use(m); }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- two GEMMs in one block: roles of two teams, whose trip counts differ
template <int S>
struct two_teams {
  // One thread of a warpgroup releases its stages: an axiom, as CUTLASS takes it.
  static constexpr bool warpgroup_waits_as_one = true;
  template <int I>
  struct A : buffer<A<I>, S, 16384> {};
  template <int I>
  struct Acc : accumulator<Acc<I>> {};
  template <int I>
  struct Full : mbarrier<Full<I>, S, 1> {};
  template <int I>
  struct Empty : mbarrier<Empty<I>, S, 1> {};
  using resources =
      pipeline::resources<A<0>, A<1>, Acc<0>, Acc<1>, Full<0>, Full<1>, Empty<0>, Empty<1>>;
  using loop = steps;
  template <int I>
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    static constexpr int team = I;
    constexpr void begin(auto& m) { m.sync_block(); }
    constexpr void step(auto& m) {
      m.wait(Empty<I>{}[now].before());
      m.arrive_and_expect_tx(Full<I>{}[now], 16384);
      m.tma_load(A<I>{}[now], Full<I>{}[now]);
    }
    constexpr void finish(auto& m) { m.sync_block(); }
  };
  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int team = I;
    constexpr void begin(auto& m) { m.sync_block(); }
    constexpr void step(auto& m) {
      m.wait(Full<I>{}[now]);
      m.warpgroup_arrive();
      m.gemm(Acc<I>{}[0], A<I>{}[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(Empty<I>{}[now]);
    }
    constexpr void finish(auto& m) { m.sync_block(); }
  };
  using roles = pipeline::roles<producer<0>, consumer<0>, producer<1>, consumer<1>>;
};

// ---- a GEMM that releases its stages without the axiom that a warpgroup waits as one: by all
// threads; after a barrier of theirs, by one. Arrivals 1 and no barrier: one warp's wait for all
template <int S, int Arrivals, bool Meets = false>
struct gemm_of_threads {
  static constexpr struct A : buffer<A, S, 16384> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, Arrivals> {
  } empty{};
  static constexpr struct Own : named_barrier<Own, 128> {
  } own{};
  using resources = pipeline::resources<A, Acc, Full, Empty, Own>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 16384);
      m.tma_load(a[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (Meets) m.sync(own[0]);
      if (Arrivals == 128 || m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- a protocol without the axiom that it states
template <class P>
struct without_axiom : P {
  static constexpr bool warpgroup_waits_as_one = false;
};

// ---- a cluster whose blocks have trip counts of their own
template <int S, int Extra = 0>
struct blocks_apart : tma_ring<S, 32, 32 + Extra> {
  using base = tma_ring<S, 32, 32 + Extra>;
  static constexpr int blocks = 2;
  static constexpr bool own_counts = true;
  struct producer : base::producer {
    constexpr void begin(auto& m) { m.sync_cluster(); }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  struct consumer : base::consumer {
    constexpr void begin(auto& m) { m.sync_cluster(); }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- steps of two kinds: with choice 1 the consumer also works on a mask, which it writes itself
template <int S>
struct masked_steps : tma_ring<S, 64, 64> {
  using base = tma_ring<S, 64, 64>;
  static constexpr int choices = 2;
  static constexpr struct Mask : buffer<Mask, 1, 2048> {
  } mask{};
  static constexpr struct Own : named_barrier<Own, 64> {
  } own{};
  using resources =
      pipeline::resources<typename base::A, Mask, typename base::Full, typename base::Empty, Own>;
  struct consumer {
    static constexpr int threads = 64;
    constexpr void step(auto& m) {
      if (m.choice() == 1) {
        m.write(mask[0]);
        m.sync(own[0]);
        m.read(mask[0]);
      }
      base::use(m);
      if (m.choice() == 1) m.sync(own[0]);
    }
  };
  using roles = pipeline::roles<typename base::producer, consumer>;
};

// ---- an epilogue that writes over the stages of A
template <int S>
struct shared_epilogue {
  // One thread of a warpgroup releases its stages: an axiom, as CUTLASS takes it.
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr struct A : buffer<A, S, 16384> {
  } a{};
  static constexpr struct D : buffer<D, 1, 16384> {
  } d{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, 1> {
  } empty{};
  static constexpr struct Drained : mbarrier<Drained, 1, 1> {
  } drained{};  // D has been stored
  static constexpr struct Own : named_barrier<Own, 128> {
  } own{};
  using resources = pipeline::resources<A, D, Acc, Full, Empty, Drained, Own>;
  using overlaps = pipeline::overlaps<overlap<A, D>>;
  using loop = tiles_of_some_steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void open(auto& m) { m.wait(drained[tile].before()); }
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 16384);
      m.tma_load(a[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(empty[now]);
    }
    constexpr void end(auto& m) {
      m.read(acc[0]);
      m.sync(own[0]);
      m.write(d[0]);
      m.fence_view_async_shared();
      m.sync(own[0]);
      if (m.elected()) {
        m.tma_store(d[0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
        m.arrive(drained[tile]);
      }
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- the blocks of a cluster add up parts of k out of each other's shared memory
template <int Blocks>
struct distributed_sum {
  static constexpr int blocks = Blocks;
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Sums : buffer<Sums, 1, 1024> {
  } sums{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, 1> {
  } empty{};
  using resources = pipeline::resources<A, Sums, Full, Empty>;
  using loop = tile_of_some_steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 512);
      m.tma_load(a[now], full[now]);
    }
    constexpr void finish(auto& m) {
      m.sync_cluster();
      m.sync_cluster();
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.read(a[now]);
      m.fence_view_async_shared();
      m.sync_warp();
      if (m.elected()) m.arrive(empty[now]);
    }
    constexpr void end(auto& m) { m.write(sums[0]); }
    constexpr void finish(auto& m) {
      m.sync_cluster();
      for (int i = 0; i < Blocks; ++i) m.read(sums[0].of((m.rank() + i) % Blocks));
      m.cluster_arrive();
      m.cluster_wait();
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- a producer warp with cp.async, whose copies arrive by themselves
template <int S, int Extra = 0>
struct copies_arrive {
  // One thread of a warpgroup releases its stages: an axiom, as CUTLASS takes it.
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr struct A : buffer<A, S, 4096> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 32 + Extra> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, 1> {
  } empty{};
  using resources = pipeline::resources<A, Acc, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.cp_async(a[now]);
      m.cp_async_arrive(full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.fence_view_async_shared();
      m.warpgroup_arrive();
      m.gemm(acc[0], a[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<consumer, producer>;  // wgmma takes warps 0 to 3
};

// ---- blocks of a cluster that read each other's stage, with the halves of the cluster's barrier
struct halves {
  static constexpr int blocks = 2;
  static constexpr struct A : buffer<A, 2, 4096> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct block {
    static constexpr int threads = 64;
    constexpr void begin(auto& m) { m.cluster_arrive(); }
    constexpr void step(auto& m) {
      m.cluster_wait();
      m.write(a[now]);
      m.cluster_arrive();
      m.cluster_wait();
      m.read(a[now].of(1 - m.rank()));
      m.cluster_arrive();
    }
    constexpr void finish(auto& m) { m.cluster_wait(); }
  };
  using roles = pipeline::roles<block>;
};

// ---- bytes announced apart from the arrival; and places of two in a tile
template <int S, int Extra = 0>
struct two_places {
  static constexpr struct Q : buffer<Q, 2 * S, 4096> {
  } q{};
  static constexpr struct Full : mbarrier<Full, 2 * S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2 * S, 32 + Extra> {
  } empty{};
  using resources = pipeline::resources<Q, Full, Empty>;
  using loop = tiles_of_steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void open(auto& m) {
      for (int i = 0; i < 2; ++i) {
        place const at = tile * 2 + i;
        m.wait(empty[at].before());
        m.expect_tx(full[at], 4096);
        m.tma_load(q[at], full[at]);
        m.arrive(full[at]);
      }
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void open(auto& m) { m.wait(full[tile * 2]); }
    constexpr void step(auto& m) { m.read(q[tile * 2]); }
    constexpr void end(auto& m) {
      m.fence_view_async_shared();
      m.arrive(empty[tile * 2]);
      m.wait(full[tile * 2 + 1]);
      m.read(q[tile * 2 + 1]);
      m.fence_view_async_shared();
      m.arrive(empty[tile * 2 + 1]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// ---- setmaxnreg: a producer's warpgroup lends its registers to two consumers
template <int S, int Less = 40, int More = 232>
struct lent_registers {
  // One thread of a warpgroup releases its stages: an axiom, as CUTLASS takes it.
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr struct A : buffer<A, S, 16384> {
  } a{};
  static constexpr struct Acc : accumulator<Acc, 2> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, S, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, S, 2> {
  } empty{};
  using resources = pipeline::resources<A, Acc, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void begin(auto& m) { m.warpgroup_reg_dealloc(Int<Less>{}); }
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 16384);
      m.tma_load(a[now], full[now]);
    }
  };
  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.warpgroup_reg_alloc(Int<More>{}); }
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.warpgroup_arrive();
      m.gemm(acc[I], a[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

// ---- one arrival a warp: the leader's, after its warp's reads
template <int S, int Warps>
struct warps_arrive : tma_ring<S, 32 * Warps, Warps> {
  using base = tma_ring<S, 32 * Warps, Warps>;
  static constexpr struct Own : named_barrier<Own, 32 * Warps> {
  } own{};
  using resources =
      pipeline::resources<typename base::A, typename base::Full, typename base::Empty, Own>;
  struct consumer {
    static constexpr int threads = 32 * Warps;
    constexpr void step(auto& m) {
      m.wait(base::full[now]);
      m.read(base::a[now]);
      m.fence_view_async_shared();
      m.sync(own[0]);
      if (m.leads_warp()) m.arrive(base::empty[now]);
    }
  };
  using roles = pipeline::roles<typename base::producer, consumer>;
};

// ---- named barriers alone: bar.arrive where a role need not wait
struct by_named_barriers {
  static constexpr struct A : buffer<A, 1, 4096, 2> {
  } a{};
  static constexpr struct Full : named_barrier<Full, 96, 2> {
  } full{};
  static constexpr struct Empty : named_barrier<Empty, 96, 2> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct writer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.sync(empty[i]);
        m.write(a[i]);
        m.arrive(full[i]);
      }
    }
    constexpr void finish(auto& m) {
      for (int i = 0; i < 2; ++i) m.sync(empty[i]);
    }
  };
  struct reader {
    static constexpr int threads = 64;
    constexpr void begin(auto& m) {
      for (int i = 0; i < 2; ++i) m.arrive(empty[i]);
    }
    constexpr void step(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.sync(full[i]);
        m.read(a[i]);
        m.arrive(empty[i]);
      }
    }
  };
  using roles = pipeline::roles<writer, reader>;
};

// ---- a warp that exchanges through shared memory
struct warp_exchange {
  static constexpr struct A : buffer<A, 2, 128> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct warp {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.write(a[now]);
      m.sync_warp();
      m.read(a[now]);
    }
  };
  using roles = pipeline::roles<warp>;
};

// ---- programmatic dependent launch: global memory is read after griddepcontrol.wait
template <int S>
struct dependent : tma_ring<S, 32, 32> {
  using base = tma_ring<S, 32, 32>;
  static constexpr bool dependent_launch = true;
  struct producer : base::producer {
    constexpr void begin(auto& m) { m.wait_on_dependent_grids(); }
    constexpr void finish(auto& m) { m.launch_dependent_grids(); }
  };
  using roles = pipeline::roles<producer, typename base::consumer>;
};

namespace traps {

// The bytes are announced by one role and another arrives: it may be first.
struct announced_late : tma_ring<1, 32, 32> {
  using base = tma_ring<1, 32, 32>;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(base::empty[now].before());
      m.expect_tx(base::full[now], 4096);
      m.tma_load(base::a[now], base::full[now]);
    }
  };
  struct starter {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      m.wait(base::empty[now].before());
      m.arrive(base::full[now]);
    }
  };
  using roles = pipeline::roles<producer, starter, base::consumer>;
};
// As above, with the announcement after the load.
struct announced_after : tma_ring<1, 32, 32> {
  using base = tma_ring<1, 32, 32>;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(base::empty[now].before());
      m.tma_load(base::a[now], base::full[now]);
      m.expect_tx(base::full[now], 4096);
    }
  };
  using roles = pipeline::roles<producer, announced_late::starter, base::consumer>;
};
// All threads of a warp announce a third of what one of them loads.
struct announced_by_all : tma_ring<1, 32, 32, 32> {
  using base = tma_ring<1, 32, 32, 32>;
  static constexpr struct Big : buffer<Big, 1, 6144> {
  } big{};
  using resources = pipeline::resources<Big, base::Full, base::Empty>;
  struct producer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(base::empty[now].before());
      if (m.elected()) m.tma_load(big[now], base::full[now]);
      m.arrive_and_expect_tx(base::full[now], 2048);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(base::full[now]);
      m.read(big[now]);
      m.fence_view_async_shared();
      m.arrive(base::empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
// Two warpgroups ask for more registers than there are for both. Where the second has them first,
// it returns them; where the first has them, it waits for the second.
struct registers_wanted_by_two {
  static constexpr struct Done : mbarrier<Done, 1, 1> {
  } done{};
  using resources = pipeline::resources<Done>;
  using loop = steps;
  template <int I>
  struct lender {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.warpgroup_reg_dealloc(Int<96>{}); }
  };
  struct gives {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.warpgroup_reg_alloc(Int<232>{});
      if (m.elected()) m.arrive(done[0]);
      m.warpgroup_reg_dealloc(Int<168>{});
    }
  };
  struct keeps {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.warpgroup_reg_alloc(Int<232>{});
      m.wait(done[0]);
    }
  };
  using roles = pipeline::roles<lender<0>, gives, keeps>;
};
// A role that nobody waits for initialises the barriers once more.
struct initialised_twice : tma_ring<1, 32, 32> {
  using base = tma_ring<1, 32, 32>;
  struct producer : base::producer {
    constexpr void begin(auto& m) {
      m.initialize_barriers();
      m.fence_barrier_init();
      m.sync_block();
    }
  };
  struct consumer : base::consumer {
    constexpr void begin(auto& m) { m.sync_block(); }
  };
  struct idler {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      m.sync_block();
      m.initialize_barriers();
    }
  };
  using roles = pipeline::roles<producer, consumer, idler>;
};
struct initialised_after : tma_ring<1, 32, 32> {
  using base = tma_ring<1, 32, 32>;
  struct producer : base::producer {
    constexpr void begin(auto& m) {
      m.initialize_barriers();
      m.fence_barrier_init();
      m.sync_block();
      m.initialize_barriers();
    }
  };
  using roles = pipeline::roles<producer, initialised_twice::consumer>;
};

// A block announces bytes in another one, which may have ended.
struct announced_after_the_end {
  static constexpr int blocks = 2;
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<Full>;
  using loop = steps;
  struct thread {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) { m.sync_cluster(); }
    constexpr void finish(auto& m) {
      if (m.rank() == 0) m.arrive_and_expect_tx(full[0].of(1), 1024);
    }
  };
  using roles = pipeline::roles<thread>;
};

}  // namespace traps

}  // namespace tileproof::pipeline
