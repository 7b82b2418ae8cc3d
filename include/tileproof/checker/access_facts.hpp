// SPDX-License-Identifier: BSL-1.0
//
// Defines access_facts: which accesses and waits a protocol has, and the bit that stands for each.
// The happens-before set of an agent is a set of these bits.
//
// An access of a buffer is a fact: "the latest access of this kind, by this agent, of this stage is
// over". The bit is in an agent's set where the agent may rely on that. An ordinary access has a
// second bit: a fence to the async proxy followed it. An mbarrier's stage has the bits "its last
// phase is complete", "the one before is", and one for each agent that waits or announces bytes
// there; a flag's has the first two. A workspace has no asynchronous access.
//
// The bits of stage s of all rings that move alike have 64-bit words of their own, so a proof
// renames stages after a step by moving words (symmetry.hpp).
#pragma once

#include <tileproof/protocol/recorder.hpp>

#if defined(__CUDACC_RTC__)
#include <bit>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The numbers that a stage's facts have, and the last of them: registers that a wgmma uses.
enum : int { per_cell = 32, under_way = per_cell - 1 };

// An access of a ring's stages: by an agent; or, from `of_group` on, by the wgmma of a group that
// waits as one. Else a wgmma is an access by each agent whose wait counts for its warp.
struct fact {
  static constexpr int of_group = 1000;
  int actor = -1;
  op by{};
  u64 bit = 0;
  // There was a fence between the proxies after it; of a TMA load into a cluster's memory: its
  // bytes are visible, not only written. 0: an access that needs neither.
  u64 fenced = 0;
  // Of a write or a TMA load to a cluster's memory: somebody who relied on it has read the stage
  // since. Then a later write comes after both, also where another block relies on the read alone.
  u64 read_back = 0;
  u64 gains = 0;     // what its end adds to a set: `bit`; of a read, read_back of all writes
  u64 needs = 0;     // what the agent's set must contain before
  u64 siblings = 0;  // of a write: those by other threads of its role, in other calls
  u64 earlier = 0;   // and: the actor's writes before its latest call are over
};

namespace detail {

template <class P>
constexpr bool has_overlaps() {
  return requires { typename P::overlaps; };
}

// The index of the lowest 1 of x, which is not 0; the number of ones. The builtins are cheaper in
// constant expressions than <bit>, and NVRTC has none.
#if defined(__CUDACC_RTC__)
constexpr int lowest_one(unsigned x) { return std::countr_zero(x); }
constexpr int ones(u64 x) { return std::popcount(x); }
#else
constexpr int lowest_one(unsigned x) { return __builtin_ctz(x); }
constexpr int ones(u64 x) { return __builtin_popcountll(x); }
#endif

}  // namespace detail

template <class P>
struct access_facts {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int R = plan_t::rings;
  // Batches of wgmma of a group that may be pending at once, at most; facts of a ring.
  static constexpr int most_rounds = 12;
  static constexpr int most_of_ring = under_way;
  static constexpr int most_facts = R * 8 + plan_t::agents * 4;
  static constexpr int most_words = plan_t::cells + R + 1;
  struct of_ring {
    int first = 0, last = 0;  // facts
    int word = 0, bits = 0;   // of a barrier's bits: in stage 0, and the first one
    int step = 0;             // of words, from stage to stage
    int set = 0;              // of a barrier, for each stage: what arrivals have brought so far
    int done = 0;             // of an mbarrier or a cluster's barrier: what the last phase has
    agent_set watched = 0;    // agents that wait, announce alone, or arrive from another block
    agent_set waiting = 0;    // agents that wait here
    agent_set arriving = 0;   // agents that arrive here; 0 where it is no plain arrival
    agent_set copying = 0;    // agents whose cp.async arrive here
    bool is_plain = true;     // an mbarrier with plain arrivals alone
    bool has_remote = false;  // of another block too
    bool calls_differ = false;  // threads of one role write the stage in other calls
    bool is_read = false;       // an agent reads it in each step, if it moves by steps
    u64 arrivals = 0;         // in its stage's word: of each agent, its latest arrival
    u64 bits_of_watched = 0;  // in its stage's word
    unsigned teams = 0;       // of the agents that use it
    u64 groups = 0;           // and, of an accumulator, their groups
    int direction = -1;             // as recorder notes it
    agent_set writers = 0;    // agents that write, or copy by cp.async
    bool sees_loads = true;   // each access follows a wait for the load itself, in one part
    int counted = -1;         // the ring of barriers at which loads are; -2: of several
    bool is_released = false;  // somebody arrives at scope .cluster
    bool is_invalidated = false;
    constexpr int team() const { return detail::lowest_one(teams | 1u << 31); }
  };
  fact at[most_facts]{};
  int count = 0;
  of_ring ring[R]{};
  short word_at[plan_t::cells]{};  // of each cell, where its bits stand
  short set_at[plan_t::cells]{};   // and, of a barrier, its sets
  short done_at[plan_t::cells]{};
  short fact_at[plan_t::cells]{};  // of a buffer, its first fact
  short barrier[plan_t::cells]{};  // the cells of barriers that are used, and of buffers
  short buffer[plan_t::cells]{};
  short shared[plan_t::cells]{};  // of buffers that several threads of a role write
  int barriers = 0, buffers = 0, shareds = 0;
  int issue_of[plan_t::groups]{};    // the first set of a group's wgmma
  int accumulator_of[R]{};           // its number among the accumulators
  u64 of_barriers[most_words]{};     // of each word, the bits of barriers
  bool meets[detail::has_overlaps<P>() ? R : 1][detail::has_overlaps<P>() ? R : 1]{};
  int fenced[most_facts]{};  // the facts that need a fence between the proxies
  int fenced_count = 0;
  int rounds = 1;
  int sets = plan_t::agents_in_use, words = 0, wraps = 2;
  int lasting = 0;  // the sets past these are empty but while a phase is open
  // Bits of a word that no renaming moves, from launch_bit on, -1: none: the grids before have
  // ended (has_grid), block b of the cluster runs (has_start), its mbarriers are visible to TMA and
  // to other blocks (initialises).
  int launch_word = -1, launch_bit = 0;
  bool has_grid = false, has_start = false;
  static constexpr int launch_bits = 1 + 2 * plan_t::blocks;
  constexpr u64 grid_bit() const { return u64{1} << launch_bit; }
  constexpr u64 runs_bit(int block) const { return u64{2} << (launch_bit + block); }
  constexpr u64 init_bit(int block) const {
    return u64{2} << (launch_bit + plan_t::blocks + block);
  }
  u64 published[most_words]{};  // of each word, all but what a remote arrival does not publish
  bool releases_remotely = false;  // somebody arrives at another block's mbarrier, at scope .cta
  bool is_relative = true, fits = true, initialises = false;
  bool flags_fit = true;  // places are relative, where there are flags

  constexpr access_facts() {
    agent_set seen[R][6]{};
    unsigned multiplies = 0;
    int direction[R]{};
    for (int& w : direction) w = -1;
    for (int& w : waited_) w = -1;
    for (u64& w : published) w = ~u64{};
    typename plan_t::role_states{}.for_each(
        [&](auto const& c) { meet(c.at[0], c.role, c.count, seen, multiplies, direction); });
    // Where few arrive, whoever relies on all their arrivals relies on the phase. (Bits of more
    // would make every proof of a cluster longer; an invalidated mbarrier has them.)
    constexpr int most_followed = 4;
    for (int r = 0; r < R; ++r) {
      of_ring& x = ring[r];
      int threads = 0;
      for (int a = 0; a < plan_t::agents; ++a)
        threads += (x.arriving >> a & 1) != 0 ? table.agent[a].weight : 0;
      if (table.ring[r].is != sort::mbarrier || !x.is_plain || (x.arriving & x.waiting) != 0 ||
          (!x.is_invalidated && (!x.has_remote || detail::ones(x.arriving) > most_followed ||
                                 threads != table.ring[r].amount)))
        x.arriving = 0;
      x.watched |= x.arriving;
    }
    for (int r = 0; r < R; ++r)
      ring[r].sees_loads = ring[r].sees_loads && waited_[r] == ring[r].counted;
    if constexpr (requires { P::dependent_launch; }) has_grid = P::dependent_launch;
    bool has_mbarriers = false;
    for (ring_info const& i : table.ring)
      has_mbarriers = has_mbarriers || i.is == sort::mbarrier;
    // Where there are mbarriers that no role initialises, the machine does, and the cluster meets.
    has_start = plan_t::blocks > 1 && plan_t::is_cluster && (initialises || !has_mbarriers);
    int accumulators = 0;
    for (int r = 0; r < R; ++r) {
      of_ring& x = ring[r];
      ring_info const& i = table.ring[r];
      x.direction = direction[r];
      if constexpr (plan_t::has_global)
        if (is_global(i.is) && x.direction >= 0 && !moves(x.direction))
          x.direction = static_cast<int>(counter::none);
      // Where blocks count tiles alike, but each for itself, these move with team 0.
      if constexpr (plan_t::own_steps)
        if (is_global(i.is) && x.teams != 0 && x.direction % 4 == static_cast<int>(counter::tile))
          x.teams = 1;
      bool const is_place_free = i.stages == 1 && !i.is_barrier();
      bool const has_one_team =
          (x.teams & (x.teams - 1)) == 0 || x.direction == static_cast<int>(counter::none);
      if (is_place_free) x.direction = static_cast<int>(counter::none);
      else is_relative = is_relative && x.direction != recorder<P>::mixed && has_one_team;
      if (wraps % (2 * i.stages) != 0) wraps *= i.stages;
      if (is_used_barrier(r) && has_phases(i.is)) x.done = sets, sets += i.stages;
      if (i.is == sort::accumulator) accumulator_of[r] = accumulators++;
    }
    if constexpr (plan_t::has_global)
      if (shares_global()) {
        flags_fit = is_relative;
        // More than a trace has transitions: a flag's places are counted without an end.
        wraps *= 1024;
      }
    fits = fits && accumulators <= 64 && flags_fit;
    for (int g = 0; g < plan_t::groups; ++g)
      if ((multiplies >> g & 1) != 0 && tells_at_issue(g))
        issue_of[g] = sets, sets += rounds < most_rounds ? rounds : most_rounds;
    lasting = sets;
    for (int r = 0; r < R; ++r)
      if (is_used_barrier(r)) ring[r].set = sets, sets += table.ring[r].stages;
    for (int first = 0; first < R; ++first) {  // rings that move alike, stage by stage
      if (ring[first].teams == 0) continue;
      auto const is_alike = [&](int r) {
        return ring[r].teams != 0 && table.ring[r].stages == table.ring[first].stages &&
               ring[r].direction == ring[first].direction && ring[r].team() == ring[first].team();
      };
      if (ring[first].step != 0) continue;
      int used = words * 64;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) put(r, used, seen[r]);
      int const step = (used + 63) / 64 - words;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) ring[r].step = step == 0 ? 1 : step;
      words += step * table.ring[first].stages;
      if (table.ring[first].stages == 1 && step > 0 && words * 64 - used >= launch_bits)
        launch_word = words - 1, launch_bit = used % 64;
    }
    if (has_grid || has_start || initialises) {
      if (launch_word < 0) launch_word = words++;
    } else {
      launch_word = -1;
    }
    if constexpr (detail::has_overlaps<P>()) {
      put_overlaps(static_cast<typename P::overlaps*>(nullptr));
    }
    for (of_ring& r : ring)
      for (int i = r.first; i < r.last; ++i) {
        fact const& x = at[i];
        if (writes(x.by) && !is_async(x.by)) r.writers |= agent_bit(x.actor);
        for (int k = r.first; k < r.last; ++k) {
          // A read comes between two loads of a stage; where one may not, the second needs the bytes
          // of the first to be visible, which another block's arrival at scope .cta does not tell.
          if (conflict(x, at[k]))
            at[i].needs |=
                at[k].bit | needs_fence(x, at[k]) |
                (!r.is_read && x.by == op::load && at[k].by == op::load ? at[k].fenced : 0);
          if (are_siblings(x, at[k])) at[i].siblings |= at[k].bit;
        }
      }
    for (int r = 0; r < R; ++r) {
      if (!is_used_barrier(r)) continue;
      ring[r].bits_of_watched = of_agents(r, ring[r].watched);
      ring[r].arrivals = of_agents(r, ring[r].arriving);
      for (int s = 0; s < table.ring[r].stages; ++s)
        of_barriers[ring[r].word + s * ring[r].step] |=
            last(r) | before(r) | ring[r].bits_of_watched;
    }
    for (int c = 0; c < plan_t::cells; ++c) {
      int const r = table.ring_of[c];
      int const stage = c - table.ring[r].cell;
      word_at[c] = static_cast<short>(ring[r].word + ring[r].step * stage);
      set_at[c] = static_cast<short>(ring[r].set + stage);
      done_at[c] = static_cast<short>(ring[r].done + stage);
      fact_at[c] = static_cast<short>(ring[r].first);
      if (is_used_barrier(r)) barrier[barriers++] = static_cast<short>(c);
      if (table.ring[r].is < sort::mbarrier && table.ring[r].is != sort::accumulator)
        buffer[buffers++] = static_cast<short>(c);
      bool is_shared = false;
      for (int i = ring[r].first; i < ring[r].last; ++i)
        is_shared = is_shared || at[i].siblings != 0;
      if (is_shared) shared[shareds++] = static_cast<short>(c);
    }
    for (of_ring const& r : ring) fits = fits && r.last - r.first < most_of_ring;
    for (int r = 0; r < R; ++r)
      for (int i = ring[r].first; i < ring[r].last; ++i) {
        bool const is_load = at[i].by == op::load;
        if (at[i].fenced != 0 && !is_load)
          fenced[fenced_count++] = per_cell * table.ring[r].cell + i - ring[r].first;
        if (writes(at[i].by))
          for (int s = 0; s < table.ring[r].stages; ++s)
            published[ring[r].word + s * ring[r].step] &=
                ~(is_load ? at[i].fenced : at[i].bit | at[i].fenced);
      }
    if (rounds > most_rounds)
      rounds = most_rounds;  // a race comes first, or the proof is undecided
  }
  // Whose access it is that an agent does, as facts name it.
  static constexpr int actor_of(op by, int agent) {
    auto const& me = table.agent[agent];
    if (by != op::gemm) return agent;
    if (me.waits_as_one) return fact::of_group + me.group;
    return me.waits_for_warp() ? agent : me.first;
  }
  // Whether who waits for a wgmma of a group learns from it what others knew when it was issued: of
  // all of a group that waits as one, and else of the threads of his warp, which issue it together.
  static constexpr bool tells_at_issue(int group) {
    int a = 0;
    while (table.agent[a].group != group) ++a;
    return table.agent[a].waits_as_one || table.agent[a].has_leaders;
  }
  // Whether it can be waited for after the arrival.
  static constexpr bool has_phases(sort s) {
    return s == sort::mbarrier || s == sort::flag || s == sort::cluster_barrier;
  }
  // Whether a role uses more than one part of this accumulator.
  constexpr bool has_two_parts(int resource) const {
    u64 groups = 0, twice = 0;
    for (int r = 0; r < R; ++r)
      if (table.ring[r].resource == resource) twice |= groups & ring[r].groups, groups |= ring[r].groups;
    return twice != 0;
  }
  constexpr bool is_used_barrier(int r) const {
    return table.ring[r].is_barrier() && ring[r].teams != 0;
  }
  constexpr u64 last(int r) const { return u64{1} << ring[r].bits; }  // its last phase is complete
  constexpr u64 before(int r) const { return u64{2} << ring[r].bits; }  // and the one before
  constexpr u64 of_agent(int r, int a) const {
    agent_set const w = ring[r].watched;
    if ((w >> a & 1) == 0) return 0;
    return u64{4} << (ring[r].bits + detail::ones(w & (agent_bit(a) - 1)));
  }
  constexpr u64 of_agents(int r, agent_set agents) const {
    u64 all = 0;
    for (int a = 0; agents >> a != 0; ++a) all |= (agents >> a & 1) != 0 ? of_agent(r, a) : 0;
    return all;
  }
  // An access is per_cell * cell + the number of the fact in its ring.
  constexpr fact const& fact_of(int access) const {
    return at[fact_at[access / per_cell] + access % per_cell];
  }
  constexpr int word_of(int access) const { return word_at[access / per_cell]; }
  // Whether x and y must be ordered: at least one of them writes. Exception: ordinary writes by two
  // threads of a role, which are ordered only where they are not of one call (are_siblings).
  static constexpr bool conflict(fact const& x, fact const& y) {
    if (!writes(x.by) && !writes(y.by)) return false;
    return !are_siblings(x, y);
  }
  // Whether both write, by two threads of one role.
  static constexpr bool are_siblings(fact const& x, fact const& y) {
    if (!writes(x.by) || !writes(y.by) || is_async(x.by) || is_async(y.by)) return false;
    return x.actor != y.actor && table.agent[x.actor].group == table.agent[y.actor].group;
  }
  // An access by the async proxy needs a fence after ordinary ones that conflict with it; after
  // reads not where the protocol has the axiom. A thread needs the bytes of a TMA load to be
  // visible.
  static constexpr u64 needs_fence(fact const& x, fact const& y) {
    if (y.by == op::load) return x.by == op::load ? 0 : y.fenced;
    if (!is_async(x.by)) return 0;
    return writes(y.by) || !plan_t::reads_need_no_fence ? y.fenced : 0;
  }

 private:
  static constexpr bool shares_global() {
    bool any = false;
    for (ring_info const& r : table.ring) any = any || is_global(r.is);
    return any;
  }
  u64 calls_of_first_[R] = {};  // those of the first agent of the group that is looked at
  // The ring of barriers that accesses of a ring have followed; -1: none so far.
  int waited_[R] = {};

  // Whether the loop counts the counter by which a ring moves this direction.
  static constexpr bool moves(int direction) {
    if (direction % 4 == static_cast<int>(counter::tile))
      return has_section<typename P::loop>(section::end);
    return direction % 4 == static_cast<int>(counter::step) &&
           has_section<typename P::loop>(section::step);
  }
  template <class... Overlaps>
  constexpr void put_overlaps(overlaps<Overlaps...>*) {
    (put_overlap(static_cast<Overlaps*>(nullptr)), ...);
  }
  template <class... Rs>
  constexpr void put_overlap(overlap<Rs...>*) {
    int const of[] = {plan_t::template resource_of<Rs>...};
    for (int const x : of)
      for (int const y : of)
        for (int i = 0; i < R; ++i)
          for (int k = 0; k < R; ++k)
            if (x != y && table.ring[i].resource == x && table.ring[k].resource == y &&
                table.ring[i].block == table.ring[k].block)
              meets[i][k] = true;
  }
  constexpr void put(int r, int& used, agent_set const (&seen)[6]) {
    of_ring& x = ring[r];
    x.first = count;
    x.is_read = x.is_read && x.direction == by_steps && moves(by_steps);
    int n = table.ring[r].is_barrier() ? 2 + detail::ones(x.watched) : 0;
    for (int k = 0; k < 6; ++k)
      for (int a = 0; seen[k] >> a != 0; ++a)
        if ((seen[k] >> a & 1) != 0 && count < most_facts) {
          op const by = static_cast<op>(k + static_cast<int>(op::load));
          at[count].by = by;
          at[count++].actor = actor_of(by, a);
          n += (has_second_bit(by, r) ? 2 : 1) + has_third_bit(by, r) +
               has_fourth_bit(by, r, a, seen);
        }
    x.last = count;
    if (n > 64) fits = false;
    if (used % 64 + n > 64) used = (used + 63) / 64 * 64;
    x.word = used / 64, x.bits = used % 64;
    if (table.ring[r].is_barrier()) used += 2 + detail::ones(x.watched);
    for (int i = x.first; i < count; ++i) {
      at[i].bit = u64{1} << used++ % 64;
      if (has_second_bit(at[i].by, r)) at[i].fenced = u64{1} << used++ % 64;
      if (has_third_bit(at[i].by, r)) at[i].read_back = u64{1} << used++ % 64;
      if (has_fourth_bit(at[i].by, r, at[i].actor, seen)) at[i].earlier = u64{1} << used++ % 64;
    }
    u64 read_backs = 0;
    for (int i = x.first; i < count; ++i) read_backs |= at[i].read_back;
    for (int i = x.first; i < count; ++i)
      at[i].gains = at[i].bit | (writes(at[i].by) ? 0 : read_backs);
  }
  // Whether other threads of the actor's role write the stage too, and not in the same calls.
  constexpr bool has_fourth_bit(op by, int r, int actor, agent_set const (&seen)[6]) const {
    if (!writes(by) || is_async(by) || !ring[r].calls_differ) return false;
    agent_set const all = seen[static_cast<int>(op::copy) - static_cast<int>(op::load)] |
                          seen[static_cast<int>(op::write) - static_cast<int>(op::load)];
    auto const& me = table.agent[actor];
    agent_set const group = agent_bit(me.last) - agent_bit(me.first);
    return detail::ones(all & group) > 1;
  }
  constexpr bool has_third_bit(op by, int r) const {
    return releases_remotely && table.ring[r].is == sort::buffer && writes(by) &&
           (by == op::load ? !ring[r].is_read : !is_async(by));
  }
  constexpr bool has_second_bit(op by, int r) const {
    if (table.ring[r].is == sort::workspace) return false;
    return !is_async(by) || (by == op::load && plan_t::blocks > 1 && plan_t::is_cluster &&
                             !(ring[r].sees_loads && ring[r].counted >= 0 && ring[r].is_read));
  }
  static constexpr int by_steps = static_cast<int>(counter::step) + 4;  // a direction: [now]
  // Whether one of n actions reads the stage [now] of ring r.
  static constexpr bool reads(action const* done, int n, int r) {
    for (int k = 0; k < n; ++k) {
      op const o = done[k].what();
      if (is_access(o) && !writes(o) && done[k].at() == table.ring[r].cell && done[k].value() == 0)
        return true;
    }
    return false;
  }
  // Whether the access done[k] follows a wait at its stage, in the same use, of the ring that
  // counts its loads.
  constexpr void see(action const* done, int k, int r) {
    of_ring& x = ring[r];
    if (!x.sees_loads) return;
    bool is_seen = false;
    for (int i = k - 1; i >= 0 && !is_seen; --i) {
      if (done[i].what() != op::wait || done[i].value() != done[k].value()) continue;
      int const at = table.ring_of[done[i].at()];
      int const stage = done[k].at() - table.ring[r].cell;
      is_seen =
          done[i].at() - table.ring[at].cell == stage && (waited_[r] == -1 || waited_[r] == at);
      if (is_seen) waited_[r] = at;
    }
    x.sees_loads = is_seen;
  }
  // Runs a role alone, in every state of its loop and members, and notes what it does.
  template <class Role>
  constexpr void meet(Role const&, int number, int, agent_set (&seen)[R][6], unsigned& multiplies,
                      int (&direction)[R]) {
    constexpr int most = 256;
    int const base[2]{};
    for (int a = 0; a < plan_t::agents; ++a) {
      auto const& me = table.agent[a];
      if (me.role != number || me.like != a) continue;
      u64 calls[R]{};     // of each ring, the calls in which it writes
      bool misses[R]{};   // and: it does not read the stage of some step
      agent_set who = 0;  // those that do the same
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
              note(done[k], who, me, seen, multiplies);
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
        if (a != me.first && calls[r] != calls_of_first_[r]) ring[r].calls_differ = true;
        if (a == me.first) calls_of_first_[r] = calls[r];
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
  constexpr void note(action const& act, agent_set who, agent_info const& me,
                      agent_set (&seen)[R][6], unsigned& multiplies) {
    op const o = act.what();
    if (o == op::init) initialises = true;
    if (!has_cell(o)) return;
    int const r = table.ring_of[act.at()];
    if (table.ring[r].is == sort::mbarrier && act.extra() == 1) {
      if (o == op::arrive) ring[r].is_released = true;
    }
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
    bool const is_remote =
        (o == op::arrive || o == op::expect) && table.ring[r].block != me.block;
    releases_remotely = releases_remotely || (is_remote && act.extra() == 0);
    if (o == op::arrive) ring[r].arriving |= who;
    if (o == op::arrive_copies) ring[r].copying |= who;
    if (is_at_barrier(o) && o != op::wait && o != op::arrive && o != op::invalidate)
      ring[r].is_plain = false;
    if (o == op::load) ring[table.ring_of[act.extra()]].is_plain = false;
    ring[r].has_remote = ring[r].has_remote || is_remote;
    if (o == op::wait) ring[r].waiting |= who;
    if (table.ring[r].is != sort::flag && (o == op::wait || o == op::expect_only || is_remote))
      ring[r].watched |= who;
    if (o == op::gemm) seen[r][2] |= readers_of(me), multiplies |= 1u << me.group;
    else if (is_access(o) && is_memory(table.ring[r].is))
      seen[r][static_cast<int>(o) - static_cast<int>(op::load)] |= who;
  }
};

// The access facts of a protocol, and the words and the sets that they take. Specialised for
// protocols that are values, whose facts follow while the program runs and whose words and sets
// have room for more.
template <class P>
inline constexpr access_facts<P> facts_of{};
template <class P>
inline constexpr int words_of = facts_of<P>.words;
template <class P>
inline constexpr int sets_of = (facts_of<P>.sets + 3) / 4 * 4;  // 4 sets are changed at once

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
