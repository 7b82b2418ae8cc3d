// SPDX-License-Identifier: BSL-1.0
//
// Defines accesses, the layer of an execution that reads and writes: by threads, cp.async, TMA and
// wgmma. An access begins only after every access that conflicts with it, by the agent's
// happens-before set; an asynchronous one is pending until its group or its barrier has been waited
// for (pending_operations.hpp).
//
// A wgmma reads its operands for each of the four warps. A warp that waits for it may rely on its
// own reads being over: PTX, "wgmma.wait_group", promises completion to the executing threads. It
// may rely on the reads of all four warps only where the protocol states warpgroup_waits_as_one, an
// axiom that CUTLASS relies on.
//
// An ordinary read is over when its thread arrives at a barrier. For the async proxy it is over
// after a fence.proxy.async; without a fence only where a protocol states
// reads_need_no_proxy_fence.
#pragma once

#include <tileproof/checker/pending_operations.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class accesses : public pending_operations<P> {
  using of = pending_operations<P>;

 public:
  using of::s, of::notes, of::head, of::end, of::tasks;

 protected:
  using of::fly, of::settle;
  using of::happened, of::join, of::forget, of::fail, of::note, of::token, of::ring_of,
      of::of_group;
  using of::table, of::facts, of::W, of::F, of::C;
  // Does an ordinary access, a copy by cp.async, a TMA store, or a use of registers.
  constexpr bool access(int a, task const& t) {
    if (ring_of(t.at).is == sort::accumulator) {
      for (int i = a * F; i < a * F + s.pending_ops[a]; ++i)
        if ((s.pending_op[i] & 65535) == static_cast<unsigned>(t.at * per_cell + under_way))
          return fail(fault::race, a, t.act, t.at * per_cell + under_way);
      s.clean[a] &= ~(u64{1} << facts.accumulator_of[table.ring_of[t.at]]);
      if (notes != nullptr) note(a, t.act);
      return true;
    }
    if (t.launch != 0 && !of::comes_after_launch(a, t)) return of::fail_launch(a, t);
    if (!may_begin(a, t) || (t.siblings != 0 && !may_write(a, t))) return false;
    start(t, t.siblings == 0 || is_whole(a, t));
    if (notes != nullptr) note(a, t.act);
    if (t.what == op::store) return fly(a, t.access, group::bulk);
    if (t.what == op::copy) return fly(a, t.access, group::cp_async);
    if constexpr (plan<P>::has_tensor_memory) {
      if (t.what == op::tmem_load) return fly(a, t.access, group::tmem_load);
      if (t.what == op::tmem_store) return fly(a, t.access, group::tmem_store);
      if (is_umma(t.what)) {  // until a commit
        of::join_some(facts.umma_of[a], a, facts.asynchronous, of::words);
        return true;
      }
    }
    happened(a, t.word) |= t.gains;
    return true;
  }
  constexpr bool load(int a, task const& t) {
    if (t.launch != 0 && !of::comes_after_launch(a, t)) return of::fail_launch(a, t);
    int const ring = table.ring_of[t.extra];
    int const word = facts.word_at[t.extra];
    int const set = facts.set_at[t.extra];
    int const size = ring_of(t.at).amount;
    if (!may_begin(a, t)) return false;
    u64 const mine = happened(a, word);
    if ((mine & facts.last(ring)) == 0)
      return (mine & facts.before(ring)) != 0
                 ? fail(fault::bytes, a, t.act, -1, size)
                 : this->fail_unknown(fault::early, a, t, t.extra, mine);
    start(t);
    if (notes != nullptr) note(a, t.act, token(t.extra));
    s.at[t.extra].bytes -= size;
    if (!s.at[t.extra].open) s.open(t.extra);
    happened(set, t.word) |= t.bit | t.fenced;
    // Phases that were over at the issue are over when the bytes are there. An announcement of
    // bytes at this barrier is an exception: the phase waits for these bytes only from a later
    // arrival on.
    u64 const here = happened(set, word) | ~facts.ring[ring].bits_of_watched;
    of::join_some(set, a, facts.of_barriers, of::words);
    happened(set, word) &= here;
    return settle(a, t.act, t.extra);
  }
  // Issues a wgmma for all threads of a group, when the last of them has come; a group of several
  // warpgroups issues one for each. Round 0 is the latest batch.
  constexpr bool gemm(int a) {
    auto const& me = table.agent[a];
    bool const as_one = me.waits_as_one;
    if (me.threads % 128 != 0 || me.first_warp % 4 != 0)
      return fail(fault::no_warpgroup, a, tasks[a][head[a]].act, -1,
                  me.threads % 128 != 0 ? me.threads : -me.first_warp);
    for (int i = me.first; i < me.last; ++i) {
      if (i == a) continue;
      if (head[i] == end[i]) return false;
      task const& t = tasks[i][head[i]];
      if (t.what != op::gemm && t.what != op::accumulate) return false;
      if (t.act.code != tasks[a][head[a]].act.code) return fail(fault::undecided, i, t.act);
    }
    int const set = facts.issue_of[me.group];
    int oldest = 0;
    for (int i = me.first; i < me.last; ++i)
      for (int k = i * F; k < i * F + s.pending_ops[i]; ++k) {
        if ((s.pending_op[k] >> 16 & 15) != 0) continue;
        s.pending_op[k] += 1u << 28;
        int const round = static_cast<int>(s.pending_op[k] >> 28);
        oldest = round > oldest ? round : oldest;
      }
    if (oldest >= facts.rounds) return fail(fault::undecided, a, {});
    if (set != 0) {
      int const from = set * W;
      for (int i = from + facts.rounds * W - 1; i >= from + (oldest + 1) * W; --i)
        s.happened[i] = 0;
      for (int i = from + (oldest + 1) * W - 1; i >= from + W; --i)
        s.happened[i] = s.happened[i - W];
      for (int i = from; i < from + W; ++i) s.happened[i] = 0;
      for (int i = me.first; i < me.last; ++i)
        if (as_one || !table.agent[i].leads()) join(set, i);
    }
    int word = 0;
    u64 mask = 0;  // the bits of operands in one stage, which are forgotten together
    auto const begin = [&] {
      forget(word, mask);
      // Where a group waits as one, the read is over for whoever relies on the batch.
      if (as_one && mask != 0) happened(set, word) |= mask;
    };
    for (bool is_last = false; !is_last;) {
      task const& t = tasks[a][head[a]];
      bool const is_register = t.what == op::accumulate;
      is_last = is_register && t.value == 0;
      if (is_register) {
        int const number = facts.accumulator_of[table.ring_of[t.at]];
        for (int i = me.first; i < me.last; ++i) {
          if ((s.clean[i] >> number & 1) == 0) return fail(fault::no_wgmma_fence, i, t.act);
          if (!fly(i, t.at * per_cell + under_way, group::wgmma)) return false;
        }
      } else {
        for (int i = me.first; i < me.last; ++i)
          if (!may_begin(i, tasks[i][head[i]])) return false;
        if (t.word != word) begin(), word = t.word, mask = 0;
        mask |= as_one ? t.gains : t.bit;
        if (notes != nullptr) notes->origin[t.access] = notes->count;
        if (!as_one)
          for (int i = me.first; i < me.last; ++i) {
            if (!table.agent[i].waits_for_warp()) continue;
            task const& mine = tasks[i][head[i]];
            mask |= mine.bit;
            if (notes != nullptr) notes->origin[mine.access] = notes->count + i - me.first;
            if (!fly(i, mine.access, group::wgmma)) return false;
          }
      }
      if (is_last) begin();
      for (int i = me.first; i < me.last; ++i) {
        if (notes != nullptr) note(i, t.act, is_last ? token(of_group(me.group)) : -1);
        ++head[i];
      }
    }
    if (notes != nullptr) ++notes->phase[of_group(me.group)];
    return true;
  }
  constexpr void fence_proxy(int a) {
    for (int i = 0; i < facts.fenced_count;
         ++i) {  // .shared::cta: the fence is for memory of its own block
      int const first = facts.fenced[i];
      fact const& x = facts.fact_of(first);
      if (ring_of(first / per_cell).block != table.agent[a].block) continue;
      for (int c = 0; c < ring_of(first / per_cell).stages; ++c) {
        u64& known = happened(a, facts.word_of(first + per_cell * c));
        if ((known & x.bit) != 0) known |= x.fenced;
      }
    }
  }

  // tcgen05.fence. before_thread_sync: the accesses on which the agent relies may be relied on by
  // those who wait for it. after_thread_sync: it may go on after those that have been.
  constexpr void fence_tcgen05(int a, bool is_after) {
    for (int i = 0; i < facts.in_tensor_memory_count; ++i) {
      int const first = facts.in_tensor_memory[i];
      fact const& x = facts.fact_of(first);
      u64 const needed = x.bit | (is_after ? x.sent : 0);
      for (int c = 0; c < ring_of(first / per_cell).stages; ++c) {
        u64& known = happened(a, facts.word_of(first + per_cell * c));
        if ((known & needed) == needed) known |= is_after ? x.fenced : x.sent;
      }
    }
  }

 private:
  // Whether every access that conflicts with this one is in the agent's set.
  constexpr bool may_begin(int a, task const& t) {
    if (t.access < 0)
      return fail(t.what == op::refused ? fault::illegal : fault::undecided, a, t.act, -1,
                  static_cast<int>(t.why));
    if ((!writes(t.what) || is_update(t.act)) && !s.at[t.at].written && !has_written(a, t))
      return fail(fault::unwritten, a, t.act);
    u64 const unknown = t.needs & ~s.happened[a * W + t.word];
    if (unknown != 0 && !refuse(a, t, unknown)) return false;
    if constexpr (access_facts<P>::has_overlaps)
      for (int c = 0; c < C; ++c)
        if (facts.meets[table.ring_of[t.at]][table.ring_of[c]] && !is_clear_of(a, t, c))
          return false;
    return true;
  }
  // Ordinary writes by two threads of a role need no order in one call, in which each thread writes
  // its own elements. A later call may divide the elements otherwise, unless both calls state the
  // same partition.
  constexpr bool may_write(int a, task const& t) {
    auto& at = s.at[t.at];
    int const call = call_of(t.extra) + 1;
    bool const joins = at.call == call && (call > stated_call || (at.wrote >> a & 1) == 0);
    u64 const known = s.happened[a * W + t.word];
    auto const& r = facts.ring[table.ring_of[t.at]];
    for (int k = r.first; k < r.last && (t.siblings & ~known) != 0; ++k) {
      fact const& x = facts.at[k];
      if ((t.siblings & x.bit & ~known) == 0) continue;
      // The write belongs to this very call, and the accesses before it are over.
      bool const is_same = joins && (at.wrote >> x.actor & 1) != 0 &&
                           (call > stated_call || x.by == t.what) &&
                           (x.earlier == 0 || (known & x.earlier) != 0);
      if (!is_same) return fail(fault::race, a, t.act, t.at * per_cell + k - r.first, 1);
    }
    bool const goes_on = joins && (at.wrote >> a & 1) != 0;  // in the partition that it stated
    if (!joins) at.call = call, at.wrote = 0;
    at.wrote |= agent_bit(a);
    if (!goes_on && t.own_earlier != 0) end_call(t);
    return true;
  }
  // Called before an agent's next write: whoever relies on its last write relies on all its writes
  // before.
  constexpr void end_call(task const& t) {
    u64 const all = t.own_writes;
    u64 const mine = t.own_earlier;
    u64* const happened = s.happened;
    for (int k = 0; k < s.opened; ++k) {
      u64& x = happened[s.open_set[k] * W + t.word];
      x = (x & all) == all ? x | mine : x & ~mine;
    }
    for (int i = t.word; i < of::L; i += 4 * W) {
      happened[i] = (happened[i] & ~mine) | ((happened[i] & all) == all ? mine : 0);
      happened[i + W] = (happened[i + W] & ~mine) | ((happened[i + W] & all) == all ? mine : 0);
      happened[i + 2 * W] =
          (happened[i + 2 * W] & ~mine) | ((happened[i + 2 * W] & all) == all ? mine : 0);
      happened[i + 3 * W] =
          (happened[i + 3 * W] & ~mine) | ((happened[i + 3 * W] & all) == all ? mine : 0);
    }
  }
  constexpr bool refuse(int a, task const& t, u64 unknown) {
    auto const& r = facts.ring[table.ring_of[t.at]];
    for (int k = r.first; k < r.last; ++k)
      if (comes_after_read(t.what, facts.at[k], happened(a, t.word)))
        unknown &= ~(facts.at[k].bit | facts.at[k].fenced);
    if (unknown == 0) return true;
    for (int k = r.first; k < r.last; ++k)
      if ((unknown & facts.at[k].bit) != 0)
        fail(fault::race, a, t.act, t.at * per_cell + k - r.first);
    for (int k = r.first; k < r.last; ++k)
      if ((unknown & facts.at[k].fenced) != 0) fail_fence(a, t, t.at * per_cell + k - r.first);
    return false;
  }
  // Reports that a fence is missing between the access `other` and this one.
  constexpr bool fail_fence(int a, task const& t, int other) {
    fact const& x = facts.fact_of(other);
    if (is_in_tensor_memory(x.by)) {
      bool const is_sent = (happened(a, facts.word_of(other)) & x.sent) != 0;
      return fail(fault::no_tcgen05_fence, a, t.act, other, is_sent ? 1 : 0);
    }
    bool const is_load = x.by == op::load;
    return fail(is_load ? fault::race : fault::no_proxy_fence, a, t.act, other, is_load ? 2 : 0);
  }
  // Whether a write by `by` comes after the write x because it comes after a read that came after
  // x. The fence after that read also counts for x, unless the axiom makes it unnecessary.
  static constexpr bool comes_after_read(op by, fact const& x, u64 known) {
    return writes(by) && x.read_back != 0 && (known & x.read_back) != 0 &&
           (x.by == op::load || !plan<P>::reads_need_no_fence);
  }
  // Like may_begin, for stage c of another buffer that overlaps this one.
  constexpr bool is_clear_of(int a, task const& t, int c) {
    fact const& now = facts.fact_of(t.access);
    auto const& r = facts.ring[table.ring_of[c]];
    for (int k = 0; k < r.last - r.first; ++k) {
      fact const& x = facts.at[r.first + k];
      // Ordinary writes by two threads of a role conflict: they may have other elements.
      if (is_in_tensor_memory(now.by) ? !access_facts<P>::conflict(now, x)
                                      : !writes(now.by) && !writes(x.by))
        continue;
      u64 const known = happened(a, facts.word_of(c * per_cell + k));
      if (comes_after_read(now.by, x, known)) continue;
      if ((known & x.bit) == 0) return fail(fault::race, a, t.act, c * per_cell + k);
      u64 const fenced = access_facts<P>::needs_fence(now, x);
      if ((known & fenced) != fenced) return fail_fence(a, t, c * per_cell + k);
    }
    return true;
  }
  // Whether an update reads only elements that its thread has written, in the partition that it
  // states.
  constexpr bool has_written(int a, task const& t) const {
    auto const& at = s.at[t.at];
    return t.siblings != 0 && at.call == call_of(t.extra) + 1 && at.call > stated_call &&
           (at.wrote >> a & 1) != 0;
  }
  // Whether all elements are written: where a partition is stated, each thread of the role has to
  // write its own.
  constexpr bool is_whole(int a, task const& t) const {
    auto const& at = s.at[t.at];
    agent_set const role = agent_bit(table.agent[a].last) - agent_bit(table.agent[a].first);
    return at.call <= stated_call || (at.wrote & role) == role;
  }
  constexpr void start(task const& t, bool is_whole = true) {
    forget(t.word, t.bit | t.fenced | t.read_back);
    if (notes != nullptr) notes->origin[t.access] = notes->count;
    if (!writes(t.what)) return;
    s.at[t.at].written |= is_whole;
    if constexpr (access_facts<P>::has_overlaps)
      for (int c = 0; c < C; ++c)
        if (facts.meets[table.ring_of[t.at]][table.ring_of[c]]) s.at[c].written = false;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
