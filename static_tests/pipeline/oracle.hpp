// SPDX-License-Identifier: BSL-1.0
//
// Defines oracle, a judge of scripts that shares no idea with the proof: it executes the actions as
// hardware does, in one schedule (`random_run`) or in all (`all_runs`).
//
// - An mbarrier is its phase bit, its pending count and its tx-count, which may be negative. It
// does
//   not know in which phase it is: a wait returns when the bit differs from the parity asked for.
// - A TMA load lands at any later moment; so does the arrival of cp.async.mbarrier.arrive.
// - Barriers of named threads, blocks, clusters and warps count lanes. A thread that has exited
//   counts as arrived at a cluster's barrier, as PTX has it.
// - A flag is an integer, which arrivals increase, and the union of what those who arrived knew. A
//   wait returns when the integer is large enough, and learns all of it: also what came later.
// - setmaxnreg takes registers from a pool of the block, agent by agent, and waits for them.
// - "Happens before" is, for each agent, the set of the accesses that are over for it; a second set
//   has those that a fence has made visible to the async proxy. A barrier hands on the sets of
//   those that arrived in its last phase.
//
// - A wgmma reads for each of its four warps, until that warp has waited for it. A waiter learns
//   nothing of the other warps, but what the threads of his warp knew at the issue. Where a
//   protocol states warpgroup_waits_as_one, a wgmma is one operation, over for all where one has
//   waited.
//
// - An arrival at another block's mbarrier, of scope .cta, brings no writes of threads, and of TMA
//   loads that they are over, not their bytes; that of cp.async.mbarrier.arrive brings the thread's
//   cp.async alone.
// - fence.proxy.async is .shared::cta: of the accesses of its own block's memory.
// - A block of a cluster may start as late as the others' first barrier.
//
// - tcgen05.mma and .cp by a thread are over for who has waited for an arrival of its
//   tcgen05.commit, which comes at any later moment; tcgen05.ld and .st by a warp after its wait.
//   Accesses of tensor memory by two threads also need tcgen05.fence::before_thread_sync, or the
//   commit, in the one, and tcgen05.fence::after_thread_sync in the other, after it knows of both;
//   the second one also between a thread's own commit and what comes after it.
//   One thread's tcgen05.mma into one accumulator, and its tcgen05.mma after .cp, need nothing
//   (PTX, "tcgen05 Memory Consistency Model"). Each warp of a role has lanes of its own.
// - Tensor memory is there from tcgen05.alloc to .dealloc, by one warp each.
//
// Axioms: in one call the threads of a role write each its own elements; a protocol's own.
#pragma once

#include "script.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <unordered_set>

namespace tileproof::pipeline::judge {

enum class blame : unsigned char {
  none,
  race,
  unwritten,
  no_proxy_fence,
  no_wgmma_fence,
  uninitialised,
  arrivals,  // more than the barrier has, or by parts of warps, or a half of a cluster's barrier
  bytes,     // more than an mbarrier counts
  hang,
  in_flight,  // at the end of a block
  registers,
  collective,  // threads of a warpgroup give wgmma different operands, or are not 128
  prior_grid,
  illegal,      // no instruction does it
  not_started,  // memory of a block that may not run
  no_tcgen05_fence,
  allocation,  // tensor memory that is not allocated, or never freed
  room,        // no verdict
};
inline char const* text_of(blame b) {
  constexpr char const* names[] = {
      "-",          "race",    "unwritten",   "no proxy fence",   "no wgmma.fence", "uninitialised",
      "arrivals",   "bytes",   "hang",        "in flight",        "registers",      "collective",
      "prior grid", "illegal", "not started", "no tcgen05.fence", "allocation",     "room"};
  return names[static_cast<int>(b)];
}

// A set of accesses.
template <int Words>
struct access_set {
  std::array<u64, Words> w{};
  void put(int i) { w[static_cast<std::size_t>(i / 64)] |= u64{1} << i % 64; }
  void drop(int i) { w[static_cast<std::size_t>(i / 64)] &= ~(u64{1} << i % 64); }
  bool has(int i) const { return (w[static_cast<std::size_t>(i / 64)] >> i % 64 & 1) != 0; }
  bool any() const {
    for (u64 const x : w)
      if (x != 0) return true;
    return false;
  }
  access_set& operator|=(access_set const& o) {
    for (std::size_t i = 0; i < Words; ++i) w[i] |= o.w[i];
    return *this;
  }
};

template <class P, int Words = 4>
class oracle {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int A = plan_t::agents;
  static constexpr int C = plan_t::cells;
  static constexpr bool as_one = plan_t::waits_as_one;
  using set = access_set<Words>;
  // After the accesses: that a block's mbarriers are initialised, that it runs, that the grids
  // before are over.
  static constexpr int most = Words * 64 - 3 * plan_t::blocks - 1;
  static int init_of(int block) { return most + block; }
  static int runs_of(int block) { return most + plan_t::blocks + block; }
  static int allocation_of(int block) { return most + 2 * plan_t::blocks + block; }
  static constexpr int prior_grid = Words * 64 - 1;

  // The facts that an agent or a barrier has. ordered: writes, before whoever writes next alone;
  // sent: accesses of tensor memory, before a fence of their thread.
  struct facts {
    set over, fenced, ordered, sent;
    void join(facts const& o) {
      over |= o.over, fenced |= o.fenced, ordered |= o.ordered, sent |= o.sent;
    }
  };
  struct barrier {
    int parity = 0, pending = 0, tx = 0, absent = 0;
    unsigned came = 0;  // agents, in this phase; at barriers of lanes
    facts arriving, last;
  };
  struct flight {
    int id;     // an access; -1 - cell: registers
    int batch;  // the number of its group among those committed; -1: not yet, or none is
    group kind;
    int issue;  // of wgmma: in `issues`
  };
  struct late_arrival {
    int agent, at;  // at: in its script
    facts known;
  };

 public:
  script<P> const& s;
  blame why = blame::none;
  int culprit = -1;

  explicit oracle(script<P> const& of) : s(of) {
    if (static_cast<int>(s.accesses.size()) > most || !s.is_whole) {
      why = blame::room;
      return;
    }
    relied_on_.resize(s.accesses.size());
    for (int c = 0; c < C; ++c) barrier_of(c).pending = s.ring(c).amount;
    for (int a = 0; a < A; ++a)
      for (int b = 0; b < plan_t::blocks; ++b) {
        if (!s.initialises) know_[a].over.put(init_of(b)), know_[a].fenced.put(init_of(b));
        if (!allocates()) know_[a].over.put(allocation_of(b));
        // The machine initialises barriers between two barriers of the cluster.
        if (b == table.agent[a].block || (!s.initialises && has_mbarriers()))
          know_[a].over.put(runs_of(b));
      }
    for (int& j : joined_) j = -1;
    for (int a = 0; a < A; ++a) registers_[a] = at_launch();
    for (int a = 0; a < A; ++a) finish(a);
  }

  // ---- schedules
  // One schedule at random; why: its verdict.
  void random_run(std::mt19937& g) {
    int const style = static_cast<int>(g() % 4);
    int const haste = static_cast<int>(g() % 3);  // of what is under way: at once, late, any time
    unsigned rank[A];  // style 3: who has the least goes on; now and then another is put last
    for (unsigned& r : rank) r = g();
    while (why == blame::none) {
      int const n = static_cast<int>(air_.size() + late_.size());
      if (n > 0 && (haste == 0 || (haste == 2 && g() % 4 == 0))) {
        land(static_cast<int>(g() % static_cast<unsigned>(n)));
        continue;
      }
      int order[A];
      for (int i = 0; i < A; ++i) order[i] = i;
      if (style == 3) {
        if (g() % 16 == 0) rank[g() % A] = g();
        std::sort(order, order + A, [&](int a, int b) { return rank[a] < rank[b]; });
      } else {
        std::shuffle(order, order + A, g);
      }
      bool went_on = false;
      for (int const a : order) {
        int burst = style == 1 ? 1 + static_cast<int>(g() % 20) : style == 2 ? 1000 : 1;
        while (burst-- > 0 && why == blame::none && step(a)) went_on = true;
        if (went_on || why != blame::none) break;
      }
      if (went_on || why != blame::none) continue;
      if (n == 0) break;
      land(static_cast<int>(g() % static_cast<unsigned>(n)));
    }
    if (why == blame::none) end();
  }

  // All schedules. States are counted in `states`; after `room` of them it gives up (blame::room).
  //
  // Fewer schedules than all are enough. An action that only its agent can notice (an access, a
  // group, a fence) may be run before anything else: nobody else's action changes what its agent
  // knows or what it does, and of two accesses that conflict and that nothing orders, the later one
  // is refused, whichever that is, for the knowledge of both is older. So these commute with all
  // other actions, up to a failure that both orders have. Programs have no loops: none is postponed
  // for ever. Actions that touch a barrier or the pool of registers, or end an agent, are run in
  // all orders. States are told apart by a hash of 128 bits.
  static blame all_runs(script<P> const& of, long& states, long room) {
    struct hash_of {
      std::size_t operator()(std::array<u64, 2> const& h) const { return h[0]; }
    };
    std::unordered_set<std::array<u64, 2>, hash_of> seen;
    std::vector<oracle> stack{oracle(of)};
    while (!stack.empty()) {
      oracle now = std::move(stack.back());
      stack.pop_back();
      for (bool again = true; again && now.why == blame::none;) {
        again = false;
        for (int a = 0; a < A && now.why == blame::none; ++a)
          while (now.why == blame::none && now.is_local(a) && now.step(a)) again = true;
      }
      if (now.why != blame::none) return now.why;
      if (!seen.insert(now.hash()).second) continue;
      if (++states > room) return blame::room;
      bool went_on = false;
      for (int a = 0; a < A; ++a) {
        if (now.is_local(a) || !now.may_step(a)) continue;
        oracle next = now;
        if (!next.step(a) && next.why == blame::none) continue;
        if (next.why != blame::none) return next.why;
        went_on = true;
        stack.push_back(std::move(next));
      }
      for (int i = 0; i < static_cast<int>(now.air_.size() + now.late_.size()); ++i) {
        oracle next = now;
        next.land(i);
        if (next.why != blame::none) return next.why;
        went_on = true;
        stack.push_back(std::move(next));
      }
      if (went_on) continue;
      now.end();
      if (now.why != blame::none) return now.why;
    }
    return blame::none;
  }

 private:
  int pc_[A]{};
  int joined_[A]{};    // the cell of the barrier that it waits at for all
  bool between_[A]{};  // the halves of a cluster's barrier
  bool is_open_[A]{};  // and its phase is not complete
  bool is_over_[A]{};
  int left_[plan_t::blocks] = {};  // agents that have exited
  int batches_[A][6]{};            // groups committed
  int registers_[A]{};
  bool resized_[A]{};  // and its warpgroup has not met since
  int pool_[plan_t::blocks]{};
  std::vector<action> together_[plan_t::groups];  // what warps execute as one, so far
  int executed_[A]{};                             // and how many of these an agent has
  access_set<(C + 63) / 64> clean_[A];            // cells of accumulators after a wgmma.fence
  bool is_initialised_[plan_t::blocks]{};
  bool is_allocated_[plan_t::blocks]{};
  bool allocates_no_more_[plan_t::blocks]{};
  set after_[A];  // accesses of tensor memory before a fence of another thread, and then of this
  bool written_[C]{};
  set issued_;
  std::vector<set> relied_on_;  // of each access, what was over for its thread when it began
  facts know_[A];
  barrier barriers_[C];
  long count_[plan_t::rings]{};  // of flags
  facts brought_[plan_t::rings];
  std::vector<flight> flights_[A];
  std::vector<facts> issues_[plan_t::groups];
  std::vector<int> air_;  // loads that have not landed
  std::vector<late_arrival> late_;

  barrier& barrier_of(int cell) { return barriers_[cell]; }
  static int at_launch() {
    if constexpr (requires { P::registers; }) {
      return P::registers;
    } else {
      int const r = 65536 / plan_t::of_roles::threads / 8 * 8;
      return r > 248 ? 255 : r;
    }
  }
  bool fail(blame b, int a = -1) {
    if (why == blame::none) why = b, culprit = a;
    return false;
  }
  bool is_done(int a) const { return pc_[a] == static_cast<int>(s.of[a].size()); }
  bool may_step(int a) const { return joined_[a] < 0 && !is_done(a); }
  action head(int a) const { return s.of[a][static_cast<std::size_t>(pc_[a])]; }
  // Whether only a notices its next action.
  bool is_local(int a) const {
    if (!may_step(a) || pc_[a] + 1 == static_cast<int>(s.of[a].size())) return false;
    switch (head(a).what()) {
      case op::load:
      case op::store:
      case op::gemm:
      case op::copy:
      case op::read:
      case op::write:
      case op::accumulate:
      case op::umma_operand:
      case op::umma_read:
      case op::umma_write:
      case op::umma_copy:
      case op::tmem_load:
      case op::tmem_store:
      case op::fence_tcgen05:
      case op::commit:
      case op::complete:
      case op::fence_proxy:
      case op::fence_registers:
      case op::fence_init:
      case op::grid_wait:
      case op::grid_launch:
      case op::fetch: return true;
      default: return false;
    }
  }

  // ---- barriers
  static int lanes(int a, sort of) {
    auto const& me = table.agent[a];
    return of == sort::mbarrier || of == sort::flag || of == sort::warp_barrier ? me.weight
                                                                                : me.at_warps;
  }
  static bool has_mbarriers() {
    for (ring_info const& r : table.ring)
      if (r.is == sort::mbarrier) return true;
    return false;
  }
  // The facts that another block learns of this thread, or of its cp.async alone.
  facts released(facts k) const {
    for (std::size_t i = 0; i < s.accesses.size(); ++i) {
      int const id = static_cast<int>(i);
      op const by = s.accesses[i].by;
      // A read that is over has seen what its thread relied on: the next write comes after that
      // too.
      if (!writes(by) && k.over.has(id)) k.ordered |= relied_on_[i];
      if (by == op::write || by == op::copy) k.over.drop(id);
      if (writes(by)) k.fenced.drop(id);
    }
    return k;
  }
  bool allocates() const {
    for (auto const& of : s.of)
      for (action const x : of)
        if (x.what() == op::allocate) return true;
    return false;
  }
  static bool is_umma(op o) {  // tcgen05.mma and .cp
    return o == op::umma_operand || o == op::umma_read || o == op::umma_write || o == op::umma_copy;
  }
  static bool is_tensor(op o) {
    return o == op::umma_read || o == op::umma_write || o == op::umma_copy || o == op::tmem_load ||
           o == op::tmem_store;
  }
  // The facts that a commit brings: the thread's tcgen05.mma and .cp so far, and the asynchronous
  // accesses that were over for it when it issued one of these.
  facts committed(int a) const {
    facts k;
    for (std::size_t i = 0; i < s.accesses.size(); ++i) {
      int const id = static_cast<int>(i);
      access const& x = s.accesses[i];
      if (x.agent != a || !is_umma(x.by) || !issued_.has(id)) continue;
      k.over.put(id), k.sent.put(id);
      for (std::size_t n = 0; n < s.accesses.size(); ++n) {
        op const by = s.accesses[n].by;
        int const other = static_cast<int>(n);
        if (by != op::load && by != op::store && !is_umma(by) && !is_tensor(by)) continue;
        if (relied_on_[i].has(other)) k.over.put(other);
        if (relied_on_[i].has(other) && know_[a].sent.has(other)) k.sent.put(other);
      }
    }
    return k;
  }
  facts copied(int a) const {
    facts k;
    for (std::size_t i = 0; i < s.accesses.size(); ++i) {
      int const id = static_cast<int>(i);
      if (s.accesses[i].agent == a && s.accesses[i].by == op::copy && know_[a].over.has(id))
        k.over.put(id);
    }
    for (flight const& f : flights_[a])
      if (f.kind == group::cp_async && f.id >= 0) k.over.put(f.id);
    return k;
  }
  bool is_usable(int a, int cell, bool needs_fence) {
    if (s.ring(cell).is != sort::mbarrier) return true;
    int const b = s.ring(cell).block;
    facts const& k = know_[a];
    if (left_[b] == agents_of_block()) return fail(blame::in_flight, a);
    if (!runs(a, b)) return false;
    if (s.initialises && !is_initialised_[b]) return fail(blame::uninitialised, a);
    if (!k.over.has(init_of(b)) || (needs_fence && !k.fenced.has(init_of(b))))
      return fail(blame::uninitialised, a);
    return true;
  }
  void complete_phase(int cell) {
    barrier& b = barrier_of(cell);
    if (b.pending != 0 || b.tx != 0) return;
    ring_info const& r = s.ring(cell);
    for (int a = 0; a < A; ++a)  // lanes of one role in one block come together
      for (int k = 0; k < A; ++k)
        if ((b.came >> a & 1) != 0 && s.is_group(a, k) && (b.came >> k & 1) == 0 &&
            (r.is != sort::warp_barrier || table.agent[a].warp == table.agent[k].warp))
          fail(blame::arrivals, k);
    for (int a = 0; a < A && r.is != sort::warp_barrier; ++a)
      if ((b.came >> a & 1) != 0) resized_[a] = false;
    b.last = b.arriving;
    b.arriving = {};
    b.parity ^= 1;
    b.pending = r.amount - b.absent;
    b.came = 0;
    for (int a = 0; a < A; ++a) {
      if (r.is == sort::cluster_barrier) is_open_[a] = false;
      if (joined_[a] != cell) continue;
      joined_[a] = -1;
      know_[a].join(b.last);
      ++pc_[a];
      finish(a);
    }
  }
  // As many arrivals as there are threads, one after the other.
  bool arrive(int a, int cell, int threads, facts const& known) {
    barrier& b = barrier_of(cell);
    bool const counts_lanes = s.ring(cell).is != sort::mbarrier;
    if (counts_lanes) {
      if (threads > b.pending || (b.came >> a & 1) != 0) return fail(blame::arrivals, a);
      b.pending -= threads;
      b.came |= 1u << a;
      b.arriving.join(known);
      complete_phase(cell);
      return why == blame::none;
    }
    for (; threads > 0; --threads) {
      if (b.pending == 0) return fail(blame::arrivals, a);  // the count underflows
      --b.pending;
      b.arriving.join(known);
      complete_phase(cell);
    }
    return true;
  }
  bool expect(int a, int cell, int bytes) {
    barrier& b = barrier_of(cell);
    b.tx += bytes;
    return std::abs(b.tx) < (1 << 20) || fail(blame::bytes, a);
  }
  void land(int i) {
    if (i >= static_cast<int>(air_.size())) {
      auto const which = late_.begin() + (i - static_cast<int>(air_.size()));
      late_arrival const l = *which;
      late_.erase(which);
      action const x = s.of[l.agent][static_cast<std::size_t>(l.at)];
      if (left_[s.ring(x.at()).block] == agents_of_block())
        fail(blame::in_flight, l.agent);
      else
        arrive(l.agent, x.at(), table.agent[l.agent].weight, l.known);
      return;
    }
    int const id = air_[static_cast<std::size_t>(i)];
    air_.erase(air_.begin() + i);
    access const& x = s.accesses[static_cast<std::size_t>(id)];
    int pc = 0;
    while (s.id[x.agent][static_cast<std::size_t>(pc)] != id) ++pc;
    int const cell = s.of[x.agent][static_cast<std::size_t>(pc)].extra();
    if (left_[s.ring(cell).block] == agents_of_block() ||
        left_[s.ring(x.cell).block] == agents_of_block()) {
      fail(blame::in_flight, x.agent);
      return;
    }
    barrier& b = barrier_of(cell);
    b.arriving.over.put(id), b.arriving.fenced.put(id);
    if (expect(x.agent, cell, -s.ring(x.cell).amount)) complete_phase(cell);
  }

  // ---- flags
  static bool is_flag(int cell) { return s_ring(cell).is == sort::flag; }
  static bool outlives_blocks(int cell) { return s_ring(cell).is == sort::workspace; }
  // The count with which a wait for a place is over. An action has the place's wrap modulo 256.
  static long target(action x) {
    ring_info const& r = s_ring(x.at());
    long const place = static_cast<signed char>(x.value()) * r.stages + x.at() - r.cell;
    return (place + 1) * r.amount;
  }

  // ---- accesses
  static bool shares_memory(int a, int b) {  // of two cells of different resources
    if constexpr (requires { typename P::overlaps; })
      return in_overlaps(s_ring(a), s_ring(b), static_cast<typename P::overlaps*>(nullptr));
    else
      return a == -1 && b == -1;
  }
  static ring_info const& s_ring(int cell) { return table.ring[table.ring_of[cell]]; }
  template <class... Os>
  static bool in_overlaps(ring_info const& a, ring_info const& b, overlaps<Os...>*) {
    return a.block == b.block && a.resource != b.resource &&
           (... || in_overlap(a, b, static_cast<Os*>(nullptr)));
  }
  template <class... Rs>
  static bool in_overlap(ring_info const& a, ring_info const& b, overlap<Rs...>*) {
    return (... || (plan_t::template resource_of<Rs> == a.resource)) &&
           (... || (plan_t::template resource_of<Rs> == b.resource));
  }
  static bool meets(int a, int b) { return a == b || shares_memory(a, b); }
  // cx, cy: the calls that they are of, where they are in one buffer.
  bool conflict(op x, int ax, int cx, op y, int ay, int cy) const {
    if (!writes(x) && !writes(y)) return false;
    if (is_tensor(x)) {
      bool const are_threads = !is_umma(x) && !is_umma(y);
      if (are_threads) return ax == ay || !s.is_group(ax, ay);
      if (ax != ay || !is_umma(x) || !is_umma(y)) return true;
      bool const is_listed = (x == op::umma_write && y == op::umma_write) ||
                             (y == op::umma_copy && x != op::umma_copy);
      return !is_listed && !is_in_order();
    }
    if (writes(x) && writes(y) && !is_async(x) && !is_async(y) && ax != ay && s.is_group(ax, ay))
      return cx != cy;
    return true;
  }
  // An access by the agent (of its group's wgmma: once for each agent).
  bool may_begin(int a, op o, int cell, int mine = -1) {
    if (left_[s.ring(cell).block] == agents_of_block() && !outlives_blocks(cell))
      return fail(blame::in_flight, a);
    if (!outlives_blocks(cell) && !runs(a, s.ring(cell).block)) return false;
    int const call = mine >= 0 ? s.accesses[static_cast<std::size_t>(mine)].call : 0;
    if (!writes(o) && !written_[cell]) return fail(blame::unwritten, a);
    for (std::size_t i = 0; i < s.accesses.size(); ++i) {
      int const id = static_cast<int>(i);
      access const& x = s.accesses[i];
      int const other = cell == x.cell ? x.call : -1000000;  // another buffer has other partitions
      if (!issued_.has(id) || !meets(cell, x.cell) || !conflict(o, a, call, x.by, x.agent, other))
        continue;
      if (writes(o) && writes(x.by) && know_[a].ordered.has(id) && !reads_are_over()) continue;
      if (!know_[a].over.has(id)) return fail(blame::race, a);
      if (x.by == op::load && o != op::load && !know_[a].fenced.has(id))
        return fail(blame::race, a);  // written, and not visible here
      if (is_tensor(x.by)) {
        if ((x.agent != a || is_umma(x.by)) && !barriers_order() && !after_[a].has(id))
          return fail(blame::no_tcgen05_fence, a);
        continue;
      }
      bool const needs_fence =
          is_async(o) && !is_async(x.by) && (writes(x.by) || !reads_are_over());
      if (needs_fence && !know_[a].fenced.has(id)) return fail(blame::no_proxy_fence, a);
    }
    return true;
  }
  void begin(int id, op o, int cell, int a) {
    issued_.put(id);
    relied_on_[static_cast<std::size_t>(id)] = know_[a].over;
    if (!writes(o)) return;
    for (int c = 0; c < C; ++c)
      if (c != cell && meets(c, cell)) written_[c] = false;
    written_[cell] = true;
  }

  static constexpr bool reads_are_over() {
    if constexpr (requires { P::reads_need_no_proxy_fence; }) return P::reads_need_no_proxy_fence;
    return false;
  }
  static constexpr bool is_in_order() {
    if constexpr (requires { P::tensor_core_in_order; }) return P::tensor_core_in_order;
    return false;
  }
  static constexpr bool barriers_order() {
    if constexpr (requires { P::barriers_order_tcgen05; }) return P::barriers_order_tcgen05;
    return false;
  }
  bool has_allocation(int a, int cell) {
    int const b = s.ring(cell).block;
    if (know_[a].over.has(allocation_of(b)) && (!allocates() || is_allocated_[b])) return true;
    return fail(blame::allocation, a);
  }
  bool allocate(int a, int step) {
    auto const& me = table.agent[a];
    if (me.threads > 32) return fail(blame::illegal, a);
    bool const is_first = me.first == a;  // of its warp
    if (step == 1) {
      allocates_no_more_[me.block] = true;
    } else if (step == 0) {
      if (is_first && (is_allocated_[me.block] || allocates_no_more_[me.block]))
        return fail(blame::allocation, a);
      is_allocated_[me.block] = true;
      know_[a].over.put(allocation_of(me.block));
    } else if (is_first) {
      if (!is_allocated_[me.block] || !know_[a].over.has(allocation_of(me.block)))
        return fail(blame::allocation, a);
      for (std::size_t i = 0; i < s.accesses.size(); ++i)
        if (is_tensor(s.accesses[i].by) && s.ring(s.accesses[i].cell).block == me.block &&
            issued_.has(static_cast<int>(i)) && !know_[a].over.has(static_cast<int>(i)))
          return fail(blame::race, a);
      is_allocated_[me.block] = false;
    }
    return true;
  }
  bool runs(int a, int block) {
    if (!plan_t::is_cluster || know_[a].over.has(runs_of(block))) return true;
    return fail(blame::not_started, a);
  }
  // Whether an instruction does it. None does for: a place that does not exist; a place of another
  // block, except by arrivals at mbarriers, loads and stores of threads, and multicast; an action
  // that a warp executes together, by some of its threads.
  bool exists(int a, action x) {
    auto const& me = table.agent[a];
    op const o = x.what();
    if (o == op::refused) return fail(blame::illegal, a);
    if (has_cell(o)) {
      ring_info const& r = s.ring(x.at());
      bool const is_remote =
          r.block != me.block && !is_global(r.is) && r.is != sort::cluster_barrier;
      bool const is_of_pair = is_umma(o) && x.extra() == 1 && r.block / 2 == me.block / 2;
      if (is_umma(o) && me.weight != 1) return fail(blame::illegal, a);
      bool const has_form = (o == op::arrive && r.is == sort::mbarrier) || o == op::read ||
                            o == op::write || is_of_pair || o == op::arrive_umma ||
                            (o == op::load && s.ring(x.extra()).block == r.block);
      if (is_remote && !has_form) return fail(blame::illegal, a);
      if (o == op::load && !is_remote) {  // cta_group::2: at the barrier of the pair's first block
        int const counts = s.ring(x.extra()).block;
        if (counts != r.block && counts != r.block / 2 * 2) return fail(blame::illegal, a);
        if (counts != r.block && !runs(a, counts)) return false;
      }
    }
    if (!is_of_warp(x)) return true;
    auto& all = together_[me.group];
    auto const k = static_cast<std::size_t>(executed_[a]);
    bool const is_same =
        k == all.size() ||
        (all[k].what() == o && all[k].value() == x.value() && all[k].extra() == x.extra() &&
         (all[k].at() == x.at() || (s.ring(x.at()).is == sort::warp_barrier &&
                                    s.ring(all[k].at()).is == sort::warp_barrier)));
    if (!is_same) return fail(blame::collective, a);
    return true;
  }
  static bool is_of_warp(action x) {  // PTX: .aligned
    op const o = x.what();
    return o == op::sync || o == op::pass || o == op::cluster_arrive || o == op::cluster_wait ||
           o == op::gemm || o == op::accumulate || o == op::fence_registers || o == op::registers ||
           o == op::tmem_load || o == op::tmem_store || o == op::allocate ||
           ((o == op::commit || o == op::complete) && (x.value() == 0 || x.value() >= 4));
  }
  void execute_together(int a, action x) {
    if (!is_of_warp(x)) return;
    auto& all = together_[table.agent[a].group];
    if (static_cast<std::size_t>(executed_[a]) == all.size()) all.push_back(x);
    ++executed_[a];
  }
  // Whether the agent went on.
  bool step(int a) {
    if (!may_step(a)) return false;
    action const x = head(a);
    if (!exists(a, x)) return false;
    int const at = x.at();
    int const id = s.id[a][static_cast<std::size_t>(pc_[a])];
    auto const& me = table.agent[a];
    facts& k = know_[a];
    switch (x.what()) {
      case op::wait:
        if (is_flag(at)) {
          if (!knows_grid(a)) return false;
          if (count_[table.ring_of[at]] < target(x)) return false;
          k.join(brought_[table.ring_of[at]]);
          break;
        }
        if (!is_usable(a, at, false)) return false;
        if (barrier_of(at).parity == x.value()) return false;
        k.join(barrier_of(at).last);
        break;
      case op::expect:
      case op::expect_only:
      case op::arrive:
        if (is_flag(at)) {
          if (!knows_grid(a)) return false;
          count_[table.ring_of[at]] += me.weight;
          brought_[table.ring_of[at]].join(k);
          break;
        }
        if (!is_usable(a, at, s.ring(at).block != me.block)) return false;
        if (x.what() == op::arrive && s.ring(at).block != me.block && x.extra() == 0) {
          if (!arrive(a, at, me.weight, released(k))) return false;
          break;
        }
        // The bytes are those of one thread's; each thread of an agent does the same.
        for (int i = 0; x.what() != op::arrive && i < me.weight; ++i)
          if (!expect(a, at, x.extra())) return false;
        if (x.what() == op::expect_only)
          complete_phase(at);
        else if (!arrive(a, at, me.weight, k))
          return false;
        break;
      case op::pass:
        if (!arrive(a, at, lanes(a, s.ring(at).is), k)) return false;
        break;
      case op::arrive_copies:
      case op::arrive_umma: {
        if (!is_usable(a, at, s.ring(at).block != me.block)) return false;
        late_.push_back({a, pc_[a], x.what() == op::arrive_umma ? committed(a) : copied(a)});
        std::sort(late_.begin(), late_.end(), [](auto const& p, auto const& q) {
          return p.agent != q.agent ? p.agent < q.agent : p.at < q.at;
        });
        break;
      }
      case op::sync:
        execute_together(a, x);
        joined_[a] = at;
        if (s.ring(at).is == sort::cluster_barrier && between_[a]) return fail(blame::arrivals, a);
        is_open_[a] = s.ring(at).is == sort::cluster_barrier;
        return arrive(a, at, lanes(a, s.ring(at).is), k);
      case op::cluster_arrive:
        if (between_[a]) return fail(blame::arrivals, a);
        between_[a] = is_open_[a] = true;
        if (!arrive(a, at, lanes(a, sort::cluster_barrier), k)) return false;
        break;
      case op::cluster_wait:
        if (!between_[a]) return fail(blame::arrivals, a);
        if (is_open_[a]) return false;
        between_[a] = false;
        k.join(barrier_of(at).last);
        break;
      case op::load:
        if (!is_usable(a, x.extra(), true) || !knows_grid(a) || !may_begin(a, op::load, at, id))
          return false;
        begin(id, op::load, at, a);
        air_.push_back(id);
        std::sort(air_.begin(), air_.end());
        break;
      case op::gemm:
      case op::accumulate: return multiply(a, x);
      case op::commit: {
        int const kind = x.value();
        for (flight& f : flights_[a])
          if (static_cast<int>(f.kind) == kind && f.batch < 0) f.batch = batches_[a][kind];
        ++batches_[a][kind];
        break;
      }
      case op::complete: {
        int const kind = x.value();
        std::vector<flight> kept;
        for (flight const& f : flights_[a]) {
          bool const is_awaited =
              static_cast<int>(f.kind) == kind &&
              (kind >= 4 || (f.batch >= 0 && f.batch < batches_[a][kind] - x.extra()));
          if (!is_awaited) {
            kept.push_back(f);
            continue;
          }
          if (f.id >= 0) k.over.put(f.id);
          if (f.kind == group::wgmma && (as_one || s.leads_warp(a)))
            k.join(issues_[me.group][static_cast<std::size_t>(f.issue)]);
        }
        flights_[a] = kept;
        break;
      }
      case op::fence_proxy:
        for (std::size_t i = 0; i < s.accesses.size(); ++i) {
          access const& y = s.accesses[i];
          int const n = static_cast<int>(i);
          if (s.ring(y.cell).block == me.block && !is_async(y.by) && k.over.has(n)) k.fenced.put(n);
        }
        break;
      case op::fence_registers: clean_[a].w.fill(~u64{}); break;
      case op::fence_tcgen05:
        for (std::size_t i = 0; i < s.accesses.size(); ++i) {
          int const n = static_cast<int>(i);
          if (!is_tensor(s.accesses[i].by) || !k.over.has(n)) continue;
          if (x.value() == 0)
            k.sent.put(n);
          else if (k.sent.has(n))
            after_[a].put(n);
        }
        break;
      case op::allocate:
        if (!allocate(a, x.value())) return false;
        break;
      case op::init: {
        for (int c = 0; c < C; ++c)
          if (s.ring(c).is == sort::mbarrier && s.ring(c).block == me.block) {
            barriers_[c] = {};
            barriers_[c].pending = s.ring(c).amount;
          }
        // PTX does not define an init of a valid mbarrier, so it is done once, by one thread.
        if (is_initialised_[me.block] || me.weight != 1) return fail(blame::uninitialised, a);
        is_initialised_[me.block] = true;
        k.over.put(init_of(me.block));
        break;
      }
      case op::fence_init:
        if (k.over.has(init_of(me.block))) k.fenced.put(init_of(me.block));
        break;
      case op::registers:
        if (!set_registers(a, x)) return false;
        break;
      // No protocol here has it; random/ judges those that do.
      case op::invalidate: return fail(blame::uninitialised, a);
      case op::grid_wait: k.over.put(prior_grid); break;
      case op::grid_launch: break;
      case op::fetch:
        if (!knows_grid(a)) return false;
        break;
      default:  // ordinary accesses, of registers too; cp.async and TMA stores
        if (s.ring(at).is == sort::accumulator) {
          for (flight const& f : flights_[a])
            if (f.id == -1 - at) return fail(blame::race, a);
          clean_[a].drop(at);
          break;
        }
        if ((x.what() == op::copy || x.what() == op::store || outlives_blocks(at)) &&
            !knows_grid(a))
          return false;
        if (x.what() == op::write && (x.extra() & 1) != 0 && !written_[at])
          return fail(blame::unwritten, a);
        if (is_tensor(x.what()) && !has_allocation(a, at)) return false;
        if (!may_begin(a, x.what(), at, id)) return false;
        begin(id, x.what(), at, a);
        if (x.what() == op::tmem_load || x.what() == op::tmem_store)
          flights_[a].push_back(
              {id, -1, x.what() == op::tmem_load ? group::tmem_load : group::tmem_store, 0});
        else if (is_umma(x.what()))
          ;  // until a commit
        else if (x.what() == op::store)
          flights_[a].push_back({id, -1, group::bulk, 0});
        else if (x.what() == op::copy)
          flights_[a].push_back({id, -1, group::cp_async, 0});
        else
          k.over.put(id);
    }
    execute_together(a, x);
    ++pc_[a];
    finish(a);
    return true;
  }
  bool knows_grid(int a) {
    if constexpr (requires { P::dependent_launch; })
      if (P::dependent_launch && !know_[a].over.has(prior_grid)) return fail(blame::prior_grid, a);
    return true;
  }
  // wgmma by all threads of the warpgroup.
  bool multiply(int a, action x) {
    auto const& me = table.agent[a];
    int threads = 0;
    for (int i = me.first; i < me.last; ++i) threads += table.agent[i].weight;
    if (threads != 128 || me.first_warp % 4 != 0) return fail(blame::collective, a);
    for (int i = me.first; i < me.last; ++i) {
      if (!may_step(i)) return false;
      op const o = head(i).what();
      if (o != op::gemm && o != op::accumulate) return false;
      if (!(head(i) == x)) return fail(blame::collective, a);
    }
    facts all;
    for (int i = me.first; i < me.last; ++i)
      if (as_one || (s.has_leaders(i) && !s.leads_warp(i))) all.join(know_[i]);
    int id[A];
    for (int i = me.first; i < me.last; ++i) {
      id[i] = -1 - x.at();
      if (x.what() != op::gemm) continue;
      // The first agent of a group that waits as one reads, for all of them.
      int const by = as_one ? me.first : i;
      int const read = s.id[by][static_cast<std::size_t>(pc_[by])];
      if (read >= 0) id[i] = read;
      if (!may_begin(i, op::gemm, x.at())) return false;
    }
    for (int i = me.first; i < me.last && x.what() == op::gemm; ++i)
      if (id[i] >= 0) begin(id[i], op::gemm, x.at(), i);
    for (int i = me.first; i < me.last && x.what() == op::accumulate; ++i)
      if (!clean_[i].has(x.at())) return fail(blame::no_wgmma_fence, a);
    issues_[me.group].push_back(all);
    int const issue = static_cast<int>(issues_[me.group].size()) - 1;
    for (int i = me.first; i < me.last; ++i) {
      flights_[i].push_back({id[i], -1, group::wgmma, issue});
      execute_together(i, x);
      ++pc_[i];
      finish(i);
    }
    return why == blame::none;
  }
  bool set_registers(int a, action x) {
    auto const& me = table.agent[a];
    int const n = x.extra();
    int threads = 0;
    for (int i = me.first; i < me.last; ++i) threads += table.agent[i].at_warps;
    if (n < 24 || n > 256 || n % 8 != 0 || threads % 128 != 0 || resized_[a] ||
        me.first_warp % 4 != 0)
      return fail(blame::registers, a);
    int const more = n - registers_[a];
    if (x.value() == 0 ? more > 0 : more < 0) return fail(blame::registers, a);
    if (more * me.at_warps > pool_[me.block]) return false;
    pool_[me.block] -= more * me.at_warps;
    registers_[a] = n;
    resized_[a] = true;
    return true;
  }

  // ---- ends
  static constexpr int agents_of_block() { return A / plan_t::blocks; }
  void finish(int a) {
    if (is_over_[a] || !is_done(a) || why != blame::none) return;
    is_over_[a] = true;
    int const block = table.agent[a].block;
    ++left_[block];
    barrier& all = barrier_of(C - 1);  // of the cluster
    int const lanes = table.agent[a].at_warps;
    all.absent += lanes;
    if (!is_open_[a]) {
      all.pending -= lanes;
      if (all.absent < s.ring(C - 1).amount) complete_phase(C - 1);
    }
    if (left_[block] == agents_of_block()) leave(block);
  }
  // The block's memory is gone: somebody in it has to know that nobody uses it.
  void leave(int block) {
    if (is_allocated_[block]) fail(blame::allocation);
    for (std::size_t i = 0; i < s.accesses.size(); ++i) {
      int const id = static_cast<int>(i);
      int const cell = s.accesses[i].cell;
      if (!issued_.has(id) || s.ring(cell).block != block || outlives_blocks(cell)) continue;
      bool is_known = false;
      for (int a = 0; a < A; ++a)
        is_known = is_known || (table.agent[a].block == block && know_[a].over.has(id));
      if (!is_known) fail(blame::in_flight, s.accesses[i].agent);
    }
    for (late_arrival const& l : late_) {
      int const at = s.of[l.agent][static_cast<std::size_t>(l.at)].at();
      if (s.ring(at).block == block) fail(blame::in_flight, l.agent);
    }
  }
  void end() {
    for (int a = 0; a < A; ++a)
      if (!is_done(a))
        fail(blame::hang, a);
      else if (static_cast<std::size_t>(executed_[a]) != together_[table.agent[a].group].size())
        fail(blame::collective, a);
    if (!air_.empty() || !late_.empty()) fail(blame::in_flight);
  }

  std::array<u64, 2> hash() const {
    std::array<u64, 2> h{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F};
    auto const mix = [&](u64 x) {
      h[0] = (h[0] ^ x) * 0xFF51AFD7ED558CCD;
      h[0] ^= h[0] >> 32;
      h[1] = (h[1] + x) * 0xC4CEB9FE1A85EC53;
      h[1] ^= h[1] >> 29;
    };
    auto const mix_facts = [&](facts const& f) {
      for (u64 const w : f.over.w) mix(w);
      for (u64 const w : f.fenced.w) mix(w);
      for (u64 const w : f.ordered.w) mix(w);
      for (u64 const w : f.sent.w) mix(w);
    };
    auto const mix_number = [&](int n) { mix(static_cast<u64>(static_cast<unsigned>(n))); };
    for (int a = 0; a < A; ++a) {  // flights and groups follow from the place in the script
      mix_number(pc_[a]), mix_number(joined_[a]), mix_number(is_open_[a]);
      mix_number(registers_[a]), mix_number(resized_[a]), mix_number(executed_[a]);
      mix_facts(know_[a]);
      for (u64 const w : after_[a].w) mix(w);
    }
    for (int c = 0; c < C; ++c) {
      mix_number(written_[c]);
      if (s.ring(c).is < sort::mbarrier) continue;
      barrier const& b = barriers_[c];
      mix_number(b.parity), mix_number(b.pending), mix_number(b.tx), mix(b.came);
      mix_facts(b.arriving), mix_facts(b.last);
    }
    for (int r = 0; r < plan_t::rings; ++r)
      if (table.ring[r].is == sort::flag)
        mix_number(static_cast<int>(count_[r])), mix_facts(brought_[r]);
    for (int b = 0; b < plan_t::blocks; ++b) {
      mix_number(pool_[b]), mix_number(is_initialised_[b]);
      mix_number(is_allocated_[b]), mix_number(allocates_no_more_[b]);
    }
    for (u64 const w : issued_.w) mix(w);
    for (int const id : air_) mix_number(id);
    for (late_arrival const& l : late_) mix_number(l.agent), mix_number(l.at), mix_facts(l.known);
    for (auto const& of : issues_)
      for (facts const& f : of) mix_facts(f);
    return h;
  }
};

}  // namespace tileproof::pipeline::judge
