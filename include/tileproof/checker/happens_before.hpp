// SPDX-License-Identifier: BSL-1.0
//
// Defines happens_before, the lowest layer of an execution: the state, the tasks that each agent
// has still to do, and its happens-before set. Also defines event_log, the events of an execution
// that is run again for a counterexample.
//
// The happens-before set of an agent: the finished actions that it can rely on. These are its own
// and, once it has waited for a barrier, everything that each arriving agent relied on at its
// arrival. A set is bits of access_facts.hpp. A barrier has such sets too: the actions that its
// arrivals release to agents that wait.
#pragma once

#include <tileproof/checker/recording.hpp>
#include <tileproof/protocol/fault.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// One action that has taken place: its agent, its transition in the trace, the phase or the batch
// that it signals, and the one that it has waited for (-1: none).
struct event {
  int agent, transition;
  action act;
  int signals, awaits;
};
// The events of an execution that is run again for a counterexample. Stages are not renamed in it:
// they are numbered as in memory.
template <class P>
struct event_log {
  static constexpr int room = 8192;
  static constexpr int signals = plan<P>::cells + plan<P>::groups;
  static constexpr int at_cells = plan<P>::cells;
  event* at = new event[room]{};
  int count = 0;
  int transition = 0;
  int* phase = new int[signals]{};
  int* origin = new int[per_cell * plan<P>::cells]{};  // the event of an access
  int* transition_of =
      new int[plan<P>::agents *
              state<P>::most_queued]{};  // the transition of each of an agent's tasks
  constexpr event_log() = default;
  event_log(event_log const&) = delete;
  event_log& operator=(event_log const&) = delete;
  constexpr ~event_log() { delete[] at, delete[] phase, delete[] origin, delete[] transition_of; }
};

// The bounds of the loops of a proof: the number of agents, and the 64-bit words of the sets that
// last. They are enumerators, since clang's evaluator looks a constant's variable up each time.
template <class P>
struct proof_sizes {
  enum : int { A = plan<P>::agents_in_use, L = (facts_of<P>.lasting + 3) / 4 * 4 * words_of<P> };
};

template <class P>
class happens_before : protected proof_sizes<P> {
 public:
  state<P> s;
  failure found;
  int events = 0;
  event_log<P>* notes = nullptr;

  // For each agent: its tasks in this transition, after those that are left from earlier
  // transitions; and the index of its next task.
  task const* tasks[plan<P>::agents]{};
  int head[plan<P>::agents]{}, end[plan<P>::agents]{};

 protected:
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr auto const& facts = state<P>::facts;
  using proof_sizes<P>::A, proof_sizes<P>::L;  // of the sets that do not last, only open ones count
  enum : int {
    T = plan_t::teams,
    W = state<P>::W,
    Q = state<P>::Q,
    F = state<P>::F,
    C = plan_t::cells
  };
  static constexpr auto words = std::make_integer_sequence<int, W>{};

  static constexpr ring_info const& ring_of(int cell) { return table.ring[table.ring_of[cell]]; }
  constexpr u64& happened(int set, int word) { return s.happened[set * W + word]; }
  template <int... I>
  constexpr void join(int to, int from, std::integer_sequence<int, I...>) {
    int const x = to * W;
    int const y = from * W;
    ((s.happened[x + I] |= s.happened[y + I]), ...);
  }
  constexpr void join(int to, int from) { join(to, from, words); }
  constexpr void forget(int word, u64 mask) {
    if (mask == 0) return;
    u64 const kept = ~mask;
    for (int k = 0; k < s.opened; ++k) s.happened[s.open_set[k] * W + word] &= kept;
    for (int i = word; i < L; i += 4 * W) {
      s.happened[i] &= kept;
      s.happened[i + W] &= kept;
      s.happened[i + 2 * W] &= kept;
      s.happened[i + 3 * W] &= kept;
    }
  }
  constexpr bool fail(fault what, int agent, action act, int other = -1, int number = 0) {
    if (found.what == fault::none) found = {what, agent, act, other, number};
    return false;
  }
  // Whether the agent's set has what must come before t: the end of the grids that may use the same
  // global memory, the start of another block, the initialisation of its mbarriers. (One
  // expression: clang counts the statements of a proof.)
  constexpr bool comes_after_launch(int a, task const& t) const {
    return t.launch == 0 || (t.launch & ~s.happened[a * W + facts.launch_word]) == 0;
  }
  // Reports that comes_after_launch is false.
  constexpr bool fail_launch(int a, task const& t) {
    u64 const unknown = t.launch & ~happened(a, facts.launch_word);
    if ((unknown & facts.grid_bit()) != 0) return fail(fault::prior_grid, a, t.act);
    for (int b = 0; facts.allocates && b < plan_t::blocks; ++b)
      if ((unknown & facts.allocated_bit(b)) != 0) return fail(fault::allocation, a, t.act, -1, 3);
    int block = 0;
    while ((unknown & (facts.runs_bit(block) | facts.init_bit(block))) == 0) ++block;
    bool const runs = (unknown & facts.runs_bit(block)) == 0;
    return fail(runs ? fault::no_init_fence : fault::not_started, a, t.act, -1, block);
  }
  // Like join, but only the bits that `mask` has, a word for each word of a set: one of the masks
  // of access_facts.
  template <int... I>
  constexpr void join_some([[maybe_unused]] int to, [[maybe_unused]] int from,
                           [[maybe_unused]] u64 const* mask, std::integer_sequence<int, I...>) {
    ((s.happened[to * W + I] |= s.happened[from * W + I] & mask[I]), ...);
  }
  // Notes an event in the event_log. Pre: notes != nullptr.
  constexpr void note(int a, action act, int signals = -1, int awaits = -1) {
    if (notes->count < event_log<P>::room)
      notes->at[notes->count++] = {a, notes->transition_of[a * Q + head[a]], act, signals, awaits};
  }
  // The number by which the event_log identifies a phase of a barrier, or a batch of a group's
  // wgmma.
  constexpr int token(int of, int ahead = 0) const {
    return (notes->phase[of] + ahead) * event_log<P>::signals + of;
  }
  static constexpr int of_group(int g) { return event_log<P>::at_cells + g; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
