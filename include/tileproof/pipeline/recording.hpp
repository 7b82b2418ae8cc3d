// SPDX-License-Identifier: BSL-1.0
//
// Defines recording: what each agent does in each part of its loop, asked of its role once. The
// same part of a role in the same state is the same list of tasks, and a proof comes to it often.
#pragma once

#include <tileproof/pipeline/state.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Changes the actions that a role has just asked for, list[first,end): for mutants and for
// minimal_protocol.
struct edit {
  void (*change)(edit const&, int role, part, action* list, int& end, int first, int room) = nullptr;
  int role = 0;
  int in_part = 0;
  int number = 0;
  int kind = 0;
};

// An action of an agent with what the survey says of it.
struct task {
  action act;
  op what{};
  int value = 0, at = 0, extra = 0;
  int access = -1;  // per_cell * cell + the number of the fact in its ring; -1: no access of a buffer
  int word = 0;     // where the bits of the cell stand
  int set = 0;      // of a barrier: what arrivals so far have brought
  int done = 0;     // and what those of the last phase had
  u64 last = 0;     // of a barrier: its last phase is complete
  u64 bit = 0;      // of a barrier: the agent's wait; of an access: it is over
  u64 fenced = 0, needs = 0;  // of an access: as in fact
};

template <class P>
constexpr task task_of(int agent, action act) {
  auto const& table = plan<P>::table;
  auto const& facts = state<P>::facts;
  task t{act, act.what(), act.value(), act.at(), act.extra()};
  if (!has_cell(t.what)) return t;
  int const r = table.ring_of[t.at];
  if constexpr (!plan<P>::is_cluster)
    if (table.ring[r].is == sort::cluster_barrier ||
        (table.ring[r].is != sort::flag && (t.value & recorder<P>::in_named_block) != 0))
      t.what = op::refused;
  if constexpr (plan<P>::has_global)
    if (table.ring[r].is == sort::workspace && t.what != op::read && t.what != op::write)
      t.what = op::refused;
  auto const& ring = facts.ring[r];
  t.word = facts.word_at[t.at];
  t.set = facts.set_at[t.at];
  t.done = facts.done_at[t.at];
  if (table.ring[r].is_barrier()) {
    t.last = facts.last(r);
    t.bit = facts.of_agent(r, agent);
    return t;
  }
  int const actor = survey<P>::actor_of(t.what, agent);
  for (int i = ring.first; i < ring.last; ++i) {
    fact const& x = facts.at[i];
    if (x.actor != actor || x.by != t.what) continue;
    t.access = per_cell * t.at + i - ring.first;
    t.bit = x.bit, t.fenced = x.fenced, t.needs = x.needs;
  }
  return t;
}

// The actions of one agent in a part, when its role's members are `before`, and what they are then.
template <class Role>
struct recorded {
  recorded* next = nullptr;
  int choice = 0;
  int base[2]{};
  int lead = 0;
  Role before{}, after{};
  task* list = nullptr;
  int count = 0;  // more than there is room for: the list is empty
};
template <class P, class Role>
struct recordings_of {
  static constexpr int count = plan<P>::template copies<Role>::count * plan<P>::blocks;
  static constexpr int parts = static_cast<int>(part::finish) + 1;
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
  constexpr recorded<Role> const& at(int a, int number, part p, int choice, int const* base,
                                     int lead, Role const& before, edit const* changes) {
    recorded<Role>*& here = first[number * parts + static_cast<int>(p)];
    for (recorded<Role>* x = here; x != nullptr; x = x->next)
      if (x->choice == choice && x->base[0] == base[0] && x->base[1] == base[1] &&
          x->lead == lead) {
        if constexpr (std::is_empty_v<Role>) return *x;
        else if (x->before == before) return *x;
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
    for (int i = 0; i < n; ++i) here->list[i] = task_of<P>(a, list[i]);
    return *here;
  }
};
template <class P, class L = typename P::roles>
struct recording;
template <class P, class... R>
struct recording<P, roles<R...>> : recordings_of<P, R>... {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
