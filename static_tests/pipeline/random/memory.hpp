// SPDX-License-Identifier: BSL-1.0
//
// Defines memory: happens-before as sets of events, and the check of each access against those
// before it. `state` holds everything that changes during a run, so that it can be copied and
// compared.
//
// PTX ISA, "Memory Consistency Model":
// - "Causality order", "Conflict and Data-races": two overlapping accesses, one of them a write,
//   race unless one comes before the other in causality order. Here all accesses of the data are
//   weak.
// - "Proxies": accesses through different proxies are ordered only with a proxy fence on the path.
//   So lanes have two sets: `generic`, the events that their ordinary accesses may rely on, and
//   `async`, those that their wgmma and bulk copies may. fence.proxy.async copies from the first to
//   the second. "Async proxy": completion of a bulk copy (and of wgmma) is followed by an implicit
//   fence, so completed asynchronous events are in both.
// - "cp.async" (not bulk) accesses memory through the generic proxy.
// - The warp is no scope: what lanes did themselves is known to each thread for its own part
//   (`own`), and to the others only after a barrier or bar.warp.sync.
#pragma once

#include "plan.hpp"

#include <cstring>

namespace random_protocols::oracle {

struct failure {
  reason why = reason::none;
  int lanes = -1, pc = -1;  // who did it, and its position
  int earlier = -1;         // the event that it should have been ordered after
};

struct mbarrier_state {
  int pending = 0, tx = 0, phase = 0;
  bool valid = false;
};
struct named_state {
  int arrived_threads = 0;
  std::uint32_t arrived = 0, waits = 0, before = 0;  // warps; those of the last use
};
struct task {                       // what the hardware does at a time of its own
  std::uint16_t lanes, pc, target;  // target: block of a bulk copy's destination
  bool is_copy_arrival;
  std::uint32_t priority;
};
struct lanes_state {
  std::uint16_t pc = 0;
  bool in_barrier = false, ended = false;
  std::int16_t cluster = -1;  // the generation at which it has arrived
  std::int16_t registers = 0;
};
struct flag_state {
  std::vector<int> counts;
  std::vector<std::uint64_t> known;
};

struct issue_state {  // of a wgmma, where a warpgroup waits as one
  int lanes, pc;
  std::vector<std::uint64_t> known;  // the generic set, and the async one
};

struct state {
  std::vector<std::uint64_t> bits;  // all sets of events
  std::vector<lanes_state> of;
  std::vector<mbarrier_state> mbarriers;
  std::vector<named_state> named;  // 16 of each block
  std::vector<flag_state> flags;
  std::vector<std::vector<std::uint16_t>> cells;  // accesses that a later one must come after
  std::vector<int> last_write;                    // of each cell: the event; -1: none
  std::vector<int> init_event, free_registers, live_threads;
  int cluster_generation = 0, ended_blocks = 0;
  std::vector<task> tasks;
  std::vector<issue_state> issues;
};

// The sets of lanes, of a barrier's current phase and of its last one.
enum set : int { generic, async, own, own_async, issue, issue_async };
inline constexpr int sets_of_lanes = 6;

class memory {
 public:
  plan const& p;
  program const& x;
  state s;
  failure failed;
  program* records = nullptr;  // filled with the token that each access reads
  bool tolerates = false;

  explicit memory(plan const& made) : p(made), x(*made.of) {}

 protected:
  using word64 = std::uint64_t;
  int W() const { return p.sets; }
  word64* lanes_set(int l, int which) {
    return &s.bits[std::size_t(l * sets_of_lanes + which) * W()];
  }
  std::size_t after_lanes() const { return p.all.size() * sets_of_lanes * std::size_t(W()); }
  // The sets of mbarrier b: 0 and 1 are the current phase's generic and async set; 2 and 3 are
  // added by arrivals of scope .cluster for waits of that scope; 4 to 7 are those of the completed
  // phase.
  word64* barrier_set(int b, int which) {
    return &s.bits[after_lanes() + std::size_t(b * 8 + which) * W()];
  }
  word64* named_set(int block, int id, int which) {
    return &s.bits[after_lanes() +
                   std::size_t(x.blocks * x.block_barriers * 8 + (block * 16 + id) * 2 + which) *
                       W()];
  }
  word64* cluster_set(int which) {
    return &s.bits[after_lanes() +
                   std::size_t(x.blocks * x.block_barriers * 8 + x.blocks * 32 + which) * W()];
  }
  word64* issued() { return cluster_set(4); }
  std::size_t total_bits() const {
    return after_lanes() + std::size_t(x.blocks * x.block_barriers * 8 + x.blocks * 32 + 5) * W();
  }

  static bool has(word64 const* set, int e) { return set[e / 64] >> (e % 64) & 1; }
  static void put(word64* set, int e) { set[e / 64] |= word64(1) << (e % 64); }
  void join(word64* to, word64 const* from) const {
    for (int i = 0; i < W(); ++i) to[i] |= from[i];
  }
  void join_only(word64* to, word64 const* from, word64 const* mask) const {
    for (int i = 0; i < W(); ++i) to[i] |= from[i] & mask[i];
  }
  void clear(word64* set) const { std::memset(set, 0, std::size_t(W()) * 8); }

  // With `tolerates` a run goes on after what only data can show.
  static bool is_of_data(reason why) {
    return why == reason::race || why == reason::proxy || why == reason::unwritten ||
           why == reason::prior_grid || why == reason::in_flight;
  }
  bool fail(reason why, int lanes, int earlier = -1) {
    if (tolerates && is_of_data(why)) return true;
    if (failed.why == reason::none) failed = {why, lanes, s.of[lanes].pc, earlier};
    return false;
  }
  bool knows(int l, int e) { return has(lanes_set(l, generic), e) || has(lanes_set(l, own), e); }

  // An event of these lanes themselves: each of several lanes knows only its own part.
  void did(int l, int e, bool for_async) {
    bool const one = p.all[l].count == 1;
    put(lanes_set(l, one ? generic : own), e);
    if (for_async) put(lanes_set(l, one ? async : own_async), e);
  }
  // A finished asynchronous event, known to all these lanes ("Async proxy": implicit fence).
  void finished(int l, int e) { put(lanes_set(l, generic), e), put(lanes_set(l, async), e); }

  // Everything that these lanes can publish by a barrier at which all of them arrive.
  void publish(word64* to_generic, word64* to_async, int l) {
    join(to_generic, lanes_set(l, generic)), join(to_generic, lanes_set(l, own));
    join(to_async, lanes_set(l, async)), join(to_async, lanes_set(l, own_async));
  }
  void learn(int l, word64 const* from_generic, word64 const* from_async) {
    join(lanes_set(l, generic), from_generic), join(lanes_set(l, async), from_async);
  }

  bool conflict(access const& y, access const& a) const {
    if (!y.writes && !a.writes) return false;
    bool const both = y.writes && a.writes && !y.is_async && !a.is_async && y.tag == a.tag;
    return !(both && (y.lanes != a.lanes || (!a.is_copy && !y.is_copy)));
  }

  // A write may follow write number i of the list if it follows a read that came after that one:
  // an arrival from another block publishes its reads alone, and they imply the write.
  bool overwritten_after_read(std::vector<std::uint16_t> const& list, std::size_t i,
                              word64 const* may, word64 const* may2) const {
    for (std::size_t k = i + 1; k < list.size(); ++k)
      if (!p.events[list[k]].writes && (has(may, list[k]) || (may2 && has(may2, list[k]))))
        return true;
    return false;
  }

  // Access e by lanes l, allowed by `may` or `may2`; and by `may3` or `may4` too, if these are
  // given: of the other lanes of a warp that execute an instruction together.
  bool touch(int l, int e, word64 const* may, word64 const* may2 = nullptr,
             word64 const* may3 = nullptr, word64 const* may4 = nullptr) {
    access const& a = p.events[e];
    if (a.block != 255 && a.is_remote) {
      // "Distributed shared memory": all blocks must have started, and none may have ended.
      if (!knows(l, 1 + a.block)) return fail(reason::remote, l);
    }
    if (a.block != 255 && s.ended_blocks >> a.block & 1) return fail(reason::remote, l);
    put(issued(), e);
    if (a.cell < 0) return true;
    auto& list = s.cells[a.cell];
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto const y = list[i];
      if (!conflict(p.events[y], a)) continue;
      bool const ordered = ((has(may, y) || (may2 && has(may2, y))) &&
                            (!may3 || has(may3, y) || (may4 && has(may4, y)))) ||
                           (p.events[y].lanes == a.lanes && knows(l, y) &&
                            p.events[y].tag == a.tag && a.writes && p.events[y].writes);
      if (ordered || (a.writes && !a.updates && overwritten_after_read(list, i, may, may2)))
        continue;
      return fail(a.is_async && knows(l, y) ? reason::proxy : reason::race, l, y);
    }
    // Earlier accesses by the same lanes in the same way are implied from now on.
    for (std::size_t i = 0; i < list.size();) {
      access const& y = p.events[list[i]];
      bool const implied = y.lanes == a.lanes && y.writes == a.writes && y.is_async == a.is_async &&
                           y.is_copy == a.is_copy && (!a.writes || y.tag == a.tag) &&
                           has(lanes_set(l, generic), list[i]);
      if (implied)
        list.erase(list.begin() + long(i));
      else
        ++i;
    }
    list.push_back(std::uint16_t(e));
    return true;
  }

  // The token that a read finds; false: nobody has written the cell.
  bool sees(int l, op const& o, int operand) {
    int const w = s.last_write[o.cell[operand]];
    if (w < 0) return fail(reason::unwritten, l);
    if (records) {
      lanes const& a = p.all[l];
      auto const at = p.words[a.word].at[s.of[l].pc];
      records->words[a.block][a.role][at].expects[operand] =
          o.does == verb::update ? part_of(l, o.cell[operand]) : std::uint8_t(w);
    }
    return true;
  }
  void leaves(int l, int cell, op const& o) {
    s.last_write[cell] = o.token;
    if (!records) return;
    // In a call by several threads of a role each thread writes its own part.
    lanes const& a = p.all[l];
    for (int k = 0; k < int(p.all.size()); ++k) {
      lanes const& b = p.all[k];
      bool const calls = o.by == who::all || (o.by == who::leaders && b.is_lane0);
      bool const has_own_part = k != l && calls && b.role == a.role && b.block == a.block;
      if (!has_own_part) part_of(k, cell) = o.token;
    }
  }

 private:
  std::vector<std::uint8_t> parts_;  // for each lanes the token in its part of each cell
  std::uint8_t& part_of(int l, int cell) {
    parts_.resize(p.all.size() * s.cells.size());
    return parts_[std::size_t(l) * s.cells.size() + std::size_t(cell)];
  }
};

}  // namespace random_protocols::oracle
