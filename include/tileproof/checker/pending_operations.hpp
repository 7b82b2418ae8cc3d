// SPDX-License-Identifier: BSL-1.0
//
// Defines pending_operations, the layer of an execution that knows which asynchronous operations of
// an agent are pending: cp.async, TMA stores and wgmma, in the groups that it commits and waits
// for.
#pragma once

#include <tileproof/checker/barriers.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class pending_operations : public barriers<P> {
  using of = barriers<P>;

 public:
  using of::s, of::notes;

 protected:
  using of::fail, of::happened, of::join, of::note, of::of_group, of::token;
  using of::table, of::facts, of::F;

  // Notes that operation f of agent a is pending until its group is waited for; if it is pending
  // already, the later one counts. For a group that waits as one, a batch of wgmma stands for its
  // operands: its set has their bits.
  constexpr bool fly(int a, int f, group g) {
    int const first = a * F;
    int last = first + s.pending_ops[a];
    int i = f % per_cell == under_way ? last : first;
    while (i < last && (s.pending_op[i] & 65535) != static_cast<unsigned>(f)) ++i;
    if (i < last) {
      for (--last; i < last; ++i) s.pending_op[i] = s.pending_op[i + 1];
    }
    if (last == first + F) return fail(fault::undecided, a, {});
    s.pending_op[last] = static_cast<unsigned>(f) | static_cast<unsigned>(g) << 16;
    s.pending_ops[a] = last + 1 - first;
    return true;
  }
  // wait_group: the accesses of all groups except the latest t.extra are over.
  constexpr bool complete(int a, task const& t) {
    int n = a * F;
    int running = 0;  // batches of wgmma
    bool some = false;
    int const last = a * F + s.pending_ops[a];
    for (int i = a * F; i < last; ++i) {
      unsigned const e = s.pending_op[i];
      bool const is_register = (e & (per_cell - 1)) == under_way;
      if (static_cast<int>(e >> 16 & 15) != t.value ||
          (t.value < static_cast<int>(group::tmem_load) &&
           static_cast<int>(e >> 20 & 255) <= t.extra)) {
        s.pending_op[n++] = e;
        running += is_register;
      } else if (is_register) {
        int const set = facts.issue_of[table.agent[a].group];
        if (set != 0 && (table.agent[a].waits_as_one || table.agent[a].leads()))
          join(a, set + static_cast<int>(e >> 28));
        some = true;
      } else {
        int const f = static_cast<int>(e & 65535);
        happened(a, facts.word_at[f / per_cell]) |= facts.fact_of(f).gains;
      }
    }
    s.pending_ops[a] = n - a * F;
    if (notes != nullptr)
      note(a, t.act, -1, some ? token(of_group(table.agent[a].group), -1 - running) : -1);
    return true;
  }
  constexpr void commit(int a, int of_kind) {
    int const last = a * F + s.pending_ops[a];
    for (int i = a * F; i < last; ++i)
      if (static_cast<int>(s.pending_op[i] >> 16 & 15) == of_kind &&
          (s.pending_op[i] >> 20 & 255) < 255)
        s.pending_op[i] += 1u << 20;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
