// SPDX-License-Identifier: BSL-1.0
//
// Each word of the vocabulary in a small protocol that needs it, and the same with the word used
// wrongly.
#include "answers.hpp"

#include <tileproof/protocol/action.hpp>
#include <tileproof/protocol/loop.hpp>
#include <tileproof/protocol/plan.hpp>
#include <tileproof/protocol/recorder.hpp>
#include <tileproof/protocol/resources.hpp>

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;
using namespace answers;

// ---- cp.async.mbarrier.arrive: a copying warp and a reading one

template <int Arrivals, bool Waits>
struct copies {
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 2, Arrivals> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, 1> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
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
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      if (Waits) m.wait(full[now]);
      m.read(a[now]);
      m.sync_warp();
      if (m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, copies<32, true>>);
static_assert(fault_of<copies<31, true>>() == fault::many ||
              fault_of<copies<31, true>>() == fault::early);
static_assert(fault_of<copies<33, true>>() == fault::deadlock);
static_assert(fault_of<copies<32, false>>() != fault::none);

// ---- the barrier of a cluster in two halves

template <bool Arrives, bool Waits>
struct halves {
  static constexpr int blocks = 2;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct block {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.sync_cluster(); }  // both blocks run
    constexpr void step(auto& m) {
      if (m.rank() == 0) m.write(a[0].of(1));
      if (Arrives) m.cluster_arrive();
      if (Waits) m.cluster_wait();
      if (m.rank() == 1) m.read(a[0]);
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(proved<sound_protocol, halves<true, true>>);
static_assert(fault_of<halves<false, true>>() == fault::early);
static_assert(fault_of<halves<true, false>>() != fault::none);
static_assert(fault_of<halves<false, false>>() != fault::none);

// PTX does not say what a thread does that ends between them; on an H200 such a cluster hung.
template <bool Waits>
struct ends_at_cluster {
  static constexpr int blocks = 2;
  using resources = pipeline::resources<>;
  using loop = steps;
  struct block {
    static constexpr int threads = 64;
    constexpr void begin(auto& m) { m.cluster_arrive(); }
    constexpr void finish(auto& m) {
      if (Waits) m.cluster_wait();
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(proved<sound_protocol, ends_at_cluster<true>>);
static_assert(fault_of<ends_at_cluster<false>>() == fault::in_flight);
static_assert(says<ends_at_cluster<false>>("a thread ends after cluster_arrive without"));

// ---- setmaxnreg: 32 + 2 x 240 registers are more than 3 x 168

template <int Few, int Many>
struct registers_of {
  using resources = pipeline::resources<>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void begin(auto& m) { m.warpgroup_reg_dealloc(Int<Few>{}); }
  };
  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.warpgroup_reg_alloc(Int<Many>{}); }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};
static_assert(proved<sound_protocol, registers_of<24, 240>>);
static_assert(fault_of<registers_of<32, 240>>() == fault::deadlock);
static_assert(proved<sound_protocol, registers_of<40, 232>>);
static_assert(fault_of<registers_of<24, 100>>() == fault::registers);
static_assert(fault_of<registers_of<176, 240>>() == fault::registers);

// ---- griddepcontrol: the grid before is waited for, by whoever loads or by whom he waits for

template <bool Waits>
struct dependent {
  static constexpr bool dependent_launch = true;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = steps;
  struct block {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.launch_dependent_grids();
      if (Waits) m.wait_on_dependent_grids();
      if (m.elected()) {
        m.arrive_and_expect_tx(full[0], 512);
        m.tma_load(a[0], full[0]);
      }
      m.wait(full[0]);
      m.read(a[0]);
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(proved<sound_protocol, dependent<true>>);
static_assert(fault_of<dependent<false>>() == fault::prior_grid);

// ---- buffers that share memory: the epilogue over A's stages

template <bool Waits>
struct overlapping {
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct D : buffer<D, 1, 1024> {
  } d{};
  using resources = pipeline::resources<A, D>;
  using overlaps = pipeline::overlaps<overlap<A, D>>;
  using loop = tiles_of_some_steps;
  struct block {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.write(a[now]);
      m.sync_block();
      m.read(a[now]);
    }
    constexpr void end(auto& m) {
      if (Waits) m.sync_block();
      m.write(d[0]);
      m.sync_block();
      m.read(d[0]);
      m.sync_block();
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(proved<sound_protocol, overlapping<true>>);
static_assert(fault_of<overlapping<false>>() == fault::race);

// A stage that shares memory with the epilogue has been overwritten.
struct forgotten : overlapping<true> {
  struct block : overlapping<true>::block {
    constexpr void end(auto& m) {
      overlapping<true>::block::end(m);
      m.read(a[now]);
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(fault_of<forgotten>() == fault::unwritten);

// ---- distributed shared memory: sums of each other's block, once

template <bool WaitsBefore, bool WaitsBehind>
struct distributed {
  static constexpr int blocks = 2;
  static constexpr struct D : buffer<D, 1, 512> {
  } d{};
  using resources = pipeline::resources<D>;
  using loop = tile_of_some_steps;
  struct block {
    static constexpr int threads = 64;
    constexpr void end(auto& m) { m.write(d[0]); }
    constexpr void finish(auto& m) {
      if (WaitsBefore) m.sync_cluster();
      m.read(d[0].of(1 - m.rank()));
      if (WaitsBehind) m.sync_cluster();
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(proved<sound_protocol, distributed<true, true>>);
static_assert(fault_of<distributed<false, true>>() == fault::not_started);
static_assert(fault_of<distributed<true, false>>() == fault::in_flight);

// ---- a branch on data that all roles take alike, in each step

template <bool Alike>
struct skipping {
  static constexpr int choices = 2;  // 1: the step is masked
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, 1> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      if (m.choice() == 1) {
        m.arrive(full[now]);
        return;
      }
      m.arrive_and_expect_tx(full[now], 512);
      m.tma_load(a[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      if (!Alike || m.choice() == 0) m.read(a[now]);
      m.fence_view_async_shared();
      m.sync_warp();
      if (m.elected()) m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, skipping<true>>);
static_assert(fault_of<skipping<false>>() == fault::unwritten);

// ---- roles with trip counts of their own: a sound one does not wait for the other in its loop

template <bool Depends>
struct two_teams {
  static constexpr struct A : buffer<A, 1, 512, 2> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = steps;
  template <int I>
  struct worker {
    static constexpr int threads = 32;
    static constexpr int team = I;
    constexpr void step(auto& m) {
      m.write(a[now].part(I));
      m.sync_warp();
      m.read(a[now].part(I));
      m.sync_warp();
      if (Depends && I == 0 && m.elected()) m.arrive(full[now]);
      if (Depends && I == 1) m.wait(full[now]);
    }
  };
  using roles = pipeline::roles<worker<0>, worker<1>>;
};
static_assert(proved<sound_protocol, two_teams<false>>);
static_assert(fault_of<two_teams<true>>() != fault::none);

// ---- blocks of a cluster with trip counts of their own

template <bool Remote>
struct own_blocks {
  static constexpr int blocks = 2;
  static constexpr bool own_counts = true;
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, 1> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 512);
      m.tma_load(a[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.read(a[now]);
      m.fence_view_async_shared();
      m.sync_warp();
      if (m.elected()) m.arrive(empty[now].of(Remote ? 1 - m.rank() : m.rank()));
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, own_blocks<false>>);
static_assert(fault_of<own_blocks<true>>() != fault::none);

// ---- places: two in a tile; and the threads that lead their warps

template <int Arrivals>
struct by_warps {
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, Arrivals> {
  } empty{};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = tiles_of_some_steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void open(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.wait(empty[tile * 2 + i].before());
        m.arrive_and_expect_tx(full[tile * 2 + i], 512);
        m.tma_load(a[tile * 2 + i], full[tile * 2 + i]);
      }
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void open(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.wait(full[tile * 2 + i]);
        m.read(a[tile * 2 + i]);
      }
      m.sync_block();
      for (int i = 0; i < 2; ++i)
        if (m.leads_warp()) m.arrive(empty[tile * 2 + i]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
struct by_warps_of_consumer : by_warps<4> {
  static constexpr struct Own : named_barrier<Own, 128> {
  } own{};
  using resources = pipeline::resources<A, Full, Empty, Own>;
  struct consumer {
    static constexpr int threads = 128;
    constexpr void open(auto& m) {
      for (int i = 0; i < 2; ++i) {
        m.wait(full[tile * 2 + i]);
        m.read(a[tile * 2 + i]);
      }
      m.fence_view_async_shared();
      m.sync(own[0]);
      for (int i = 0; i < 2; ++i)
        if (m.leads_warp()) m.arrive(empty[tile * 2 + i]);
    }
  };
  using roles = pipeline::roles<by_warps<4>::producer, consumer>;
};
static_assert(proved<sound_protocol, by_warps_of_consumer>);
// The barrier of the block waits for the producer too.
static_assert(fault_of<by_warps<4>>() == fault::deadlock);

// ---- part of a warp, part of a warpgroup

struct half_a_warp {
  static constexpr struct Own : named_barrier<Own, 32> {
  } own{};
  using resources = pipeline::resources<Own>;
  using loop = steps;
  struct role {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      if (m.elected()) m.sync(own[0]);
    }
  };
  using roles = pipeline::roles<role>;
};
static_assert(fault_of<half_a_warp>() == fault::part_of_warp);

// ---- a wait for wgmma counts for its warp: which thread may release the stage after it

enum class release { by_each_thread, by_leaders, after_a_barrier, by_one };
template <release How, bool AsOne = false, int Warpgroups = 1>
struct multiplies {
  static constexpr bool warpgroup_waits_as_one = AsOne;
  static constexpr int arrivals = How == release::by_each_thread ? 128 * Warpgroups
                                  : How == release::by_leaders   ? 4 * Warpgroups
                                                                 : 1;
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : mbarrier<Empty, 2, arrivals> {
  } empty{};
  static constexpr struct Own : named_barrier<Own, 128 * Warpgroups> {
  } own{};
  using resources = pipeline::resources<A, Acc, Full, Empty, Own>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty[now].before());
      m.arrive_and_expect_tx(full[now], 512);
      m.tma_load(a[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128 * Warpgroups;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (How == release::after_a_barrier) m.sync(own[0]);
      if (How == release::by_each_thread ||
          (How == release::by_leaders ? m.leads_warp() : m.elected()))
        m.arrive(empty[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, multiplies<release::by_each_thread>>);
static_assert(proved<sound_protocol, multiplies<release::by_leaders>>);
static_assert(proved<sound_protocol, multiplies<release::after_a_barrier>>);
static_assert(fault_of<multiplies<release::by_one>>() == fault::race);
static_assert(proved<sound_protocol, multiplies<release::by_one, true>>);
static_assert(proved<sound_protocol, multiplies<release::by_each_thread, true>>);
static_assert(proved<sound_protocol, multiplies<release::by_leaders, true>>);
// A role of two issues a wgmma for each, and each waits for its own.
static_assert(proved<sound_protocol, multiplies<release::by_leaders, false, 2>>);
static_assert(proved<sound_protocol, multiplies<release::by_leaders, true, 2>>);
static_assert(proved<sound_protocol, multiplies<release::after_a_barrier, true, 2>>);
static_assert(fault_of<multiplies<release::by_one, false, 2>>() == fault::race);
static_assert(fault_of<multiplies<release::by_one, true, 2>>() == fault::race);
// With the axiom the barrier is spare.
static_assert(proved<minimal_protocol, multiplies<release::by_leaders>>);
static_assert(proved<minimal_protocol, multiplies<release::after_a_barrier>>);
static_assert(sentence<minimal_protocol>(multiplies<release::after_a_barrier, true>{}) ==
              "every role, step: sync with Own: the protocol is sound without it");

// Threads read one operand, and wgmma the other. A leader knows what its warp's threads had read
// when they issued the wgmma together; what other warps had read, only with the axiom.
template <release How, bool AsOne = false>
struct reads_and_multiplies {
  static constexpr bool warpgroup_waits_as_one = AsOne;
  static constexpr int arrivals = How == release::by_leaders ? 4 : 1;
  static constexpr struct A : buffer<A, 2, 512> {
  } a{};
  static constexpr struct B : buffer<B, 2, 512> {
  } b{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Full : mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct EmptyA : mbarrier<EmptyA, 2, arrivals> {
  } empty_a{};
  static constexpr struct EmptyB : mbarrier<EmptyB, 2, 4> {
  } empty_b{};
  using resources = pipeline::resources<A, B, Acc, Full, EmptyA, EmptyB>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      m.wait(empty_a[now].before());
      m.arrive_and_expect_tx(full[now], 1024);
      m.tma_load(a[now], full[now]);
      m.wait(empty_b[now].before());
      m.tma_load(b[now], full[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(full[now]);
      m.read(a[now]);
      m.fence_view_async_shared();
      m.warpgroup_arrive();
      m.gemm(acc[0], b[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (How == release::by_leaders ? m.leads_warp() : m.elected()) m.arrive(empty_a[now]);
      if (m.leads_warp()) m.arrive(empty_b[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, reads_and_multiplies<release::by_leaders>>);
static_assert(fault_of<reads_and_multiplies<release::by_one>>() == fault::race);
static_assert(proved<sound_protocol, reads_and_multiplies<release::by_one, true>>);

// A warp that writes the operands again knows of its own wgmma; another warp's may still read them.
template <bool Meets, bool AsOne>
struct written_again {
  static constexpr bool warpgroup_waits_as_one = AsOne;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Own : named_barrier<Own, 128> {
  } own{};
  using resources = pipeline::resources<A, Acc, Own>;
  using loop = steps;
  struct role {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.write(a[0]);
      m.fence_view_async_shared();
      m.sync(own[0]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[0]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (Meets) m.sync(own[0]);
    }
  };
  using roles = pipeline::roles<role>;
};
static_assert(proved<sound_protocol, written_again<true, false>>);
static_assert(fault_of<written_again<false, false>>() == fault::race);
static_assert(proved<sound_protocol, written_again<false, true>>);

// The elected thread tells all others that it has waited, and they write: of two others, the wgmma
// of one's warp may read what the other writes.
struct told_by_one {
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Acc : accumulator<Acc> {
  } acc{};
  static constexpr struct Own : named_barrier<Own, 128> {
  } own{};
  static constexpr struct Done : mbarrier<Done, 1, 1> {
  } done{};
  using resources = pipeline::resources<A, Acc, Own, Done>;
  using loop = steps;
  struct role {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      if (!m.elected()) m.write(a[0]);
      m.fence_view_async_shared();
      m.sync(own[0]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[0]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(done[now]);
      m.wait(done[now]);
    }
  };
  using roles = pipeline::roles<role>;
};
static_assert(fault_of<told_by_one>() == fault::race);

// ---- a warp arrives at a named barrier once in a phase

template <bool Twice>
struct arrives_and_syncs {
  static constexpr struct Own : named_barrier<Own, 64> {
  } own{};
  using resources = pipeline::resources<Own>;
  using loop = steps;
  template <int I>
  struct role {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      if (Twice && I == 0) m.arrive(own[0]);
      if (!Twice || I == 0) m.sync(own[0]);
    }
  };
  using roles = pipeline::roles<role<0>, role<1>>;
};
static_assert(proved<sound_protocol, arrives_and_syncs<false>>);
static_assert(sentence<sound_protocol>(arrives_and_syncs<true>{}) ==
              "too many arrivals: role<0>, step 0: sync with Own; its warps have arrived in this "
              "phase, and a warp does once: leave one of the two out, or use another barrier");

// ---- a barrier counts 2^20 - 1 bytes

template <int Bytes>
struct large {
  static constexpr struct A : buffer<A, 1, (Bytes < 1 << 17 ? Bytes : 512)> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = steps;
  struct role {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      m.expect_tx(full[0], Bytes);
      m.tma_load(a[0], full[0]);
      m.arrive(full[0]);
      m.wait(full[0]);
    }
  };
  using roles = pipeline::roles<role>;
};
static_assert(proved<sound_protocol, large<131056>>);
static_assert(fault_of<large<1048560>>() != fault::many_bytes);
static_assert(fault_of<large<1048576>>() == fault::many_bytes);

// ---- flags: who sees what, and who may arrive

template <int Stages, int Behind>
struct observed {
  static constexpr int blocks = 2;
  static constexpr bool is_cluster = false;
  static constexpr struct Made : flag<Made, Stages, 1> {
  } made{};
  using resources = pipeline::resources<Made>;
  using loop = steps;
  struct worker {
    static constexpr int threads = 1;
    // Block 0 goes on without block 1, which looks at one of its places late.
    constexpr void step(auto& m) {
      if (m.rank() == 0) m.arrive(made[now]);
    }
    constexpr void finish(auto& m) {
      if (m.rank() == 1) m.wait(made[now - Behind]);
    }
  };
  using roles = pipeline::roles<worker>;
};
// A thread that arrives alone knows that its places are complete.
static_assert(proved<sound_protocol, observed<1, 1>>);
static_assert(proved<sound_protocol, observed<3, 3>>);
// A wait for an earlier place is over all the same, and the proof follows two wraps.
static_assert(fault_of<observed<1, 2>>() == fault::lost_phase);
static_assert(
    sentence<sound_protocol>(observed<1, 2>{}) ==
    "lost phase: worker of block 1, finish: wait for Made[-2]; the flag may be two wraps of "
    "1 further, which the proof does not follow: give it more Stages");
static_assert(proved<sound_protocol, observed<2, 2>>);
// Nobody arrives at this place.
static_assert(fault_of<observed<2, 0>>() == fault::deadlock);

template <int Waits, bool Known>
struct in_two_places {
  static constexpr int blocks = 3;
  static constexpr bool is_cluster = false;
  static constexpr struct Work : workspace<Work, 1, 512, 2> {
  } work{};
  static constexpr struct Made : flag<Made, 2, 1> {
  } made{};
  using resources = pipeline::resources<Work, Made>;
  using loop = once;
  struct worker {
    static constexpr int threads = 1;
    constexpr void finish(auto& m) {
      if (m.rank() == 2) {
        m.wait(made[now + Waits]);
        m.read(work[0]);
        m.read(work[1]);
      } else {
        m.write(work[m.rank()]);
        if (m.rank() == 1 && Known) m.wait(made[now]);
        m.arrive(made[now + m.rank()]);
      }
    }
  };
  using roles = pipeline::roles<worker>;
};
// A wait for place 1 brings what was before place 0 too.
static_assert(proved<sound_protocol, in_two_places<1, true>>);
static_assert(fault_of<in_two_places<0, true>>() == fault::race ||
              fault_of<in_two_places<0, true>>() == fault::unwritten);
static_assert(fault_of<in_two_places<1, false>>() == fault::early);

// ---- a workspace: an update reads what it writes, each thread its own

enum class how { updates, updates_alone, reads_and_writes, reads_then_writes };
template <how How>
struct summed {
  static constexpr struct Work : workspace<Work, 1, 512> {
  } work{};
  using resources = pipeline::resources<Work>;
  using loop = once;
  struct worker {
    static constexpr int threads = 128;
    constexpr void finish(auto& m) {
      if (How != how::updates_alone) m.write(work[0].partition(0));
      if (How == how::updates || How == how::updates_alone) {
        m.update(work[0].partition(0));
        return;
      }
      m.sync_block();
      m.read(work[0]);
      if (How == how::reads_then_writes) m.sync_block();
      m.write(work[0]);
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(proved<sound_protocol, summed<how::updates>>);
static_assert(fault_of<summed<how::updates_alone>>() == fault::unwritten);
static_assert(fault_of<summed<how::reads_and_writes>>() == fault::race);
static_assert(proved<sound_protocol, summed<how::reads_then_writes>>);

template <bool Stores>
struct moved_by_tma {
  static constexpr struct Work : workspace<Work, 1, 512> {
  } work{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<Work, Full>;
  using loop = once;
  struct worker {
    static constexpr int threads = 1;
    constexpr void finish(auto& m) {
      if (Stores) {
        m.write(work[0]);
        m.tma_store(work[0]);
      } else {
        m.tma_load(work[0], full[0]);
      }
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(fault_of<moved_by_tma<false>>() == fault::workspace);
static_assert(fault_of<moved_by_tma<true>>() == fault::workspace);

// ---- blocks of a grid: what they have not

enum class asks { nothing, barrier, memory, multicast };
template <asks What, bool Cluster = false>
struct of_a_grid {
  static constexpr int blocks = 2;
  static constexpr bool is_cluster = Cluster;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct worker {
    static constexpr int threads = 1;
    constexpr void finish(auto& m) {
      if (What == asks::barrier) m.sync_cluster();
      m.arrive_and_expect_tx(full[0], 512);
      if (What == asks::memory)
        m.tma_load(a[0].of(m.rank()), full[0].of(m.rank()));
      else if (What != asks::multicast)
        m.tma_load(a[0], full[0]);
      else if (m.rank() == 0)
        m.tma_load_multicast(a[0], full[0]);
      m.wait(full[0]);
      m.read(a[0]);
      if (What == asks::multicast && Cluster) m.sync_cluster();
    }
    constexpr void begin(auto& m) {
      if (What == asks::multicast && Cluster) m.sync_cluster();
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(proved<sound_protocol, of_a_grid<asks::nothing>>);
static_assert(proved<sound_protocol, of_a_grid<asks::barrier, true>>);
static_assert(proved<sound_protocol, of_a_grid<asks::memory, true>>);
static_assert(fault_of<of_a_grid<asks::barrier>>() == fault::no_cluster);
static_assert(fault_of<of_a_grid<asks::memory>>() == fault::no_cluster);
static_assert(fault_of<of_a_grid<asks::multicast>>() == fault::no_cluster);
static_assert(
    sentence<sound_protocol>(of_a_grid<asks::barrier>{}) ==
    "blocks of a grid: worker of block 0, finish: sync with the cluster; the blocks are of "
    "a grid, and share flags and workspaces alone: leave out of(), multicast and the "
    "cluster's barrier, or launch a cluster and leave out is_cluster");

// ---- places of a flag: by one counter, which all that use it count alike

template <bool Mixed, bool Own, bool Tiles = false>
struct counted {
  static constexpr int blocks = 2;
  static constexpr bool is_cluster = false;
  static constexpr bool own_counts = Own;
  static constexpr bool own_steps = Tiles;
  static constexpr struct Made : flag<Made, 1, 2> {
  } made{};
  using resources = pipeline::resources<Made>;
  using loop = tiles_of_steps;
  struct worker {
    static constexpr int threads = 1;
    constexpr void end(auto& m) {
      m.arrive(made[tile]);
      m.wait(made[Mixed ? now : tile]);
    }
    constexpr void step(auto& m) {
      if (Mixed && Tiles) m.arrive(made[now]);
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(proved<sound_protocol, counted<false, false>>);
static_assert(
    proved<sound_protocol, counted<false, true, true>>);  // each its steps, all as many tiles
static_assert(fault_of<counted<true, false>>() == fault::undecided);
static_assert(fault_of<counted<true, true, true>>() == fault::undecided);
static_assert(fault_of<counted<false, true>>() == fault::undecided);
static_assert(
    sentence<sound_protocol>(counted<false, true>{}) ==
    "undecided: places of a flag are counted from the launch on: name them by one counter, "
    "step or tile, which all roles that use it count alike; and let no role keep a ring");

// ---- global memory is used after griddepcontrol.wait

template <bool Waits, bool Flag>
struct dependent_flag {
  static constexpr bool dependent_launch = true;
  static constexpr struct Work : workspace<Work, 1, 512> {
  } work{};
  static constexpr struct Made : flag<Made, 1, 1> {
  } made{};
  using resources = pipeline::resources<Work, Made>;
  using loop = once;
  struct worker {
    static constexpr int threads = 1;
    constexpr void finish(auto& m) {
      if (Waits) m.wait_on_dependent_grids();
      if (Flag)
        m.arrive(made[now]);
      else
        m.write(work[0]);
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(proved<sound_protocol, dependent_flag<true, true>>);
static_assert(proved<sound_protocol, dependent_flag<true, false>>);
static_assert(fault_of<dependent_flag<false, true>>() == fault::prior_grid);
static_assert(fault_of<dependent_flag<false, false>>() == fault::prior_grid);

// ---- mbarrier.test_wait: a wait at scope .cta that polls

template <bool FromPeer>
struct polled {
  static constexpr int blocks = 2;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct writer {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      int const to = FromPeer ? 1 - m.rank() : m.rank();
      m.sync_cluster();
      m.write(a[0].of(to));
      m.sync_warp();
      if (FromPeer && m.elected()) m.arrive_release_cluster(full[0].of(to));
      if (!FromPeer && m.elected()) m.arrive(full[0]);
      m.sync_cluster();
    }
  };
  struct reader {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      m.sync_cluster();
      m.test_wait(full[0]);
      m.read(a[0]);
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<writer, reader>;
};
static_assert(proved<sound_protocol, polled<false>>);
static_assert(fault_of<polled<true>>() == fault::illegal);

// ---- mbarrier.inval: the last use of a barrier

enum class late { none, no_barrier, waits, arrives, loads, many, twice, no_wait };
template <late Is, bool Initialises = false>
struct last_use {
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct producer {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (Initialises) {
        if (m.elected()) m.initialize_barriers();
        if (m.elected()) m.fence_barrier_init();
        m.sync_block();
      }
      if (m.elected()) {
        m.arrive_and_expect_tx(full[0], 512);
        m.tma_load(a[0], full[0]);
      }
    }
    constexpr void finish(auto& m) {
      if (Is != late::no_barrier) m.sync_block();
      if (Is == late::many || m.elected()) m.invalidate(full[0]);
      if (Is == late::twice && m.elected()) m.invalidate(full[0]);
      if (Is == late::arrives && m.elected()) m.arrive(full[0]);
      if (Is == late::loads && m.elected()) m.tma_load(a[0], full[0]);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (Initialises) m.sync_block();
      if (Is == late::no_wait) return;
      m.test_wait(full[0]);
      if (Is != late::loads) m.read(a[0]);
    }
    constexpr void finish(auto& m) {
      if (Is != late::no_barrier) m.sync_block();
      if (Is == late::waits) m.test_wait(full[0]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, last_use<late::none>>);
static_assert(proved<sound_protocol, last_use<late::none, true>>);
static_assert(fault_of<last_use<late::no_barrier>>() == fault::race);
static_assert(fault_of<last_use<late::waits>>() == fault::race);
static_assert(fault_of<last_use<late::waits, true>>() == fault::race);
static_assert(fault_of<last_use<late::arrives>>() == fault::race);
static_assert(fault_of<last_use<late::loads>>() == fault::race);
static_assert(fault_of<last_use<late::many>>() == fault::race);
static_assert(fault_of<last_use<late::twice>>() == fault::race);
static_assert(fault_of<last_use<late::no_wait>>() == fault::race);
template <late Is>
constexpr bool last_use_says(std::string_view part) {
  core::text const t = sentence<sound_protocol>(last_use<Is>{});
  return std::string_view(t).find(part) != std::string_view::npos;
}
static_assert(
    last_use_says<late::waits>("mbarrier.inval of Full; the mbarrier may still be in use"));
static_assert(
    last_use_says<late::loads>("counted at Full; the mbarrier may be invalidated by then"));

// Nor before it is initialised.
template <bool Behind>
struct invalidates_in_begin {
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<Full>;
  using loop = once;
  struct initialiser {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (m.elected()) m.initialize_barriers();
      m.sync_block();
      m.sync_block();
      if (m.elected() && !Behind) m.arrive(full[0]);
    }
  };
  struct other {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (m.elected() && !Behind) m.invalidate(full[0]);
      m.sync_block();
      if (m.elected() && Behind) m.invalidate(full[0]);
      m.sync_block();
    }
  };
  using roles = pipeline::roles<initialiser, other>;
};
static_assert(proved<sound_protocol, invalidates_in_begin<true>>);
static_assert(fault_of<invalidates_in_begin<false>>() != fault::none);

// A block of a cluster does not invalidate the barrier of another.
template <bool Own>
struct last_use_of_cluster {
  static constexpr int blocks = 2;
  static constexpr struct A : buffer<A, 1, 512> {
  } a{};
  static constexpr struct Full : mbarrier<Full, 1, 1> {
  } full{};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      m.sync_cluster();
      m.write(a[0].of(1 - m.rank()));
      m.sync_warp();
      if (m.elected()) m.arrive_release_cluster(full[0].of(1 - m.rank()));
      m.wait_acquire_cluster(full[0]);
      m.read(a[0]);
    }
    constexpr void finish(auto& m) {
      m.sync_cluster();
      if (m.elected()) m.invalidate(full[0].of(Own ? m.rank() : 1 - m.rank()));
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, last_use_of_cluster<true>>);
static_assert(fault_of<last_use_of_cluster<false>>() == fault::illegal);

}  // namespace
