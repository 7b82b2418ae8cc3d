// SPDX-License-Identifier: BSL-1.0
//
// Defines drawn<Blocks, IsCluster, Room>, a protocol of the library whose roles, resources and loop
// are values: those of the protocol that `is` points to. Use it to ask the library's checker about
// many protocols without a type for each; decision.cpp does.
//
// The roles call the library's own verbs, so what they record, refuse and count is what the same
// protocol does as C++ (write_cpp.hpp). Only the type of a resource is another: any_resource, whose
// numbers are those of the place that is named at the moment.
#pragma once

#include "sample.hpp"

#include <tileproof/checker/search.hpp>

namespace random_protocols {

namespace pipeline = tileproof::pipeline;

constexpr pipeline::sort sort_of(kind k) {
  constexpr pipeline::sort of[] = {pipeline::sort::buffer,        pipeline::sort::mbarrier,
                                   pipeline::sort::named_barrier, pipeline::sort::flag,
                                   pipeline::sort::workspace,     pipeline::sort::accumulator};
  return of[int(k)];
}
// Named barriers and accumulators are arrays of parts.
constexpr bool is_array(kind k) { return k == kind::named_barrier || k == kind::accumulator; }
constexpr int stages_of(resource const& r) { return is_array(r.is) ? 1 : r.stages; }

// The resource that argument Position of a verb names.
template <pipeline::sort Sort, int Position>
struct any_resource {
  static constexpr pipeline::sort is = Sort;
  static inline int stages = 1, parts = 1, number = 0;
};

template <class R>
pipeline::slot<R> slot_of(protocol const& p, place const& at, int rank) {
  resource const& r = p.resources[at.resource];
  R::stages = stages_of(r), R::parts = r.parts, R::number = at.resource;
  int const n = at.offset + (at.adds_rank ? rank : 0);
  pipeline::slot<R> s{};
  if (at.moves != counter::none)
    s.at = {at.moves == counter::step ? pipeline::counter::step : pipeline::counter::tile, at.times,
            n};
  else if (is_array(r.is))
    s.index = n;
  else
    s.at.offset = n;
  for (int i = 0; i < at.before; ++i) s = s.before();
  if (at.part != by_rank::own) s = s.part(value(at.part, rank));
  if (at.block != by_rank::own) s = s.of(value(at.block, rank));
  if (at.partition >= 0) s = s.partition(at.partition);
  return s;
}

// Calls f with place Position of an action, of which is_expressible has found that it is of these
// sorts.
template <int Position, pipeline::sort... Sorts, class F>
void with_place(protocol const& p, action const& a, int rank, F const& f) {
  place const& at = a.at[Position];
  pipeline::sort const is = sort_of(p.resources[at.resource].is);
  static_cast<void>(
      (... || (is == Sorts && (f(slot_of<any_resource<Sorts, Position>>(p, at, rank)), true))));
}

// Asks machine m for an action.
template <class M>
void ask(protocol const& p, action const& a, M& m) {
  using enum pipeline::sort;
  using pipeline::group, pipeline::op;
  if (a.only_rank >= 0 && m.rank() != a.only_rank) return;
  if (a.by == who::elected && !m.elected()) return;
  if (a.by == who::leaders && !m.leads_warp()) return;
  int const rank = m.rank(), n = a.number;
  auto const completes = [&](group g) { m.put(op::complete, int(g), n); };
  switch (a.does) {
    case verb::wait: return with_place<0, mbarrier, flag>(p, a, rank, [&](auto s) { m.wait(s); });
    case verb::test_wait:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.test_wait(s); });
    case verb::wait_acquire_cluster:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.wait_acquire_cluster(s); });
    case verb::arrive:
      return with_place<0, mbarrier, flag, named_barrier>(p, a, rank, [&](auto s) { m.arrive(s); });
    case verb::arrive_release_cluster:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.arrive_release_cluster(s); });
    case verb::arrive_and_expect_tx:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.arrive_and_expect_tx(s, n); });
    case verb::expect_tx:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.expect_tx(s, n); });
    case verb::cp_async_arrive:
      return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.cp_async_arrive(s); });
    case verb::inval: return with_place<0, mbarrier>(p, a, rank, [&](auto s) { m.invalidate(s); });
    case verb::sync: return with_place<0, named_barrier>(p, a, rank, [&](auto s) { m.sync(s); });
    case verb::sync_block: return m.sync_block();
    case verb::sync_warp: return m.sync_warp();
    case verb::sync_cluster: return m.sync_cluster();
    case verb::cluster_arrive: return m.cluster_arrive();
    case verb::cluster_wait: return m.cluster_wait();
    case verb::tma_load:
    case verb::tma_load_multicast:
      return with_place<0, buffer>(p, a, rank, [&](auto s) {
        with_place<1, mbarrier>(p, a, rank, [&](auto on) {
          a.does == verb::tma_load ? m.tma_load(s, on) : m.tma_load_multicast(s, on);
        });
      });
    case verb::tma_store: return with_place<0, buffer>(p, a, rank, [&](auto s) { m.tma_store(s); });
    case verb::tma_store_arrive: return m.tma_store_arrive();
    case verb::tma_store_wait: return completes(group::bulk);
    case verb::gemm:
      return with_place<0, accumulator>(p, a, rank, [&](auto acc) {
        with_place<1, buffer>(p, a, rank, [&](auto x) {
          with_place<2, buffer>(p, a, rank, [&](auto y) { m.gemm(acc, x, y); });
        });
      });
    case verb::warpgroup_arrive: return m.warpgroup_arrive();
    case verb::warpgroup_commit_batch: return m.warpgroup_commit_batch();
    case verb::warpgroup_wait: return completes(group::wgmma);
    case verb::cp_async: return with_place<0, buffer>(p, a, rank, [&](auto s) { m.cp_async(s); });
    case verb::cp_async_fence: return m.cp_async_fence();
    case verb::cp_async_wait: return completes(group::cp_async);
    case verb::read:
      return with_place<0, buffer, workspace, accumulator>(p, a, rank, [&](auto s) { m.read(s); });
    case verb::write:
      return with_place<0, buffer, workspace, accumulator>(p, a, rank, [&](auto s) { m.write(s); });
    case verb::update:
      return with_place<0, buffer, workspace, accumulator>(p, a, rank,
                                                           [&](auto s) { m.update(s); });
    case verb::fetch:
      return with_place<0, buffer, workspace, accumulator>(p, a, rank, [&](auto s) { m.fetch(s); });
    case verb::fence_view_async_shared: return m.fence_view_async_shared();
    case verb::initialize_barriers: return m.initialize_barriers();
    case verb::fence_barrier_init: return m.fence_barrier_init();
    case verb::reg_alloc: return m.put(op::registers, 1, n);
    case verb::reg_dealloc: return m.put(op::registers, 0, n);
    case verb::wait_on_dependent_grids: return m.wait_on_dependent_grids();
    case verb::launch_dependent_grids: return m.launch_dependent_grids();
  }
}

// A role as the library's machines run it: that with the number which Which::role() names.
template <class Which>
struct any_role {
  static void run(section s, auto& m) {
    if constexpr (requires { m.me(); })
      if (m.me().role < 0) return;  // an agent that is not in use
    protocol const& p = *Which::is;
    role const& r = p.roles[Which::role()];
    for (int i = 0; i < r.counts[int(s)]; ++i) ask(p, r.actions[int(s)][i], m);
  }
  void begin(auto& m) const { run(section::begin, m); }
  void open(auto& m) const { run(section::open, m); }
  void first(auto& m) const {
    bool const has_first = Which::is->roles[Which::role()].counts[int(section::first)] != 0;
    run(has_first ? section::first : section::step, m);
  }
  void step(auto& m) const { run(section::step, m); }
  void end(auto& m) const { run(section::end, m); }
  void finish(auto& m) const { run(section::finish, m); }
};

// The protocol that is decided, and how many entries its tables have room for.
struct room {
  int agents, rings, cells, words, sets;
};
struct decided {
  static inline protocol const* is = nullptr;
};

template <int Blocks, bool IsCluster, room Room>
struct drawn : decided {
  template <int I>
  struct role_type : any_role<role_type<I>>, decided {
    static constexpr int number = I;
    static int role() { return I; }
  };
  using roles =
      pipeline::roles<role_type<0>, role_type<1>, role_type<2>, role_type<3>, role_type<4>>;
  static_assert(most_roles == 5);
  struct loop {
    static int next(int state, pipeline::section p) {
      switch (decided::is->loop) {
        case loop_kind::once: return pipeline::once::next(state, p);
        case loop_kind::steps: return pipeline::steps::next(state, p);
        case loop_kind::tiles_of_steps: return pipeline::tiles_of_steps::next(state, p);
        case loop_kind::tiles_of_some_steps: return pipeline::tiles_of_some_steps::next(state, p);
        case loop_kind::tile_of_some_steps: break;
      }
      return pipeline::tile_of_some_steps::next(state, p);
    }
  };
  static inline bool dependent_launch = false;
  static inline int registers = 0;  // of a thread at launch
};

// A role for detail::crew_of, whose number of threads is a constant. It tells 1, 32, 64 and more
// apart.
template <int Threads>
struct asked_role : any_role<asked_role<Threads>>, decided {
  static constexpr int threads = Threads;
  static inline int number = 0;
  static int role() { return number; }
};

template <class D, bool AsOne>
pipeline::detail::crew crew_of(int number, bool has_global) {
  int const threads = decided::is->roles[number].threads;
  auto const of = [&]<int Threads>(std::integral_constant<int, Threads>) {
    using asked = asked_role<Threads>;
    using pipeline::detail::crew_of;
    asked::number = number;
    constexpr int blocks = pipeline::plan<D>::blocks;
    return has_global ? crew_of<asked, typename D::loop, blocks, 1, blocks, AsOne>()
                      : crew_of<asked, typename D::loop, blocks, 1, 1, AsOne>();
  };
  return threads == 1    ? of(std::integral_constant<int, 1>{})
         : threads <= 32 ? of(std::integral_constant<int, 32>{})
         : threads <= 64 ? of(std::integral_constant<int, 64>{})
                         : of(std::integral_constant<int, 128>{});
}

}  // namespace random_protocols

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The tables of a drawn protocol, filled while the program runs. Entries that are not in use are
// those of barriers of warps and of agents that no role has. It is general where a type would say
// more: flags may be there.
template <int Blocks, bool IsCluster, random_protocols::room Room>
struct plan<random_protocols::drawn<Blocks, IsCluster, Room>> {
  using D = random_protocols::drawn<Blocks, IsCluster, Room>;
  static constexpr int blocks = Blocks;
  static constexpr bool is_cluster = IsCluster;
  static constexpr bool has_global = true;
  static constexpr int choices = 1;
  static constexpr bool own_steps = false, own_counts = false, is_of_each_thread = false;
  static inline bool waits_as_one = false, reads_need_no_fence = false;
  // No protocol that is drawn has tensor memory.
  static constexpr bool has_tensor_memory = false;
  static constexpr bool tensor_core_in_order = false, barriers_order_tcgen05 = false;
  static constexpr int role_count = random_protocols::most_roles;
  static constexpr int agents = Room.agents;
  static inline int agents_in_use = 0;
  static constexpr int groups = blocks * role_count + 1;  // the last one: of agents not in use
  static constexpr int teams_of_block = 1, teams = 1;
  static constexpr int resource_count = random_protocols::most_resources + 3;
  static constexpr int rings = Room.rings;
  static constexpr int cells = Room.cells;
  struct of_roles {
    static inline int threads = 0, warps = 0;
  };
  template <class R>
  static constexpr int role_of = R::number;

  using tables = detail::plan_tables<agents, rings, cells, resource_count, role_count>;
  static constexpr tables unused() {
    tables t;
    for (int a = 0; a < agents; ++a) {
      agent_info& x = t.agent[a];
      x.role = -1, x.group = groups - 1, x.first = a, x.last = a + 1, x.like = a;
    }
    for (ring_info& r : t.ring) r.stages = 1, r.cell = cells - 1, r.is = sort::warp_barrier;
    for (short& r : t.ring_of) r = rings - 1;
    return t;
  }
  static inline tables table = unused();
  static inline int listed = 0;  // resources of the protocol
  static inline detail::crew crews[role_count];
  static inline int first_agent[role_count];

  template <class R>
  static int ring_at(slot<R> const& s, agent_info const& me) {
    if constexpr (R::is == sort::block_barrier)
      return table.first_ring[listed] + me.block;
    else if constexpr (R::is == sort::warp_barrier)
      return table.first_ring[listed + 1] + me.block * of_roles::warps + table.warp_ring[me.role] +
             me.warp;
    else if constexpr (R::is == sort::cluster_barrier)
      return table.first_ring[listed + 2];
    else if constexpr (is_global(R::is))
      return table.first_ring[R::number] + s.index;
    else
      return table.first_ring[R::number] + (s.block < 0 ? me.block : s.block) * R::parts + s.index;
  }

  // The agents of a role, followed by one that is not in use.
  template <class T>
  struct copies {
    static constexpr int role = T::number;
    static constexpr int count = 7;
    T at[blocks * count]{};
    static int agent_of(int i) {
      int const n = crews[role].agents;
      return i >= blocks * n ? agents - 1
                             : first_agent[role] + i / n * (agents_in_use / blocks) + i % n;
    }
    bool same(copies const&) const { return true; }
  };
  template <class L>
  struct states_of;
  template <class... R>
  struct states_of<roles<R...>> : copies<R>... {
    template <class F>
    void for_each(F const& f) {
      (f(static_cast<copies<R>&>(*this)), ...);
    }
    bool same(states_of const&) const { return true; }
  };
  using role_states = states_of<typename D::roles>;

  // Fills the tables. False: there is not so much room.
  static bool fill(random_protocols::protocol const& p) {
    random_protocols::decided::is = &p;
    waits_as_one = p.warpgroup_waits_as_one;
    reads_need_no_fence = p.reads_need_no_proxy_fence;
    D::dependent_launch = p.dependent_launch;
    of_roles::threads = 32 * p.warps();
    D::registers = p.registers != 0 ? p.registers : registers_at_launch(of_roles::threads);
    bool has_flags = false;
    int used_rings = 0;
    int used_cells = 0;
    for (int i = 0; i < p.resource_count; ++i) {
      random_protocols::resource const& x = p.resources[i];
      bool const is_shared = is_global(random_protocols::sort_of(x.is));
      has_flags = has_flags || is_shared;
      used_rings += x.parts * (is_shared ? 1 : blocks);
      used_cells += x.parts * (is_shared ? 1 : blocks) * random_protocols::stages_of(x);
    }
    of_roles::warps = agents_in_use = 0;
    for (int r = 0; r < role_count; ++r) {
      crews[r].agents = 0;
      if (r >= p.role_count) continue;
      crews[r] = waits_as_one && p.roles[r].threads == 128
                     ? random_protocols::crew_of<D, true>(r, has_flags)
                     : random_protocols::crew_of<D, false>(r, has_flags);
      first_agent[r] = agents_in_use;
      agents_in_use += crews[r].agents;
      of_roles::warps += crews[r].warps();
    }
    agents_in_use *= blocks;
    int const own = blocks * (1 + of_roles::warps) + 1;
    if (agents_in_use >= agents || used_rings + own >= rings || used_cells + own >= cells)
      return false;

    static constexpr tables empty = unused();
    table = empty;
    int a = 0;
    int group = 0;
    for (int b = 0; b < blocks; ++b)
      for (int r = 0; r < p.role_count; ++r)
        table.put(b, group++, a, r, p.roles[r].threads, p.roles[r].warps, p.first_warp(r), 0,
                  crews[r], p.roles[r].threads == 1);
    int k = 0;
    int ring = 0;
    int cell = 0;
    for (listed = 0; listed < p.resource_count; ++listed) {
      random_protocols::resource const& x = p.resources[listed];
      sort const is = random_protocols::sort_of(x.is);
      table.put(k, ring, cell, is, random_protocols::stages_of(x),
                is == sort::accumulator ? 0 : x.amount, x.parts, is_global(is) ? 1 : blocks);
    }
    int const all = of_roles::threads;
    table.put(k, ring, cell, sort::block_barrier, 1, all, 1, blocks);
    int const first = ring;
    table.put(k, ring, cell, sort::warp_barrier, 1, 32, of_roles::warps, blocks);
    int w = 0;
    for (int r = 0; r < p.role_count; ++r)
      table.put_warps(w, first, r, p.roles[r].threads, crews[r].warps(), of_roles::warps, blocks);
    table.put(k, ring, cell, sort::cluster_barrier, 1, all * blocks, 1, 1);
    return true;
  }
};

template <int B, bool C, random_protocols::room Room>
inline access_facts<random_protocols::drawn<B, C, Room>>
    facts_of<random_protocols::drawn<B, C, Room>>{};
template <int B, bool C, random_protocols::room Room>
inline constexpr int words_of<random_protocols::drawn<B, C, Room>> = Room.words;
template <int B, bool C, random_protocols::room Room>
inline constexpr int sets_of<random_protocols::drawn<B, C, Room>> = Room.sets;
template <int B, bool C, random_protocols::room Room>
inline symmetry<random_protocols::drawn<B, C, Room>>
    symmetry_of<random_protocols::drawn<B, C, Room>>{};
template <int B, bool C, random_protocols::room Room>
struct proof_sizes<random_protocols::drawn<B, C, Room>> {
  static constexpr int& A = plan<random_protocols::drawn<B, C, Room>>::agents_in_use;
  static inline int L = 0;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
