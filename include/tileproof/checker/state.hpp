// SPDX-License-Identifier: BSL-1.0
//
// Defines state, how far an execution of a protocol has come: the actions that each agent has still
// to do, the barriers, the pending operations, and the happens-before sets.
#pragma once

#include <tileproof/checker/symmetry.hpp>
#include <tileproof/prove/registers_at_launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The registers of a thread at launch: P::registers, or as many as the block's threads leave.
template <class P>
constexpr int registers_at_launch() {
  return TILEPROOF_STATED(P, registers, tileproof::registers_at_launch(plan<P>::of_roles::threads));
}

}  // namespace detail

template <class P>
struct state {
  using plan_t = plan<P>;
  static constexpr auto const& facts = facts_of<P>;
  static constexpr auto const& renamings = symmetry_of<P>;
  using renaming = typename symmetry<P>::renaming;
  static constexpr int A = plan_t::agents;
  static constexpr int T = plan_t::teams;
  static constexpr int W = words_of<P>;
  static constexpr int N = symmetry<P>::sets * W;
  static constexpr int most_queued = 64;  // the most actions that an agent may have still to do
  // The most accesses of an agent that may be pending.
  static constexpr int most_pending_ops = TILEPROOF_STATED(P, most_under_way, 12);
  static constexpr int Q = most_queued;
  static constexpr int F = most_pending_ops;
  struct cell {
    // For a barrier. A flag has its current wrap, modulo 256, in place of a parity.
    int parity = 0, pending = 0, bytes = 0, announced = 0;
    agent_set fresh = 0;  // agents that have waited in this phase
    agent_set came = 0;   // agents that have arrived, at a barrier of whole warps
    // For a buffer: the agents that have written it in the latest call of their role, and the
    // number of that call.
    agent_set wrote = 0;
    int call = 0;
    bool open = false;  // an arrival or bytes have come in this phase
    bool written = false;
  };

  int shape[T]{};                         // the state of each team's loop; `over` after its end
  int base[T * 2]{};                      // counters, where places are not relative
  int lead[plan_t::own_steps ? T : 1]{};  // the tiles by which a team is ahead of team 0
  typename plan_t::role_states roles{};
  agent_set joined = 0;                  // agents that wait at a barrier for the others
  agent_set arrived = 0;                 // agents between the halves of a cluster's barrier
  agent_set is_open = 0;                 // the agents among them whose phase is not complete
  bool overflows = false;                // more is pending than there is room for
  int free_registers[plan_t::blocks]{};  // in a block's pool, in registers of one thread
  int registers[plan_t::groups]{};       // registers of each thread of a group
  unsigned raised = 0;                   // blocks in which a group has increased its registers
  unsigned initialised = 0;              // blocks whose mbarriers somebody has initialised
  unsigned allocated = 0;                // blocks that have tensor memory
  unsigned relinquished = 0;             // blocks that allocate no more
  u64 resized = 0;  // groups that have set their registers, and have not met since
  int left[A]{}, pending_ops[A]{};
  cell at[plan_t::cells]{};
  std::uint64_t queue[A * Q]{};  // codes of the actions that are left
  unsigned pending_op[A * F]{};  // access, group (<< 16), age (<< 20), round (<< 28)
  int opened = 0;                // the sets of barriers whose phase is open
  short open_set[plan_t::cells]{};
  u64 clean[A]{};     // accumulators that a wgmma.fence has seen
  u64 happened[N]{};  // the sets of agents; of barriers, by arrivals and last phase; of rounds

  // Whether this state equals another one, except for the happens-before sets, once the stages of
  // the other are renamed. A copy may be pending in one state and over in the other.
  constexpr bool has_form_of(state const& o, renaming const& t) const {
    if (joined != o.joined || arrived != o.arrived || is_open != o.is_open || raised != o.raised ||
        initialised != o.initialised || resized != o.resized || allocated != o.allocated ||
        relinquished != o.relinquished)
      return false;
    for (int t = 0; t < T; ++t)
      if (shape[t] != o.shape[t] || base[2 * t] != o.base[2 * t] ||
          base[2 * t + 1] != o.base[2 * t + 1])
        return false;
    if constexpr (plan_t::own_steps)
      for (int t = 0; t < T; ++t)
        if (lead[t] != o.lead[t]) return false;
    for (int b = 0; b < plan_t::blocks; ++b)
      if (free_registers[b] != o.free_registers[b]) return false;
    for (int g = 0; g < plan_t::groups; ++g)
      if (registers[g] != o.registers[g]) return false;
    for (int i = 0; i < facts.barriers; ++i) {
      cell const& x = at[facts.barrier[i]];
      cell const& y = o.at[t.from[facts.barrier[i]]];
      if (x.pending != y.pending || x.bytes != y.bytes || x.announced != y.announced ||
          x.came != y.came ||
          x.parity != (plan_t::has_global ? renamed_parity(y.parity, facts.barrier[i], t)
                                          : y.parity ^ t.flips[facts.barrier[i]]))
        return false;
    }
    for (int i = 0; i < facts.shareds; ++i) {
      cell const& x = at[facts.shared[i]];
      cell const& y = o.at[t.from[facts.shared[i]]];
      if (x.call != y.call || x.wrote != y.wrote) return false;
    }
    for (int a = 0; a < A; ++a) {
      if (left[a] != o.left[a] || !has_pending_ops_of(o, a)) return false;
      for (int i = a * Q; i < a * Q + left[a]; ++i)
        if (queue[i] != o.queue[i]) return false;
    }
    return roles.same(o.roles);
  }
  // Whether an agent of the team waits and has still actions to do.
  constexpr bool waits(int team) const {
    for (int a = 0; a < A; ++a)
      if (plan_t::table.agent[a].team == team && left[a] != 0) return true;
    return false;
  }
  // Replaces the sets by the intersection with those of the other state, whose stages are renamed
  // first. Returns whether they have changed.
  constexpr bool meet(state const& o, renaming const& t) {
    bool changed = false;
    u64 here[W]{};  // waits that only the other state has seen in this phase, or only this one
    u64 there[W]{};
    for (int i = 0; i < facts.barriers; ++i) {
      int const c = facts.barrier[i];
      cell const& y = o.at[t.from[c]];
      if (at[c].fresh != y.fresh) {
        int const ring = plan_t::table.ring_of[c];
        here[facts.word_at[c]] |= facts.of_agents(ring, y.fresh & ~at[c].fresh);
        there[facts.word_at[c]] |= facts.of_agents(ring, at[c].fresh & ~y.fresh);
        at[c].fresh |= y.fresh;
      }
      if (y.open && !at[c].open) open(c);
    }
    for (int i = 0; i < facts.buffers; ++i) {
      int const c = facts.buffer[i];
      if (at[c].written && !o.at[t.from[c]].written) at[c].written = false, changed = true;
    }
    for (int w = 0; w < W; ++w)
      if (here[w] == 0 && there[w] == 0) {
        for (int i = w; i < facts.lasting * W; i += W)
          if ((happened[i] & ~o.happened[t.bits[i]]) != 0)
            happened[i] &= o.happened[t.bits[i]], changed = true;
        for (int k = 0; k < opened; ++k) {
          int const i = open_set[k] * W + w;
          if ((happened[i] & ~o.happened[t.bits[i]]) != 0)
            happened[i] &= o.happened[t.bits[i]], changed = true;
        }
      } else {
        for (int i = w; i < facts.sets * W; i += W) {
          u64 const both = (happened[i] | here[w]) & (o.happened[t.bits[i]] | there[w]);
          if (both != happened[i]) happened[i] = both, changed = true;
        }
      }
    for (int a = 0; a < A; ++a) {
      if ((clean[a] & ~o.clean[a]) != 0) clean[a] &= o.clean[a], changed = true;
      for (int k = a * F; k < a * F + o.pending_ops[a]; ++k) {
        if (k < a * F + pending_ops[a] && pending_op[k] == o.pending_op[k]) continue;
        int i = a * F;
        while (i < a * F + pending_ops[a] && pending_op[i] != o.pending_op[k]) ++i;
        if (i < a * F + pending_ops[a]) continue;
        if (pending_ops[a] == F)
          overflows = true;
        else
          pending_op[a * F + pending_ops[a]++] = o.pending_op[k], changed = true;
      }
    }
    return changed;
  }
  // open: an arrival or bytes have come to a barrier. close: its phase is complete.
  constexpr void open(int c) {
    at[c].open = true;
    open_set[opened++] = facts.set_at[c];
  }
  constexpr void close(int c) {
    if (!at[c].open) return;
    at[c].open = false;
    int i = 0;
    while (open_set[i] != facts.set_at[c]) ++i;
    open_set[i] = open_set[--opened];
  }
  // Forgets each call that all threads of its role have made: their next write is another call.
  constexpr void end_calls() {
    for (int i = 0; i < facts.shareds; ++i) {
      cell& x = at[facts.shared[i]];
      if (x.wrote == 0 || x.call > stated_call) continue;
      agent_set const all = facts.ring[plan_t::table.ring_of[facts.shared[i]]].writers();
      bool is_over = true;
      for (int a = 0; x.wrote >> a != 0 && is_over; ++a)
        if ((x.wrote >> a & 1) != 0) {
          auto const& me = plan_t::table.agent[a];
          agent_set const mine = all & (agent_bit(me.last) - agent_bit(me.first));
          is_over = (x.wrote & mine) == mine;
        }
      if (is_over) x.call = 0, x.wrote = 0;
    }
  }
  // Adds to a phase's set the actions that are in the sets of all agents that may wait for it. This
  // changes no verdict; it makes the state equal to states in which the agents get these actions
  // from the phase.
  constexpr void saturate() {
    for (int i = 0; i < plan_t::rings; ++i)
      if (facts.ring[i].waiting != 0) saturate(i, std::make_integer_sequence<int, W>{});
  }
  // Renames stages after a counter of a team has counted: pending operations and queued actions are
  // now relative to the next place.
  constexpr void rename_actions(renaming const& t) {
    for (int a = 0; a < A; ++a) {
      for (int k = a * F; k < a * F + pending_ops[a]; ++k)
        pending_op[k] =
            (pending_op[k] & ~65504u) | static_cast<unsigned>(t.to[pending_op[k] >> 5 & 2047]) << 5;
      for (int k = a * Q; k < a * Q + left[a]; ++k) {
        action x;
        x.code = queue[k];
        if (!has_cell(x.what())) continue;
        int const to = t.to[x.at()];
        int value = x.value() ^ (x.what() == op::wait && t.flips[to]);
        if constexpr (plan_t::has_global)
          if (t.wraps[to] != 0) {
            value = (value - t.wraps[to]) & 255;
            if (is_far(value)) overflows = true;
          }
        queue[k] =
            action(x.what(), value, to, x.what() == op::load ? t.to[x.extra()] : x.extra()).code;
      }
    }
  }
  // Renames cells and their bits likewise.
  constexpr void rename_places(renaming const& t) {
    state const old = *this;
    opened = 0;
    for (int c = 0; c < plan_t::cells; ++c) {
      at[c] = old.at[t.from[c]];
      at[c].parity =
          plan_t::has_global ? renamed_parity(at[c].parity, c, t) : at[c].parity ^ t.flips[c];
      if (at[c].open) open(c);
    }
    if constexpr (plan_t::has_global)
      for (int c = 0; c < plan_t::cells; ++c)
        if (t.wraps[c] != 0 && is_far(at[c].parity)) overflows = true;
    for (int i = 0; i < N; ++i) happened[i] = old.happened[t.bits[i]];
  }

 private:
  static constexpr int renamed_parity(int parity, int to, renaming const& t) {
    return t.wraps[to] != 0 ? (parity - t.wraps[to]) & 255 : parity ^ t.flips[to];
  }
  template <int... I>
  constexpr void saturate(int ring, std::integer_sequence<int, I...>) {
    auto const& r = facts.ring[ring];
    [[maybe_unused]] u64 all[W + 1]{};
    ((all[I] = ~u64{}), ...);
    for (int a = 0; u64{r.waiting} >> a != 0; ++a)
      if ((r.waiting >> a & 1) != 0) ((all[I] &= happened[a * W + I]), ...);
    int const last = (r.done + plan_t::table.ring[ring].stages) * W;
    for (int k = r.done * W; k < last; k += W) ((happened[k + I] |= all[I]), ...);
  }
  constexpr bool has_pending_ops_of(state const& o, int a) const {
    int const end_y = a * F + o.pending_ops[a];
    int y = a * F;
    if (pending_ops[a] == o.pending_ops[a]) {
      while (y < end_y && pending_op[y] == o.pending_op[y]) ++y;
      if (y == end_y) return true;
      y = a * F;
    }
    for (int x = a * F; x < a * F + pending_ops[a]; ++x)
      if ((pending_op[x] >> 16 & 15) != 0) {
        for (int k = a * F; k < end_y; ++k)
          if ((pending_op[x] & 65535) == (o.pending_op[k] & 65535) &&
              pending_op[x] != o.pending_op[k])
            return false;
      } else {
        while (y < end_y && (o.pending_op[y] >> 16 & 15) != 0) ++y;
        if (y == end_y || pending_op[x] != o.pending_op[y++]) return false;
      }
    while (y < end_y && (o.pending_op[y] >> 16 & 15) != 0) ++y;
    return y == end_y;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
