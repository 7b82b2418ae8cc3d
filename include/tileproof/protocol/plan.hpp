// SPDX-License-Identifier: BSL-1.0
//
// Defines plan, the tables of a protocol: its agents and its rings. The proof, the run of traces by
// an oracle and the Promela model all read them.
//
// A protocol P is a struct with
//   using resources = pipeline::resources<A, B, ...>;
//   using roles = pipeline::roles<producer, consumer>;
//   using loop = tiles_of_steps;
//   static constexpr int blocks = 2;          // of a cluster; 1 where it says nothing
//   static constexpr bool is_cluster = false;  // these blocks are of a grid: they share no barrier
//                                             // and no memory but flags and workspaces; true
//   static constexpr int choices = 2;         // the values of m.choice() in a section; 1
//   static constexpr bool own_counts = true;  // each of the blocks has its own trip counts
//   static constexpr bool own_steps = true;   // its own steps in a tile; all have as many tiles
//   using overlaps = pipeline::overlaps<overlap<D, A>>;
//   static constexpr int most_under_way = 16;  // accesses of an agent that the proof follows; 12
//   static constexpr bool of_each_thread = true;  // one role of one thread: each runs it by itself
//   static constexpr bool warpgroup_waits_as_one = true;  // an axiom, which PTX does not promise:
//                                     // where a warp has waited for a wgmma, all four warps' reads
//                                     // of its operands are over
//   static constexpr bool reads_need_no_proxy_fence = true;  // an axiom, which PTX does not promise:
//                                     // TMA may overwrite, with no fence.proxy.async in between, what
//                                     // threads have read before a barrier
// and a role R is a struct with
//   static constexpr int threads = 128;  // a multiple of 32; or 1: one elected thread of a warp
//   static constexpr int warps = 4;      // of a role of one thread: those that it occupies; 1
//   static constexpr int team = 0;       // roles of one team have the same trip counts
//   using runs_as = ...;                 // what runs in its place (known_number)
//
// The roles have the warps of a block in their order: plan<P>::first_warp. A role of one thread has
// idle lanes, which run `begin` and `finish` as it does, and act there in what all threads of a warp
// execute together.
//
// The proof follows few of the threads of a role that do the same: one that is elected and two
// others, since a race is between two; the last of them counts for all that are left.
#pragma once

#include <tileproof/protocol/action.hpp>
#include <tileproof/protocol/loop.hpp>
#include <tileproof/types/refused.hpp>

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
  int first_warp;  // of its role, in its block
  int weight;   // threads: arrivals at an mbarrier, and at a barrier of a warp
  int at_warps;  // threads that barriers of whole warps count: idle lanes too
  int warp;     // of those that the proof tells apart: the first, another one, all that are left
  int like;     // the first agent of its group that does the same
  // About its role: whether it elects a thread; where one agent stands for all others, what these do.
  bool elects, is_for_all, reads, writes;
  bool is_leader;        // of a warp
  bool has_leaders;      // its role's leaders of warps are agents of their own
  bool is_lane;          // of a role of one thread, beside idle lanes
  bool waits_as_one;     // of a warpgroup, whose wait for a wgmma is one for its four warps
  constexpr bool leads() const { return is_leader; }
  // Whether its wait for a wgmma counts: wgmma.wait_group is executed by a warp as one, so that of
  // the leaders does, where there are some.
  constexpr bool waits_for_warp() const { return !has_leaders || is_leader; }
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
template <class P>
constexpr bool is_of_each_thread() {
  if constexpr (requires { P::of_each_thread; }) return P::of_each_thread;
  return false;
}

// Whether the bytes of a role that has members are their values: it has no padding. An == of its
// own is not asked, since it may forget a member.
template <class Role>
inline constexpr bool has_only_members =
    std::is_trivially_copyable_v<Role> && std::has_unique_object_representations_v<Role>;
// Whether two roles have the same members. Roles with padding are refused (limit::padding).
template <class Role>
constexpr bool same_members(Role const& a, Role const& b) {
  if constexpr (std::is_empty_v<Role>) {
    return true;
  } else if constexpr (!has_only_members<Role>) {
    return true;
  } else {
    struct bytes {
      unsigned char at[sizeof(Role)];
    };
    bytes const x = __builtin_bit_cast(bytes, a);
    bytes const y = __builtin_bit_cast(bytes, b);
    for (unsigned i = 0; i < sizeof(Role); ++i)
      if (x.at[i] != y.at[i]) return false;
    return true;
  }
}

// Runs every section of a role, in every state of its loop and of its members that its own actions lead
// to: run(section, choice, role, number) returns the number of the state after. False where these are
// too many.
template <class Loop, class Role, class Run>
constexpr bool run_all_states(int choices, Run&& run, Role const& start = {}) {
  constexpr int most = std::is_empty_v<Role> ? 96 : 384;
  struct state {
    int shape = 0;
    int number = 0;
    Role role{};
  };
  state* const seen = new state[most]{};
  int count = 0;
  bool fits = true;
  auto const meet = [&](state const& s) {
    if (s.shape == over) return;
    for (int i = 0; i < count; ++i)
      if (seen[i].shape == s.shape && seen[i].number == s.number &&
          same_members(seen[i].role, s.role))
        return;
    if (count == most) fits = false;
    else seen[count++] = s;
  };
  for (int c = 0; c < choices; ++c) {
    state s;
    s.role = start;
    s.number = run(section::begin, c, s.role, 0);
    meet(s);
  }
  for (int i = 0; i < count && fits; ++i)
    for (section const p : {section::open, section::first, section::step, section::end, section::finish})
      for (int c = 0; c < choices && Loop::next(seen[i].shape, p) != cannot; ++c) {
        state s = seen[i];
        s.shape = Loop::next(s.shape, p);
        s.number = run(p, c, s.role, s.number);
        meet(s);
      }
  delete[] seen;
  return fits;
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
// and of a role of several warps that meet each for itself (sync_warp), by warps:
//   5  of two warps: leader and others of the first; leader and two others of the second
//   7  also the leaders, and the others, of all that are left
struct crew {
  int agents = 1;
  bool elects = false;
  bool by_warps = false;
  bool others_read = false;
  bool others_write = false;
  bool splits_lanes = false;  // of a role of one thread: idle lanes leave out what needs them
  bool waits_as_one = false;
  constexpr int warps() const { return by_warps ? agents == 7 ? 3 : 2 : 1; }
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
  section in{};
  bool answer = false;
  u64 aligned = 0;  // what threads of a warp execute together, in `begin` and `finish`
  constexpr bool elected() {
    seen.elects = true;
    return answer;
  }
  constexpr bool leads_warp() {
    elects_warps = true;
    return answer;
  }
  constexpr int rank() const { return in_block; }
  constexpr int choice() const { return asked; }
  template <class R>
  constexpr void put(op o, slot<R> const& s, int extra) {
    note(o, 0, static_cast<int>(R::is) * 64 + s.index * 8 + extra);
    seen.by_warps = seen.by_warps || R::is == sort::warp_barrier;
    if (R::is != sort::buffer && R::is != sort::workspace) return;
    seen.others_read = seen.others_read || o == op::read || (o == op::gemm && !AsOne);
    seen.others_write = seen.others_write || o == op::write || o == op::copy;
    others_issue = others_issue || o == op::store;
  }
  constexpr void put(op o, int value, int extra) { note(o, value, extra); }
  template <class... T>
  constexpr void put_load(T...) {
    others_issue = true;
  }

 private:
  constexpr void note(op o, int value, int extra) {
    if (!is_aligned(o, value) || (in != section::begin && in != section::finish)) return;
    aligned = aligned * 31 + static_cast<u64>(o) * 8192 + static_cast<u64>(extra) + 1;
  }
};
// The tables of a plan, with room for so many entries.
template <int Agents, int Rings, int Cells, int Resources, int Roles>
struct plan_tables {
  agent_info agent[Agents]{};
  ring_info ring[Rings]{};
  short ring_of[Cells]{};
  int first_ring[Resources]{};
  int parts[Resources]{};
  int warp_ring[Roles + 1]{};  // of a role's first warp, among the barriers of warps

  // The barriers of a role's warps: the third is that of all that are left.
  constexpr void put_warps(int& w, int first, int role, int threads, int warps, int warps_of_all,
                           int blocks) {
    warp_ring[role] = w;
    for (int b = 0; b < blocks && warps == 3; ++b)
      ring[first + b * warps_of_all + w + 2].amount = threads - 64;
    w += warps;
  }
  constexpr void put(int block, int group, int& a, int role, int threads, int warps, int first_warp,
                     int team, crew const& crew, bool is_lane) {
    int const count = crew.agents;
    // Where they are 5: the elected thread, two leaders of other warps, two others; of 4: the
    // leader is last.
    int const leaders = count >= 4 ? (threads + 31) / 32 - 1 : 0;
    int const others = threads - 1 - leaders;
    int const left = threads - 64;  // threads of all warps but two
    int const by_warps[] = {1, 31, 1, 1, 30, left / 32, left - left / 32};
    int const warp[] = {0, 0, 1, 1, 1, 2, 2};
    int first_other = -1;
    int first_leader = -1;
    for (int i = 0; i < count; ++i) {
      int const w = crew.by_warps          ? by_warps[i]
                    : i == 0               ? 1
                    : count == 5 && i == 2 ? leaders - 1
                    : count == 5 && i == 4 ? others - 1
                    : count == 4 && i == 2 ? others - 1
                    : count == 3 && i == 2 ? threads - 2
                    : count == 2           ? threads - 1
                                           : 1;
      bool const leads = i == 0 || (crew.by_warps ? i == 2 || i == 5
                                    : count == 5  ? i <= 2
                                                  : count == 4 && i == 3);
      int& first = leads ? first_leader : first_other;
      if (i > 0 && first < 0) first = a + i;
      agent[a + i] = {role,
                      block,
                      i,
                      group,
                      team,
                      threads,
                      a,
                      a + count,
                      first_warp,
                      w,
                      i == 0 ? 32 * warps - (threads - 1) : w,
                      crew.by_warps ? warp[i] : 0,
                      i == 0 || !crew.elects ? a : first,
                      crew.elects,
                      count == 2 && crew.elects && i == 1,
                      crew.others_read,
                      crew.others_write,
                      leads,
                      count >= 4,
                      is_lane,
                      crew.waits_as_one};
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

// In a protocol whose blocks share flags, roles differ by the rank of their block.
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
requires(R::threads == 1) constexpr crew crew_of() {
  elections<Blocks, AsOne> lane;  // and its idle lanes, which run these parts too
  elections<Blocks, AsOne> idle;
  lane.answer = true;
  for (lane.asked = idle.asked = 0; idle.asked < Choices; lane.asked = ++idle.asked)
    for (section const p : {section::begin, section::finish}) {
      R r{};
      run_part(p, r, lane);
      R q{};
      run_part(p, q, idle);
    }
  crew c;
  c.elects = true;
  c.splits_lanes = idle.aligned != lane.aligned;
  return c;
}
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
requires(R::threads != 1) constexpr crew crew_of() {
  elections<Blocks, AsOne> m;
  for (m.in_block = 0; m.in_block < Ranks; ++m.in_block)
    run_all_states<Loop, R>(Choices, [&](section p, int choice, R& r, int) {
      m.asked = choice;
      run_part(p, r, m);
      return 0;
    });
  crew c = m.seen;
  bool const is_plain = !m.others_issue && !(c.others_read && c.others_write);
  c.by_warps = c.by_warps && R::threads > 32;
  if (c.by_warps)
    c.agents = R::threads > 64 ? 7 : 5;
  else if (m.elects_warps && R::threads > 32)
    c.agents = R::threads > 64 ? 5 : 4;
  else
    c.agents = (c.elects || m.elects_warps) && !is_plain ? 3 : 2;
  c.elects = c.elects || m.elects_warps;
  c.waits_as_one = AsOne;
  return c;
}
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
inline constexpr crew crew_in = crew_of<R, Loop, Blocks, Choices, Ranks, AsOne>();

template <class... R>
constexpr bool has_global(resources<R...>*) {
  return (... || is_global(R::is));
}

}  // namespace detail

// The name of a refusal: a place in a buffer or barrier that the protocol does not list.
template <class R>
struct resource_is_listed {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "protocol: a role uses {element}, which is not among the protocol's resources: list it there",
      nullptr};
};

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
  static constexpr bool reads_need_no_fence = [] {
    if constexpr (requires { P::reads_need_no_proxy_fence; }) return P::reads_need_no_proxy_fence;
    return false;
  }();
  static constexpr bool is_of_each_thread = detail::is_of_each_thread<P>();
  template <class R>
  static constexpr detail::crew crew_of =
      detail::crew_in<R, typename P::loop, blocks, choices, ranks,
                      waits_as_one && R::threads == 128>;

  // In how many blocks a resource is.
  template <class R>
  static constexpr int blocks_of = is_global(R::is) ? 1 : blocks;

  template <class L>
  struct lists;
  template <class... R>
  struct lists<roles<R...>> {
    static constexpr int count = sizeof...(R);
    static constexpr int agents = blocks * (0 + ... + crew_of<R>.agents);
    static constexpr int warps = (0 + ... + crew_of<R>.warps());  // that sync_warp tells apart
    static constexpr int most_threads = [] {
      int t = 0;
      for (int const n : {R::threads...}) t = n > t ? n : t;
      return t;
    }();
    static constexpr int threads = (0 + ... + (32 * detail::warps_of<R>()));
    // The first warp of a role, in its block.
    static constexpr int first_warp(int role) {
      int first = 0;
      for (int const n : {detail::warps_of<R>()...})
        if (role-- > 0) first += n;
      return first;
    }
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
  static constexpr int agents_in_use = agents;  // fewer where tables have room for more
  static constexpr int groups = blocks * role_count;
  static constexpr int teams_of_block = of_roles::teams;
  static_assert(!own_steps || teams_of_block == 1, "own_steps: roles of a block are of one team");
  static constexpr int teams = own_counts ? teams_of_block * blocks : teams_of_block;
  // After the resources of the protocol: the barrier of each block, those of the warps in it that
  // the proof tells apart, and that of the cluster.
  static constexpr int resource_count = of_resources::count + 3;
  static constexpr int rings = of_resources::rings + blocks * (1 + of_roles::warps) + 1;
  static constexpr int cells = of_resources::cells + blocks * (1 + of_roles::warps) + 1;
  static_assert(agents < 64 && cells < 2048, "a protocol has at most 63 agents and 2047 stages");

  template <class R>
  static constexpr int resource_of =
      std::enable_if_t<(sizeof(tileproof::detail::refused_unless<
                                   (of_resources::template index<R>() < of_resources::count),
                                   resource_is_listed<R>, R>) > 0),
                       std::integral_constant<int, of_resources::template index<R>()>>::value;
  template <class R>
  static constexpr int role_of = of_roles::template index<R>();

  struct tables : detail::plan_tables<agents, rings, cells, resource_count, role_count> {
    template <class... R, class... Rs>
    constexpr tables(roles<R...>*, resources<Rs...>*) {
      int a = 0;
      int g = 0;
      for (int b = 0; b < blocks; ++b)
        (this->put(b, g++, a, role_of<R>, R::threads, detail::warps_of<R>(),
                   of_roles::first_warp(role_of<R>),
                   detail::team_of<R>() + (own_counts ? b * teams_of_block : 0), crew_of<R>,
                   R::threads == 1 && !is_of_each_thread),
         ...);
      int r = 0;
      int k = 0;
      int cell = 0;
      int const all = of_roles::threads;
      (this->put(k, r, cell, Rs::is, Rs::stages, Rs::amount, Rs::parts, blocks_of<Rs>),
       ...);
      this->put(k, r, cell, sort::block_barrier, 1, all, 1, blocks);
      int const first = r;
      this->put(k, r, cell, sort::warp_barrier, 1, 32, of_roles::warps, blocks);
      int w = 0;
      (this->put_warps(w, first, role_of<R>, R::threads, crew_of<R>.warps(), of_roles::warps, blocks),
       ...);
      this->put(k, r, cell, sort::cluster_barrier, 1, all * blocks, 1, 1);
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
      return table.first_ring[of_resources::count + 1] + me.block * of_roles::warps +
             table.warp_ring[me.role] + me.warp;
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
    static constexpr int count = crew_of<T>.agents;
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
          if (!detail::same_members(at[i], o.at[i])) return false;
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
