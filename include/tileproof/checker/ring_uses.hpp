// SPDX-License-Identifier: BSL-1.0
//
// Defines ring_uses: how the roles of a protocol use each ring. Each role runs alone, in every
// state of its loop and members. Its actions show which agents wait and arrive at a barrier, which
// agents access a buffer, and by which counter the stages move.
#pragma once

#include <tileproof/protocol/recorder.hpp>

#if defined(__CUDACC_RTC__)
#include <bit>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The index of the lowest 1 of x, which is not 0; the number of ones. The builtins are cheaper in
// constant expressions than <bit>, and NVRTC has none.
#if defined(__CUDACC_RTC__)
constexpr int lowest_one(unsigned x) { return std::countr_zero(x); }
constexpr int ones(u64 x) { return std::popcount(x); }
#else
constexpr int lowest_one(unsigned x) { return __builtin_ctz(x); }
constexpr int ones(u64 x) { return __builtin_popcountll(x); }
#endif

// The number of an access of a buffer among op::load to op::write.
constexpr int kind_of(op o) { return static_cast<int>(o) - static_cast<int>(op::load); }
inline constexpr int kinds = kind_of(op::write) + 1;

}  // namespace detail

template <class P>
struct ring_uses {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int R = plan_t::rings;
  // The most batches of wgmma of a group that may be pending at once.
  static constexpr int most_rounds = 12;
  // A ring: its uses, and the places of its facts and their bits, which access_facts adds.
  struct of_ring {
    int first = 0, last = 0;    // facts
    int word = 0, bits = 0;     // the word of stage 0, and the first bit of a barrier
    int step = 0;               // words from one stage to the next
    int set = 0;                // of a barrier, for each stage: released by arrivals so far
    int done = 0;               // of an mbarrier or a cluster's barrier: released by the last phase
    agent_set watched = 0;      // agents that wait, announce alone, or arrive from another block
    agent_set waiting = 0;      // agents that wait here
    agent_set arriving = 0;     // agents that arrive here; 0 unless arrivals are plain
    agent_set copying = 0;      // agents for whose cp.async the system arrives here
    agent_set committing = 0;   // likewise, for whose tcgen05.mma and .cp
    bool is_plain = true;       // an mbarrier with plain arrivals alone
    bool has_remote = false;    // agents of another block use it too
    bool calls_differ = false;  // threads of one role write the stage in different calls
    bool is_read = false;       // an agent reads it in each step, if it moves by steps
    u64 arrivals = 0;           // in the word of a stage: the bits of each agent's latest arrival
    u64 bits_of_watched = 0;    // in the word of a stage
    unsigned teams = 0;         // the teams of the agents that use it
    u64 groups = 0;             // the groups of the agents that use an accumulator
    int direction = -1;         // as recorder notes it
    bool sees_loads = true;     // each access follows a wait for the load itself, in one part
    int counted = -1;           // the ring of barriers that counts its loads; -2: several do
    bool is_released = false;   // somebody arrives at scope .cluster
    bool is_invalidated = false;
    int followed =
        -1;  // the ring of barriers whose waits came before its accesses; -1: none so far
    u64 calls_of_first = 0;  // the calls of the first agent of the group that is looked at
    agent_set agents_of[detail::kinds]{};  // agents that do an access of each kind
    constexpr agent_set writers() const {  // that write, or copy by cp.async
      return agents_of[detail::kind_of(op::write)] | agents_of[detail::kind_of(op::copy)];
    }
    constexpr int team() const { return detail::lowest_one(teams | 1u << 31); }
  };
  of_ring ring[R]{};
  unsigned multiplies = 0;         // the groups that issue a wgmma
  agent_set commits = 0;           // the agents that issue a tcgen05.mma or .cp
  int rounds = 1;                  // batches of wgmma of a group that are pending at once
  bool releases_remotely = false;  // somebody arrives at another block's mbarrier, at scope .cta
  bool is_relative = true, fits = true, initialises = false, allocates = false;

  constexpr ring_uses() {
    int direction[R]{};
    for (int& w : direction) w = -1;
    typename plan_t::role_states{}.for_each(
        [&](auto const& c) { meet(c.at[0], c.role, direction); });
    // If at most so many agents arrive, each arrival has a bit, and whoever relies on all arrivals
    // relies on the phase. (More bits would make every proof of a cluster longer; an invalidated
    // mbarrier has them for all agents.)
    constexpr int most_followed = 4;
    for (int r = 0; r < R; ++r) {
      of_ring& x = ring[r];
      ring_info const& i = table.ring[r];
      int threads = 0;
      for (int a = 0; a < plan_t::agents; ++a)
        threads += (x.arriving >> a & 1) != 0 ? table.agent[a].weight : 0;
      if (i.is != sort::mbarrier || !x.is_plain || (x.arriving & x.waiting) != 0 ||
          (!x.is_invalidated &&
           (!x.has_remote || detail::ones(x.arriving) > most_followed || threads != i.amount)))
        x.arriving = 0;
      x.watched |= x.arriving;
      x.sees_loads = x.sees_loads && x.followed == x.counted;
      x.direction = direction[r];
      if constexpr (plan_t::has_global)
        if (is_global(i.is) && x.direction >= 0 && !moves(x.direction))
          x.direction = static_cast<int>(counter::none);
      // If each block counts tiles for itself, but all count alike, global rings move with team 0.
      if constexpr (plan_t::own_steps)
        if (is_global(i.is) && x.teams != 0 && x.direction % 4 == static_cast<int>(counter::tile))
          x.teams = 1;
      bool const has_one_team =
          (x.teams & (x.teams - 1)) == 0 || x.direction == static_cast<int>(counter::none);
      if (i.stages == 1 && !i.is_barrier())
        x.direction = static_cast<int>(counter::none);
      else
        is_relative = is_relative && x.direction != recorder<P>::mixed && has_one_team;
      x.is_read = x.is_read && x.direction == by_steps && moves(by_steps);
    }
    if (rounds > most_rounds)
      rounds = most_rounds;  // a race comes first, or the proof is undecided
  }
  // Whether an agent that waits for a wgmma gets the happens-before sets that other agents had when
  // it was issued: those of the whole group where it waits as one, and else those of the threads of
  // its warp, which issue it together.
  static constexpr bool tells_at_issue(int group) {
    int a = 0;
    while (table.agent[a].group != group) ++a;
    return table.agent[a].waits_as_one || table.agent[a].has_leaders;
  }
  // Whether a barrier of this kind can be waited for after the arrival.
  static constexpr bool has_phases(sort s) {
    return s == sort::mbarrier || s == sort::flag || s == sort::cluster_barrier;
  }
  constexpr bool is_used_barrier(int r) const {
    return table.ring[r].is_barrier() && ring[r].teams != 0;
  }
  // Whether a role uses more than one part of this accumulator.
  constexpr bool has_two_parts(int resource) const {
    u64 groups = 0, twice = 0;
    for (int r = 0; r < R; ++r)
      if (table.ring[r].resource == resource)
        twice |= groups & ring[r].groups, groups |= ring[r].groups;
    return twice != 0;
  }

 private:
  static constexpr int by_steps = static_cast<int>(counter::step) + 4;  // a direction: [now]
  // Whether the loop counts the counter by which a ring moves this direction.
  static constexpr bool moves(int direction) {
    if (direction % 4 == static_cast<int>(counter::tile))
      return has_section<typename P::loop>(section::end);
    return direction % 4 == static_cast<int>(counter::step) &&
           has_section<typename P::loop>(section::step);
  }
  // Whether one of n actions reads the stage [now] of ring r.
  static constexpr bool reads(action const* done, int n, int r) {
    for (int k = 0; k < n; ++k) {
      op const o = done[k].what();
      if (is_access(o) && !writes(o) && done[k].at() == table.ring[r].cell && done[k].value() == 0)
        return true;
    }
    return false;
  }
  // Notes whether the access done[k] follows a wait, in the same use of its stage, at the ring of
  // barriers that counts its loads.
  constexpr void see(action const* done, int k, int r) {
    of_ring& x = ring[r];
    if (!x.sees_loads) return;
    bool is_seen = false;
    for (int i = k - 1; i >= 0 && !is_seen; --i) {
      if (done[i].what() != op::wait || done[i].value() != done[k].value()) continue;
      int const at = table.ring_of[done[i].at()];
      int const stage = done[k].at() - table.ring[r].cell;
      is_seen =
          done[i].at() - table.ring[at].cell == stage && (x.followed == -1 || x.followed == at);
      if (is_seen) x.followed = at;
    }
    x.sees_loads = is_seen;
  }
  // Runs a role alone, in every state of its loop and members, and notes its actions.
  template <class Role>
  constexpr void meet(Role const&, int number, int (&direction)[R]) {
    constexpr int most = 256;
    int const base[2]{};
    for (int a = 0; a < plan_t::agents; ++a) {
      auto const& me = table.agent[a];
      if (me.role != number || me.like != a) continue;
      u64 calls[R]{};     // for each ring: the calls in which the role writes it
      bool misses[R]{};   // for each ring: the role does not read the stage of some step
      agent_set who = 0;  // the agents that do the same
      for (int i = me.first; i < me.last; ++i)
        if (table.agent[i].like == a) who |= agent_bit(i);
      bool const is_whole = detail::run_all_states<typename P::loop, Role>(
          plan_t::choices, [&](section p, int chosen, Role& role, int pending_ops) {
            action done[most]{};
            int n = 0;
            recorder<P> m(a, done, n, most, base);
            m.chosen = chosen;
            m.noted = direction;
            run_part(p, role, m);
            if (n > most) fits = false;
            if constexpr (plan_t::blocks > 1 && plan_t::is_cluster)
              for (int r = 0; r < R && (p == section::first || p == section::step); ++r)
                misses[r] = misses[r] || !reads(done, n < most ? n : most, r);
            for (int k = 0; k < n && k < most; ++k) {
              note(done[k], who, me);
              if (done[k].what() == op::write || done[k].what() == op::copy) {
                u64& of = calls[table.ring_of[done[k].at()]];
                of = (of ^ with_call(done, k).code) * 0x9E3779B97F4A7C15 + static_cast<u64>(p) + 1;
              }
              fly(done[k], pending_ops);
              if constexpr (plan_t::blocks > 1 && plan_t::is_cluster)
                if (is_access(done[k].what()) && done[k].what() != op::load)
                  see(done, k, table.ring_of[done[k].at()]);
            }
            return pending_ops;
          });
      if (!is_whole) fits = false;
      for (int r = 0; r < R; ++r) {
        if (a != me.first && calls[r] != ring[r].calls_of_first) ring[r].calls_differ = true;
        if (a == me.first) ring[r].calls_of_first = calls[r];
        ring[r].is_read = ring[r].is_read || !misses[r];
      }
    }
  }
  // Counts the batches of wgmma that a role has pending.
  constexpr void fly(action const& act, int& pending_ops) {
    if (act.what() == op::accumulate && act.value() == 0 && pending_ops <= most_rounds)
      ++pending_ops;
    if (pending_ops > rounds) rounds = pending_ops;
    if (act.what() == op::complete && act.value() == static_cast<int>(group::wgmma))
      pending_ops = pending_ops < act.extra() ? pending_ops : act.extra();
  }
  // The agents of a group whose wgmma counts as an access.
  static constexpr agent_set readers_of(agent_info const& me) {
    if (me.waits_as_one) return agent_bit(me.first);
    agent_set all = 0;
    for (int a = me.first; a < me.last; ++a)
      all |= table.agent[a].waits_for_warp() ? agent_bit(a) : 0;
    return all;
  }
  constexpr void note(action const& act, agent_set who, agent_info const& me) {
    op const o = act.what();
    if (o == op::init) initialises = true;
    if (o == op::allocate) allocates = true;
    if (!has_cell(o)) return;
    int const r = table.ring_of[act.at()];
    if (table.ring[r].is == sort::mbarrier && o == op::arrive && act.extra() == 1)
      ring[r].is_released = true;
    if (o == op::invalidate) ring[r].is_invalidated = true;
    ring[r].teams |= 1u << me.team;
    if (table.ring[r].is == sort::accumulator) ring[r].groups |= u64{1} << me.group;
    if (table.ring[r].is == sort::warp_barrier)  // each warp has its own
      for (int i = me.first; i < me.last; ++i)
        ring[r - me.warp + table.agent[i].warp].teams |= 1u << me.team;
    if (o == op::load) {
      int const at = table.ring_of[act.extra()];
      ring[at].teams |= 1u << me.team;
      ring[r].counted = ring[r].counted == -1 || ring[r].counted == at ? at : -2;
    }
    bool const is_remote = (o == op::arrive || o == op::expect || o == op::arrive_umma) &&
                           table.ring[r].block != me.block;
    releases_remotely =
        releases_remotely || (is_remote && o != op::arrive_umma && act.extra() == 0);
    if (o == op::arrive) ring[r].arriving |= who;
    if (o == op::arrive_copies) ring[r].copying |= who;
    if (o == op::arrive_umma) ring[r].committing |= who;
    if (is_at_barrier(o) && o != op::wait && o != op::arrive && o != op::invalidate)
      ring[r].is_plain = false;
    if (o == op::load) ring[table.ring_of[act.extra()]].is_plain = false;
    ring[r].has_remote = ring[r].has_remote || is_remote;
    if (o == op::wait) ring[r].waiting |= who;
    if (table.ring[r].is != sort::flag && (o == op::wait || o == op::expect_only || is_remote))
      ring[r].watched |= who;
    if (o == op::gemm) multiplies |= 1u << me.group;
    if (is_umma(o)) commits |= who;
    if (o == op::gemm || (is_access(o) && is_memory(table.ring[r].is)))
      ring[r].agents_of[detail::kind_of(o)] |= o == op::gemm ? readers_of(me) : who;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
