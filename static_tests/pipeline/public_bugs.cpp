// SPDX-License-Identifier: BSL-1.0
//
// Bugs of public projects as small protocols: each is refused for its cause, and each sound twin is
// proved, minimal where it has nothing to spare. The source stands above each; docs/museum has
// pages.
#include "answers.hpp"

namespace public_bugs {

using namespace tileproof;
using namespace tileproof::pipeline;
using namespace answers;

inline constexpr place p0{};

// ---- triton-lang/triton 7262 and 10668, deepseek-ai/DeepEP 621 and 642, CUTLASS's epilogue of
// sm90: threads read a stage, and TMA overwrites it without a proxy fence

enum class fenced { by_nobody, by_readers, after_the_warp, by_producer, before_the_wait, by_axiom };
enum class reader { threads, leaders, wgmma };
template <fenced How, reader By>
struct reloads {
  static constexpr bool reads_need_no_proxy_fence = How == fenced::by_axiom;
  struct A : buffer<A, 2, 4096> {};
  struct Acc : accumulator<Acc> {};
  struct Full : mbarrier<Full, 2, 1> {};
  struct Empty : mbarrier<Empty, 2, By == reader::threads ? 128 : 4> {};
  using resources = pipeline::resources<A, Acc, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void step(auto& m) {
      if (How == fenced::before_the_wait) m.fence_view_async_shared();
      m.wait(Empty{}[now].before());
      if (How == fenced::by_producer) m.fence_view_async_shared();
      m.arrive_and_expect_tx(Full{}[now], 4096);
      m.tma_load(A{}[now], Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      if (By == reader::wgmma) {
        m.warpgroup_arrive();
        m.gemm(Acc{}[0], A{}[now]);
        m.warpgroup_commit_batch();
        m.warpgroup_wait(_0{});
      } else {
        m.read(A{}[now]);
      }
      if (How == fenced::by_readers) m.fence_view_async_shared();
      if (By == reader::leaders) m.sync_warp();
      if (How == fenced::after_the_warp) m.fence_view_async_shared();
      if (By == reader::threads || m.leads_warp()) m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(fault_of<reloads<fenced::by_nobody, reader::leaders>>() == fault::no_proxy_fence);
static_assert(fault_of<reloads<fenced::by_nobody, reader::threads>>() == fault::no_proxy_fence);
static_assert(fault_of<reloads<fenced::before_the_wait, reader::leaders>>() ==
              fault::no_proxy_fence);
static_assert(
    says<reloads<fenced::by_nobody, reader::leaders>>("producer, step 2: TMA load into A[0]"));
static_assert(says<reloads<fenced::by_nobody, reader::leaders>>("step 0: read of A[0]"));
static_assert(says<reloads<fenced::by_nobody, reader::leaders>>("reads_need_no_proxy_fence"));
static_assert(proved<minimal_protocol, reloads<fenced::by_readers, reader::leaders>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_readers, reader::threads>>);
static_assert(proved<sound_protocol, reloads<fenced::after_the_warp, reader::leaders>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_producer, reader::leaders>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_producer, reader::threads>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_axiom, reader::leaders>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_axiom, reader::threads>>);
static_assert(proved<minimal_protocol, reloads<fenced::by_nobody, reader::wgmma>>);
static_assert(!proved<minimal_protocol, reloads<fenced::by_producer, reader::wgmma>>);
static_assert(
    spares<reloads<fenced::by_producer, reader::wgmma>>("producer, step: fence.proxy.async"));

// ---- NVIDIA/cudnn-frontend 426: the 32 lanes of a warp write, and one of them arrives

enum class hands_over { by_one, warp_meets, all_arrive };
template <hands_over How>
struct hand_over {
  struct W : buffer<W, 2, 512> {};
  struct Full : mbarrier<Full, 2, How == hands_over::all_arrive ? 32 : 1> {};
  struct Empty : mbarrier<Empty, 2, 128> {};
  using resources = pipeline::resources<W, Full, Empty>;
  using loop = steps;
  struct loader {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.write(W{}[now]);
      if (How == hands_over::warp_meets) m.sync_warp();
      if (How == hands_over::all_arrive || m.elected()) m.arrive(Full{}[now]);
    }
  };
  struct reader {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(W{}[now]);
      m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<loader, reader>;
};
template <hands_over How>
struct hand_over_once {
  struct W : buffer<W, 1, 512> {};
  struct Full : mbarrier<Full, 1, How == hands_over::all_arrive ? 32 : 1> {};
  using resources = pipeline::resources<W, Full>;
  using loop = once;
  struct loader {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      m.write(W{}[p0]);
      if (How == hands_over::warp_meets) m.sync_warp();
      if (How == hands_over::all_arrive || m.elected()) m.arrive(Full{}[p0]);
    }
  };
  struct reader {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.wait(Full{}[p0]);
      m.read(W{}[p0]);
    }
  };
  using roles = pipeline::roles<loader, reader>;
};
static_assert(fault_of<hand_over<hands_over::by_one>>() == fault::race);
static_assert(says<hand_over<hands_over::by_one>>("nothing orders it after loader (not elected)"));
static_assert(proved<minimal_protocol, hand_over<hands_over::warp_meets>>);
static_assert(proved<minimal_protocol, hand_over<hands_over::all_arrive>>);
static_assert(fault_of<hand_over_once<hands_over::by_one>>() == fault::race);
static_assert(proved<minimal_protocol, hand_over_once<hands_over::warp_meets>>);
static_assert(proved<minimal_protocol, hand_over_once<hands_over::all_arrive>>);

// ---- deepseek-ai/DeepEP 657 and 674: a warp copies through shared memory by TMA, and loads into a
// stage while the store from it may still read

template <int Stages, int Ahead, int Pending, int Threads = 1>  // the load is for step now + Ahead
struct copies_through {
  struct A : buffer<A, Stages, 4096> {};
  struct Full : mbarrier<Full, Stages, 1> {};
  using resources = pipeline::resources<A, Full>;
  using loop = steps;
  struct warp {
    static constexpr int threads = Threads;
    static constexpr void load(auto& m, place at) {
      if (!m.elected()) return;
      m.arrive_and_expect_tx(Full{}[at], 4096);
      m.tma_load(A{}[at], Full{}[at]);
    }
    constexpr void begin(auto& m) {
      for (int i = 0; i < Ahead; ++i) load(m, p0 + i);
    }
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      if (Threads > 1) m.sync_warp();
      if (m.elected()) {
        m.tma_store(A{}[now]);
        m.tma_store_arrive();
        m.tma_store_wait(Int<Pending>{});
      }
      load(m, now + Ahead);
    }
    constexpr void finish(auto& m) {
      for (int i = 0; i < Ahead; ++i) m.wait(Full{}[now + i]);
      if (Pending > 0 && m.elected()) m.tma_store_wait(_0{});
    }
  };
  using roles = pipeline::roles<warp>;
};
// Into the stage that has just been stored: the kernel's two stages, and others.
static_assert(fault_of<copies_through<2, 2, 1>>() == fault::race);
static_assert(fault_of<copies_through<2, 2, 1, 32>>() == fault::race);
static_assert(fault_of<copies_through<1, 1, 1>>() == fault::race);
static_assert(fault_of<copies_through<3, 3, 2>>() == fault::race);
static_assert(
    says<copies_through<2, 2, 1>>("nothing orders it after warp, step 0: TMA store from A[0]"));
static_assert(proved<minimal_protocol, copies_through<2, 2, 0>>);
static_assert(proved<minimal_protocol, copies_through<2, 2, 0, 32>>);
static_assert(proved<minimal_protocol, copies_through<1, 1, 0>>);
static_assert(proved<minimal_protocol, copies_through<3, 3, 0>>);
// Into the next stage: all but the last Stages - 1 stores have read theirs.
static_assert(proved<minimal_protocol, copies_through<2, 1, 1>>);
static_assert(proved<minimal_protocol, copies_through<2, 1, 1, 32>>);
static_assert(proved<minimal_protocol, copies_through<3, 1, 2>>);
static_assert(proved<minimal_protocol, copies_through<3, 1, 2, 32>>);
static_assert(fault_of<copies_through<2, 1, 2>>() == fault::race);
static_assert(fault_of<copies_through<3, 1, 3>>() == fault::race);
static_assert(proved<minimal_protocol, copies_through<3, 2, 1>>);
static_assert(fault_of<copies_through<3, 2, 2>>() == fault::race);
// A wait for more than it takes.
static_assert(proved<sound_protocol, copies_through<2, 1, 0>>);
static_assert(proved<sound_protocol, copies_through<3, 1, 1>>);
static_assert(proved<sound_protocol, copies_through<3, 1, 0>>);
static_assert(spares<copies_through<3, 1, 1>>("wait_group"));  // of 1, where 2 is enough
// A wait for 0 groups where 1 is enough. It is needed as long as no other wait ends the last store.
static_assert(proved<minimal_protocol, copies_through<2, 1, 0>>);

// ---- MoonshotAI/FlashKDA 24: a state that threads set to zero, a fence in the loop alone, and a
// TMA store after it, which 0 steps come to without a fence

enum class fence_in { nothing, step, begin, finish };
template <fence_in Where, class Loop = steps>
struct stores_state {
  struct State : buffer<State, 1, 4096> {};
  using resources = pipeline::resources<State>;
  using loop = Loop;
  struct block {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.write(State{}[p0].partition(0));
      if (Where == fence_in::begin) m.fence_view_async_shared();
    }
    constexpr void step(auto& m) {
      m.sync_block();
      m.read(State{}[p0]);
      m.sync_block();
      m.write(State{}[p0].partition(0));
      if (Where == fence_in::step || Where == fence_in::begin) m.fence_view_async_shared();
    }
    constexpr void finish(auto& m) {
      if (Where == fence_in::finish) m.fence_view_async_shared();
      m.sync_block();
      if (m.elected()) {
        m.tma_store(State{}[p0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
    }
  };
  using roles = pipeline::roles<block>;
};
static_assert(fault_of<stores_state<fence_in::step>>() == fault::no_proxy_fence);
static_assert(says<stores_state<fence_in::step>>("after block (elected), begin: write to State"));
static_assert(fault_of<stores_state<fence_in::nothing>>() == fault::no_proxy_fence);
static_assert(proved<minimal_protocol, stores_state<fence_in::begin>>);
static_assert(proved<minimal_protocol, stores_state<fence_in::finish>>);
static_assert(proved<minimal_protocol, stores_state<fence_in::step, tile_of_some_steps>>);
static_assert(proved<minimal_protocol, stores_state<fence_in::finish, tile_of_some_steps>>);
static_assert(fault_of<stores_state<fence_in::nothing, tile_of_some_steps>>() ==
              fault::no_proxy_fence);
// The other of its paths: threads convert the state at the end, and no fence follows.
static_assert(fault_of<stores_state<fence_in::nothing, once>>() == fault::no_proxy_fence);
static_assert(proved<minimal_protocol, stores_state<fence_in::finish, once>>);

// ---- the same: barriers that a role initialises and TMA uses, without fence.mbarrier_init

enum class initialised { by_machine, unfenced, fenced, never_met };
template <initialised How, bool ByTma, bool InARing = true>
struct starts {
  struct A : buffer<A, 2, 4096> {};
  struct Full : mbarrier<Full, 2, ByTma ? 1 : 32> {};
  struct Empty : mbarrier<Empty, 2, 32> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  static constexpr void initialise(auto& m, bool mine) {
    if (How == initialised::by_machine) return;
    if (mine && m.elected()) {
      m.initialize_barriers();
      if (How != initialised::unfenced) m.fence_barrier_init();
    }
    if (How != initialised::never_met) m.sync_block();
  }
  struct producer {
    static constexpr int threads = ByTma ? 1 : 32;
    constexpr void begin(auto& m) { initialise(m, true); }
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      if (ByTma) {
        m.arrive_and_expect_tx(Full{}[now], 4096);
        m.tma_load(A{}[now], Full{}[now]);
      } else {
        m.write(A{}[now]);
        m.arrive(Full{}[now]);
      }
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) { initialise(m, false); }
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      if (ByTma) m.fence_view_async_shared();
      m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(fault_of<starts<initialised::unfenced, true>>() == fault::no_init_fence);
static_assert(says<starts<initialised::unfenced, true>>("call fence_barrier_init()"));
static_assert(fault_of<starts<initialised::never_met, true>>() == fault::early);
static_assert(says<starts<initialised::never_met, true>>("may not be initialised yet"));
static_assert(proved<minimal_protocol, starts<initialised::fenced, true>>);
static_assert(proved<minimal_protocol, starts<initialised::by_machine, true>>);
static_assert(proved<minimal_protocol, starts<initialised::unfenced, false>>);
static_assert(proved<sound_protocol, starts<initialised::fenced, false>>);
static_assert(!proved<minimal_protocol, starts<initialised::fenced, false>>);
static_assert(fault_of<starts<initialised::never_met, false>>() == fault::early);

// ---- inclusionAI/humming 56: a cluster of 2, whose leader multicasts A into both blocks. The
// buffer of the epilogue overlaps A, and the leader waits for its own block's epilogue alone.

// The barriers that count the releases: own: each block has one for its own; peer: the leader has
// one more for block 1; both: one in the leader counts both blocks'; all: one in each block counts
// both blocks'.
enum class counts { own, peer, all, both };
enum class order { leader_first, leader_last };
enum class arrival { plain, publishes };  // arrive_release_cluster at the other block's barrier
enum class epilogue {
  none,
  stored,
  read_back
};  // D is stored by TMA, or read by the other threads
template <counts Who, order Order = order::leader_last, arrival How = arrival::plain,
          epilogue After = epilogue::stored>
struct shares_a {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 4096> {};
  struct D : buffer<D, 1, 4096> {};
  struct Full : mbarrier<Full, 1, 1> {};
  struct Empty : mbarrier<Empty, 1, Who == counts::both ? 2 : 1> {};
  struct Leader : mbarrier<Leader, 1, Who == counts::all ? 2 : 1> {};
  using resources = pipeline::resources<A, D, Full, Empty, Leader>;
  using overlaps = pipeline::overlaps<overlap<A, D>>;
  using loop = steps;
  static constexpr void wait(auto& m, auto barrier, bool is_of_both) {
    if (How == arrival::publishes && is_of_both)
      m.wait_acquire_cluster(barrier);
    else
      m.wait(barrier);
  }
  static constexpr void release(auto& m, auto barrier, int block) {
    if (block == m.rank())
      m.arrive(barrier);
    else if (How == arrival::publishes)
      m.arrive_release_cluster(barrier.of(block));
    else
      m.arrive(barrier.of(block));
  }
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      bool const leads = m.rank() == 0;
      if (Who != counts::all || !leads) wait(m, Empty{}[now].before(), Who == counts::both);
      if ((Who == counts::all || Who == counts::peer) && leads)
        wait(m, Leader{}[now].before(), true);
      m.arrive_and_expect_tx(Full{}[now], 4096);
      if (leads) m.tma_load_multicast(A{}[now], Full{}[now]);
    }
    constexpr void finish(auto& m) {
      m.sync_cluster();
    }  // until the other block's arrivals are here
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      if (After != epilogue::none) {
        m.sync_warp();
        m.write(D{}[p0]);
      }
      m.fence_view_async_shared();
      m.sync_warp();
      if (After == epilogue::read_back) {
        m.read(D{}[p0]);
        m.fence_view_async_shared();
        m.sync_warp();
      }
      if (!m.elected()) return;
      if (After == epilogue::stored) {
        m.tma_store(D{}[p0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
      for (int i = 0; i < 2; ++i) {
        int const block = (Order == order::leader_first) == (i == 0) ? 0 : 1;
        if (Who == counts::both)
          release(m, Empty{}[now], block);
        else if (block == 1 && m.rank() == 1)
          release(m, Empty{}[now], 1);
        else if (block == 0 && Who == counts::all)
          release(m, Leader{}[now], 0);
        else if (block == 0 && m.rank() == 0)
          release(m, Empty{}[now], 0);
        else if (block == 0 && Who == counts::peer)
          release(m, Leader{}[now], 0);
      }
    }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  using roles = pipeline::roles<producer, consumer>;
};

// The kernel's form: both blocks release each stage, and one epilogue follows the steps of a tile.
template <counts Who, order Order = order::leader_last, arrival How = arrival::plain>
struct shares_a_in_tiles {
  static constexpr int blocks = 2;
  struct A : buffer<A, 2, 4096> {};
  struct D : buffer<D, 1, 8192> {};
  struct Full : mbarrier<Full, 2, 1> {};
  struct Empty : mbarrier<Empty, 2, 1, 2> {};  // part 1 of the leader's: of block 1
  struct Done : mbarrier<Done, 1, 1, 2> {};
  using resources = pipeline::resources<A, D, Full, Empty, Done>;
  using overlaps = pipeline::overlaps<overlap<A, D>>;
  using loop = tiles_of_some_steps;
  struct producer {
    static constexpr int threads = 1;
    constexpr void open(auto& m) {
      m.wait(Done{}[tile].before());
      if (Who == counts::own || m.rank() != 0) return;
      if (How == arrival::publishes)
        m.wait_acquire_cluster(Done{}[tile].before().part(1));
      else
        m.wait(Done{}[tile].before().part(1));
    }
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      if (m.rank() == 0) m.wait(Empty{}[now].before().part(1));
      m.arrive_and_expect_tx(Full{}[now], 4096);
      if (m.rank() == 0) m.tma_load_multicast(A{}[now], Full{}[now]);
    }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  struct consumer {
    static constexpr int threads = 32;
    static constexpr void release(auto& m, auto barrier, bool publishes) {
      for (int i = 0; i < 2; ++i)
        if ((Order == order::leader_last) == (i == 0))
          m.arrive(barrier);
        else if (m.rank() == 1 && publishes)
          m.arrive_release_cluster(barrier.part(1).of(0));
        else if (m.rank() == 1)
          m.arrive(barrier.part(1).of(0));
    }
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      m.fence_view_async_shared();
      m.sync_warp();
      if (m.elected()) release(m, Empty{}[now], false);
    }
    constexpr void end(auto& m) {
      m.write(D{}[p0]);
      m.fence_view_async_shared();
      m.sync_warp();
      if (!m.elected()) return;
      m.tma_store(D{}[p0]);
      m.tma_store_arrive();
      m.tma_store_wait(_0{});
      if (Who == counts::own)
        m.arrive(Done{}[tile]);
      else
        release(m, Done{}[tile], How == arrival::publishes);
    }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  using roles = pipeline::roles<producer, consumer>;
};
// Blocks that read A alone. The leader's bytes may come before block 1 expects them, in that phase.
template <counts Who, order Order>
using reads_a = shares_a<Who, Order, arrival::plain, epilogue::none>;
static_assert(fault_of<reads_a<counts::own, order::leader_last>>() == fault::race);
static_assert(proved<minimal_protocol, reads_a<counts::peer, order::leader_last>>);
static_assert(proved<sound_protocol, reads_a<counts::peer, order::leader_first>>);
static_assert(proved<minimal_protocol, reads_a<counts::all, order::leader_last>>);
static_assert(proved<sound_protocol, reads_a<counts::all, order::leader_first>>);
// No: the leader may load once its barrier is complete, and then block 0 releases the next step at
// block 1's barrier, where block 1's release of this step may still be to come.
static_assert(fault_of<reads_a<counts::both, order::leader_first>>() == fault::early);

// With the epilogue: what block 1 has written into D is published to the leader.
template <counts Who, order Order>
using publishes_d = shares_a<Who, Order, arrival::publishes>;
static_assert(proved<sound_protocol, publishes_d<counts::peer, order::leader_last>>);
static_assert(proved<sound_protocol, publishes_d<counts::peer, order::leader_first>>);
static_assert(proved<sound_protocol, publishes_d<counts::all, order::leader_last>>);
static_assert(proved<sound_protocol, publishes_d<counts::all, order::leader_first>>);
static_assert(fault_of<publishes_d<counts::both, order::leader_first>>() == fault::early);
static_assert(
    proved<sound_protocol,
           shares_a<counts::all, order::leader_last, arrival::publishes, epilogue::read_back>>);
static_assert(fault_of<shares_a_in_tiles<counts::own>>() == fault::race);
static_assert(
    says<shares_a_in_tiles<counts::own>>("producer of block 0, tile 1 step 0: TMA load into A"));
static_assert(
    says<shares_a_in_tiles<counts::own>>("after consumer of block 1 (elected), tile 0 end"));
template <order Order, arrival How>
using corrected_in_tiles = shares_a_in_tiles<counts::peer, Order, How>;
static_assert(proved<sound_protocol, corrected_in_tiles<order::leader_last, arrival::publishes>>);
static_assert(proved<sound_protocol, corrected_in_tiles<order::leader_first, arrival::publishes>>);

static_assert(proved<sound_protocol, reads_a<counts::both, order::leader_last>>);
static_assert(proved<sound_protocol, publishes_d<counts::both, order::leader_last>>);
static_assert(proved<sound_protocol, shares_a<counts::both, order::leader_last>>);
static_assert(proved<sound_protocol, shares_a<counts::peer, order::leader_last>>);
static_assert(proved<sound_protocol, shares_a<counts::peer, order::leader_first>>);
static_assert(proved<sound_protocol, shares_a<counts::all, order::leader_last>>);
static_assert(proved<sound_protocol, shares_a<counts::all, order::leader_first>>);
static_assert(
    proved<sound_protocol,
           shares_a<counts::all, order::leader_last, arrival::plain, epilogue::read_back>>);
static_assert(proved<sound_protocol, corrected_in_tiles<order::leader_last, arrival::plain>>);
static_assert(proved<sound_protocol, corrected_in_tiles<order::leader_first, arrival::plain>>);
static_assert(fault_of<shares_a<counts::both, order::leader_first>>() == fault::early);
static_assert(fault_of<shares_a<counts::own>>() == fault::race);
static_assert(fault_of<reads_a<counts::own, order::leader_last>>() == fault::race);

// ---- NVlabs/cuda-oxide 1066: a mailbox with READY and no FREE, read by five warps

template <int Frees, bool Meets = true>  // arrivals of FREE; 0: it is not there
struct mailbox {
  struct Mail : buffer<Mail, 1, 16> {};
  struct Ready : mbarrier<Ready, 1, 1> {};
  struct Free : mbarrier<Free, 1, Frees == 0 ? 1 : Frees> {};
  using resources = pipeline::resources<Mail, Ready, Free>;
  using loop = steps;
  struct writer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      if (Frees > 0) m.wait(Free{}[now].before());
      m.write(Mail{}[now]);
      m.arrive(Ready{}[now]);
    }
  };
  template <int Threads, int I = 0>
  struct readers {
    static constexpr int threads = Threads;
    constexpr void step(auto& m) {
      m.wait(Ready{}[now]);
      m.read(Mail{}[now]);
      if (Meets) m.sync_warp();
      if (Frees > 0 && m.leads_warp()) m.arrive(Free{}[now]);
    }
  };
  using roles = pipeline::roles<writer, readers<160>>;
};
template <int Frees, bool Meets = true>
struct mailbox_of_five : mailbox<Frees, Meets> {
  template <int I>
  using reader = typename mailbox<Frees, Meets>::template readers<32, I>;
  using roles = pipeline::roles<typename mailbox<Frees, Meets>::writer, reader<0>, reader<1>,
                                reader<2>, reader<3>, reader<4>>;
};
static_assert(fault_of<mailbox<0>>() == fault::race);
static_assert(fault_of<mailbox_of_five<0>>() == fault::race);
static_assert(says<mailbox<0>>("writer, step 1: write to Mail; nothing orders it after readers"));
static_assert(proved<minimal_protocol, mailbox<5>>);
static_assert(proved<minimal_protocol, mailbox_of_five<5>>);
static_assert(fault_of<mailbox<5, false>>() == fault::race);
static_assert(fault_of<mailbox_of_five<5, false>>() == fault::race);
static_assert(fault_of<mailbox<4>>() == fault::many);
static_assert(says<mailbox<4>>("arrive at Free; a phase has 4 arrivals"));
static_assert(fault_of<mailbox_of_five<4>>() == fault::early);
static_assert(says<mailbox_of_five<4>>("arrive at Free"));
static_assert(says<mailbox_of_five<4>>("check the number of arrivals, 4"));
static_assert(fault_of<mailbox<6>>() == fault::deadlock);
static_assert(fault_of<mailbox_of_five<6>>() == fault::deadlock);

// ---- Dao-AILab/flash-attention 2258: Q of a tile is loaded in its first step and released at its
// end, and a tile may have no steps

enum class tiles { by_number, by_loads, by_loads_of_producer };
template <tiles Places, class Loop, int Stages = 1>
struct loads_q {
  struct Q : buffer<Q, Stages, 4096> {};
  struct FullQ : mbarrier<FullQ, Stages, 1> {};
  struct EmptyQ : mbarrier<EmptyQ, Stages, 32> {};
  using resources = pipeline::resources<Q, FullQ, EmptyQ>;
  using loop = Loop;
  struct producer {
    static constexpr int threads = 1;
    ring<Stages> q;
    friend constexpr bool operator==(producer const&, producer const&) = default;
    constexpr void load(auto& m, auto at) {
      m.wait(EmptyQ{}[at].before());
      m.arrive_and_expect_tx(FullQ{}[at], 4096);
      m.tma_load(Q{}[at], FullQ{}[at]);
    }
    constexpr void first(auto& m) {
      if (Places == tiles::by_number) return load(m, tile);
      load(m, q);
      ++q;
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    ring<Stages> q;
    int has_steps = 0;
    friend constexpr bool operator==(consumer const&, consumer const&) = default;
    constexpr void first(auto& m) {
      has_steps = Places == tiles::by_loads;
      if (Places == tiles::by_loads)
        m.wait(FullQ{}[q]);
      else
        m.wait(FullQ{}[tile]);
      step(m);
    }
    constexpr void step(auto& m) {
      if (Places == tiles::by_loads)
        m.read(Q{}[q]);
      else
        m.read(Q{}[tile]);
    }
    constexpr void end(auto& m) {
      m.fence_view_async_shared();
      if (Places != tiles::by_loads) return m.arrive(EmptyQ{}[tile]);
      if (!has_steps) return;
      m.arrive(EmptyQ{}[q]);
      ++q;
      has_steps = 0;
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(fault_of<loads_q<tiles::by_number, tiles_of_steps>>() == fault::early);
static_assert(says<loads_q<tiles::by_number, tiles_of_steps>>("end: arrive at EmptyQ"));
static_assert(fault_of<loads_q<tiles::by_number, tiles_of_steps, 2>>() == fault::early);
static_assert(fault_of<loads_q<tiles::by_loads_of_producer, tiles_of_steps>>() == fault::early);
static_assert(proved<sound_protocol, loads_q<tiles::by_loads, tiles_of_steps>>);
static_assert(proved<sound_protocol, loads_q<tiles::by_loads, tiles_of_steps, 2>>);
static_assert(proved<minimal_protocol, loads_q<tiles::by_number, tiles_of_some_steps>>);
static_assert(proved<minimal_protocol, loads_q<tiles::by_number, tiles_of_some_steps, 2>>);

// ---- NVIDIA/cutlass 2027: stream-k without a fixed order. The first block writes the sum of a
// tile, the others add to it; the last waits for the first alone, and reads

template <int Blocks, bool WaitsForAll, class Loop>
struct adds_up {
  static constexpr int blocks = Blocks;
  static constexpr bool is_cluster = false;
  struct Sum : workspace<Sum, 1, 65536> {};
  struct Made : flag<Made, 1, 1, Blocks - 1> {};
  struct Read : flag<Read, 1, 1> {};
  using resources = pipeline::resources<Sum, Made, Read>;
  using loop = Loop;
  struct worker {
    static constexpr int threads = 128;
    constexpr void add(auto& m) {
      bool const is_first = m.rank() == 0;
      bool const is_last = m.rank() == Blocks - 1;
      if (m.elected() && is_first) m.wait(Read{}[tile].before());
      int const waits_for = is_first ? 0 : is_last && WaitsForAll ? Blocks - 1 : 1;
      for (int i = 0; i < waits_for; ++i)
        if (m.elected()) m.wait(Made{}[tile].part(i));
      m.sync_block();
      if (is_first)
        m.write(Sum{}[tile]);
      else if (is_last)
        m.read(Sum{}[tile]);
      else
        m.update(Sum{}[tile]);
      m.sync_block();
      if (!m.elected()) return;
      if (is_last)
        m.arrive(Read{}[tile]);
      else
        m.arrive(Made{}[tile].part(m.rank()));
    }
    constexpr void end(auto& m) { add(m); }
    constexpr void finish(auto& m) {
      if (!has_section<Loop>(section::end)) add(m);
    }
  };
  using roles = pipeline::roles<worker>;
};
static_assert(fault_of<adds_up<3, false, once>>() == fault::race);
static_assert(fault_of<adds_up<3, false, tiles_of_steps>>() == fault::race);
static_assert(fault_of<adds_up<4, false, once>>() == fault::race);
static_assert(says<adds_up<3, false, once>>("worker of block 2 (elected), finish: read of Sum"));
static_assert(says<adds_up<3, false, once>>("nothing orders it after worker of block 1"));
static_assert(says<adds_up<3, false, once>>("worker of block 1 (elected), finish: update of Sum"));
static_assert(proved<sound_protocol, adds_up<2, false, once>>);
static_assert(proved<sound_protocol, adds_up<2, false, tiles_of_steps>>);
static_assert(proved<sound_protocol, adds_up<3, true, once>>);
static_assert(proved<sound_protocol, adds_up<3, true, tiles_of_steps>>);

// ---- flashinfer-ai/flashinfer 4732: 256 threads arrive at a named barrier, for which 128 wait;
// they come to the next tile, and arrive once more, before those have

template <int Ids>
struct hands_back {
  struct KV : buffer<KV, 2, 4096> {};
  struct Full : mbarrier<Full, 2, 128> {};
  struct Done : named_barrier<Done, 384, Ids> {};
  using resources = pipeline::resources<KV, Full, Done>;
  using loop = steps;
  struct math {
    static constexpr int threads = 256;
    int id = 0;
    friend constexpr bool operator==(math const&, math const&) = default;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(KV{}[now]);
      m.arrive(Done{}[id]);
      id = (id + 1) % Ids;
    }
  };
  struct io {
    static constexpr int threads = 128;
    int id = 0;
    friend constexpr bool operator==(io const&, io const&) = default;
    static constexpr void load(auto& m, place at) {
      m.write(KV{}[at]);
      m.arrive(Full{}[at]);
    }
    constexpr void begin(auto& m) {
      load(m, p0);
      load(m, p0 + 1);
    }
    constexpr void step(auto& m) {
      m.sync(Done{}[id]);
      id = (id + 1) % Ids;
      load(m, now + 2);
    }
  };
  using roles = pipeline::roles<math, io>;
};
static_assert(fault_of<hands_back<1>>() == fault::early);
static_assert(says<hands_back<1>>("bar.arrive at Done"));
static_assert(proved<minimal_protocol, hands_back<2>>);
static_assert(proved<sound_protocol, hands_back<3>>);

}  // namespace public_bugs
