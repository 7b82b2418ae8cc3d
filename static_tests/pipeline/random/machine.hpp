// SPDX-License-Identifier: BSL-1.0
//
// Defines machine: one run of a plan, an instruction at a time. A schedule decides who is next:
// lanes of a warp, or a copy that the hardware finishes by itself.
//
//   machine m(plan);
//   m.start();
//   m.step(3);         // lanes 3; false: they wait, or m.failed says what is wrong
//   m.finish_task(0);  // a copy ends
//
// - "wgmma.wait_group": completes what the executing threads committed: this warp's part, unless
//   the protocol states warpgroup_waits_as_one.
// - "wgmma ... .sync": the warp's threads wait for each other, which orders no accesses: the
//   operands are ready for each of them. docs/pipeline.md assumes that after its wait each lane
//   knows what the others of its warp knew at the issue; with warpgroup_waits_as_one, those of its
//   warpgroup.
// - "barrier.cluster": PTX does not say what a thread does that ends between arrive and wait. A GPU
//   hung there, so it is a fault.
// - "setmaxnreg": inc blocks until the block's pool has the registers; all warps of the warpgroup
//   execute it, and synchronise before the next one.
#pragma once

#include "instructions.hpp"

namespace random_protocols::oracle {

class machine : public instructions {
 public:
  using instructions::instructions;
  void start() {
    protocol const& q = *x.of;
    s.bits.assign(total_bits(), 0);
    s.of.assign(p.all.size(), {});
    s.mbarriers.assign(std::size_t(x.blocks * x.block_barriers), {});
    for (int b = 0; b < int(s.mbarriers.size()); ++b)
      s.mbarriers[b] = {x.arrivals[b % x.block_barriers], 0, 0, x.machine_initialises};
    s.named.assign(std::size_t(x.blocks) * 16, {});
    s.flags.assign(std::size_t(x.flags), {});
    s.cells.resize(std::size_t(x.cells() + (p.has_inval ? int(s.mbarriers.size()) : 0)));
    for (auto& c : s.cells) c.clear();
    s.last_write.assign(s.cells.size(), -1);
    s.init_event.assign(x.blocks, -1);
    s.free_registers.assign(x.blocks, 0);
    s.live_threads.assign(x.blocks, 0);
    s.cluster_generation = s.ended_blocks = 0;
    s.tasks.clear();
    s.issues.clear();
    failed = {};
    // The launcher meets in a barrier of the cluster after it has initialised mbarriers.
    bool const meets = q.is_cluster && x.machine_initialises && x.block_barriers > 0;
    for (int l = 0; l < int(p.all.size()); ++l) {
      if (!q.dependent_launch) put(lanes_set(l, generic), 0);
      for (int b = 0; b < x.blocks; ++b)
        if (meets || b == p.all[l].block) put(lanes_set(l, generic), 1 + b);
      s.of[l].registers = std::int16_t(q.registers);
      s.live_threads[p.all[l].block] += p.all[l].count;
    }
  }

  bool all_ended() const { return s.ended_blocks == (1 << x.blocks) - 1; }

  // One step of lanes l. False: they wait (or failed).
  bool step(int l) {
    lanes_state& me = s.of[l];
    if (me.ended || me.in_barrier) return false;
    if (next_op(l) < 0) return end_if_done(l), true;
    op const& o = p.at(p.all[l], me.pc);
    int const event = p.all[l].first_event + p.words[p.all[l].word].event[me.pc];
    if (o.is_collective) {
      int const k = p.all[l].other;
      if (k >= 0 && !s.of[k].ended && (s.of[k].in_barrier || next_op(k) != next_op(l)))
        return false;
      int const first = k >= 0 && k < l ? k : l;
      if (!collective(first, o,
                      p.all[first].first_event + p.words[p.all[first].word].event[s.of[first].pc]))
        return false;
      changed = true;
      return true;
    }
    if (!single(l, o, event)) return false;
    ++s.of[l].pc;
    end_if_done(l);
    return true;
  }

  bool finish_task(int i) {
    task const t = s.tasks[i];
    s.tasks.erase(s.tasks.begin() + i);
    lanes const& a = p.all[t.lanes];
    op const& o = p.at(a, t.pc);
    word const& w = p.words[a.word];
    if (t.is_copy_arrival) {
      bool const all = s.mbarriers[o.barrier].pending >= a.count;
      for (int k = 0; k < t.pc && all; ++k)
        if (p.at(a, k).does == verb::cp_async)
          put(barrier_set(o.barrier, 0), a.first_event + w.event[k]);
      if (s.mbarriers[o.barrier].valid) return arrive(t.lanes, o.barrier, a.count, 0);
      return fail(reason::uninitialised, t.lanes);
    }
    bool const multi = o.does == verb::tma_load_multicast;
    int const b = o.barrier + (t.target - a.block) * x.block_barriers;
    int const e = a.first_event + w.event[t.pc] + (multi ? t.target : 0);
    if (!s.mbarriers[b].valid) return fail(reason::uninitialised, t.lanes);
    put(barrier_set(b, 0), e), put(barrier_set(b, 1), e);
    if (!transact(t.lanes, b, -x.bytes[o.cell[0] % x.block_cells])) return false;
    complete_if_due(b);
    return true;
  }

  bool can_run(int l) const { return !s.of[l].ended && !s.of[l].in_barrier; }
  op const* next(int l) const { return next_op(l) < 0 ? nullptr : &p.at(p.all[l], s.of[l].pc); }
  // True once after somebody who waited may go on.
  bool take_change() { return std::exchange(changed, false); }

 private:
  void next_of_warp(int l) {
    each_of_warp(l, [&](int k) { ++s.of[k].pc; });
  }

  bool collective(int l, op const& o, int e) {
    int const k = p.all[l].other >= 0 && !s.of[p.all[l].other].ended ? p.all[l].other : l;
    switch (o.does) {
      case verb::sync:
      case verb::sync_block: return enter_named(l, o, true);
      case verb::arrive: return enter_named(l, o, false);
      case verb::sync_warp:
        publish(lanes_set(l, generic), lanes_set(l, async), l);
        publish(lanes_set(l, generic), lanes_set(l, async), k);
        learn(k, lanes_set(l, generic), lanes_set(l, async));
        break;
      case verb::cluster_arrive: return cluster_arrive(l);
      case verb::cluster_wait:
        if (s.of[l].cluster < 0) return fail(reason::barrier, l);
        if (s.of[l].cluster == s.cluster_generation) return false;
        each_of_warp(l, [&](int n) {
          learn(n, cluster_set(2), cluster_set(3));
          s.of[n].cluster = -1;
        });
        break;
      case verb::gemm:
        for (int i = 0; i < o.operands; ++i) {
          if (!sees(l, o, i)) return false;
          if (!touch(l, e + i, lanes_set(l, async), lanes_set(l, own_async), lanes_set(k, async),
                     lanes_set(k, own_async)))
            return false;
        }
        for (int const n : {l, k}) publish(lanes_set(l, issue), lanes_set(l, issue_async), n);
        if (x.of->warpgroup_waits_as_one) note_issue(l);
        break;
      case verb::warpgroup_wait:
        if (!end_wgmma(l, k)) return false;
        break;
      case verb::reg_alloc:
      case verb::reg_dealloc:
        if (!set_registers(l, o, e)) return false;
        break;
      default: break;
    }
    next_of_warp(l);
    return true;
  }

  // Notes the accesses that the warp of lanes l has published at the issue of this wgmma.
  void note_issue(int l) {
    word64 const* const from = lanes_set(l, issue);
    s.issues.push_back({l, s.of[l].pc, {from, from + 2 * W()}});
  }

  bool end_wgmma(int l, int k) {
    word const& w = p.words[p.all[l].word];
    int const from = w.from[s.of[l].pc], upto = w.upto[s.of[l].pc];
    if (from == upto) return true;
    auto const of_warp = [&](int n) {
      lanes const& a = p.all[n];
      return a.block == p.all[l].block && a.warp / 4 == p.all[l].warp / 4 &&
             (a.other < 0 || n < a.other) &&
             (x.of->warpgroup_waits_as_one || a.warp == p.all[l].warp);
    };
    int end = upto - 1;
    while (end >= from && p.at(p.all[l], end).does != verb::gemm) --end;
    if (end < from) return true;      // groups without a wgmma wait for nobody
    int const last = w.at[upto - 1];  // in the role's list: others may have another word
    int const issued = w.at[end];
    for (int n = 0; n < int(p.all.size()); ++n)
      if (of_warp(n) && next_op(n) >= 0 && next_op(n) <= issued) return false;
    for (int n = 0; n < int(p.all.size()); ++n) {
      if (!of_warp(n)) continue;
      for (issue_state const& i : s.issues)
        if (i.lanes == n && p.words[p.all[n].word].at[i.pc] <= issued)
          for (int const who : {l, k}) learn(who, i.known.data(), i.known.data() + W());
      lanes const& a = p.all[n];
      word const& v = p.words[a.word];
      for (int i = 0; i < int(v.at.size()) && v.at[i] <= last; ++i) {
        op const& g = p.at(a, i);
        if (g.does != verb::gemm) continue;
        for (int j = 0; j < g.operands; ++j)
          for (int const who : {l, k}) finished(who, a.first_event + v.event[i] + j);
      }
    }
    for (int const n : {l, k}) learn(n, lanes_set(l, issue), lanes_set(l, issue_async));
    return true;
  }

  bool set_registers(int l, op const& o, int e) {
    int const block = p.all[l].block, now = s.of[l].registers;
    if (o.does == verb::reg_alloc ? o.number < now : o.number > now)
      return fail(reason::registers, l);
    int const wanted = 32 * (o.number - now);
    // The warpgroup has synchronised since its setmaxnreg before.
    for (int n = 0; n < int(p.all.size()); ++n) {
      lanes const& a = p.all[n];
      if (a.block != block || a.warp / 4 != p.all[l].warp / 4) continue;
      word const& v = p.words[a.word];
      int const here = p.words[p.all[l].word].at[s.of[l].pc];
      for (int i = 0; i < int(v.at.size()) && v.at[i] < here; ++i) {
        bool const sets =
            p.at(a, i).does == verb::reg_alloc || p.at(a, i).does == verb::reg_dealloc;
        bool const mine = a.other < 0 || n < a.other;
        if (sets && mine && !knows(l, a.first_event + v.event[i]))
          return fail(reason::registers, l);
      }
    }
    if (wanted > s.free_registers[block]) return false;
    s.free_registers[block] -= wanted;
    each_of_warp(l, [&](int k) { s.of[k].registers = std::int16_t(o.number); });
    did(l, e, true);
    return true;
  }

  // A block may end only when all that touches its memory is known to have happened to one of its
  // threads ("exit"; "Distributed shared memory").
  void end_if_done(int l) {
    lanes_state& me = s.of[l];
    if (me.ended || me.pc < p.words[p.all[l].word].at.size()) return;
    if (me.cluster >= 0) return void(fail(reason::barrier, l));
    me.ended = true;
    changed = true;
    int const block = p.all[l].block;
    s.live_threads[block] -= p.all[l].count;
    release_named(block, 0);
    release_cluster();
    if (s.live_threads[block] > 0) return;
    s.ended_blocks |= 1 << block;
    std::vector<word64> known(std::size_t(W()), 0);
    for (int k = 0; k < int(p.all.size()); ++k)
      if (p.all[k].block == block)
        join(known.data(), lanes_set(k, generic)), join(known.data(), lanes_set(k, own));
    for (int i = 0; i < W(); ++i) {
      word64 const left = p.must_end[block][i] & issued()[i] & ~known[i];
      if (left) fail(reason::in_flight, l, i * 64 + __builtin_ctzll(left));
    }
    for (task const& t : s.tasks)
      if (t.target == block) fail(reason::in_flight, l);
  }
};

}  // namespace random_protocols::oracle
