// SPDX-License-Identifier: BSL-1.0
//
// Defines barriers, the layer of an execution that waits and arrives: at mbarriers, named barriers,
// and the barriers of the block, the cluster and a warp.
//
// An arrival is accepted only if the phase before it is complete by the agent's happens-before set,
// and a phase ends only if everybody has seen the waits for the one before it (execution.hpp says
// why one order is then enough). At a flag the place before must be complete too; but a flag counts
// without an end, so a wait there may be seen at any later time.
#pragma once

#include <tileproof/checker/happens_before.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class barriers : public happens_before<P> {
  using of = happens_before<P>;

 public:
  using of::s, of::notes, of::head, of::end, of::tasks;
  // Makes the mbarriers of a resource count fewer arrivals.
  constexpr void lower(int resource, int by) { lowered_ = resource, lowered_by_ = by; }

 protected:
  int lowered_ = -1, lowered_by_ = 0;
  using of::table, of::facts, of::A, of::W, of::L, of::F;
  using of::words, of::happened, of::join, of::forget, of::fail, of::note, of::token;

  // The number of arrivals that complete a phase.
  constexpr int arrivals_of(int r) const {
    return table.ring[r].amount - (table.ring[r].resource == lowered_ ? lowered_by_ : 0);
  }
  // Each returns false where the agent has to wait, or has failed.
  constexpr bool wait(int a, task const& t) {
    if constexpr (plan<P>::has_global)
      if (of::ring_of(t.at).is == sort::flag) return wait_for_place(a, t);
    int const mine = a * W + t.word;
    bool const is_over = t.value != s.at[t.at].parity;
    u64 const known = s.happened[mine];
    bool const knows_last = (known & t.last) != 0;
    if (knows_last && !is_over) return false;  // the phase is open
    if (!knows_last && ((known & t.last << 1) == 0 || !is_over))
      return fail_unknown(fault::lost_phase, a, t, t.at, known);
    if ((facts.ring[table.ring_of[t.at]].waiting >> a & 1) == 0)
      return fail(fault::undecided, a, t.act);
    if ((s.at[t.at].fresh >> a & 1) != 0) forget(t.word, t.bit);
    s.at[t.at].fresh |= agent_bit(a);
    if (notes != nullptr) note(a, t.act, -1, knows_last ? -1 : token(t.at, -1));
    join(a, t.done);
    s.happened[mine] |= t.bit;
    ++head[a];
    return true;
  }
  constexpr bool arrive(int a, task const& t) {
    ring_info const& ring = table.ring[table.ring_of[t.at]];
    int const mine = a * W + t.word;
    if (t.launch != 0 && (t.launch & ~s.happened[a * W + facts.launch_word]) != 0)
      return of::fail_launch(a, t);
    if constexpr (plan<P>::has_global)
      if (ring.is == sort::flag && !may_arrive_at_place(a, t)) return false;
    if ((s.happened[mine] & t.last) == 0 &&
        (t.arrivals == 0 || (s.happened[mine] & t.arrivals) != t.arrivals))
      return fail_unknown(fault::early, a, t, t.at, s.happened[mine]);
    auto& at = s.at[t.at];
    if (!at.open) s.open(t.at);
    if (t.what == op::expect || t.what == op::expect_only) {
      int const bytes = t.extra * table.agent[a].weight;
      at.bytes += bytes, at.announced += bytes;
      if (at.announced >= 1 << 20) return fail(fault::many_bytes, a, t.act, -1, at.announced);
    }
    bool const counts = t.what != op::expect_only;
    if (!counts || t.is_remote || t.arrivals != 0) {
      if (t.bit == 0) return fail(fault::undecided, a, t.act);
      forget(t.word, t.bit);
      s.happened[mine] |= t.bit;
    }
    if (!counts) {  // the arrival that completes the phase has to come after it
      at.fresh |= agent_bit(a);
      if (notes != nullptr) note(a, t.act, token(t.at));
      return settle(a, t.act, t.at);
    }
    at.pending -= weight_of(a, ring.is);
    if (ring.is != sort::mbarrier && ring.is != sort::flag) {
      // PTX, "bar": no warp comes to a named barrier again before its phase is complete.
      if ((at.came >> a & 1) != 0) return fail(fault::many, a, t.act);
      at.came |= agent_bit(a);
    }
    if (at.pending < 0) return fail(fault::many, a, t.act, -1, ring.amount);
    if (notes != nullptr) note(a, t.act, token(t.at));
    if (t.what == op::arrive_copies || t.what == op::arrive_umma)
      t.what == op::arrive_copies ? arrive_with_copies(a, t.set) : arrive_with_umma(a, t.set);
    else if (t.is_remote && t.extra == 0)
      of::join_some(t.set, a, facts.published, words);
    else
      of::join_some(t.set, a, facts.passed_on, words);
    if (!settle(a, t.act, t.at)) return false;
    // If the barrier counts the arrivals of this agent only, it relies on the phase, or the place,
    // being complete; not if the barrier counts bytes too.
    int const r = table.ring_of[t.at];
    if (!t.is_remote && t.what == op::arrive && facts.ring[r].is_plain &&
        arrivals_of(r) == table.agent[a].weight &&
        (ring.is == sort::flag ||
         (ring.is == sort::mbarrier && at.pending == table.agent[a].weight)))
      s.happened[mine] |= t.last;
    return true;
  }
  // mbarrier.inval by one thread. In its set, the last phase has to be complete, or all arrivals
  // that complete it have to be there, and each wait for it has to be over; the next phase must not
  // have begun. From then on no set has a phase of this barrier, and so every use of it fails.
  constexpr bool invalidate(int a, task const& t) {
    int const r = table.ring_of[t.at];
    auto const& at = s.at[t.at];
    u64 const known = happened(a, t.word);
    bool const knows_arrivals = t.arrivals != 0 && (known & t.arrivals) == t.arrivals;
    bool const knows_last = (known & t.last) != 0 || ((known & t.last << 1) != 0 && knows_arrivals);
    bool const is_over = knows_last && at.pending == arrivals_of(r) && at.announced == 0 &&
                         at.bytes == 0 && (facts.of_agents(r, at.fresh) & ~known) == 0;
    if (!is_over || table.agent[a].weight != 1)
      return fail(fault::race, a, t.act, -1, is_over ? 2 : 1);
    forget(t.word, t.last | t.last << 1 | t.arrivals);
    return true;
  }
  // The agent waits until the barrier lets it go on.
  constexpr bool sync(int a, task const& t) {
    if ((s.joined >> a & 1) != 0) return false;
    s.joined |= agent_bit(a);
    return arrive(a, t) && (s.joined >> a & 1) == 0;
  }
  constexpr bool cluster_arrive(int a, task const& t) {
    if ((s.arrived >> a & 1) != 0) return fail(fault::many, a, t.act, -1, 1);
    s.arrived |= agent_bit(a), s.is_open |= agent_bit(a);
    if (!arrive(a, t)) return false;
    ++head[a];
    return true;
  }
  constexpr bool cluster_wait(int a, task const& t) {
    if ((s.arrived >> a & 1) == 0) return fail(fault::early, a, t.act);
    if ((s.is_open >> a & 1) != 0) return false;
    s.arrived &= ~agent_bit(a);
    if (notes != nullptr) note(a, t.act, -1, token(t.at, -1));
    join(a, t.done);
    ++head[a];
    return true;
  }
  // The phase is complete when all have arrived and all bytes are there.
  constexpr bool settle(int a, action act, int cell) {
    auto& at = s.at[cell];
    if (at.pending != 0 || at.bytes > 0) return true;
    if (at.bytes < 0) return fail(fault::bytes, a, act, -1, -at.bytes);
    int const r = table.ring_of[cell];
    sort const is = table.ring[r].is;
    int const word = facts.word_at[cell];
    int const set = facts.set_at[cell];
    u64 const last = facts.last(r);
    for (int i = 0; at.came >> i != 0; ++i) {
      agent_set all = agent_bit(table.agent[i].last) - agent_bit(table.agent[i].first);
      if (is == sort::warp_barrier)
        for (int k = table.agent[i].first; k < table.agent[i].last; ++k)
          if (table.agent[k].warp != table.agent[i].warp) all &= ~agent_bit(k);
      if ((at.came & all) != 0 && (at.came & all) != all) return fail(fault::part_of_warp, i, act);
    }
    u64 seen = 0;
    for (int i = 0; at.fresh >> i != 0; ++i)
      if ((at.fresh >> i & 1) != 0) {
        u64 const bit = facts.of_agent(r, i);
        if ((happened(set, word) & bit) == 0) {
          if ((facts.ring[r].waiting >> i & 1) == 0)
            return fail(fault::early, i, {op::expect_only, 0, cell}, -1, 1);
          return fail(fault::lost_phase, i, act, -1, a);
        }
        seen |= bit;
      }
    u64 const kept = ~(seen | last | last << 1);
    for (int k = 0; k < s.opened; ++k) {
      int const i = s.open_set[k] * W + word;
      if (s.open_set[k] * W >= L)
        s.happened[i] = (s.happened[i] & kept) | (s.happened[i] & last) << 1;
    }
    for (int i = word; i < L; i += 2 * W) {
      s.happened[i] = (s.happened[i] & kept) | (s.happened[i] & last) << 1;
      s.happened[i + W] = (s.happened[i + W] & kept) | (s.happened[i + W] & last) << 1;
    }
    happened(set, word) |= last | last << 1;
    at.parity ^= is == sort::mbarrier;
    if constexpr (plan<P>::has_global)
      if (is == sort::flag) at.parity = (at.parity + 1) & 255;
    agent_set const came = at.came;
    at.pending = arrivals_of(r);
    at.announced = 0;
    at.fresh = at.came = 0;
    if (is == sort::cluster_barrier) s.is_open = 0;
    if (at_whole_warps(is)) may_resize(came);
    for (int i = 0; s.joined >> i != 0; ++i)
      if ((s.joined >> i & 1) != 0 && tasks[i][head[i]].at == cell) {
        s.joined &= ~agent_bit(i);
        join(i, set);
        if (notes != nullptr) note(i, tasks[i][head[i]].act, -1, token(cell));
        ++head[i];
      }
    move(set, access_facts<P>::has_phases(is) ? facts.done_at[cell] : -1, words);
    s.close(cell);
    if (notes != nullptr) ++notes->phase[cell];
    return true;
  }
  // Reports a fault of an agent whose set does not have the last phase of a barrier. A set without
  // any phase means that the mbarrier is not initialised yet, or invalidated.
  constexpr bool fail_unknown(fault what, int a, task const& t, int cell, u64 known) {
    int const r = table.ring_of[cell];
    u64 const last = facts.last(r);
    bool const knows_none = table.ring[r].is == sort::mbarrier && (known & (last | last << 1)) == 0;
    if (knows_none && facts.ring[r].is_invalidated) return fail(fault::race, a, t.act, -1, 0);
    if (knows_none && facts.initialises) return fail(fault::early, a, t.act, -1, 3);
    return fail(what, a, t.act);
  }

 private:
  // The arrival that the system makes when all earlier cp.async of the thread have written. It
  // releases these copies and nothing else that the thread has done (PTX,
  // "cp.async.mbarrier.arrive"). Phases that were complete at its issue still are.
  constexpr void arrive_with_copies(int a, int set) {
    of::join_some(set, a, facts.of_barriers, words);
    for (int r = 0; r < plan<P>::rings; ++r)
      for (int k = facts.ring[r].first; k < facts.ring[r].last; ++k)
        if (facts.at[k].by == op::copy && facts.at[k].actor == a)
          for (int c = 0; c < table.ring[r].stages; ++c) {
            int const word = facts.ring[r].word + c * facts.ring[r].step;
            happened(set, word) |= happened(a, word) & facts.at[k].bit;
          }
    for (int i = a * F; i < a * F + s.pending_ops[a]; ++i) {
      int const f = static_cast<int>(s.pending_op[i] & 65535);
      if ((s.pending_op[i] >> 16 & 15) == static_cast<unsigned>(group::cp_async))
        happened(set, facts.word_of(f)) |= facts.fact_of(f).bit;
    }
  }
  // The arrival that the system makes when all earlier tcgen05.mma and .cp of the thread are
  // complete (PTX, "tcgen05.commit"), with an implicit tcgen05.fence::before_thread_sync. It
  // releases these, and the asynchronous accesses after which the thread has issued them. Phases
  // that were complete at its issue still are.
  constexpr void arrive_with_umma(int a, int set) {
    of::join_some(set, a, facts.of_barriers, words);
    if (facts.umma_of[a] == 0) return;
    join(set, facts.umma_of[a]);
    for (int r = 0; r < plan<P>::rings; ++r)
      for (int k = facts.ring[r].first; k < facts.ring[r].last; ++k)
        if (is_umma(facts.at[k].by) && facts.at[k].actor == a)
          for (int c = 0; c < table.ring[r].stages; ++c)
            happened(set, facts.ring[r].word + c * facts.ring[r].step) |=
                facts.at[k].bit | facts.at[k].sent;
  }
  // Waits for a place of a flag, a ring whose phases are its wraps. A complete place stays
  // complete; but the set that it has released is kept for the last wrap only.
  constexpr bool wait_for_place(int a, task const& t) {
    if (!of::comes_after_launch(a, t)) return of::fail_launch(a, t);
    int const wraps_after = wraps_from(t.value, s.at[t.at].parity);
    if (wraps_after <= 0) return false;
    if ((facts.ring[table.ring_of[t.at]].waiting >> a & 1) == 0)
      return fail(fault::undecided, a, t.act);
    if (wraps_after > 1) return fail(fault::lost_phase, a, t.act);
    if (notes != nullptr) note(a, t.act, -1, token(t.at, -1));
    join(a, t.done);
    ++head[a];
    return true;
  }
  // The counter itself has no places. An arrival counts at the intended place if all places before
  // are complete and this one is not.
  constexpr bool may_arrive_at_place(int a, task const& t) {
    ring_info const& ring = of::ring_of(t.at);
    if (wraps_from(t.value, s.at[t.at].parity) > 0)
      return fail(fault::many, a, t.act, -1, ring.amount);
    bool const is_first = t.at == ring.cell;
    int const before = is_first ? t.at + ring.stages - 1 : t.at - 1;
    u64 const known = happened(a, facts.word_at[before]);
    if (wraps_from(t.value - is_first, s.at[before].parity) != 1 || (known & t.last) == 0)
      return fail(fault::early, a, t.act);
    return true;
  }
  static constexpr bool at_whole_warps(sort is) {
    return is == sort::named_barrier || is == sort::block_barrier || is == sort::cluster_barrier;
  }
  // Lets the groups that have met at a barrier change their registers again.
  constexpr void may_resize(agent_set came) {
    for (int a = 0; came >> a != 0 && s.resized != 0; ++a)
      if ((came >> a & 1) != 0 && table.agent[a].instance == 0)
        s.resized &= ~(u64{1} << table.agent[a].group);
  }
  // Moves a set into another if to >= 0, and empties it.
  template <int... I>
  constexpr void move(int set, int to, std::integer_sequence<int, I...>) {
    int const x = set * W;
    int const y = to * W;
    if (to >= 0) ((s.happened[y + I] = s.happened[x + I]), ...);
    ((s.happened[x + I] = 0), ...);
  }
  static constexpr int weight_of(int a, sort of) {
    auto const& me = table.agent[a];
    return of == sort::named_barrier || of == sort::block_barrier || of == sort::cluster_barrier
               ? me.at_warps
               : me.weight;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
