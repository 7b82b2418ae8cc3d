// SPDX-License-Identifier: BSL-1.0
//
// Defines plan: what the oracle knows of a program before it runs. The threads of a warp that do
// the same are one entity, `lanes`; where lane 0 is elected it is an entity of its own, since PTX
// lets it run ahead of or behind the other 31. Each access to memory is an event with a number, so
// that "happens before" is a set of bits.
#pragma once

#include "program.hpp"

namespace random_protocols::oracle {

inline constexpr std::uint16_t no_event = 0xffff;

// The instructions of a role that one kind of its lanes executes.
struct word {
  std::vector<std::uint16_t> at;          // index of the op in the role's list
  std::vector<std::uint16_t> event;       // the first event, counted from the lanes' first
  std::vector<std::uint16_t> from, upto;  // a wait for groups: ops at positions [from, upto) end
  int events = 0;
};

struct lanes {
  int block, role, warp, count, word, first_event;
  int other = -1;  // the other lanes of this warp
  bool is_lane0 = false;
};

// An access to memory, known before the run.
struct access {
  std::int16_t cell = no_index;
  std::uint16_t lanes = 0;
  // Writes of one tag are of disjoint parts, each thread's own: those of one call, or those of a
  // role that state the same partition.
  std::uint32_t tag = 0;
  std::uint8_t block = 255;  // whose shared memory; 255: global
  bool writes = false, is_async = false, is_copy = false, is_remote = false;
  bool updates = false;  // reads what it writes
};

inline int events_of(program const& x, op const& o, int block, bool has_inval) {
  bool const on_mbarrier = o.barrier >= 0 && !o.is_flag && !o.is_named;
  switch (o.does) {
    case verb::read:
    case verb::write:
    case verb::update: return o.operands;
    case verb::cp_async:
    case verb::tma_store:
    case verb::initialize_barriers: return 1;
    case verb::tma_load: return 1;
    case verb::tma_load_multicast: return x.blocks;
    case verb::gemm: return o.operands;
    case verb::reg_alloc:
    case verb::reg_dealloc: return 1;
    case verb::arrive:
    case verb::arrive_release_cluster:
      return on_mbarrier && (has_inval || o.block != block) ? 1 : 0;
    case verb::wait:
    case verb::test_wait:
    case verb::wait_acquire_cluster:
    case verb::expect_tx:
    case verb::arrive_and_expect_tx:
    case verb::inval: return has_inval && on_mbarrier ? 1 : 0;
    default: return 0;
  }
}

struct plan {
  program const* of = nullptr;
  std::vector<word> words;
  std::vector<lanes> all;
  std::vector<access> events;  // 0: the grid before has ended; 1 + b: block b has started
  std::vector<std::vector<std::uint64_t>> in_block;  // events in block b's memory
  std::vector<std::vector<std::uint64_t>> must_end;  // those that its end must come after
  std::vector<std::uint64_t> reads;
  int sets = 0;  // words of 64 bits of a set of events
  bool has_inval = false;
  reason fault = reason::none;  // of registers: seen in each warp's own order
  op const& at(lanes const& l, int pc) const {
    return of->words[l.block][l.role][words[l.word].at[pc]];
  }
};

namespace detail {

// Positions of commits, and which operations each wait for groups completes: all but the most
// recent N groups ("cp.async.wait_group", "cp.async.bulk.wait_group", "wgmma.wait_group").
inline void count_groups(plan const& p, lanes const& l, word& w, verb commit, verb wait) {
  std::vector<int> commits;
  int last = 0;
  for (int i = 0; i < int(w.at.size()); ++i) {
    op const& o = p.at(l, i);
    if (o.does == commit) commits.push_back(i);
    if (o.does != wait) continue;
    int const k = int(commits.size()) - o.number;
    int const upto = k > 0 ? commits[k - 1] : 0;
    w.from[i] = std::uint16_t(last);
    w.upto[i] = std::uint16_t(upto > last ? upto : last);
    last = w.upto[i];
  }
}

// Accumulators are registers of the warp, so its own order decides. "wgmma.fence": needed before
// the first wgmma, and between another access of the registers and a wgmma that uses them; they
// must not be accessed before wgmma.wait_group has completed the group.
inline bool registers_are_fenced(plan const& p, lanes const& l, word const& w) {
  bool fenced = false;
  std::vector<int> pending(64, -1), touched(64, 0);
  for (int i = 0; i < int(w.at.size()); ++i) {
    op const& o = p.at(l, i);
    if (o.does == verb::warpgroup_arrive) fenced = true, touched.assign(64, 0);
    if (o.does == verb::gemm) {
      if (!fenced || touched[o.accumulator]) return false;
      pending[o.accumulator] = i;
    }
    if (o.does == verb::warpgroup_wait)
      for (int& last : pending)
        if (last < w.upto[i]) last = -1;
    bool const uses = o.does == verb::read || o.does == verb::write || o.does == verb::update;
    if (uses && o.accumulator >= 0) {
      if (pending[o.accumulator] >= 0) return false;
      touched[o.accumulator] = 1;
    }
  }
  for (int const last : pending)
    if (last >= 0) return false;  // a warp that ends with its wgmma under way
  return true;
}

inline void add_word(plan& p, lanes const& l, bool lane0, bool elected, bool is_idle) {
  word w;
  auto const& ops = p.of->words[l.block][l.role];
  for (int i = 0; i < int(ops.size()); ++i) {
    op const& o = ops[i];
    bool does = o.is_collective || o.by == who::all;
    if (is_idle) does = o.is_collective && (o.in == section::begin || o.in == section::finish);
    if (!o.is_collective && o.by == who::elected) does = elected && !is_idle;
    if (!o.is_collective && o.by == who::leaders) does = lane0 && !is_idle;
    if (!does) continue;
    w.at.push_back(std::uint16_t(i));
    w.event.push_back(std::uint16_t(w.events));
    w.events += events_of(*p.of, o, l.block, p.has_inval);
  }
  w.from.resize(w.at.size()), w.upto.resize(w.at.size());
  p.words.push_back(w);
  word& added = p.words.back();
  lanes here = l;
  here.word = int(p.words.size()) - 1;
  count_groups(p, here, added, verb::cp_async_fence, verb::cp_async_wait);
  count_groups(p, here, added, verb::tma_store_arrive, verb::tma_store_wait);
  count_groups(p, here, added, verb::warpgroup_commit_batch, verb::warpgroup_wait);
  if (!registers_are_fenced(p, here, added)) p.fault = reason::accumulator;
}

inline void add_lanes(plan& p, int block, int role_number) {
  role const& r = p.of->of->roles[role_number];
  bool elects = false, leads = false;
  for (op const& o : p.of->words[block][role_number]) {
    elects |= o.by == who::elected && !o.is_collective;
    leads |= o.by == who::leaders && !o.is_collective;
  }
  int const first = p.of->of->first_warp(role_number);
  int known[4] = {-1, -1, -1, -1};  // words: elected lane, leading lane, the rest, idle
  auto const add = [&](int warp, int count, int what) {
    lanes l{block, role_number, first + warp, count, 0, 0};
    l.is_lane0 = what < 2 || (what == 2 && count == 32);
    if (known[what] < 0) {
      known[what] = int(p.words.size());
      add_word(p, l, what < 2, what == 0, what == 3);
    }
    l.word = known[what];
    if (what == 3 && p.words[l.word].at.empty()) return -1;
    p.all.push_back(l);
    return int(p.all.size()) - 1;
  };
  for (int w = 0; w < r.warps; ++w) {
    bool const alone = r.threads == 1;
    if (alone ? w == 0 : leads || (elects && w == 0)) {
      int const a = add(w, 1, w == 0 ? 0 : 1), b = add(w, 31, alone ? 3 : 2);
      if (b >= 0) p.all[a].other = b, p.all[b].other = a;
    } else {
      add(w, 32, alone ? 3 : 2);
    }
  }
}

inline void add_events(plan& p, int who_numbers) {
  lanes& l = p.all[who_numbers];
  word const& w = p.words[l.word];
  l.first_event = int(p.events.size());
  program const& x = *p.of;
  bool const owns = l.other < 0 || l.other > who_numbers;  // of a collective: the first lanes
  for (int i = 0; i < int(w.at.size()); ++i) {
    op const& o = p.at(l, i);
    int const n = events_of(x, o, l.block, p.has_inval);
    for (int k = 0; k < n; ++k) {
      access e;
      e.lanes = std::uint16_t(who_numbers);
      e.block = o.block;
      e.is_remote = o.block != l.block;
      e.tag = std::uint32_t(l.block * 8 + l.role) << 20 |
              (o.partition >= 0 ? 1U << 19 | std::uint32_t(o.partition) : w.at[i]);
      switch (o.does) {
        case verb::read: e.cell = o.cell[k]; break;
        case verb::write:
        case verb::update:
          e.cell = o.cell[k], e.writes = true;
          e.updates = o.does == verb::update;
          break;
        case verb::cp_async: e.cell = o.cell[0], e.writes = e.is_copy = true; break;
        case verb::tma_store: e.cell = o.cell[0], e.is_async = true; break;
        case verb::tma_load: e.cell = o.cell[0], e.writes = e.is_async = true; break;
        case verb::tma_load_multicast:
          e.block = std::uint8_t(k), e.is_remote = k != l.block;
          e.cell = std::int16_t(o.cell[0] + (k - l.block) * x.block_cells);
          e.writes = e.is_async = true;
          break;
        case verb::gemm:
          if (owns) e.cell = o.cell[k], e.is_async = true;
          break;
        case verb::initialize_barriers: e.writes = true; break;
        case verb::reg_alloc:
        case verb::reg_dealloc: break;
        default:
          if (p.has_inval) e.cell = std::int16_t(x.cells() + o.barrier);
          e.writes = o.does == verb::inval;
      }
      if (e.cell >= x.blocks * x.block_cells && e.cell < x.cells()) e.block = 255;
      p.events.push_back(e);
    }
  }
}

}  // namespace detail

inline plan make_plan(program const& x) {
  plan p;
  p.of = &x;
  p.has_inval = x.of->uses(verb::inval);
  for (int b = 0; b < x.blocks; ++b)
    for (int r = 0; r < x.of->role_count; ++r) detail::add_lanes(p, b, r);
  p.events.resize(1 + x.blocks);
  for (int i = 0; i < int(p.all.size()); ++i) detail::add_events(p, i);
  p.sets = int(p.events.size() + 63) / 64;
  p.reads.assign(p.sets, 0);
  p.in_block.assign(x.blocks, p.reads);
  p.must_end.assign(x.blocks, p.reads);
  for (int e = 0; e < int(p.events.size()); ++e) {
    access const& a = p.events[e];
    std::uint64_t const bit = std::uint64_t(1) << (e % 64);
    // A start is no access: what a barrier of the cluster tells passes on with everything else.
    if (e > x.blocks && !a.writes) p.reads[e / 64] |= bit;
    if (e <= x.blocks || a.block == 255) continue;
    p.in_block[a.block][e / 64] |= bit;
    bool const outlives = a.is_async || a.is_copy || a.is_remote;
    if (outlives) p.must_end[a.block][e / 64] |= bit;
  }
  return p;
}

}  // namespace random_protocols::oracle
