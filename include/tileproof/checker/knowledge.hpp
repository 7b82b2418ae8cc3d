// SPDX-License-Identifier: BSL-1.0
//
// Defines knowledge, the part of an execution that all others stand on: the state, what each agent
// has before it, and what it knows; and diary, the events of an execution that is looked at more
// closely.
//
// What an agent knows is what the actions behind which it comes have made certain: its own, and
// those known to whoever arrived at a barrier that it has waited for. It is a set of bits
// (survey.hpp). Barriers have such sets too: what those who arrived bring to those who wait.
#pragma once

#include <tileproof/checker/recording.hpp>
#include <tileproof/protocol/fault.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// One action that has taken place: in which letter of the word; the phase or the batch that it
// signals, and that it has waited for (-1: none).
struct event {
  int agent, letter;
  action act;
  int signals, awaits;
};
// The events of an execution that is looked at more closely. Rings stay as they are in memory.
template <class P>
struct diary {
  static constexpr int room = 8192;
  static constexpr int signals = plan<P>::cells + plan<P>::groups;
  static constexpr int at_cells = plan<P>::cells;
  event* at = new event[room]{};
  int count = 0;
  int letter = 0;
  int* phase = new int[signals]{};
  int* origin = new int[per_cell * plan<P>::cells]{};  // the event of an access
  int* letter_of = new int[plan<P>::agents * state<P>::most_queued]{};  // of an agent's tasks
  constexpr diary() = default;
  diary(diary const&) = delete;
  diary& operator=(diary const&) = delete;
  constexpr ~diary() { delete[] at, delete[] phase, delete[] origin, delete[] letter_of; }
};

// How far the loops of a proof run: agents, and words of the sets that last. Enumerators, since
// clang's evaluator looks a constant's variable up each time.
template <class P>
struct proof_sizes {
  enum : int { A = plan<P>::agents_in_use, L = (facts_of<P>.lasting + 3) / 4 * 4 * words_of<P> };
};

template <class P>
class knowledge : protected proof_sizes<P> {
 public:
  state<P> s;
  failure found;
  int events = 0;
  diary<P>* notes = nullptr;

  // For each agent: its tasks in this letter, those left from the ones before first; the next one.
  task const* tasks[plan<P>::agents]{};
  int head[plan<P>::agents]{}, end[plan<P>::agents]{};

 protected:
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr auto const& facts = state<P>::facts;
  using proof_sizes<P>::A, proof_sizes<P>::L;  // of sets that do not last, those that are open
  enum : int { T = plan_t::teams, W = state<P>::W, Q = state<P>::Q, F = state<P>::F, C = plan_t::cells };
  static constexpr auto words = std::make_integer_sequence<int, W>{};

  static constexpr ring_info const& ring_of(int cell) { return table.ring[table.ring_of[cell]]; }
  constexpr u64& know(int set, int word) { return s.know[set * W + word]; }
  template <int... I>
  constexpr void join(int to, int from, std::integer_sequence<int, I...>) {
    int const x = to * W;
    int const y = from * W;
    ((s.know[x + I] |= s.know[y + I]), ...);
  }
  constexpr void join(int to, int from) { join(to, from, words); }
  constexpr void forget(int word, u64 mask) {
    if (mask == 0) return;
    u64 const kept = ~mask;
    for (int k = 0; k < s.opened; ++k) s.know[s.open_set[k] * W + word] &= kept;
    for (int i = word; i < L; i += 4 * W) {
      s.know[i] &= kept;
      s.know[i + W] &= kept;
      s.know[i + 2 * W] &= kept;
      s.know[i + 3 * W] &= kept;
    }
  }
  constexpr bool fail(fault what, int agent, action act, int other = -1, int number = 0) {
    if (found.what == fault::none) found = {what, agent, act, other, number};
    return false;
  }
  // Whether the agent knows what has to come before t: the end of the grids that may use the same
  // global memory, the start of another block, the initialisation of its mbarriers. (One expression:
  // clang counts the statements of a proof.)
  constexpr bool knows_launch(int a, task const& t) const {
    return t.launch == 0 || (t.launch & ~s.know[a * W + facts.launch_word]) == 0;
  }
  // The failure where it does not.
  constexpr bool fail_launch(int a, task const& t) {
    u64 const unknown = t.launch & ~know(a, facts.launch_word);
    if ((unknown & facts.grid_bit()) != 0) return fail(fault::prior_grid, a, t.act);
    int block = 0;
    while ((unknown & (facts.runs_bit(block) | facts.init_bit(block))) == 0) ++block;
    bool const runs = (unknown & facts.runs_bit(block)) == 0;
    return fail(runs ? fault::no_init_fence : fault::not_started, a, t.act, -1, block);
  }
  // As join, but without what another block's thread may not rely on: that writes are visible.
  template <int... I>
  constexpr void join_released(int to, int from, std::integer_sequence<int, I...>) {
    ((s.know[to + I] |= s.know[from + I] & facts.published[I]), ...);
  }
  // Notes an event, where events are looked at: call it only if notes != nullptr.
  constexpr void note(int a, action act, int signals = -1, int awaits = -1) {
    if (notes->count < diary<P>::room)
      notes->at[notes->count++] = {a, notes->letter_of[a * Q + head[a]], act, signals, awaits};
  }
  // A phase of a barrier, or a batch of a group's wgmma, of the diary: one number for each.
  constexpr int token(int of, int ahead = 0) const {
    return (notes->phase[of] + ahead) * diary<P>::signals + of;
  }
  static constexpr int of_group(int g) { return diary<P>::at_cells + g; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
