// SPDX-License-Identifier: BSL-1.0
//
// Defines state, how far an execution of a protocol has come: what each agent has before it, the
// barriers, what is under way, and what each agent knows.
#pragma once

#include <tileproof/pipeline/survey.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The registers of a thread at launch: P::registers, or as many as the block's threads leave.
template <class P>
constexpr int registers_at_launch() {
  if constexpr (requires { P::registers; }) {
    return P::registers;
  } else {
    int const r = 65536 / plan<P>::of_roles::threads / 8 * 8;
    return r > 248 ? 255 : r;
  }
}

}  // namespace detail

template <class P>
struct state {
  using plan_t = plan<P>;
  static constexpr survey<P> facts{};
  static constexpr int A = plan_t::agents;
  static constexpr int T = plan_t::teams;
  static constexpr int W = facts.words;
  static constexpr int most_queued = 64;  // actions that an agent may have before it
  static constexpr int most_flying = 12;  // accesses of an agent under way
  static constexpr int Q = most_queued;
  static constexpr int F = most_flying;
  struct cell {
    int parity = 0, pending = 0, bytes = 0, announced = 0;  // of a barrier
    unsigned fresh = 0;  // agents that have waited in this phase
    unsigned came = 0;   // agents that have arrived, at a barrier of whole warps
    bool written = false;
    constexpr bool same(cell const& o) const {
      return parity == o.parity && pending == o.pending && bytes == o.bytes &&
             announced == o.announced && came == o.came;
    }
  };

  int shape[T]{};  // of each team's loop; `over` behind its end
  int base[T * 2]{};  // counters, where places are not relative
  typename plan_t::role_states roles{};
  unsigned joined = 0;  // agents that wait at a barrier for the others
  unsigned arrived = 0;  // agents between the halves of a cluster's barrier
  unsigned is_open = 0;  // those of them whose phase is not complete
  bool overflows = false;  // more is under way than there is room for
  int free_registers[plan_t::blocks]{};  // of a block's pool, in units of a thread's register
  int registers[plan_t::groups]{};       // of each thread of a group
  unsigned raised = 0;                   // blocks in which a group has more than it had
  unsigned initialised = 0;              // blocks whose mbarriers somebody has initialised
  int head[A]{}, end[A]{}, flying[A]{};
  cell at[plan_t::cells]{};
  action queue[A * Q]{};
  unsigned flight[A * F]{};    // access, group (<< 16), age (<< 20), round (<< 28)
  u64 clean[A]{};              // accumulators that a wgmma.fence has seen
  u64 know[facts.sets * W]{};  // agents; of barriers arrived and last phase; rounds

  // Equal but for what is known. Of copies, one may be under way here, and there its end is known.
  constexpr bool has_form_of(state const& o) const {
    if (joined != o.joined || arrived != o.arrived || is_open != o.is_open ||
        raised != o.raised || initialised != o.initialised)
      return false;
    for (int t = 0; t < T; ++t)
      if (shape[t] != o.shape[t] || base[2 * t] != o.base[2 * t] ||
          base[2 * t + 1] != o.base[2 * t + 1])
        return false;
    for (int b = 0; b < plan_t::blocks; ++b)
      if (free_registers[b] != o.free_registers[b]) return false;
    for (int g = 0; g < plan_t::groups; ++g)
      if (registers[g] != o.registers[g]) return false;
    for (int c = 0; c < plan_t::cells; ++c)
      if (!at[c].same(o.at[c])) return false;
    for (int a = 0; a < A; ++a) {
      if (end[a] - head[a] != o.end[a] - o.head[a] || !has_flights_of(o, a)) return false;
      for (int i = head[a] - end[a]; i < 0; ++i)
        if (queue[a * Q + end[a] + i].code != o.queue[a * Q + o.end[a] + i].code) return false;
    }
    return roles.same(o.roles);
  }
  // Becomes what both are at least. Whether it has changed.
  constexpr bool meet(state const& o) {
    bool changed = false;
    u64 here[W]{};  // of waits that are not to be seen in this phase, or not in that of the other
    u64 there[W]{};
    for (int c = 0; c < plan_t::cells; ++c) {
      if (at[c].fresh == o.at[c].fresh) continue;
      int const ring = plan_t::table.ring_of[c];
      auto const& r = facts.ring[ring];
      int const word = r.word + r.step * (c - plan_t::table.ring[ring].cell);
      here[word] |= facts.of_agents(ring, o.at[c].fresh & ~at[c].fresh);
      there[word] |= facts.of_agents(ring, at[c].fresh & ~o.at[c].fresh);
      at[c].fresh |= o.at[c].fresh;
    }
    for (int i = 0; i < facts.sets * W; i += W)
      for (int w = 0; w < W; ++w) {
        u64 const both = (know[i + w] | here[w]) & (o.know[i + w] | there[w]);
        if (both != know[i + w]) know[i + w] = both, changed = true;
      }
    for (int c = 0; c < plan_t::cells; ++c)
      if (at[c].written && !o.at[c].written) at[c].written = false, changed = true;
    for (int a = 0; a < A; ++a) {
      if ((clean[a] & ~o.clean[a]) != 0) clean[a] &= o.clean[a], changed = true;
      for (int k = a * F; k < a * F + o.flying[a]; ++k) {
        int i = a * F;
        while (i < a * F + flying[a] && flight[i] != o.flight[k]) ++i;
        if (i < a * F + flying[a]) continue;
        if (flying[a] == F) overflows = true;
        else flight[a * F + flying[a]++] = o.flight[k], changed = true;
      }
    }
    return changed;
  }
  // What all that may wait for a phase know already, they may as well learn from it: this changes
  // nothing but the meet with states in which they learn it there.
  constexpr void saturate() {
    for (int i = 0; i < plan_t::rings; ++i) {
      auto const& r = facts.ring[i];
      if (r.waiting == 0) continue;
      for (int w = 0; w < W; ++w) {
        u64 all = ~u64{};
        for (int a = 0; r.waiting >> a != 0; ++a)
          if ((r.waiting >> a & 1) != 0) all &= know[a * W + w];
        for (int s = 0; s < plan_t::table.ring[i].stages; ++s)
          know[(r.set + 2 * s + 1) * W + w] |= all;
      }
    }
  }
  // A counter of a team counts: what moves with it is seen from one place further on.
  constexpr void turn(int team, counter by, bool is_relative) {
    auto const& t = facts.turned[team][static_cast<int>(by)];
    int& b = base[2 * team + static_cast<int>(by)];
    if (!is_relative) b = (b + 1) % facts.laps;
    if (!is_relative || !t.any) return;
    struct moved {
      cell at[plan_t::cells]{};
      u64 know[facts.sets * W]{};
    } old;
    for (int c = 0; c < plan_t::cells; ++c) old.at[c] = at[c];
    for (int i = 0; i < facts.sets * W; ++i) old.know[i] = know[i];
    for (int c = 0; c < plan_t::cells; ++c) at[t.cell[c]] = old.at[c];
    for (int c = 0; c < plan_t::cells; ++c) at[c].parity ^= t.flips[c];
    for (int s = 0; s < facts.sets; ++s)
      for (int w = 0; w < W; ++w) know[t.set[s] * W + t.word[w]] = old.know[s * W + w];
    for (int a = 0; a < A; ++a) {
      for (int k = a * F; k < a * F + flying[a]; ++k) {
        unsigned const c = flight[k] >> 4 & 4095;
        flight[k] = (flight[k] & ~65520u) | static_cast<unsigned>(t.cell[c]) << 4;
      }
      for (int k = a * Q + head[a]; k < a * Q + end[a]; ++k) {
        action const x = queue[k];
        if (!has_cell(x.what())) continue;
        int const to = t.cell[x.at()];
        queue[k] = action(x.what(), x.value() ^ (x.what() == op::wait && t.flips[to]), to,
                          x.what() == op::load ? t.cell[x.extra()] : x.extra());
      }
    }
  }

 private:
  constexpr bool has_flights_of(state const& o, int a) const {
    int const end_y = a * F + o.flying[a];
    int y = a * F;
    for (int x = a * F; x < a * F + flying[a]; ++x)
      if ((flight[x] >> 16 & 15) != 0) {
        for (int k = a * F; k < end_y; ++k)
          if ((flight[x] & 65535) == (o.flight[k] & 65535) && flight[x] != o.flight[k]) return false;
      } else {
        while (y < end_y && (o.flight[y] >> 16 & 15) != 0) ++y;
        if (y == end_y || flight[x] != o.flight[y++]) return false;
      }
    while (y < end_y && (o.flight[y] >> 16 & 15) != 0) ++y;
    return y == end_y;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
