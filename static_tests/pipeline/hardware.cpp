// SPDX-License-Identifier: BSL-1.0
//
// Protocols that no GPU runs are refused: who executes an instruction, whose memory it names, at
// what scope it publishes, across which proxies, and the limits of the hardware. Each beside its
// sound twin. Sources: PTX ISA, sections named below; CUDA C++ Programming Guide, "Compute
// Capabilities".
#include "answers.hpp"

#include <tileproof/protocol/crew.hpp>
#include <tileproof/protocol/limits.hpp>
#include <tileproof/protocol/plan_tables.hpp>
#include <tileproof/protocol/role_states.hpp>

namespace hardware {

using namespace tileproof;
using namespace tileproof::pipeline;
using namespace answers;

inline constexpr place p0{};

// ---- choice() in begin and finish

template <bool Alike>
struct chooses_in_finish {
  static constexpr int choices = 2;
  struct Full : mbarrier<Full, 1, 128> {};
  using resources = pipeline::resources<Full>;
  using loop = steps;
  struct one {
    static constexpr int threads = 128;
    constexpr void finish(auto& m) {
      if (Alike && m.choice() == 1) m.arrive(Full{}[p0]);
      if (m.choice() == 1) m.wait(Full{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, chooses_in_finish<true>>);
static_assert(fault_of<chooses_in_finish<false>>() == fault::deadlock);

template <bool Always>
struct chooses_in_begin {
  static constexpr int choices = 2;
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.write(A{}[p0]);
      if (Always || m.choice() == 0) m.sync_block();
      m.read(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, chooses_in_begin<true>>);
static_assert(fault_of<chooses_in_begin<false>>() == fault::race);

// ---- an arrival at another block's barrier publishes no writes (PTX, "mbarrier.arrive": .cta)

enum class arrival { plain, publishes, published_late };
template <arrival How>
struct reads_peer {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      int const peer = 1 - m.rank();
      m.write(A{}[p0]);
      m.sync_block();
      if (m.elected() && How == arrival::plain) m.arrive(Full{}[p0].of(peer));
      if (m.elected() && How != arrival::plain) m.arrive_release_cluster(Full{}[p0].of(peer));
      if (How == arrival::publishes)
        m.wait_acquire_cluster(Full{}[p0]);
      else
        m.wait(Full{}[p0]);
      m.read(A{}[p0].of(peer));
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, reads_peer<arrival::publishes>>);
static_assert(fault_of<reads_peer<arrival::plain>>() == fault::race);
static_assert(fault_of<reads_peer<arrival::published_late>>() == fault::illegal);
static_assert(says<reads_peer<arrival::published_late>>("wait_acquire_cluster alone"));

template <bool Publishes>
struct writes_peer {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 128> {};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      int const peer = 1 - m.rank();
      m.write(A{}[p0].of(peer));
      if (Publishes)
        m.arrive_release_cluster(Full{}[p0].of(peer));
      else
        m.arrive(Full{}[p0].of(peer));
      if (Publishes)
        m.wait_acquire_cluster(Full{}[p0]);
      else
        m.wait(Full{}[p0]);
      m.read(A{}[p0]);
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, writes_peer<true>>);
static_assert(fault_of<writes_peer<false>>() == fault::race);

// The bytes of a TMA load that another block has waited for are written, and not visible here.
template <bool Publishes>
struct reads_loaded_by_peer {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 1> {};
  struct Told : mbarrier<Told, 1, 1> {};
  using resources = pipeline::resources<A, Full, Told>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      int const peer = 1 - m.rank();
      if (m.elected()) {
        m.arrive_and_expect_tx(Full{}[p0], 512);
        m.tma_load(A{}[p0], Full{}[p0]);
        m.wait(Full{}[p0]);
        if (Publishes)
          m.arrive_release_cluster(Told{}[p0].of(peer));
        else
          m.arrive(Told{}[p0].of(peer));
      }
      if (Publishes)
        m.wait_acquire_cluster(Told{}[p0]);
      else
        m.wait(Told{}[p0]);
      m.read(A{}[p0].of(peer));
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, reads_loaded_by_peer<true>>);
static_assert(fault_of<reads_loaded_by_peer<false>>() == fault::race);

// ---- another block's memory exists once it runs (Programming Guide, "Distributed Shared Memory")

template <bool Meets>
struct writes_at_once {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      if (Meets) m.sync_cluster();
      m.write(A{}[p0].of(1 - m.rank()));
      m.sync_cluster();
      m.read(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, writes_at_once<true>>);
static_assert(fault_of<writes_at_once<false>>() == fault::not_started);

// ---- threads and warps

template <int Threads, int Warps>
struct occupies {
  struct Empty : mbarrier<Empty, 1, Threads> {};
  using resources = pipeline::resources<Empty>;
  using loop = steps;
  struct one {
    static constexpr int threads = Threads;
    static constexpr int warps = Warps;
    constexpr void step(auto& m) {
      m.arrive(Empty{}[now]);
      m.wait(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, occupies<64, 2>>);
static_assert(proved<sound_protocol, occupies<1, 4>>);
static_assert(fault_of<occupies<48, 2>>() == fault::limit);
static_assert(fault_of<occupies<64, 4>>() == fault::limit);
static_assert(fault_of<occupies<128, 2>>() == fault::limit);
static_assert(fault_of<occupies<1056, 33>>() == fault::limit);
static_assert(says<occupies<48, 2>>("one has 48 threads: a role has whole warps"));

template <int Before>  // warps before it
struct multiplies_after {
  struct A : buffer<A, 1, 512> {};
  struct Acc : accumulator<Acc> {};
  struct Own : named_barrier<Own, 128> {};
  using resources = pipeline::resources<A, Acc, Own>;
  using loop = once;
  struct first {
    static constexpr int threads = 1;
    static constexpr int warps = Before;
  };
  struct group {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.write(A{}[p0]);
      m.fence_view_async_shared();
      m.sync(Own{}[p0]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[0], A{}[p0]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
    }
  };
  using roles = pipeline::roles<first, group>;
};
static_assert(proved<sound_protocol, multiplies_after<4>>);
static_assert(proved<sound_protocol, multiplies_after<8>>);
static_assert(fault_of<multiplies_after<1>>() == fault::no_warpgroup);
static_assert(
    says<multiplies_after<1>>("let first occupy 4 warps: static constexpr int warps = 4"));

// Its fence, commit and wait too are .aligned of a warpgroup, with or without a wgmma.
template <int Threads, int What>
struct waits_for_wgmma {
  using resources = pipeline::resources<>;
  using loop = once;
  struct one {
    static constexpr int threads = Threads;
    constexpr void begin(auto& m) {
      if (What == 0) m.warpgroup_arrive();
      if (What == 1) m.warpgroup_commit_batch();
      if (What == 2) m.warpgroup_wait(_0{});
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, waits_for_wgmma<128, 0>>);
static_assert(proved<sound_protocol, waits_for_wgmma<128, 1>>);
static_assert(proved<sound_protocol, waits_for_wgmma<256, 2>>);
static_assert(fault_of<waits_for_wgmma<64, 0>>() == fault::no_warpgroup);
static_assert(fault_of<waits_for_wgmma<32, 1>>() == fault::no_warpgroup);
static_assert(fault_of<waits_for_wgmma<64, 2>>() == fault::no_warpgroup);
static_assert(fault_of<waits_for_wgmma<1, 2>>() == fault::no_warpgroup);
static_assert(
    says<waits_for_wgmma<64, 2>>("it takes warpgroups of 128 threads, and the role has 64"));

// An arrival after the loads does not tell that their bytes have come: an announcement for the next
// phase may count in this one.
template <bool Early>
struct announces {
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 1> {};
  struct Empty : mbarrier<Empty, 1, 32> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      if (Early) m.expect_tx(Full{}[now], 512);
      m.wait(Empty{}[now].before());
      if (!Early) m.expect_tx(Full{}[now], 512);
      m.tma_load(A{}[now], Full{}[now]);
      m.arrive(Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      m.fence_view_async_shared();
      m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, announces<false>>);
static_assert(fault_of<announces<true>>() == fault::early);

// Registers are a thread's own: no block has those of another.
template <int Rank>
struct reads_registers {
  static constexpr int blocks = 2;
  struct Acc : accumulator<Acc> {};
  using resources = pipeline::resources<Acc>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (m.rank() == 0) m.read(Acc{}[0].of(Rank));
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, reads_registers<0>>);
static_assert(fault_of<reads_registers<1>>() == fault::illegal);

template <int Before, bool Twice, bool Meets>
struct sets_registers_after {
  static constexpr int registers = 128;
  struct Own : named_barrier<Own, 128> {};
  using resources = pipeline::resources<Own>;
  using loop = once;
  struct first {
    static constexpr int threads = 1;
    static constexpr int warps = Before;
  };
  struct group {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.warpgroup_reg_dealloc(Int<64>{});
      if (Meets) m.sync(Own{}[p0]);
      if (Twice) m.warpgroup_reg_dealloc(Int<24>{});
    }
  };
  using roles = pipeline::roles<first, group>;
};
static_assert(proved<sound_protocol, sets_registers_after<4, false, false>>);
static_assert(fault_of<sets_registers_after<1, false, false>>() == fault::no_warpgroup);
// PTX, "setmaxnreg": the warps of the warpgroup meet before the next one.
static_assert(fault_of<sets_registers_after<4, true, false>>() == fault::registers);
static_assert(proved<sound_protocol, sets_registers_after<4, true, true>>);

// ---- one thread of a warp and what all threads of a warp execute together (PTX: .aligned)

enum class aligned { sync, pass, block, cluster, warp, registers };
template <aligned What, bool InStep>
struct lane_meets {
  static constexpr int blocks = What == aligned::cluster ? 2 : 1;
  struct Bar : named_barrier<Bar, 128> {};
  using resources = pipeline::resources<Bar>;
  using loop = steps;
  struct lane {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    static constexpr void meet(auto& m) {
      if (What == aligned::sync) m.sync(Bar{}[p0]);
      if (What == aligned::pass) m.arrive(Bar{}[p0]), m.sync_block();
      if (What == aligned::block) m.sync_block();
      if (What == aligned::cluster) m.sync_cluster();
      if (What == aligned::warp) m.sync_warp();
      if (What == aligned::registers) m.warpgroup_reg_dealloc(Int<24>{});
    }
    constexpr void begin(auto& m) {
      if (!InStep) meet(m);
    }
    constexpr void step(auto& m) {
      if (InStep) meet(m);
    }
  };
  using roles = pipeline::roles<lane>;
};
static_assert(proved<sound_protocol, lane_meets<aligned::sync, false>>);
static_assert(proved<sound_protocol, lane_meets<aligned::pass, false>>);
static_assert(proved<sound_protocol, lane_meets<aligned::block, false>>);
static_assert(proved<sound_protocol, lane_meets<aligned::cluster, false>>);
static_assert(proved<sound_protocol, lane_meets<aligned::warp, false>>);
static_assert(proved<sound_protocol, lane_meets<aligned::registers, false>>);
static_assert(fault_of<lane_meets<aligned::sync, true>>() == fault::illegal);
static_assert(fault_of<lane_meets<aligned::pass, true>>() == fault::illegal);
static_assert(fault_of<lane_meets<aligned::block, true>>() == fault::illegal);
static_assert(fault_of<lane_meets<aligned::cluster, true>>() == fault::illegal);
static_assert(fault_of<lane_meets<aligned::warp, true>>() == fault::illegal);
static_assert(fault_of<lane_meets<aligned::registers, true>>() == fault::illegal);
static_assert(says<lane_meets<aligned::block, true>>("call it in begin or finish"));

// Its idle lanes run begin too, and do not come here.
struct lanes_apart {
  using resources = pipeline::resources<>;
  using loop = once;
  struct lane {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      if (m.elected()) m.sync_block();
    }
  };
  using roles = pipeline::roles<lane>;
};
static_assert(fault_of<lanes_apart>() == fault::limit);

// A part of a warp: at a barrier, at a half of it, at a wait of wgmma.
template <int What>
struct warp_parts {
  struct Bar : named_barrier<Bar, 64> {};
  using resources = pipeline::resources<Bar>;
  using loop = once;
  struct one {
    static constexpr int threads = What == 3 ? 128 : 64;
    constexpr void begin(auto& m) {
      if (What == 0) m.sync(Bar{}[p0]);
      if (What == 1 && m.elected()) m.sync_block();
      if (What == 2 && m.elected()) m.arrive(Bar{}[p0]);
      if (What == 2 && !m.elected()) m.sync(Bar{}[p0]);
      if (What == 3 && m.elected()) m.warpgroup_wait(_0{});
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, warp_parts<0>>);
static_assert(fault_of<warp_parts<1>>() == fault::part_of_warp);
static_assert(fault_of<warp_parts<2>>() == fault::part_of_warp);
static_assert(fault_of<warp_parts<3>>() == fault::part_of_warp);

// __syncwarp is each warp's: all read, the warp meets, its leader releases the stage. Without it,
// and where one leader releases for all warps, another thread may still read.
template <bool Meets, bool ByLeaders = true>
struct released_by_warps {
  struct A : buffer<A, 2, 512> {};
  struct Full : mbarrier<Full, 2, 128> {};
  struct Empty : mbarrier<Empty, 2, ByLeaders ? 4 : 1> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.write(A{}[now]);
      m.arrive(Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      if (Meets) m.sync_warp();
      if (ByLeaders ? m.leads_warp() : m.elected()) m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, released_by_warps<true>>);
static_assert(fault_of<released_by_warps<false>>() == fault::race);
static_assert(fault_of<released_by_warps<true, false>>() == fault::race);
static_assert(proved<minimal_protocol, released_by_warps<true>>);

// It orders the threads of a warp, and not those of two.
template <int Threads>
struct exchanged_by_warps {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = Threads;
    constexpr void begin(auto& m) {
      m.write(A{}[p0]);
      m.sync_warp();
      m.read(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, exchanged_by_warps<32>>);
static_assert(fault_of<exchanged_by_warps<64>>() == fault::race);
static_assert(fault_of<exchanged_by_warps<128>>() == fault::race);

// ---- .of() at verbs that have no such form

template <int What, bool Own>
struct at_peer {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512> {};
  struct Acc : accumulator<Acc> {};
  struct Bar : named_barrier<Bar, 128> {};
  struct Full : mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<A, Acc, Bar, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      int const peer = Own ? m.rank() : 1 - m.rank();
      if (What != 1) {
        m.write(A{}[p0]);
        m.fence_view_async_shared();
      }
      m.sync_cluster();
      if (What == 0) m.sync(Bar{}[p0].of(peer));
      if (What == 1) {
        m.cp_async(A{}[p0].of(peer));
        m.cp_async_fence();
        m.cp_async_wait(_0{});
      }
      if (What == 2) {
        m.warpgroup_arrive();
        m.gemm(Acc{}[p0], A{}[p0].of(peer));
        m.warpgroup_commit_batch();
        m.warpgroup_wait(_0{});
      }
      if (What == 3 && m.elected()) {
        m.tma_store(A{}[p0].of(peer));
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
      if (What == 4 && m.elected()) {
        m.arrive_and_expect_tx(Full{}[p0].of(peer), 512);
        m.tma_load(A{}[p0], Full{}[p0]);
      }
      if (What == 5 && m.elected()) {
        m.arrive_and_expect_tx(Full{}[p0], 512);
        m.tma_load(A{}[p0].of(peer), Full{}[p0].of(peer));
      }
      if (What == 6 && m.elected()) m.arrive(Full{}[p0]);
      if (What == 6) m.wait(Full{}[p0].of(peer));
      if (What == 7) m.cp_async_arrive(Full{}[p0].of(peer));
      if (What == 4 || What == 5) m.wait(Full{}[p0]);
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(fault_of<at_peer<0, false>>() == fault::illegal);
static_assert(fault_of<at_peer<1, false>>() == fault::illegal);
static_assert(fault_of<at_peer<2, false>>() == fault::illegal);
static_assert(fault_of<at_peer<3, false>>() == fault::illegal);
static_assert(fault_of<at_peer<4, false>>() == fault::illegal);
static_assert(fault_of<at_peer<5, false>>() == fault::illegal);
static_assert(fault_of<at_peer<6, false>>() == fault::illegal);
static_assert(fault_of<at_peer<7, false>>() == fault::illegal);
static_assert(proved<sound_protocol, at_peer<0, true>>);
static_assert(proved<sound_protocol, at_peer<1, true>>);
static_assert(proved<sound_protocol, at_peer<2, true>>);
static_assert(proved<sound_protocol, at_peer<3, true>>);
static_assert(proved<sound_protocol, at_peer<4, true>>);
static_assert(proved<sound_protocol, at_peer<5, true>>);
static_assert(proved<sound_protocol, at_peer<6, true>>);

// ---- places that do not exist

template <int Part, int Block>
struct out_of_range {
  static constexpr int blocks = 2;
  struct A : buffer<A, 1, 512, 2> {};
  struct Full : mbarrier<Full, 1, 1, 2> {};
  struct Other : mbarrier<Other, 1, 1> {};
  using resources = pipeline::resources<A, Full, Other>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.write(A{}[Part]);
      if (m.elected()) m.arrive(Full{}[p0].part(Part).of(Block < 0 ? m.rank() + 1 : Block));
      m.sync_cluster();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(fault_of<out_of_range<1, 1>>() != fault::illegal);
static_assert(fault_of<out_of_range<2, 0>>() == fault::illegal);
static_assert(fault_of<out_of_range<-1, 0>>() == fault::illegal);
static_assert(fault_of<out_of_range<0, 2>>() == fault::illegal);
static_assert(fault_of<out_of_range<0, -1>>() == fault::illegal);
static_assert(says<out_of_range<2, 0>>("there is no part 2; it has 2, counted from 0"));
static_assert(says<out_of_range<0, -1>>("there is no block 2 in a cluster of 2"));

// ---- two writes of one role

enum class between { nothing, barrier, one_partition, two_partitions };
template <between What>
struct written_twice {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      auto const at = [](int n) {
        return What == between::one_partition    ? A{}[p0].partition(0)
               : What == between::two_partitions ? A{}[p0].partition(n)
                                                 : A{}[p0];
      };
      m.write(at(0));
      if (What == between::barrier) m.sync_block();
      m.write(at(1));
      m.sync_block();
      m.read(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, written_twice<between::barrier>>);
static_assert(proved<sound_protocol, written_twice<between::one_partition>>);
static_assert(fault_of<written_twice<between::nothing>>() == fault::race);
static_assert(fault_of<written_twice<between::two_partitions>>() == fault::race);

// The same across steps, and by the elected thread after all.
template <bool Meets, bool Elected>
struct written_each_step {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct one {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.write(A{}[p0]);
      if (Meets) m.sync_block();
      if (Elected && m.elected()) m.write(A{}[p0]);
      if (Elected && Meets) m.sync_block();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, written_each_step<true, false>>);
static_assert(proved<sound_protocol, written_each_step<true, true>>);
static_assert(fault_of<written_each_step<false, false>>() == fault::race);
static_assert(fault_of<written_each_step<false, true>>() == fault::race);

// A thread's write in a call of its own, and then one in a call of all: nothing orders the first.
enum class apart { by_part, by_part_met, by_wait, by_partition, by_copy };
template <apart How>
struct written_alone_before {
  struct A : buffer<A, 1, 512> {};
  struct E : mbarrier<E, 1, 32> {};
  using resources = pipeline::resources<A, E>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (How == apart::by_part || How == apart::by_part_met || How == apart::by_copy)
        if (m.elected()) m.write(A{}[p0]);
      if (How == apart::by_part_met) m.sync_block();
      if (How == apart::by_wait) {
        if (m.elected()) m.write(A{}[p0]);
        if (m.elected()) m.wait(E{}[now].before());
        m.write(A{}[p0]);
        m.arrive(E{}[now]);
      }
      if (How == apart::by_partition) {
        m.write(A{}[p0].partition(0));
        if (m.elected()) m.write(A{}[p0].partition(1));
        m.write(A{}[p0].partition(0));
      }
    }
    constexpr void finish(auto& m) {
      if (How == apart::by_part || How == apart::by_part_met) m.write(A{}[p0]);
      if (How == apart::by_copy) {
        m.cp_async(A{}[p0]);
        m.cp_async_fence();
        m.cp_async_wait(_0{});
      }
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(fault_of<written_alone_before<apart::by_part>>() == fault::race);
static_assert(proved<sound_protocol, written_alone_before<apart::by_part_met>>);
static_assert(fault_of<written_alone_before<apart::by_wait>>() == fault::race);
static_assert(fault_of<written_alone_before<apart::by_partition>>() == fault::race);
static_assert(fault_of<written_alone_before<apart::by_copy>>() == fault::race);
// The leader alone, the warp meets, and then all.
struct written_alone_and_met {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      if (m.elected()) m.write(A{}[p0]);
      m.sync_warp();
      m.write(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, written_alone_and_met>);

// ---- cp.async.mbarrier.arrive releases the thread's cp.async alone

template <bool Stores, bool Arrives>
struct copies_and_stores {
  struct A : buffer<A, 2, 512> {};
  struct B : buffer<B, 2, 512> {};
  struct Full : mbarrier<Full, 2, Arrives ? 256 : 128> {};
  struct Empty : mbarrier<Empty, 2, 128> {};
  using resources = pipeline::resources<A, B, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      if (Stores) m.write(B{}[now]);
      m.cp_async(A{}[now]);
      m.cp_async_arrive(Full{}[now]);
      if (Arrives) m.arrive(Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(A{}[now]);
      if (Stores) m.read(B{}[now]);
      m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, copies_and_stores<false, false>>);
static_assert(proved<sound_protocol, copies_and_stores<true, true>>);
static_assert(fault_of<copies_and_stores<true, false>>() == fault::race);

// The system arrives at a time of its own, also where all copies are over: a wait comes before the
// end.
template <bool Waits>
struct copies_before_end {
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 32> {};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) {
      m.cp_async(A{}[p0]);
      m.cp_async_fence();
      m.cp_async_wait(_0{});
      m.cp_async_arrive(Full{}[p0]);
      if (Waits) m.wait(Full{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, copies_before_end<true>>);
static_assert(fault_of<copies_before_end<false>>() == fault::in_flight);

// A plain arrival at another block's barrier publishes no writes: the bytes of a multicast are over
// for the next one because somebody has read them, which the first step of a tile alone does not
// do.
template <bool EachStep>
struct read_in_first_step {
  static constexpr int blocks = 2;
  struct A : buffer<A, 2, 512, 2> {};
  struct Full : mbarrier<Full, 2, 1> {};
  struct Empty : mbarrier<Empty, 2, 64> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = tiles_of_some_steps;
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.arrive_and_expect_tx(Full{}[now], 1024);
      m.tma_load_multicast(A{}[now].part(m.rank()), Full{}[now]);
    }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  struct consumer {
    static constexpr int threads = 32;
    static constexpr void use(auto& m, bool all) {
      m.wait(Full{}[now]);
      if (all) m.read(A{}[now]);
      m.read(A{}[now].part(1));
      m.fence_view_async_shared();
      m.arrive(Empty{}[now].of(0));
      m.arrive(Empty{}[now].of(1));
    }
    constexpr void first(auto& m) { use(m, true); }
    constexpr void step(auto& m) { use(m, EachStep); }
    constexpr void finish(auto& m) { m.sync_cluster(); }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(proved<sound_protocol, read_in_first_step<true>>);
static_assert(fault_of<read_in_first_step<false>>() == fault::race);

// An update reads: each thread has written its elements, not the leader alone.
template <bool All>
struct updated_by_all {
  struct Sum : workspace<Sum, 1, 512> {};
  using resources = pipeline::resources<Sum>;
  using loop = once;
  struct one {
    static constexpr int threads = 64;
    constexpr void begin(auto& m) {
      if (All || m.elected()) m.write(Sum{}[p0].partition(0));
      m.update(Sum{}[p0].partition(0));
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, updated_by_all<true>>);
static_assert(fault_of<updated_by_all<false>>() == fault::unwritten);

// ---- proxies: reads before TMA writes; .shared::cta is of the block's own memory

enum class fenced { by_nobody, by_readers, by_producer, by_axiom, by_readers_too_late };
template <fenced How>
struct read_and_loaded {
  static constexpr bool reads_need_no_proxy_fence = How == fenced::by_axiom;
  struct A : buffer<A, 2, 512> {};
  struct Full : mbarrier<Full, 2, 1> {};
  struct Empty : mbarrier<Empty, 2, 4> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = steps;
  struct producer {
    static constexpr int threads = 1;
    constexpr void step(auto& m) {
      m.wait(Empty{}[now].before());
      if (How == fenced::by_producer) m.fence_view_async_shared();
      m.arrive_and_expect_tx(Full{}[now], 512);
      m.tma_load(A{}[now], Full{}[now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(Full{}[now]);
      if (How == fenced::by_readers_too_late) m.fence_view_async_shared();
      m.read(A{}[now]);
      if (How == fenced::by_readers) m.fence_view_async_shared();
      m.sync_warp();
      if (m.leads_warp()) m.arrive(Empty{}[now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(fault_of<read_and_loaded<fenced::by_nobody>>() == fault::no_proxy_fence);
static_assert(fault_of<read_and_loaded<fenced::by_readers_too_late>>() == fault::no_proxy_fence);
static_assert(
    says<read_and_loaded<fenced::by_nobody>>("state the axiom reads_need_no_proxy_fence"));
static_assert(proved<minimal_protocol, read_and_loaded<fenced::by_readers>>);
static_assert(proved<minimal_protocol, read_and_loaded<fenced::by_producer>>);
static_assert(proved<minimal_protocol, read_and_loaded<fenced::by_axiom>>);

template <bool ByOwner>
struct stored_by_peer {
  static constexpr int blocks = 2;
  struct D : buffer<D, 1, 512> {};
  struct Bar : mbarrier<Bar, 1, 1> {};  // so that the run begins with a barrier of the cluster
  using resources = pipeline::resources<D, Bar>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      m.write(D{}[p0].of(1 - m.rank()));
      if (!ByOwner) m.fence_view_async_shared();
      m.sync_cluster();
      if (m.elected()) {
        if (ByOwner) m.fence_view_async_shared();
        m.tma_store(D{}[p0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, stored_by_peer<true>>);
static_assert(fault_of<stored_by_peer<false>>() == fault::no_proxy_fence);

// ---- global memory before griddepcontrol.wait

template <bool Waits>
struct fetches {
  static constexpr bool dependent_launch = true;
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      if (Waits) m.wait_on_dependent_grids();
      m.fetch(A{}[p0]);
      m.write(A{}[p0]);
      m.sync_block();
      m.read(A{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, fetches<true>>);
static_assert(fault_of<fetches<false>>() == fault::prior_grid);

// ---- mbarriers: of threads alone, of TMA

template <bool Fences, bool ByTma, bool Meets = true>
struct initialises {
  struct A : buffer<A, 1, 512> {};
  struct Full : mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) {
      if (m.elected()) m.initialize_barriers();
      if (m.elected() && Fences) m.fence_barrier_init();
      if (Meets) m.sync_block();
      if (ByTma && m.elected()) {
        m.arrive_and_expect_tx(Full{}[p0], 512);
        m.tma_load(A{}[p0], Full{}[p0]);
      }
      if (!ByTma && m.elected()) m.arrive(Full{}[p0]);
      m.wait(Full{}[p0]);
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, initialises<true, true>>);
static_assert(fault_of<initialises<false, true>>() == fault::no_init_fence);
static_assert(proved<sound_protocol, initialises<false, false>>);
static_assert(fault_of<initialises<true, true, false>>() == fault::early);
static_assert(says<initialises<true, true, false>>("may not be initialised yet"));

// ---- limits

template <class... Rs>
struct lists {
  using resources = pipeline::resources<Rs...>;
  using loop = once;
  struct one {
    static constexpr int threads = 32;
  };
  using roles = pipeline::roles<one>;
};
struct Five : named_barrier<Five, 5> {};
struct OfTwoWarps : named_barrier<OfTwoWarps, 64> {};
struct Sixteen : named_barrier<Sixteen, 32, 16> {};
struct Fifteen : named_barrier<Fifteen, 32, 15> {};
struct NoArrival : mbarrier<NoArrival, 1, 0> {};
struct Many : mbarrier<Many, 1, (1 << 20)> {};
struct Most : mbarrier<Most, 1, (1 << 20) - 1> {};
struct Large : buffer<Large, 4, 65536> {};
struct Fits : buffer<Fits, 3, 65536> {};
static_assert(fault_of<lists<Five>>() == fault::limit);
// The block has one warp.
static_assert(fault_of<lists<OfTwoWarps>>() == fault::limit);
static_assert(says<lists<OfTwoWarps>>("a multiple of 32 up to the threads of the block"));
static_assert(fault_of<lists<Sixteen>>() == fault::limit);
static_assert(proved<sound_protocol, lists<Fifteen>>);
static_assert(fault_of<lists<NoArrival>>() == fault::limit);
static_assert(fault_of<lists<Many>>() == fault::limit);
static_assert(proved<sound_protocol, lists<Most>>);
static_assert(fault_of<lists<Large>>() == fault::limit);
static_assert(proved<sound_protocol, lists<Fits>>);
template <int Registers>
struct launched_with : lists<> {
  static constexpr int registers = Registers;
};
static_assert(proved<sound_protocol, launched_with<128>>);
static_assert(fault_of<launched_with<16>>() == fault::limit);
static_assert(fault_of<launched_with<256>>() == fault::limit);
template <int Blocks>
struct in_cluster_of : lists<> {
  static constexpr int blocks = Blocks;
};
static_assert(proved<sound_protocol, in_cluster_of<16>>);
static_assert(fault_of<in_cluster_of<17>>() == fault::limit);

template <int Bytes, int Groups>
struct moves {
  struct A : buffer<A, 1, Bytes> {};
  struct Full : mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<A, Full>;
  using loop = once;
  struct one {
    static constexpr int threads = 1;
    constexpr void begin(auto& m) {
      m.arrive_and_expect_tx(Full{}[p0], Bytes);
      m.tma_load(A{}[p0], Full{}[p0]);
      m.wait(Full{}[p0]);
    }
  };
  struct group {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.warpgroup_wait(Int<Groups>{}); }
  };
  using roles = pipeline::roles<group, one>;
};
static_assert(proved<sound_protocol, moves<512, 7>>);
static_assert(fault_of<moves<520, 0>>() == fault::illegal);
static_assert(fault_of<moves<0, 0>>() == fault::illegal);
static_assert(fault_of<moves<512, 8>>() == fault::illegal);

// ---- what a role keeps

struct base_of_role {
  int at = 0;
  friend constexpr bool operator==(base_of_role const&, base_of_role const&) = default;
};
struct compared {  // by its bytes: == of a base compares `at` alone
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct one : base_of_role {
    static constexpr int threads = 128;
    int n = 0;
    constexpr void step(auto& m) {
      if (n != 3) m.sync_block();
      m.write(A{}[p0]);
      m.sync_block();
      m.read(A{}[p0]);
      if (n < 8) ++n;
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(fault_of<compared>() == fault::race);
template <class Wide>
struct padded {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct one {
    static constexpr int threads = 128;
    Wide at = 0;
    int n = 0;
    friend constexpr bool operator==(one const& x, one const& y) { return x.at == y.at; }
    constexpr void step(auto& m) {
      if (n != 3) m.sync_block();
      m.write(A{}[p0]);
      m.sync_block();
      m.read(A{}[p0]);
      if (n < 8) ++n;
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(fault_of<padded<int>>() == fault::race);
static_assert(fault_of<padded<char>>() == fault::limit);
static_assert(says<padded<char>>("has padding"));
template <int When, bool Meets = true>  // what it does for the first time in this step
struct late {
  struct A : buffer<A, 1, 512> {};
  using resources = pipeline::resources<A>;
  using loop = steps;
  struct one {
    static constexpr int threads = 128;
    int n = 0;
    friend constexpr bool operator==(one const&, one const&) = default;
    constexpr void step(auto& m) {
      if (n < 6) ++n;
      if (n < When) return;
      m.write(A{}[p0]);
      m.sync_block();
      m.read(A{}[p0]);
      if (Meets) m.sync_block();
    }
  };
  using roles = pipeline::roles<one>;
};
static_assert(proved<sound_protocol, late<1>>);
static_assert(proved<sound_protocol, late<5>>);
static_assert(fault_of<late<5, false>>() == fault::race);

// The role that runs in a role's place (runs_as) does the same.
template <bool Same>
struct runs_another {
  struct Bar : named_barrier<Bar, 32, 2> {};
  using resources = pipeline::resources<Bar>;
  using loop = once;
  template <class Number>
  struct of : Number {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) { m.sync(Bar{}[Same ? Number::number : 0]); }
  };
  struct of_number : run_time_number {
    static constexpr int threads = 32;
    constexpr void begin(auto& m) { m.sync(Bar{}[Same ? number : 1 - number]); }
  };
  template <int I>
  struct one : of<known_number<I>> {
    using runs_as = of_number;
  };
  using roles = pipeline::roles<one<0>, one<1>>;
};
static_assert(proved<sound_protocol, runs_another<true>>);
static_assert(fault_of<runs_another<false>>() == fault::limit);

}  // namespace hardware
