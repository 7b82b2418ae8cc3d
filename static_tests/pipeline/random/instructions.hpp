// SPDX-License-Identifier: BSL-1.0
//
// Defines instructions: what one thread, or each thread of some lanes by itself, executes: copies,
// loads and stores, fences, arrivals and waits. They change the state of barriers.hpp.
//
// - "cp.async.mbarrier.arrive.noinc": an arrive-on, triggered by the system, when the thread's
//   prior cp.async are complete: it publishes those and nothing else.
// - "cp.async.bulk": complete-tx is ordered after the copy's own accesses alone, not after what its
//   issuer knows.
// - "griddepcontrol.wait": memory operations of the grids before are visible to this grid.
#pragma once

#include "barriers.hpp"

#include <utility>

namespace random_protocols::oracle {

class instructions : public barriers {
 public:
  using barriers::barriers;

 protected:
  // Where lanes stand in their role's list; -1: at its end.
  int next_op(int l) const {
    auto const& at = p.words[p.all[l].word].at;
    return s.of[l].pc < at.size() ? at[s.of[l].pc] : -1;
  }

  bool knows_prior_grid(int l) { return knows(l, 0) || fail(reason::prior_grid, l); }

  bool reads_and_writes(int l, op const& o, int e) {
    if (o.accumulator >= 0) return true;  // registers: plan.hpp
    auto* const may = lanes_set(l, generic);
    for (int i = 0; i < o.operands; ++i, ++e) {
      if (p.events[e].block == 255 && !knows_prior_grid(l)) return false;
      if (o.does != verb::write && !sees(l, o, i)) return false;
      if (!touch(l, e, may)) return false;
      if (o.does != verb::read) leaves(l, o.cell[i], o);
      did(l, e, o.does == verb::read && x.of->reads_need_no_proxy_fence);
    }
    return true;
  }

  bool load(int l, op const& o, int e) {
    bool const multi = o.does == verb::tma_load_multicast;
    if (!knows_prior_grid(l)) return false;
    int const block = p.all[l].block;
    for (int b = multi ? 0 : block; b < (multi ? x.blocks : block + 1); ++b, ++e) {
      int const barrier = o.barrier + (b - block) * x.block_barriers;
      if (!initialised(l, barrier, true)) return false;
      if (p.all[l].count > 1) return fail(reason::race, l, e);  // each thread loads all of it
      if (!touch(l, e, lanes_set(l, async), lanes_set(l, own_async))) return false;
      leaves(l, o.cell[0] + (b - block) * x.block_cells, o);
      s.tasks.push_back({std::uint16_t(l), s.of[l].pc, std::uint16_t(b), false, 0});
    }
    return true;
  }

  void end_groups(int l, verb what, bool generic_proxy) {
    word const& w = p.words[p.all[l].word];
    for (int k = w.from[s.of[l].pc]; k < w.upto[s.of[l].pc]; ++k)
      if (p.at(p.all[l], k).does == what) did(l, p.all[l].first_event + w.event[k], !generic_proxy);
  }

  bool single(int l, op const& o, int e) {
    switch (o.does) {
      case verb::wait:
      case verb::test_wait:
      case verb::wait_acquire_cluster:
        if (o.is_flag) return flag_passes(l, o);
        if (!initialised(l, o.barrier, false)) return false;
        if (!may_pass(o)) return false;
        skips_phases |= s.mbarriers[o.barrier].phase > o.lap + 1;
        learn(l, barrier_set(o.barrier, 4), barrier_set(o.barrier, 5));
        if (o.does == verb::wait_acquire_cluster)
          learn(l, barrier_set(o.barrier, 6), barrier_set(o.barrier, 7));
        return uses_barrier(l, e);
      case verb::arrive:
        if (o.is_flag) return raise(l, o), true;
        [[fallthrough]];
      case verb::arrive_release_cluster:
      case verb::arrive_and_expect_tx:
        return arrive_with_knowledge(l, o, p.has_inval || o.block != p.all[l].block ? e : -1);
      case verb::expect_tx:
        return initialised(l, o.barrier, false) && uses_barrier(l, e) &&
               transact(l, o.barrier, o.number * p.all[l].count);
      case verb::cp_async_arrive:
        if (!initialised(l, o.barrier, false)) return false;
        s.tasks.push_back({std::uint16_t(l), s.of[l].pc, std::uint16_t(p.all[l].block), true, 0});
        return true;
      case verb::inval:
        for (task const& t : s.tasks)
          if (p.at(p.all[t.lanes], t.pc).barrier == o.barrier) return fail(reason::in_flight, l);
        if (!initialised(l, o.barrier, false) || !uses_barrier(l, e)) return false;
        leaves_phase |= s.mbarriers[o.barrier].tx != 0 ||
                        s.mbarriers[o.barrier].pending != x.arrivals[o.barrier % x.block_barriers];
        s.mbarriers[o.barrier].valid = false;
        return true;
      case verb::tma_load:
      case verb::tma_load_multicast: return load(l, o, e);
      case verb::tma_store:
        return knows_prior_grid(l) && sees(l, o, 0) &&
               touch(l, e, lanes_set(l, async),
                     p.all[l].count == 1 ? lanes_set(l, own_async) : nullptr);
      case verb::tma_store_wait: return end_groups(l, verb::tma_store, false), true;
      case verb::cp_async:
        if (!knows_prior_grid(l) || !touch(l, e, lanes_set(l, generic))) return false;
        return leaves(l, o.cell[0], o), true;
      case verb::cp_async_wait: return end_groups(l, verb::cp_async, true), true;
      case verb::read:
      case verb::write:
      case verb::update: return reads_and_writes(l, o, e);
      case verb::fetch: return knows_prior_grid(l);
      case verb::fence_view_async_shared: {
        auto const* mine = p.in_block[p.all[l].block].data();  // .shared::cta
        join_only(lanes_set(l, async), lanes_set(l, generic), mine);
        join_only(lanes_set(l, own_async), lanes_set(l, own), mine);
        return true;
      }
      case verb::initialize_barriers: {
        int const block = p.all[l].block;
        if (s.init_event[block] >= 0) return fail(reason::uninitialised, l);
        s.init_event[block] = e;
        for (int b = 0; b < x.block_barriers; ++b)
          s.mbarriers[block * x.block_barriers + b].valid = true;
        did(l, e, false);
        return true;
      }
      case verb::fence_barrier_init: {  // "fence.mbarrier_init": prior inits by this thread
        int const e0 = s.init_event[p.all[l].block];
        if (e0 >= 0 && p.events[e0].lanes == l) put(lanes_set(l, async), e0);
        return true;
      }
      case verb::wait_on_dependent_grids: return put(lanes_set(l, generic), 0), true;
      default: return true;  // commits of groups (plan.hpp), launch_dependent_grids
    }
  }

  bool uses_barrier(int l, int e) {
    if (!p.has_inval) return true;
    if (!touch(l, e, lanes_set(l, generic), lanes_set(l, own))) return false;
    did(l, e, true);
    return true;
  }
};

}  // namespace random_protocols::oracle
