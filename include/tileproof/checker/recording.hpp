// SPDX-License-Identifier: BSL-1.0
//
// Defines recording: the tasks of each agent in each section of its loop. A section of a role in
// the same state always has the same tasks, and a proof comes to it often, so the role is called
// once.
#pragma once

#include <tileproof/checker/state.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Changes the actions that a role has just recorded, list[first,end). Used by mutants and
// minimal_protocol.
struct edit {
  void (*change)(edit const&, int role, section, action* list, int& end, int first,
                 int room) = nullptr;
  int role = 0;
  int in_part = 0;
  int number = 0;
  int kind = 0;
};

// An action of an agent with its access facts.
struct task {
  action act;
  op what{};
  int value = 0, at = 0, extra = 0;
  int access =
      -1;  // per_cell * cell + the number of the fact in its ring; -1: not an access of a buffer
  int word = 0;  // the word with the bits of the cell
  int set = 0;   // for a barrier: the set that arrivals so far have released
  int done = 0;  // and what those of the last phase had
  u64 last = 0;  // for a barrier: the bit "its last phase is complete"
  u64 bit = 0;   // for a barrier: the bit of the agent's wait or arrival; for an access: of its end
  u64 arrivals = 0;  // for a barrier whose arrivals have bits: the bits of all agents
  // for an access: as in `fact`
  u64 fenced = 0, read_back = 0, gains = 0, needs = 0, siblings = 0;
  u64 own_writes = 0, own_earlier = 0;  // for writes of all kinds by its agent
  misuse why = misuse::none;            // the reason for which it is refused
  bool is_remote = false;               // at a barrier or in memory of another block
  u64 launch = 0;  // bits of the launch word that the agent's set must have before
};

// The reason why no instruction does this at its cell; misuse::none where one does. A
// load is counted at a barrier of its block, or of the first block of the pair (.cta_group::2).
// (One expression, as below: clang counts the statements of a proof.)
template <class P>
constexpr misuse misuse_at(task const& t, ring_info const& at, int own_block) {
  op const o = t.what;
  bool const is_at_mbarrier = at.is == sort::mbarrier;
  return !plan<P>::is_cluster &&
                 (at.is == sort::cluster_barrier ||
                  (at.is != sort::flag && (t.value & recorder<P>::in_named_block) != 0))
             ? misuse::of_grid
         : at.is == sort::workspace && o != op::read && o != op::write ? misuse::of_workspace
         : (o == op::load || o == op::store) && (at.amount <= 0 || at.amount % 16 != 0)
             ? misuse::bytes
         : o == op::load &&
                 plan<P>::table.ring[plan<P>::table.ring_of[t.extra]].block != at.block &&
                 plan<P>::table.ring[plan<P>::table.ring_of[t.extra]].block != (at.block & ~1)
             ? misuse::of_peer
         : t.is_remote && (!has_remote_form(o) || (o == op::arrive && !is_at_mbarrier) ||
                           (is_umma(o) && (t.extra != 1 || at.block != (own_block ^ 1))))
             ? misuse::of_peer
         : (o == op::expect || o == op::expect_only) && t.extra < 0 ? misuse::expects
         : is_at_mbarrier && o == op::wait && t.extra != 1 &&
                 state<P>::facts.ring[plan<P>::table.ring_of[t.at]].is_released
             ? misuse::plain_wait
         : is_at_mbarrier && o == op::arrive && t.extra == 1 && !t.is_remote ? misuse::own_release
                                                                             : misuse::none;
}
// The bits of the launch word that a task relies on: the grids before have ended, for a task that
// uses global memory; another block of the cluster runs; TMA and other blocks see its mbarriers.
template <class P>
constexpr u64 launch_at(task const& t, ring_info const& at) {
  auto const& facts = state<P>::facts;
  op const o = t.what;
  bool const is_in_global = uses_global(o) || is_global(at.is);
  bool const needs_init = o == op::load || (t.is_remote && at.is == sort::mbarrier);
  int const of = o == op::load && plan<P>::blocks > 1
                     ? plan<P>::table.ring[plan<P>::table.ring_of[t.extra]].block
                     : at.block;
  return (facts.has_grid && is_in_global ? facts.grid_bit() : 0) |
         (facts.has_start && t.is_remote ? facts.runs_bit(at.block) : 0) |
         (facts.has_start && of != at.block ? facts.runs_bit(of) : 0) |
         (facts.initialises && needs_init ? facts.init_bit(of) : 0) |
         (facts.allocates && at.is == sort::tensor_memory ? facts.allocated_bit(at.block) : 0);
}

template <class P>
constexpr task task_of(int agent, action act) {
  auto const& table = plan<P>::table;
  auto const& facts = state<P>::facts;
  task t{act, act.what(), act.value(), act.at(), act.extra()};
  if (!has_cell(t.what)) {
    // PTX, "wgmma.fence", ".commit_group", ".wait_group": .aligned means all threads of the
    // warpgroup.
    if (t.what == op::refused)
      t.why = static_cast<misuse>(t.value);
    else if ((t.what == op::fence_registers || ((t.what == op::commit || t.what == op::complete) &&
                                                t.value == static_cast<int>(group::wgmma))) &&
             (table.agent[agent].threads % 128 != 0 || table.agent[agent].first_warp % 4 != 0))
      t.why = misuse::no_warpgroup;
    if (t.what == op::complete &&
        (t.extra < 0 || (t.value == static_cast<int>(group::wgmma) && t.extra > 7)))
      t.why = misuse::groups;
    if (t.what == op::fetch && facts.has_grid) t.launch = facts.grid_bit();
    if (t.why != misuse::none) t.what = op::refused;
    return t;
  }
  int const r = table.ring_of[t.at];
  ring_info const& at = table.ring[r];
  t.is_remote = plan<P>::blocks > 1 && at.block != table.agent[agent].block && !is_global(at.is) &&
                at.is != sort::cluster_barrier;
  t.why = misuse_at<P>(t, at, table.agent[agent].block);
  if (facts.launch_word >= 0) t.launch = launch_at<P>(t, at);
  if (t.why != misuse::none) {
    t.what = op::refused;
    return t;
  }
  auto const& ring = facts.ring[r];
  t.word = facts.word_at[t.at];
  t.set = facts.set_at[t.at];
  t.done = facts.done_at[t.at];
  if (at.is_barrier()) {
    t.last = facts.last(r);
    t.bit = facts.of_agent(r, agent);
    if (t.what == op::arrive || t.what == op::invalidate) t.arrivals = ring.arrivals;
    return t;
  }
  int const actor = access_facts<P>::actor_of(t.what, agent);
  for (int i = ring.first; i < ring.last; ++i) {
    fact const& x = facts.at[i];
    if (x.actor != actor || x.by != t.what) continue;
    t.access = per_cell * t.at + i - ring.first;
    t.bit = x.bit, t.fenced = x.fenced | x.sent, t.read_back = x.read_back, t.gains = x.gains;
    t.needs = x.needs, t.siblings = x.siblings;
  }
  for (int i = ring.first; i < ring.last && t.siblings != 0; ++i)
    if (facts.at[i].actor == agent && facts.at[i].earlier != 0)
      t.own_writes |= facts.at[i].bit, t.own_earlier |= facts.at[i].earlier;
  return t;
}

template <class P>
constexpr bool is_at_warp(int cell) {
  return plan<P>::table.ring[plan<P>::table.ring_of[cell]].is == sort::warp_barrier;
}

// The actions of one agent in a section that begins with the members of its role as in `before`,
// and the members after it.
template <class Role>
struct recorded {
  recorded* next = nullptr;
  int choice = 0;
  int base[2]{};
  int lead = 0;
  Role before{}, after{};
  task* list = nullptr;
  int count = 0;    // if it exceeds the room, the list is empty
  u64 aligned = 0;  // a digest of the actions that all threads of a warp execute together
};
template <class P, class Role>
struct recordings_of {
  static constexpr int count = plan<P>::template copies<Role>::count * plan<P>::blocks;
  static constexpr int parts = static_cast<int>(section::finish) + 1;
  recorded<Role>* first[count * parts]{};

  constexpr recordings_of() = default;
  recordings_of(recordings_of const&) = delete;
  recordings_of& operator=(recordings_of const&) = delete;
  constexpr ~recordings_of() {
    for (recorded<Role>*& x : first)
      while (x != nullptr) {
        recorded<Role>* const next = x->next;
        delete[] x->list;
        delete x;
        x = next;
      }
  }
  // The recording of agent a, the number-th of its role, whose team's counters are base[0] and
  // base[1]; lead: its tiles before those of team 0, where teams count these for themselves.
  constexpr recorded<Role> const& at(int a, int number, section p, int choice, int const* base,
                                     int lead, Role const& before, edit const* changes) {
    recorded<Role>*& here = first[number * parts + static_cast<int>(p)];
    for (recorded<Role>* x = here; x != nullptr; x = x->next)
      if (x->choice == choice && x->base[0] == base[0] && x->base[1] == base[1] &&
          x->lead == lead) {
        if (detail::same_members(x->before, before)) return *x;
      }
    here = new recorded<Role>{here, choice, {base[0], base[1]}, lead, before, before};
    constexpr int room = state<P>::most_queued;
    action list[room]{};
    recorder<P> m(a, list, here->count, room, base);
    m.chosen = choice;
    int const of_all[2]{base[0], base[1] + lead};
    if (lead != 0) m.of_all = of_all;
    run_part(p, here->after, m);
    if (changes != nullptr && here->count <= room)
      changes->change(*changes, plan<P>::template role_of<Role>, p, list, here->count, 0, room);
    int const n = here->count <= room ? here->count : 0;
    if (n == 0) return *here;  // EDG's evaluator knows no arrays without elements
    here->list = new task[static_cast<std::size_t>(n)]{};
    for (int i = 0; i < n; ++i) {
      task& t = here->list[i];
      t = task_of<P>(a, list[i]);
      if (t.siblings != 0) t = task_of<P>(a, with_call(list, i));
      if (is_aligned(t.what, t.value))
        here->aligned =
            here->aligned * 31 + (t.what == op::sync && is_at_warp<P>(t.at) ? 1 : t.act.code);
    }
    return *here;
  }
};
template <class P, class L = typename P::roles>
struct recording;
template <class P, class... R>
struct recording<P, roles<R...>> : recordings_of<P, R>... {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
