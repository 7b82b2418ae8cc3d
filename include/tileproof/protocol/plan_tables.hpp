// SPDX-License-Identifier: BSL-1.0
//
// Defines agent_info and ring_info, the entries of a protocol's tables, and plan_tables, which
// fills the tables. plan<P> has the tables of protocol P; tests fill tables at run time.
#pragma once

#include <tileproof/protocol/crew.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

using u64 = std::uint64_t;
// A set of agents, one bit each.
using agent_set = u64;
constexpr agent_set agent_bit(int agent) { return agent_set{1} << agent; }

// An agent: a thread of a role in a block, or several threads that act alike, which the proof steps
// together. Its group is its role in its block: the agents [first,last).
struct agent_info {
  int role, block, instance, group, team;
  int threads;  // threads of its group
  int first, last;
  int first_warp;  // the first warp of its role, in its block
  int weight;      // its threads: its arrivals at an mbarrier or a barrier of a warp
  int at_warps;    // the threads that barriers of whole warps count, idle lanes included
  int warp;        // its warp: 0 the first, 1 another one, 2 all that are left
  int like;        // the first agent of its group that does the same
  // Whether its role elects a thread; whether this agent stands for all other threads, and whether
  // these read or write.
  bool elects, is_for_all, reads, writes;
  bool is_leader;     // it leads a warp
  bool has_leaders;   // the leaders of warps in its role are agents of their own
  bool is_lane;       // its role has one thread, beside idle lanes
  bool waits_as_one;  // it belongs to a warpgroup whose wait for a wgmma counts for all four warps
  constexpr bool leads() const { return is_leader; }
  // Whether its wait for a wgmma counts. A warp executes wgmma.wait_group as one, so if leaders are
  // agents of their own, only their waits count.
  constexpr bool waits_for_warp() const { return !has_leaders || is_leader; }
};
// A part of a resource in a block: `stages` cells from `cell` on. A resource that blocks share is
// in block 0.
struct ring_info {
  int resource, block, part, stages, amount, cell;
  sort is;
  constexpr bool is_barrier() const { return is >= sort::mbarrier; }
};

namespace detail {

// The tables of a plan, with room for these numbers of entries.
template <int Agents, int Rings, int Cells, int Resources, int Roles>
struct plan_tables {
  agent_info agent[Agents]{};
  ring_info ring[Rings]{};
  short ring_of[Cells]{};
  int first_ring[Resources]{};
  int parts[Resources]{};
  int warp_ring[Roles + 1]{};  // the barrier of a role's first warp, among the barriers of warps

  // Adds the barriers of a role's warps; the third one belongs to all warps that are left.
  constexpr void put_warps(int& w, int first, int role, int threads, int warps, int warps_of_all,
                           int blocks) {
    warp_ring[role] = w;
    for (int b = 0; b < blocks && warps == 3; ++b)
      ring[first + b * warps_of_all + w + 2].amount = threads - 64;
    w += warps;
  }
  constexpr void put(int block, int group, int& a, int role, int threads, int warps, int first_warp,
                     int team, crew const& crew, bool is_lane) {
    int const count = crew.agents;
    // With 5 agents: the elected thread, two leaders of other warps, two others. With 4 agents the
    // leader is last.
    int const leaders = count >= 4 ? (threads + 31) / 32 - 1 : 0;
    int const others = threads - 1 - leaders;
    int const left = threads - 64;  // threads of all warps but two
    int const by_warps[] = {1, 31, 1, 1, 30, left / 32, left - left / 32};
    int const warp[] = {0, 0, 1, 1, 1, 2, 2};
    int first_other = -1;
    int first_leader = -1;
    for (int i = 0; i < count; ++i) {
      int const w = crew.by_warps          ? by_warps[i]
                    : i == 0               ? 1
                    : count == 5 && i == 2 ? leaders - 1
                    : count == 5 && i == 4 ? others - 1
                    : count == 4 && i == 2 ? others - 1
                    : count == 3 && i == 2 ? threads - 2
                    : count == 2           ? threads - 1
                                           : 1;
      bool const leads = i == 0 || (crew.by_warps ? i == 2 || i == 5
                                    : count == 5  ? i <= 2
                                                  : count == 4 && i == 3);
      int& first = leads ? first_leader : first_other;
      if (i > 0 && first < 0) first = a + i;
      agent[a + i] = {role,
                      block,
                      i,
                      group,
                      team,
                      threads,
                      a,
                      a + count,
                      first_warp,
                      w,
                      i == 0 ? 32 * warps - (threads - 1) : w,
                      crew.by_warps ? warp[i] : 0,
                      i == 0 || !crew.elects ? a : first,
                      crew.elects,
                      count == 2 && crew.elects && i == 1,
                      crew.others_read,
                      crew.others_write,
                      leads,
                      count >= 4,
                      is_lane,
                      crew.waits_as_one};
    }
    a += count;
  }
  constexpr void put(int& k, int& r, int& cell, sort is, int stages, int amount, int count,
                     int in_blocks) {
    first_ring[k] = r;
    parts[k] = count;
    for (int b = 0; b < in_blocks; ++b)
      for (int p = 0; p < count; ++p) {
        ring[r] = {k, b, p, stages, amount, cell, is};
        for (int s = 0; s < stages; ++s) ring_of[cell++] = static_cast<short>(r);
        ++r;
      }
    ++k;
  }
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
