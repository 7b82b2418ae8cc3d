// SPDX-License-Identifier: BSL-1.0
//
// Defines plan, the tables of a protocol: its agents and its rings. The proof, the run of words by
// an oracle and the Promela model all read them.
//
// A protocol P is a struct with
//   using resources = pipeline::resources<A, B, ...>;
//   using roles = pipeline::roles<producer, consumer>;
//   using loop = tiles_of_steps;
//   static constexpr int blocks = 2;          // of a cluster; 1 where it says nothing
//   static constexpr bool is_cluster = false;  // these blocks are of a grid: they share no barrier
//                                             // and no memory but flags and workspaces; true
//   static constexpr int choices = 2;         // the values of m.choice() in a part; 1
//   static constexpr bool own_counts = true;  // each of the blocks has its own trip counts
//   static constexpr bool own_steps = true;   // its own steps in a tile; all have as many tiles
//   using overlaps = pipeline::overlaps<overlap<D, A>>;
//   static constexpr int most_under_way = 16;  // accesses of an agent that the proof follows; 12
//   static constexpr bool of_each_thread = true;  // one role of one thread: each runs it by itself
//   static constexpr bool warpgroup_waits_as_one = true;  // an axiom, which PTX does not promise:
//                                     // where a warp has waited for a wgmma, all four warps' reads
//                                     // of its operands are over
// and a role R is a struct with
//   static constexpr int threads = 128;  // 1: one elected thread of a warp
//   static constexpr int warps = 4;      // that it occupies; the threads in whole warps
//   static constexpr int team = 0;       // roles of one team have the same trip counts
//   using runs_as = ...;                 // what runs in its place (known_number)
//
// The proof follows few of the threads of a role that do the same: one that is elected and two
// others, since a race is between two; the last of them counts for all that are left.
#pragma once

#include <tileproof/pipeline/action.hpp>
#include <tileproof/pipeline/loop.hpp>

#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

using u64 = std::uint64_t;
// A set of agents, one bit each.
using agent_set = u64;
constexpr agent_set agent_bit(int agent) { return agent_set{1} << agent; }

// A thread, or several that are alike, of a role in a block. [first,last) are the agents of its
// group: its role in its block.
struct agent_info {
  int role, block, instance, group, team;
  int threads;  // of its group
  int first, last;
  int weight;    // threads: arrivals at an mbarrier, and at a barrier of a warp
  int at_named;  // threads that a named barrier counts: a lane stands for its warp
  int at_block;  // threads that the barriers of block and cluster count: idle lanes too
  // About its role: whether it elects a thread; where one agent stands for all others, what these do.
  bool elects, is_for_all, reads, writes;
  // Whether the role's leaders of warps are agents of their own; whether this is one of them.
  constexpr bool has_leaders() const { return last - first >= 4; }
  constexpr bool leads() const {
    return instance == 0 || (last - first == 5 ? instance <= 2 : has_leaders() && instance == 3);
  }
  // Whether its wait for a wgmma counts: wgmma.wait_group is executed by a warp as one, so that of
  // the leaders does, where there are some.
  constexpr bool waits_for_warp() const { return !has_leaders() || leads(); }
};
// A part of a resource in a block: `stages` cells from `cell` on. What blocks share is in block 0.
struct ring_info {
  int resource, block, part, stages, amount, cell;
  sort is;
  constexpr bool is_barrier() const { return is >= sort::mbarrier; }
};

// Roles that differ in a number may run as one: one copy of the code, which fits in the instruction
// cache where two do not. Such a role is a template of its number, known while it compiles or not:
//
//   template <class Number>
//   struct consumer_of : Number { ... this->number ... };
//   template <int I>
//   struct consumer : consumer_of<known_number<I>> {          // what is proved
//     using runs_as = consumer_of<run_time_number>;           // what runs
//   };
template <int I>
struct known_number {
  static constexpr int number = I;
};
struct run_time_number {
  int number = 0;
};

namespace detail {

template <class T>
constexpr int warps_of() {
  if constexpr (requires { T::warps; }) return T::warps;
  return (T::threads + 31) / 32;
}
template <class T>
constexpr int team_of() {
  if constexpr (requires { T::team; }) return T::team;
  return 0;
}

// The threads of a role that the proof follows:
//   1  one thread
//   2  two that are alike; or, of a role that elects, the elected one and another, where no race can
//      be between two others: they only read buffers, or only write them, and issue no TMA
//   3  the elected one and two others
//   4  also the leader of a second warp, which is the last
//   5  the elected one, two leaders of other warps, two others
struct crew {
  int agents = 1;
  bool elects = false;
  bool others_read = false;
  bool others_write = false;
};
// A machine that learns whether a role asks who it is, and what those do that are not elected. A
// wgmma reads for each warp, unless a warpgroup waits as one.
template <int Blocks, bool AsOne>
struct elections : verbs<elections<Blocks, AsOne>> {
  static constexpr int blocks = Blocks;
  crew seen;
  bool elects_warps = false;
  bool others_issue = false;
  int asked = 0;
  int in_block = 0;
  constexpr bool elected() {
    seen.elects = true;
    return false;
  }
  constexpr bool leads_warp() {
    elects_warps = true;
    return false;
  }
  constexpr int rank() const { return in_block; }
  constexpr int choice() const { return asked; }
  template <class R>
  constexpr void put(op o, slot<R> const&, int) {
    if (R::is != sort::buffer && R::is != sort::workspace) return;
    seen.others_read = seen.others_read || o == op::read || (o == op::gemm && !AsOne);
    seen.others_write = seen.others_write || o == op::write || o == op::copy;
    others_issue = others_issue || o == op::store;
  }
  constexpr void put(op, int, int) {}
  template <class... T>
  constexpr void put_load(T...) {
    others_issue = true;
  }
};
// In a protocol whose blocks share flags, roles differ by the rank of their block.
template <class R, int Blocks, int Choices, int Ranks, bool AsOne>
constexpr crew crew_of() {
  if (R::threads == 1) return {};
  elections<Blocks, AsOne> m;
  R r{};
  for (m.asked = 0; m.asked < Choices; ++m.asked)
    for (m.in_block = 0; m.in_block < Ranks; ++m.in_block)
      for (part const p :
           {part::begin, part::open, part::first, part::step, part::end, part::finish})
        run_part(p, r, m);
  crew c = m.seen;
  bool const is_plain = !m.others_issue && !(c.others_read && c.others_write);
  if (m.elects_warps && R::threads > 32)
    c.agents = R::threads > 64 ? 5 : 4;
  else
    c.agents = (c.elects || m.elects_warps) && !is_plain ? 3 : 2;
  c.elects = c.elects || m.elects_warps;
  return c;
}
template <class R, int Blocks, int Choices, int Ranks, bool AsOne>
inline constexpr crew crew_in = crew_of<R, Blocks, Choices, Ranks, AsOne>();

template <class... R>
constexpr bool has_global(resources<R...>*) {
  return (... || is_global(R::is));
}

}  // namespace detail

template <class P>
struct plan {
  static constexpr int blocks = [] {
    if constexpr (requires { P::blocks; }) return P::blocks;
    return 1;
  }();
  static constexpr bool is_cluster = [] {
    if constexpr (requires { P::is_cluster; }) return P::is_cluster;
    return true;
  }();
  // Whether the blocks share flags or workspaces; the ranks by which roles differ.
  static constexpr bool has_global =
      detail::has_global(static_cast<typename P::resources*>(nullptr));
  static constexpr int ranks = has_global ? blocks : 1;
  static constexpr int choices = [] {
    if constexpr (requires { P::choices; }) return P::choices;
    return 1;
  }();
  static constexpr bool own_steps = [] {
    if constexpr (requires { P::own_steps; }) return P::own_steps;
    return false;
  }();
  static constexpr bool own_counts = [] {
    if constexpr (requires { P::own_counts; }) return P::own_counts;
    return own_steps;
  }();
  static constexpr bool waits_as_one = [] {
    if constexpr (requires { P::warpgroup_waits_as_one; }) return P::warpgroup_waits_as_one;
    return false;
  }();

  // In how many blocks a resource is.
  template <class R>
  static constexpr int blocks_of = is_global(R::is) ? 1 : blocks;

  template <class L>
  struct lists;
  template <class... R>
  struct lists<roles<R...>> {
    static constexpr int count = sizeof...(R);
    static constexpr int agents =
        blocks * (0 + ... + detail::crew_in<R, blocks, choices, ranks, waits_as_one>.agents);
    static constexpr int most_threads = [] {
      int t = 0;
      for (int const n : {R::threads...}) t = n > t ? n : t;
      return t;
    }();
    static constexpr int threads = (0 + ... + (32 * detail::warps_of<R>()));
    static constexpr int teams = [] {
      int t = 0;
      for (int const n : {detail::team_of<R>()...}) t = n > t ? n : t;
      return t + 1;
    }();
    template <class X>
    static constexpr int index() {
      int n = 0;
      static_cast<void>((... || (std::is_same_v<X, R> || (++n, false))));
      return n;
    }
  };
  template <class... R>
  struct lists<resources<R...>> {
    static constexpr int count = sizeof...(R);
    static constexpr int rings = (0 + ... + (R::parts * blocks_of<R>));
    static constexpr int cells = (0 + ... + (R::parts * R::stages * blocks_of<R>));
    template <class X>
    static constexpr int index() {
      int n = 0;
      static_cast<void>((... || (std::is_same_v<X, R> || (++n, false))));
      return n;
    }
  };
  using of_roles = lists<typename P::roles>;
  using of_resources = lists<typename P::resources>;
  static constexpr int role_count = of_roles::count;
  static constexpr int agents = of_roles::agents;
  static constexpr int groups = blocks * role_count;
  static constexpr int teams_of_block = of_roles::teams;
  static_assert(!own_steps || teams_of_block == 1, "own_steps: roles of a block are of one team");
  static constexpr int teams = own_counts ? teams_of_block * blocks : teams_of_block;
  // Behind the resources of the protocol: the barrier of each block, that of each role in it whose
  // threads are one warp, and that of the cluster.
  static constexpr int resource_count = of_resources::count + 3;
  static constexpr int rings = of_resources::rings + blocks * (1 + role_count) + 1;
  static constexpr int cells = of_resources::cells + blocks * (1 + role_count) + 1;
  static_assert(agents < 64 && cells < 2048, "a protocol has at most 63 agents and 2047 stages");

  template <class R>
  static constexpr int resource_of = of_resources::template index<R>();
  template <class R>
  static constexpr int role_of = of_roles::template index<R>();

  struct tables {
    agent_info agent[agents]{};
    ring_info ring[rings]{};
    short ring_of[cells]{};
    int first_ring[resource_count]{};
    int parts[resource_count]{};

    template <class... R, class... Rs>
    constexpr tables(roles<R...>*, resources<Rs...>*) {
      int a = 0;
      int g = 0;
      for (int b = 0; b < blocks; ++b)
        (put(b, g++, a, role_of<R>, R::threads, detail::warps_of<R>(), detail::team_of<R>(),
             detail::crew_in<R, blocks, choices, ranks, waits_as_one>),
         ...);
      int r = 0;
      int k = 0;
      int cell = 0;
      int const all = of_roles::threads;
      (put(k, r, cell, Rs::is, Rs::stages, Rs::amount, Rs::parts, blocks_of<Rs>),
       ...);
      put(k, r, cell, sort::block_barrier, 1, all, 1, blocks);
      put(k, r, cell, sort::warp_barrier, 1, 32, role_count, blocks);
      put(k, r, cell, sort::cluster_barrier, 1, all * blocks, 1, 1);
    }
    constexpr void put(int block, int group, int& a, int role, int threads, int warps, int team,
                       detail::crew const& crew) {
      int const count = crew.agents;
      // Where they are 5: the elected thread, two leaders of other warps, two others; of 4: the
      // leader is last.
      int const leaders = count >= 4 ? (threads + 31) / 32 - 1 : 0;
      int const others = threads - 1 - leaders;
      for (int i = 0; i < count; ++i) {
        int const w = i == 0                 ? 1
                      : count == 5 && i == 2 ? leaders - 1
                      : count == 5 && i == 4 ? others - 1
                      : count == 4 && i == 2 ? others - 1
                      : count == 3 && i == 2 ? threads - 2
                      : count == 2           ? threads - 1
                                             : 1;
        agent[a + i] = {role, block, i, group, own_counts ? team + block * teams_of_block : team,
                        threads, a, a + count, w, threads == 1 ? 32 : w,
                        i == 0 ? 32 * warps - (threads - 1) : w,
                        crew.elects || threads == 1, count == 2 && crew.elects && i == 1,
                        crew.others_read, crew.others_write};
      }
      a += count;
    }
    constexpr void put(int& k, int& r, int& cell, sort is, int stages, int amount, int count,
                       int in_blocks) {
      first_ring[k] = r;
      parts[k] = count;
      for (int b = 0; b < in_blocks; ++b)
        for (int p = 0; p < count; ++p) {
          ring[r] = {k, b, p, stages, amount, cell, is};
          for (int s = 0; s < stages; ++s) ring_of[cell++] = static_cast<short>(r);
          ++r;
        }
      ++k;
    }
  };
  static constexpr tables table{static_cast<typename P::roles*>(nullptr),
                                static_cast<typename P::resources*>(nullptr)};

  // The ring of a slot, for an agent.
  template <class R>
  static constexpr int ring_at(slot<R> const& s, agent_info const& me) {
    if constexpr (R::is == sort::block_barrier)
      return table.first_ring[of_resources::count] + me.block;
    else if constexpr (R::is == sort::warp_barrier)
      return table.first_ring[of_resources::count + 1] + me.block * role_count + me.role;
    else if constexpr (R::is == sort::cluster_barrier)
      return table.first_ring[of_resources::count + 2];
    else if constexpr (is_global(R::is))
      return table.first_ring[resource_of<R>] + s.index;
    else
      return table.first_ring[resource_of<R>] + (s.block < 0 ? me.block : s.block) * R::parts +
             s.index;
  }

  // The members of every agent's role, agents in the order of the table.
  template <class T>
  struct copies {
    static constexpr int role = role_of<T>;
    static constexpr int count = detail::crew_in<T, blocks, choices, ranks, waits_as_one>.agents;
    T at[blocks * count]{};
    // The agent whose members are at[i].
    static constexpr int agent_of(int i) {
      int first = 0;
      while (table.agent[first].role != role) ++first;
      return first + i / count * (agents / blocks) + i % count;
    }
    constexpr bool same(copies const& o) const {
      if constexpr (!std::is_empty_v<T>)
        for (int i = 0; i < blocks * count; ++i)
          if (!(at[i] == o.at[i])) return false;
      return true;
    }
  };
  template <class L>
  struct states_of;
  template <class... R>
  struct states_of<roles<R...>> : copies<R>... {
    template <class F>
    constexpr void for_each(F const& f) {
      (f(static_cast<copies<R>&>(*this)), ...);
    }
    constexpr bool same(states_of const& o) const {
      return (... && copies<R>::same(static_cast<copies<R> const&>(o)));
    }
  };
  using role_states = states_of<typename P::roles>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
