// SPDX-License-Identifier: BSL-1.0
//
// Defines survey: which accesses and waits a protocol has, and the bit that stands for each. What
// an agent knows to have happened is a set of these bits.
//
// An access of a buffer is a fact: "the latest access of this kind, by this agent, of this stage is
// over". Its bit is known to an agent where that is certain. An ordinary access has a second bit:
// there was a fence to the async proxy behind it. An mbarrier's stage has the bits "its last phase
// is complete", "the one before is", and one for each agent that waits or announces bytes there; a
// flag's has the first two. Of workspaces nothing is asynchronous.
//
// The bits of stage s of all rings that move alike stand in words of their own, and so a proof can
// turn the rings back by one stage behind every step: it moves words.
#pragma once

#include <tileproof/pipeline/recorder.hpp>

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
  u64 fenced = 0;  // 0: an asynchronous access, which needs none
  u64 needs = 0;   // what has to be known before
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
struct survey {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int R = plan_t::rings;
  // Batches of wgmma of a group that may be under way at once, at most; facts of a ring.
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
    u64 bits_of_watched = 0;  // in its stage's word
    unsigned teams = 0;       // of the agents that use it
    int way = -1;             // as recorder notes it
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
  int barriers = 0, buffers = 0;
  int issue_of[plan_t::groups]{};    // the first set of a group's wgmma
  int accumulator_of[R]{};           // its number among the accumulators
  u64 of_barriers[most_words]{};     // of each word, the bits of barriers
  bool meets[detail::has_overlaps<P>() ? R : 1][detail::has_overlaps<P>() ? R : 1]{};
  int fenced[most_facts]{};  // the facts that need a fence between the proxies
  int fenced_count = 0;
  int rounds = 1;
  int sets = plan_t::agents, words = 0, laps = 2;
  int lasting = 0;  // the sets behind these are empty but while a phase is under way
  int grid_word = -1;  // its bit 0: the grids before have ended
  bool is_relative = true, fits = true, initialises = false;
  bool flags_fit = true;  // places are relative, where there are flags

  constexpr survey() {
    agent_set seen[R][6]{};
    unsigned multiplies = 0;
    int way[R]{};
    for (int& w : way) w = -1;
    typename plan_t::role_states{}.for_each(
        [&](auto const& c) { meet(c.at[0], c.role, c.count, seen, multiplies, way); });
    int accumulators = 0;
    for (int r = 0; r < R; ++r) {
      of_ring& x = ring[r];
      ring_info const& i = table.ring[r];
      x.way = way[r];
      if constexpr (plan_t::has_global)
        if (is_global(i.is) && x.way >= 0 && !moves(x.way))
          x.way = static_cast<int>(counter::none);
      // Where blocks count tiles alike, but each for itself, these move with team 0.
      if constexpr (plan_t::own_steps)
        if (is_global(i.is) && x.teams != 0 && x.way % 4 == static_cast<int>(counter::tile))
          x.teams = 1;
      bool const is_place_free = i.stages == 1 && !i.is_barrier();
      bool const has_one_team =
          (x.teams & (x.teams - 1)) == 0 || x.way == static_cast<int>(counter::none);
      if (is_place_free) x.way = static_cast<int>(counter::none);
      else is_relative = is_relative && x.way != recorder<P>::mixed && has_one_team;
      if (laps % (2 * i.stages) != 0) laps *= i.stages;
      if (is_used_barrier(r) && has_phases(i.is)) x.done = sets, sets += i.stages;
      if (i.is == sort::accumulator) accumulator_of[r] = accumulators++;
    }
    if constexpr (plan_t::has_global) {
      flags_fit = is_relative;
      laps *= 1024;  // more than a word has letters: a flag's places are counted without an end
    }
    fits = accumulators <= 64 && flags_fit;
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
               ring[r].way == ring[first].way && ring[r].team() == ring[first].team();
      };
      if (ring[first].step != 0) continue;
      int used = words * 64;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) put(r, used, seen[r]);
      int const step = (used + 63) / 64 - words;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) ring[r].step = step == 0 ? 1 : step;
      words += step * table.ring[first].stages;
    }
    if constexpr (requires { P::dependent_launch; })
      if (P::dependent_launch) grid_word = words++;
    if constexpr (detail::has_overlaps<P>()) {
      put_overlaps(static_cast<typename P::overlaps*>(nullptr));
    }
    for (of_ring const& r : ring)
      for (int i = r.first; i < r.last; ++i)
        for (int k = r.first; k < r.last; ++k)
          if (conflict(at[i], at[k])) at[i].needs |= at[k].bit | needs_fence(at[i], at[k]);
    for (int r = 0; r < R; ++r) {
      if (!is_used_barrier(r)) continue;
      ring[r].bits_of_watched = of_agents(r, ring[r].watched);
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
    }
    for (of_ring const& r : ring) fits = fits && r.last - r.first < most_of_ring;
    for (int r = 0; r < R; ++r)
      for (int i = ring[r].first; i < ring[r].last; ++i)
        if (at[i].fenced != 0)
          fenced[fenced_count++] = per_cell * table.ring[r].cell + i - ring[r].first;
    if (rounds > most_rounds) fits = false;
  }
  // Whose access it is that an agent does, as facts name it.
  static constexpr int actor_of(op by, int agent) {
    auto const& me = table.agent[agent];
    if (by != op::gemm) return agent;
    if (plan_t::waits_as_one) return fact::of_group + me.group;
    return me.waits_for_warp() ? agent : me.first;
  }
  // Whether who waits for a wgmma of a group learns from it what others knew when it was issued: of
  // all of a group that waits as one, and else of the threads of his warp, which issue it together.
  static constexpr bool tells_at_issue(int group) {
    int a = 0;
    while (table.agent[a].group != group) ++a;
    return plan_t::waits_as_one || table.agent[a].has_leaders();
  }
  // Whether it can be waited for behind the arrival.
  static constexpr bool has_phases(sort s) {
    return s == sort::mbarrier || s == sort::flag || s == sort::cluster_barrier;
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
  // Whether x has to come behind y. Of what the threads of a role write together each has its part;
  // the same holds for two threads' copies only of one thread and itself.
  static constexpr bool conflict(fact const& x, fact const& y) {
    if (!writes(x.by) && !writes(y.by)) return false;
    if (!writes(x.by) || !writes(y.by) || is_async(x.by) || is_async(y.by)) return true;
    return x.actor == y.actor || table.agent[x.actor].group != table.agent[y.actor].group;
  }
  // An asynchronous access behind an ordinary write needs a fence between the proxies. Behind an
  // ordinary read it needs none: the value has been returned when the barrier is reached.
  static constexpr u64 needs_fence(fact const& x, fact const& y) {
    return is_async(x.by) && writes(y.by) ? y.fenced : 0;
  }

 private:
  // Whether the loop counts the counter by which a ring moves this way.
  static constexpr bool moves(int way) {
    if (way % 4 == static_cast<int>(counter::tile)) return has_part<typename P::loop>(part::end);
    return way % 4 == static_cast<int>(counter::step) && has_part<typename P::loop>(part::step);
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
    int n = table.ring[r].is_barrier() ? 2 + detail::ones(x.watched) : 0;
    for (int k = 0; k < 6; ++k)
      for (int a = 0; seen[k] >> a != 0; ++a)
        if ((seen[k] >> a & 1) != 0 && count < most_facts) {
          op const by = static_cast<op>(k + static_cast<int>(op::load));
          at[count].by = by;
          at[count++].actor = actor_of(by, a);
          n += is_async(by) || table.ring[r].is == sort::workspace ? 1 : 2;
        }
    x.last = count;
    if (n > 64) fits = false;
    if (used % 64 + n > 64) used = (used + 63) / 64 * 64;
    x.word = used / 64, x.bits = used % 64;
    if (table.ring[r].is_barrier()) used += 2 + detail::ones(x.watched);
    for (int i = x.first; i < count; ++i) {
      at[i].bit = u64{1} << used++ % 64;
      if (!is_async(at[i].by) && table.ring[r].is != sort::workspace)
        at[i].fenced = u64{1} << used++ % 64;
    }
  }
  // Runs a role alone, and notes what it does. What no such run shows makes a proof undecided.
  template <class Role>
  constexpr void meet(Role const&, int number, int agents, agent_set (&seen)[R][6],
                      unsigned& multiplies, int (&way)[R]) {
    constexpr int most = 256;
    constexpr part word[] = {part::begin, part::open, part::first, part::step, part::step, part::end,
                             part::open,  part::end,  part::open,  part::first, part::end,
                             part::finish};
    int const base[2]{};
    for (int a = 0; a < plan_t::agents; ++a) {
      auto const& me = table.agent[a];
      bool const are_alike = agents == 2 && !me.elects;
      if (me.role != number || (are_alike && me.instance == 1) ||
          (agents > 2 && me.instance > 0 && me.instance % 2 == 0))
        continue;
      agent_set who = agent_bit(a);  // those that do the same
      if (are_alike || (me.instance > 0 && me.instance < agents - 1)) who |= agent_bit(a + 1);
      for (int chosen = 0; chosen < plan_t::choices; ++chosen) {
        Role role{};
        action done[most]{};
        int shape = 0;
        int flying = 0;
        for (part const p : word) {
          if (p != part::begin && P::loop::next(shape, p) == cannot) continue;
          if (p != part::begin) shape = P::loop::next(shape, p);
          int n = 0;
          recorder<P> m(a, done, n, most, base);
          m.chosen = p == part::begin || p == part::finish ? 0 : chosen;
          m.noted = way;
          run_part(p, role, m);
          if (n > most) fits = false;
          for (int k = 0; k < n && k < most; ++k) {
            note(done[k], who, me, seen, multiplies);
            fly(done[k], flying);
          }
        }
      }
    }
  }
  // Counts the batches of wgmma that a role has under way.
  constexpr void fly(action const& act, int& flying) {
    if (act.what() == op::accumulate && act.value() == 0) ++flying;
    if (flying > rounds) rounds = flying;
    if (act.what() == op::complete && act.value() == static_cast<int>(group::wgmma))
      flying = flying < act.extra() ? flying : act.extra();
  }
  // The agents of a group whose wgmma counts as an access.
  static constexpr agent_set readers_of(agent_info const& me) {
    if (plan_t::waits_as_one) return agent_bit(me.first);
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
    ring[r].teams |= 1u << me.team;
    if (o == op::load) ring[table.ring_of[act.extra()]].teams |= 1u << me.team;
    bool const is_remote =
        (o == op::arrive || o == op::expect) && table.ring[r].block != me.block;
    if (o == op::wait) ring[r].waiting |= who;
    if (table.ring[r].is != sort::flag && (o == op::wait || o == op::expect_only || is_remote))
      ring[r].watched |= who;
    if (o == op::gemm) seen[r][2] |= readers_of(me), multiplies |= 1u << me.group;
    else if (is_access(o) && is_memory(table.ring[r].is))
      seen[r][static_cast<int>(o) - static_cast<int>(op::load)] |= who;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
