// SPDX-License-Identifier: BSL-1.0
//
// Defines plan, the tables of a protocol. An agent is a set of threads that the proof steps
// together; a ring is the stages of one part of a resource in one block. The proof reads these
// tables, and so do the oracle and the Promela model of the tests.
//
// A protocol P is a struct with
//   using resources = pipeline::resources<A, B, ...>;
//   using roles = pipeline::roles<producer, consumer>;
//   using loop = tiles_of_steps;
//   static constexpr int blocks = 2;          // of a cluster; by default 1
//   static constexpr bool is_cluster = false;  // the blocks are of a grid: they share no barrier
//                                             // and no memory but flags and workspaces; default: true
//   static constexpr int choices = 2;         // the values of m.choice() in a section; default: 1
//   static constexpr bool own_counts = true;  // each of the blocks has its own trip counts
//   static constexpr bool own_steps = true;   // its own steps in a tile, but the same number of tiles
//   using overlaps = pipeline::overlaps<overlap<D, A>>;
//   static constexpr int most_under_way = 16;  // accesses of an agent that may be pending; default: 12
//   static constexpr bool of_each_thread = true;  // one role of one thread, which every thread runs by itself
//   static constexpr bool warpgroup_waits_as_one = true;  // an axiom, which PTX does not promise:
//                                     // where a warp has waited for a wgmma, all four warps' reads
//                                     // of its operands are over
//   static constexpr bool reads_need_no_proxy_fence = true;
//                                     // an axiom, which PTX does not promise: TMA may overwrite,
//                                     // with no fence.proxy.async in between, what threads have
//                                     // read before a barrier
// and a role R is a struct with
//   static constexpr int threads = 128;  // a multiple of 32; or 1: one elected thread of a warp
//   static constexpr int warps = 4;      // the warps that a role of one thread occupies; default: 1
//   static constexpr int team = 0;       // roles of one team have the same trip counts
//   using runs_as = ...;                 // the role that runs in its place (known_number)
//
// The roles have the warps of a block in their order: plan<P>::first_warp. A role of one thread has
// idle lanes. They run its `begin` and `finish` too, and take part there in actions that all
// threads of a warp execute together.
#pragma once

#include <tileproof/protocol/plan_tables.hpp>
#include <tileproof/types/refused.hpp>

#include <type_traits>

// The value of a member that a protocol may state, or the default.
#define TILEPROOF_STATED(T, MEMBER, OTHERWISE) \
  [] {                                         \
    if constexpr (requires { T::MEMBER; })     \
      return T::MEMBER;                        \
    else                                       \
      return OTHERWISE;                        \
  }()

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Roles that differ only in a number may run as one: there is one copy of the code, which fits in
// the instruction cache where two do not. Such a role is a template on its number, which is known
// at compile time in the proof and at run time in the kernel:
//
//   template <class Number>
//   struct consumer_of : Number { ... this->number ... };
//   template <int I>
//   struct consumer : consumer_of<known_number<I>> {          // is proved
//     using runs_as = consumer_of<run_time_number>;           // runs
//   };
template <int I>
struct known_number {
  static constexpr int number = I;
};
struct run_time_number {
  int number = 0;
};

namespace detail {

template <class P>
constexpr bool is_of_each_thread() {
  if constexpr (requires { P::of_each_thread; }) return P::of_each_thread;
  return false;
}
template <class T>
constexpr int team_of() {
  if constexpr (requires { T::team; }) return T::team;
  return 0;
}
template <class T>
constexpr int warps_of() {
  if constexpr (requires { T::warps; }) return T::warps;
  return (T::threads + 31) / 32;
}

template <class... R>
constexpr bool has_global(resources<R...>*) {
  return (... || is_global(R::is));
}
template <class... R>
constexpr bool has_tensor_memory(resources<R...>*) {
  return (... || (R::is == sort::tensor_memory));
}
// The position of X among Xs.
template <class X, class... Xs>
constexpr int index_in() {
  int n = 0;
  static_cast<void>((... || (std::is_same_v<X, Xs> || (++n, false))));
  return n;
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
  static constexpr int blocks = TILEPROOF_STATED(P, blocks, 1);
  static constexpr bool is_cluster = TILEPROOF_STATED(P, is_cluster, true);
  // Whether the blocks share flags or workspaces; the ranks by which roles differ.
  static constexpr bool has_global =
      detail::has_global(static_cast<typename P::resources*>(nullptr));
  static constexpr int ranks = has_global ? blocks : 1;
  static constexpr bool has_tensor_memory =
      detail::has_tensor_memory(static_cast<typename P::resources*>(nullptr));
  static constexpr int choices = TILEPROOF_STATED(P, choices, 1);
  static constexpr bool own_steps = TILEPROOF_STATED(P, own_steps, false);
  static constexpr bool own_counts = TILEPROOF_STATED(P, own_counts, own_steps);
  static constexpr bool waits_as_one = TILEPROOF_STATED(P, warpgroup_waits_as_one, false);
  static constexpr bool reads_need_no_fence = TILEPROOF_STATED(P, reads_need_no_proxy_fence, false);
  static constexpr bool tensor_core_in_order = TILEPROOF_STATED(P, tensor_core_in_order, false);
  static constexpr bool barriers_order_tcgen05 = TILEPROOF_STATED(P, barriers_order_tcgen05, false);
  static constexpr bool is_of_each_thread = detail::is_of_each_thread<P>();
  template <class R>
  static constexpr detail::crew crew_of = detail::crew_in<R, typename P::loop, blocks, choices,
                                                          ranks, waits_as_one && R::threads == 128>;

  // The number of blocks in which a resource exists.
  template <class R>
  static constexpr int blocks_of = is_global(R::is) ? 1 : blocks;

  template <class L>
  struct lists;
  template <class... R>
  struct lists<roles<R...>> {
    static constexpr int count = sizeof...(R);
    static constexpr int agents = blocks * (0 + ... + crew_of<R>.agents);
    static constexpr int warps =
        (0 + ... + crew_of<R>.warps());  // warps that sync_warp tells apart
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
    static constexpr int index = detail::index_in<X, R...>();
  };
  template <class... R>
  struct lists<resources<R...>> {
    static constexpr int count = sizeof...(R);
    static constexpr int rings = (0 + ... + (R::parts * blocks_of<R>));
    static constexpr int cells = (0 + ... + (R::parts * R::stages * blocks_of<R>));
    template <class X>
    static constexpr int index = detail::index_in<X, R...>();
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
  // The resources of the protocol are followed by the barrier of each block, the barriers of the
  // warps that the proof tells apart, and the barrier of the cluster.
  static constexpr int resource_count = of_resources::count + 3;
  static constexpr int rings = of_resources::rings + blocks * (1 + of_roles::warps) + 1;
  static constexpr int cells = of_resources::cells + blocks * (1 + of_roles::warps) + 1;
  static_assert(agents < 64 && cells < 2048, "a protocol has at most 63 agents and 2047 stages");

  template <class R>
  static constexpr int resource_of = std::enable_if_t<
      (tileproof::refuse_unless<(of_resources::template index<R> < of_resources::count),
                                resource_is_listed<R>, R>),
      std::integral_constant<int, of_resources::template index<R>>>::value;
  template <class R>
  static constexpr int role_of = of_roles::template index<R>;

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
      (this->put(k, r, cell, Rs::is, Rs::stages, Rs::amount, Rs::parts, blocks_of<Rs>), ...);
      this->put(k, r, cell, sort::block_barrier, 1, all, 1, blocks);
      int const first = r;
      this->put(k, r, cell, sort::warp_barrier, 1, 32, of_roles::warps, blocks);
      int w = 0;
      (this->put_warps(w, first, role_of<R>, R::threads, crew_of<R>.warps(), of_roles::warps,
                       blocks),
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

  // The members of every agent's role, in the order of the table of agents.
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
