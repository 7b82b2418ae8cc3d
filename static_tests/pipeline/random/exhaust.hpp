// SPDX-License-Identifier: BSL-1.0
//
// Defines exhaust(protocol, trips, limit): executes a protocol in all schedules of one list of trip
// counts, as a search over states; `undecided` where there are more than `limit`. Use it for tiny
// protocols, of a few warps.
//
// Only instructions that others can observe in an order are branched on. Accesses to data, fences
// and commits are executed at once: whether two accesses race does not depend on which of them
// comes first, and the second of them finds it.
#pragma once

#include "oracle.hpp"

#include <unordered_set>

namespace random_protocols {

namespace oracle {

inline bool is_observed(verb v) {
  switch (v) {
    case verb::read:
    case verb::write:
    case verb::update:
    case verb::fetch:
    case verb::cp_async:
    case verb::cp_async_fence:
    case verb::cp_async_wait:
    case verb::tma_load:
    case verb::tma_load_multicast:
    case verb::tma_store:
    case verb::tma_store_arrive:
    case verb::tma_store_wait:
    case verb::gemm:
    case verb::warpgroup_arrive:
    case verb::warpgroup_commit_batch:
    case verb::fence_view_async_shared:
    case verb::sync_warp:
    case verb::fence_barrier_init:
    case verb::launch_dependent_grids:
    case verb::wait_on_dependent_grids:
    case verb::cp_async_arrive: return false;
    default: return true;
  }
}

class search {
  struct hash {
    std::uint64_t a = 0x243f6a8885a308d3ULL, b = 0x13198a2e03707344ULL;
    void add(std::uint64_t v) {
      a = (a ^ v) * 0x9e3779b97f4a7c15ULL, a ^= a >> 29;
      b = (b + v) * 0xc2b2ae3d27d4eb4fULL, b ^= b >> 31;
    }
  };
  struct same {
    std::size_t operator()(std::pair<std::uint64_t, std::uint64_t> const& p) const {
      return std::size_t(p.first ^ p.second);
    }
  };
  machine& m;
  long limit;
  std::unordered_set<std::pair<std::uint64_t, std::uint64_t>, same> seen;

  std::pair<std::uint64_t, std::uint64_t> key() const {
    hash h;
    state const& s = m.s;
    for (auto const w : s.bits) h.add(w);
    for (auto const& l : s.of)
      h.add(l.pc | unsigned(l.in_barrier) << 16 | unsigned(l.ended) << 17 |
            std::uint64_t(std::uint16_t(l.cluster)) << 20 | std::uint64_t(l.registers) << 40);
    for (auto const& b : s.mbarriers)
      h.add(std::uint64_t(b.pending) | std::uint64_t(std::uint32_t(b.tx)) << 21), h.add(b.phase);
    for (auto const& n : s.named) h.add(n.arrived | std::uint64_t(n.waits) << 32);
    for (auto const& f : s.flags)
      for (auto const w : f.known) h.add(w);
    for (auto const& i : s.issues)
      for (auto const w : i.known) h.add(w);
    for (auto c : s.cells) {
      h.add(c.size());
      for (auto const e : c) h.add(e);
    }
    std::uint64_t tasks = 0;  // a set
    for (auto const& t : s.tasks) {
      hash one;
      one.add(t.lanes), one.add(t.pc), one.add(t.target);
      tasks += one.a;
    }
    h.add(tasks), h.add(std::uint64_t(s.cluster_generation));
    return {h.a, h.b};
  }

  bool observed(int l) const {
    op const* const o = m.next(l);
    return !o || is_observed(o->does) || (o->is_flag && o->does != verb::read);
  }

  // All that others cannot observe, by all lanes.
  bool advance() {
    for (bool moved = true; moved;) {
      moved = false;
      for (int l = 0; l < int(m.p.all.size()); ++l)
        while (m.can_run(l) && !observed(l) && m.step(l)) moved = true;
      if (m.failed.why != reason::none) return false;
    }
    return true;
  }

 public:
  long states = 0;
  search(machine& runs, long most) : m(runs), limit(most) {}

  // A failure, none, or undecided (false in `complete`).
  reason visit(bool& complete) {
    if (!advance()) return m.failed.why;
    if (!seen.insert(key()).second) return reason::none;
    if (++states > limit) return complete = false, reason::none;
    state const here = m.s;
    bool moved = false;
    int const lanes = int(m.p.all.size());
    for (int c = 0; c < lanes + int(here.tasks.size()) && complete; ++c) {
      bool went;
      if (c < lanes) {
        if (!m.can_run(c)) continue;
        went = m.step(c);
      } else {
        went = m.finish_task(c - lanes);
      }
      if (m.failed.why != reason::none) return m.failed.why;
      if (!went) continue;
      moved = true;
      if (reason const why = visit(complete); why != reason::none) return why;
      m.s = here;
    }
    return moved || m.all_ended() || !complete ? reason::none : reason::hang;
  }
};

}  // namespace oracle

inline verdict exhaust(protocol const& p, trips const& t, long limit = 20000) {
  verdict v;
  v.of = t;
  v.exhausted = true;
  if (v.why = illegal(p); v.why != reason::none) return v.is_static = true, v;
  program const x = unroll(p, t);
  oracle::plan const made = oracle::make_plan(x);
  if (v.why = made.fault; v.why != reason::none) return v.is_static = true, v;
  oracle::machine m(made);
  m.start();
  oracle::search s(m, limit);
  bool complete = true;
  v.why = s.visit(complete);
  v.what = m.failed;
  v.states = s.states;
  v.undecided = !complete && v.why == reason::none;
  return v;
}

}  // namespace random_protocols
