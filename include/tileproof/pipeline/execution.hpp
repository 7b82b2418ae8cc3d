// SPDX-License-Identifier: BSL-1.0
//
// Defines execution: runs a word of loop parts in one order, and judges each action by what the
// agent knows. search.hpp runs every word.
//
// Why one order is enough for a word: an arrival is accepted only where the agent knows that the
// phase before is complete, and a phase ends only where the waits for the one before it are known
// to have been seen. So no barrier ever counts in another phase than here, no wait returns for
// another phase, and whatever order the GPU chooses, the same actions take place with the same
// causal order between them. Two accesses are ordered in all orders or in none; an agent is stuck
// in all or in none. (A schedule changes which of two unordered actions comes first, and where one
// of these could be seen by the other, the order is refused above.)
//
// What an agent knows is what the actions behind which it comes have made certain: its own, and
// those known to whoever arrived at a barrier that it has waited for. wgmma's operands are read
// until the batch has been waited for; TMA and cp.async likewise. Assumed, as CUTLASS does: a wgmma
// is one operation of the four warps, and over for all of them where one has waited for it; and an
// ordinary read is over when its thread arrives at a barrier, for the async proxy too.
#pragma once

#include <tileproof/pipeline/fault.hpp>
#include <tileproof/pipeline/state.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// One action that has taken place: in which letter of the word; the phase or the batch that it
// signals, and that it has waited for (-1: none).
struct event {
  int agent, letter;
  action act;
  int signals, awaits;
};
// Of an execution that is looked at more closely: its events. Rings stay as they are in memory.
template <class P>
struct diary {
  static constexpr int room = 8192;
  static constexpr int signals = plan<P>::cells + plan<P>::groups;
  static constexpr int at_cells = plan<P>::cells;
  event* at = new event[room]{};
  int count = 0;
  int letter = 0;
  int* phase = new int[signals]{};
  int* origin = new int[16 * plan<P>::cells]{};  // the event of an access
  int* letter_of = new int[plan<P>::agents * state<P>::most_queued]{};
  constexpr diary() = default;
  diary(diary const&) = delete;
  diary& operator=(diary const&) = delete;
  constexpr ~diary() { delete[] at, delete[] phase, delete[] origin, delete[] letter_of; }
};

// Changes the actions that a role has just asked for, list[first,end): for mutants and for
// minimal_protocol.
struct edit {
  void (*change)(edit const&, int role, part, action* list, int& end, int first, int room) = nullptr;
  int role = 0;
  int in_part = 0;
  int number = 0;
  int kind = 0;
};

template <class P>
class execution {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr auto const& facts = state<P>::facts;
  static constexpr int A = plan_t::agents;
  static constexpr int T = plan_t::teams;
  static constexpr int W = state<P>::W;
  static constexpr int Q = state<P>::Q;
  static constexpr int F = state<P>::F;
  static constexpr int under_way = 15;  // in place of a fact's number: registers
  bool may_increase_ = false;            // registers: nobody goes on without

 public:
  state<P> s;
  failure found;
  int events = 0;
  diary<P>* notes = nullptr;
  edit const* changes = nullptr;

  constexpr execution() = default;
  constexpr explicit execution(state<P> const& from) : s(from) {}

  // Runs the roles of a team through one more part, and all agents as far as they come. False: a
  // failure.
  constexpr bool go(letter const l) {
    if (!facts.fits) return fail(fault::undecided, -1, {});
    if (l.is == part::begin)
      start();
    else
      s.shape[l.team] = P::loop::next(s.shape[l.team], l.is);
    for (int a = 0; a < A; ++a)
      if (s.head[a] == s.end[a]) s.head[a] = s.end[a] = 0;
    s.roles.for_each([&](auto& c) { record(l, c); });
    for (int idle = 0; idle < 2 && found.what == fault::none; ++idle) {
      may_increase_ = idle == 1;
      for (int a = 0; a < A; ++a)
        while (s.head[a] < s.end[a] && found.what == fault::none &&
               execute(a, s.queue[a * Q + s.head[a]]))
          idle = -1;
    }
    if (found.what != fault::none) return false;
    int left = 0;
    for (int a = 0; a < A; ++a) left += s.head[a] < s.end[a];
    if (left == A || (left != 0 && is_over())) return stuck();
    if (notes != nullptr) ++notes->letter;
    if (is_over()) return leave();
    bool const is_relative = facts.is_relative && notes == nullptr;
    if (l.is == part::first || l.is == part::step) s.turn(l.team, counter::step, is_relative);
    if (l.is == part::end) s.turn(l.team, counter::tile, is_relative);
    return true;
  }
  constexpr bool is_over() const {
    for (int t = 0; t < T; ++t)
      if (s.shape[t] != over) return false;
    return true;
  }
  // Whether an agent of the team waits with actions before it.
  constexpr bool waits(int team) const {
    for (int a = 0; a < A; ++a)
      if (table.agent[a].team == team && s.head[a] < s.end[a]) return true;
    return false;
  }

 private:
  struct bits {  // of a barrier
    int ring, word, set;
    u64 last, before;
  };
  static constexpr bits bits_of(int cell) {
    int const r = table.ring_of[cell];
    int const k = cell - table.ring[r].cell;
    return {r, facts.ring[r].word + k * facts.ring[r].step, facts.ring[r].set + 2 * k, facts.last(r),
            facts.before(r)};
  }
  static constexpr ring_info const& ring_of(int cell) { return table.ring[table.ring_of[cell]]; }
  constexpr u64& know(int set, int word) { return s.know[set * W + word]; }
  constexpr void join(int to, int from) {
    for (int i = 0; i < W; ++i) s.know[to * W + i] |= s.know[from * W + i];
  }
  constexpr void forget(int word, u64 mask) {
    if (mask == 0) return;
    for (int i = word; i < facts.sets * W; i += W) s.know[i] &= ~mask;
  }
  constexpr bool fail(fault what, int agent, action act, int other = -1, int number = 0) {
    if (found.what == fault::none) found = {what, agent, act, other, number};
    return false;
  }
  constexpr void note(int a, action act, int signals = -1, int awaits = -1) {
    ++events;
    if (notes != nullptr && notes->count < diary<P>::room)
      notes->at[notes->count++] = {a, notes->letter_of[a * Q + s.head[a]], act, signals, awaits};
  }
  // A phase of a barrier, or a batch of a group's wgmma, of the diary: one number for each.
  constexpr int token(int of, int ahead = 0) const {
    return notes == nullptr ? -1 : (notes->phase[of] + ahead) * diary<P>::signals + of;
  }
  static constexpr int of_group(int g) { return diary<P>::at_cells + g; }
  constexpr bool next(int a) {
    ++s.head[a];
    return true;
  }

  // Everybody knows everything; nothing has happened. Barriers are as initialised, or not yet.
  constexpr void start() {
    for (int i = 0; i < facts.sets * W; ++i) s.know[i] = ~u64{};
    for (int r = 0; r < plan_t::rings; ++r)
      for (int k = 0; k < table.ring[r].stages && facts.is_used_barrier(r); ++k) {
        ring_info const& i = table.ring[r];
        int const word = facts.ring[r].word + k * facts.ring[r].step;
        if (facts.initialises && i.is == sort::mbarrier)
          forget(word, facts.last(r) | facts.before(r));
        s.at[i.cell + k].pending = i.amount;
        for (int a = 0; a < A; ++a)
          if (table.agent[a].block == i.block)
            s.at[i.cell + k].fresh |= facts.ring[r].watched & 1u << a;
        for (int w = 0; w < W; ++w)
          for (int set = 0; set < (i.is == sort::mbarrier ? 1 : 2); ++set)
            know(facts.ring[r].set + 2 * k + set, w) = 0;
      }
    if (facts.grid_word >= 0) forget(facts.grid_word, 1);
    for (int a = 0; a < A; ++a) s.registers[table.agent[a].group] = detail::registers_at_launch<P>();
    for (int& f : s.free_registers) f = 0;
  }
  template <class Copies>
  constexpr void record(letter const l, Copies& roles) {
    int n = 0;
    for (int a = 0; a < A; ++a) {
      if (table.agent[a].role != roles.role) continue;
      auto& role = roles.at[n++];
      if (l.is != part::begin && table.agent[a].team != l.team) continue;
      int const first = s.end[a];
      recorder<P> m(a, s.queue + a * Q, s.end[a], Q, s.base + 2 * table.agent[a].team);
      m.chosen = l.choice;
      run_part(l.is, role, m);
      if (changes != nullptr && s.end[a] <= Q)
        changes->change(*changes, roles.role, l.is, s.queue + a * Q, s.end[a], first, Q);
      if (s.end[a] > Q) s.end[a] = Q, fail(fault::undecided, a, {});
      for (int i = first; notes != nullptr && i < s.end[a]; ++i)
        notes->letter_of[a * Q + i] = notes->letter;
    }
  }

  // False: it has to wait, or has failed.
  constexpr bool execute(int a, action const act) {
    int const at = act.at();
    switch (act.what()) {
      case op::wait: return wait(a, act, at);
      case op::sync:
        if ((s.joined >> a & 1) != 0) return false;
        s.joined |= 1u << a;
        return arrive(a, act, at) && (s.joined >> a & 1) == 0;
      case op::cluster_arrive:
        if ((s.arrived >> a & 1) != 0) return fail(fault::many, a, act, -1, 1);
        s.arrived |= 1u << a, s.is_open |= 1u << a;
        return arrive(a, act, at) && next(a);
      case op::cluster_wait:
        if ((s.arrived >> a & 1) == 0) return fail(fault::early, a, act);
        if ((s.is_open >> a & 1) != 0) return false;
        s.arrived &= ~(1u << a);
        note(a, act, -1, token(at, -1));
        join(a, bits_of(at).set + 1);
        return next(a);
      case op::arrive:
      case op::arrive_copies:
      case op::pass:
      case op::expect:
      case op::expect_only: return arrive(a, act, at) && next(a);
      case op::load: return load(a, act, act.extra()) && next(a);
      case op::gemm:
      case op::accumulate: return gemm(a);
      case op::complete: return complete(a, act) && next(a);
      case op::commit:
        for (int i = a * F; i < a * F + s.flying[a]; ++i)
          if ((s.flight[i] >> 16 & 15) == static_cast<unsigned>(act.value())) {
            if ((s.flight[i] >> 20 & 255) < 255) s.flight[i] += 1u << 20;
          }
        break;
      case op::fence_proxy:
        for (int i = 0; i < facts.fenced_count; ++i) {
          int const first = facts.fenced[i];
          fact const& x = facts.fact_of(first);
          for (int c = 0; c < ring_of(first / 16).stages; ++c) {
            u64& known = know(a, facts.word_of(first + 16 * c));
            if ((known & x.bit) != 0) known |= x.fenced;
          }
        }
        break;
      case op::fence_registers: s.clean[a] = ~u64{}; break;
      case op::init:
        if (!may_initialise(a, act)) return false;
        break;
      case op::fence_init:
        if (!has_initialised(a)) break;
        for (int c = 0; c < plan_t::cells; ++c)
          if (ring_of(c).is == sort::mbarrier && ring_of(c).block == table.agent[a].block)
            know(a, bits_of(c).word) |= bits_of(c).last | bits_of(c).before;
        break;
      case op::registers:
        if (!set_registers(a, act)) return false;
        break;
      case op::grid_wait:
        if (facts.grid_word >= 0) know(a, facts.grid_word) |= 1;
        break;
      case op::grid_launch: break;
      default: return access(a, act, at);
    }
    note(a, act);
    return next(a);
  }
  // An ordinary access, a copy by cp.async, a TMA store; or a use of registers.
  constexpr bool access(int a, action act, int at) {
    if (ring_of(at).is == sort::accumulator) {
      for (int i = a * F; i < a * F + s.flying[a]; ++i)
        if ((s.flight[i] & 65535) == static_cast<unsigned>(at * 16 + under_way))
          return fail(fault::race, a, act, at * 16 + under_way);
      s.clean[a] &= ~(u64{1} << facts.accumulator_of[table.ring_of[at]]);
      note(a, act);
      return next(a);
    }
    if (act.what() != op::read && act.what() != op::write && !knows_grid(a, act)) return false;
    int const f = begin(a, a, act);
    if (f < 0) return false;
    start(f);
    note(a, act);
    if (act.what() == op::store) return fly(a, f, group::bulk) && next(a);
    if (act.what() == op::copy) return fly(a, f, group::cp_async) && next(a);
    know(a, facts.word_of(f)) |= facts.fact_of(f).bit;
    return next(a);
  }
  constexpr bool knows_grid(int a, action act) {
    return facts.grid_word < 0 || (know(a, facts.grid_word) & 1) != 0 ||
           fail(fault::prior_grid, a, act);
  }
  // Once in a block, by one thread: PTX leaves undefined what init does to a valid mbarrier.
  constexpr bool may_initialise(int a, action act) {
    unsigned const block = 1u << table.agent[a].block;
    if ((s.initialised & block) != 0 || table.agent[a].weight != 1)
      return fail(fault::early, a, act, -1, 2);
    s.initialised |= block;
    return true;
  }
  // Whether an `init` stands before this fence_init, in the same part.
  constexpr bool has_initialised(int a) const {
    for (int i = s.head[a] - 1; i >= 0; --i)
      if (s.queue[a * Q + i].what() == op::init) return true;
    return false;
  }
  // setmaxnreg by the threads of a group, counted once: a thread's registers are lent to the block.
  // Who gets them first is open. So all decreases have to come before an increase can: increases
  // wait until nobody else goes on, and if then all fit, they do in every order.
  constexpr bool set_registers(int a, action act) {
    auto const& me = table.agent[a];
    int const n = act.extra();
    int& now = s.registers[me.group];
    if (n < 24 || n > 256 || n % 8 != 0) return fail(fault::registers, a, act, -1, 0);
    int threads = 0;
    for (int i = me.first; i < me.last; ++i) threads += table.agent[i].at_block;
    if (threads % 128 != 0) return fail(fault::registers, a, act, -1, -threads);
    if (me.instance != 0) return true;
    if (act.value() == 0 ? n > now : n < now) return fail(fault::registers, a, act, -1, now);
    if (n > now && !may_increase_) return false;
    if (n < now && (s.raised >> me.block & 1) != 0) return fail(fault::registers, a, act, -1, 1);
    if ((n - now) * threads > s.free_registers[me.block]) return false;
    s.free_registers[me.block] -= (n - now) * threads;
    s.raised |= static_cast<unsigned>(n > now) << me.block;
    now = n;
    return true;
  }

  // ---- barriers
  constexpr bool wait(int a, action act, int cell) {
    bits const b = bits_of(cell);
    u64& mine = know(a, b.word);
    bool const is_over = act.value() != s.at[cell].parity;
    bool const knows_last = (mine & b.last) != 0;
    if (knows_last && !is_over) return false;  // the phase is under way
    if (!knows_last && ((mine & b.before) == 0 || !is_over)) return fail(fault::lost_phase, a, act);
    u64 const bit = facts.of_agent(b.ring, a);
    if ((facts.ring[b.ring].waiting >> a & 1) == 0) return fail(fault::undecided, a, act);
    if ((s.at[cell].fresh >> a & 1) != 0) forget(b.word, bit);
    s.at[cell].fresh |= 1u << a;
    note(a, act, -1, knows_last ? -1 : token(cell, -1));
    join(a, b.set + 1);
    mine |= bit;
    return next(a);
  }
  constexpr int weight_of(int a, sort of) const {
    auto const& me = table.agent[a];
    return of == sort::named_barrier                                     ? me.at_named
           : of == sort::block_barrier || of == sort::cluster_barrier ? me.at_block
                                                                         : me.weight;
  }
  constexpr bool arrive(int a, action act, int cell) {
    bits const b = bits_of(cell);
    ring_info const& ring = table.ring[b.ring];
    u64& mine = know(a, b.word);
    if ((mine & b.last) == 0) return fail(fault::early, a, act);
    auto& at = s.at[cell];
    if (act.what() == op::expect || act.what() == op::expect_only) {
      int const bytes = act.extra() * table.agent[a].weight;
      at.bytes += bytes, at.announced += bytes;
      if (at.announced >= 1 << 20) return fail(fault::many_bytes, a, act, -1, at.announced);
    }
    if (act.what() == op::expect_only) {  // who completes the phase has to come behind it
      u64 const bit = facts.of_agent(b.ring, a);
      if (bit == 0) return fail(fault::undecided, a, act);
      forget(b.word, bit);
      mine |= bit;
      at.fresh |= 1u << a;
      note(a, act, token(cell));
      return settle(a, act, cell, b);
    }
    if (ring.is == sort::mbarrier && ring.block != table.agent[a].block) {
      u64 const bit = facts.of_agent(b.ring, a);
      if (bit == 0) return fail(fault::undecided, a, act);
      forget(b.word, bit);
      mine |= bit;
    }
    at.pending -= weight_of(a, ring.is);
    if (ring.is != sort::mbarrier) at.came |= 1u << a;
    if (at.pending < 0) return fail(fault::many, a, act, -1, ring.amount);
    note(a, act, token(cell));
    join(b.set, a);
    if (act.what() == op::arrive_copies)
      for (int i = a * F; i < a * F + s.flying[a]; ++i) {
        int const f = static_cast<int>(s.flight[i] & 65535);
        if ((s.flight[i] >> 16 & 15) == static_cast<unsigned>(group::cp_async))
          know(b.set, facts.word_of(f)) |= facts.fact_of(f).bit;
      }
    return settle(a, act, cell, b);
  }
  // The phase is complete when all have arrived and all bytes are there.
  constexpr bool settle(int a, action act, int cell, bits const& b) {
    auto& at = s.at[cell];
    if (at.pending != 0 || at.bytes > 0) return true;
    if (at.bytes < 0) return fail(fault::bytes, a, act, -1, -at.bytes);
    sort const is = table.ring[b.ring].is;
    for (int i = 0; i < A; ++i) {
      unsigned const all = (1u << (table.agent[i].last - 1) << 1) - (1u << table.agent[i].first);
      if ((at.came & all) != 0 && (at.came & all) != all) return fail(fault::part_of_warp, i, act);
    }
    u64 seen = 0;
    for (int i = 0; at.fresh >> i != 0; ++i)
      if ((at.fresh >> i & 1) != 0) {
        u64 const bit = facts.of_agent(b.ring, i);
        if ((know(b.set, b.word) & bit) == 0) {
          if ((facts.ring[b.ring].waiting >> i & 1) == 0)
            return fail(fault::early, i, {op::expect_only, 0, cell}, -1, 1);
          return fail(fault::lost_phase, i, act, -1, a);
        }
        seen |= bit;
      }
    u64 const kept = ~(seen | b.last | b.before);
    for (int i = b.word; i < facts.sets * W; i += W)
      s.know[i] = (s.know[i] & kept) | ((s.know[i] & b.last) != 0 ? b.before : 0);
    know(b.set, b.word) |= b.last | b.before;
    at.parity ^= is == sort::mbarrier;
    at.pending = table.ring[b.ring].amount;
    at.announced = 0;
    at.fresh = at.came = 0;
    if (is == sort::cluster_barrier) s.is_open = 0;
    for (int i = 0; s.joined >> i != 0; ++i)
      if ((s.joined >> i & 1) != 0 && s.queue[i * Q + s.head[i]].at() == cell) {
        s.joined &= ~(1u << i);
        join(i, b.set);
        note(i, s.queue[i * Q + s.head[i]], -1, token(cell));
        next(i);
      }
    for (int i = 0; i < W; ++i) {
      if (is == sort::mbarrier || is == sort::cluster_barrier)
        know(b.set + 1, i) = know(b.set, i);
      know(b.set, i) = 0;
    }
    if (notes != nullptr) ++notes->phase[cell];
    return true;
  }

  // ---- accesses
  // Whether a may begin an access for an actor: the access, or -1.
  constexpr int begin(int a, int actor, action act) {
    int const ring = table.ring_of[act.at()];
    auto const& r = facts.ring[ring];
    int i = r.first;
    while (i < r.last && (facts.at[i].actor != actor || facts.at[i].by != act.what())) ++i;
    if (i == r.last) return fail(fault::undecided, a, act), -1;
    fact const& now = facts.at[i];
    int const first = act.at() * 16;
    int const f = first + i - r.first;
    if (!writes(now.by) && !s.at[act.at()].written) return fail(fault::unwritten, a, act), -1;
    u64 const unknown = now.needs & ~know(a, facts.word_of(f));
    for (int k = r.first; k < r.last && unknown != 0; ++k)
      if ((unknown & facts.at[k].bit) != 0) fail(fault::race, a, act, first + k - r.first);
    for (int k = r.first; k < r.last && unknown != 0; ++k)
      if ((unknown & facts.at[k].fenced) != 0)
        fail(fault::no_proxy_fence, a, act, first + k - r.first);
    if (unknown != 0) return -1;
    if constexpr (detail::has_overlaps<P>())
      for (int c = 0; c < plan_t::cells; ++c)
        if (facts.meets[ring][table.ring_of[c]] && !is_clear_of(a, act, now, c)) return -1;
    return f;
  }
  // The same for a buffer that shares the memory, of stage c.
  constexpr bool is_clear_of(int a, action act, fact const& now, int c) {
    auto const& r = facts.ring[table.ring_of[c]];
    for (int k = 0; k < r.last - r.first; ++k) {
      fact const& x = facts.at[r.first + k];
      if (!survey<P>::conflict(now, x)) continue;
      u64 const known = know(a, facts.word_of(c * 16 + k));
      if ((known & x.bit) == 0) return fail(fault::race, a, act, c * 16 + k);
      u64 const fenced = survey<P>::needs_fence(now, x);
      if ((known & fenced) != fenced) return fail(fault::no_proxy_fence, a, act, c * 16 + k);
    }
    return true;
  }
  constexpr void start(int f) {
    fact const& x = facts.fact_of(f);
    forget(facts.word_of(f), x.bit | x.fenced);
    if (notes != nullptr) notes->origin[f] = notes->count;
    if (!writes(x.by)) return;
    s.at[f / 16].written = true;
    if constexpr (detail::has_overlaps<P>())
      for (int c = 0; c < plan_t::cells; ++c)
        if (facts.meets[table.ring_of[f / 16]][table.ring_of[c]]) s.at[c].written = false;
  }
  constexpr bool load(int a, action act, int cell) {
    if (!knows_grid(a, act)) return false;
    bits const b = bits_of(cell);
    int const size = ring_of(act.at()).amount;
    u64 const mine = know(a, b.word);
    if ((mine & b.last) == 0)
      return fail((mine & b.before) != 0 ? fault::bytes : fault::early, a, act, -1, size);
    int const f = begin(a, a, act);
    if (f < 0) return false;
    start(f);
    note(a, act, token(cell));
    s.at[cell].bytes -= size;
    know(b.set, facts.word_of(f)) |= facts.fact_of(f).bit;
    // Phases that were over before are so when it is there. Not so an announcement here: only an
    // arrival behind it has the phase wait for these bytes.
    u64 const here = facts.of_agents(b.ring, facts.ring[b.ring].watched);
    for (int i = 0; i < W; ++i)
      know(b.set, i) |= know(a, i) & facts.of_barriers[i] & ~(i == b.word ? here : 0);
    return settle(a, act, cell, b);
  }
  // Under way until a group is waited for; of the same twice the later one counts.
  constexpr bool fly(int a, int f, group g) {
    int n = a * F;
    for (int i = a * F; i < a * F + s.flying[a]; ++i)
      if (f % 16 == under_way || (s.flight[i] & 65535) != static_cast<unsigned>(f))
        s.flight[n++] = s.flight[i];
    if (n == (a + 1) * F) return fail(fault::undecided, a, {});
    s.flight[n++] = static_cast<unsigned>(f) | static_cast<unsigned>(g) << 16;
    s.flying[a] = n - a * F;
    return true;
  }
  // By all threads of a group, when the last of them has come. Round 0 is the latest batch.
  constexpr bool gemm(int a) {
    auto const& me = table.agent[a];
    int threads = 0;
    for (int i = me.first; i < me.last; ++i) threads += table.agent[i].weight;
    if (threads != 128) return fail(fault::no_warpgroup, a, s.queue[a * Q + s.head[a]], -1, threads);
    for (int i = me.first; i < me.last; ++i) {
      if (s.head[i] == s.end[i]) return false;
      action const o = s.queue[i * Q + s.head[i]];
      if (o.what() != op::gemm && o.what() != op::accumulate) return false;
      if (o.code != s.queue[a * Q + s.head[a]].code) return fail(fault::undecided, i, o);
    }
    int oldest = 0;
    for (int i = me.first; i < me.last; ++i)
      for (int k = i * F; k < i * F + s.flying[i]; ++k) {
        if ((s.flight[k] >> 16 & 15) != 0) continue;
        s.flight[k] += 1u << 28;
        int const round = static_cast<int>(s.flight[k] >> 28);
        oldest = round > oldest ? round : oldest;
      }
    if (oldest >= facts.rounds) return fail(fault::undecided, a, {});
    int const set = facts.issue_of[me.group];
    for (int i = facts.rounds * W - 1; i >= 0 && set != 0; --i)
      know(set, i) = i < W || i >= (oldest + 1) * W ? 0 : know(set, i - W);
    for (int i = me.first; i < me.last && set != 0; ++i) join(set, i);
    int word = 0;
    u64 mask = 0;
    for (bool is_last = false; !is_last;) {
      action const act = s.queue[a * Q + s.head[a]];
      bool const is_register = act.what() == op::accumulate;
      is_last = is_register && act.value() == 0;
      int f = act.at() * 16 + under_way;
      for (int i = me.first; i < me.last && f >= 0; ++i) {
        if (!is_register)
          f = begin(i, fact::of_group + me.group, act);
        else if ((s.clean[i] >> facts.accumulator_of[table.ring_of[act.at()]] & 1) == 0)
          return fail(fault::no_wgmma_fence, i, act);
      }
      if (f < 0) return false;
      if (!is_register) {  // operands of one stage are forgotten together
        int const at = facts.word_of(f);
        if (at != word) forget(word, mask), word = at, mask = 0;
        mask |= facts.fact_of(f).bit;
        if (notes != nullptr) notes->origin[f] = notes->count;
      }
      if (is_last) forget(word, mask);
      for (int i = me.first; i < me.last; ++i) {
        note(i, act, is_last ? token(of_group(me.group)) : -1);
        if (!fly(i, f, group::wgmma)) return false;
        next(i);
      }
    }
    if (notes != nullptr) ++notes->phase[of_group(me.group)];
    return true;
  }
  constexpr bool complete(int a, action act) {
    int n = a * F;
    int running = 0;  // batches of wgmma
    bool some = false;
    int const group = table.agent[a].group;
    for (int i = a * F; i < a * F + s.flying[a]; ++i) {
      unsigned const e = s.flight[i];
      int const f = static_cast<int>(e & 65535);
      if ((e >> 16 & 15) != static_cast<unsigned>(act.value()) ||
          static_cast<int>(e >> 20 & 255) <= act.extra()) {
        s.flight[n++] = e;
        running += f % 16 == under_way;
        continue;
      }
      if (f % 16 == under_way) {
        if (facts.issue_of[group] != 0)
          join(a, facts.issue_of[group] + static_cast<int>(e >> 28));
        some = true;
      } else {
        know(a, facts.word_of(f)) |= facts.fact_of(f).bit;
      }
    }
    s.flying[a] = n - a * F;
    note(a, act, -1, some ? token(of_group(group), -1 - running) : -1);
    return true;
  }

  // ---- ends
  constexpr bool stuck() {
    for (int c = 0; c < plan_t::cells; ++c)
      if (s.at[c].pending == 0 && s.at[c].bytes != 0)
        return fail(fault::bytes, -1, {op::expect, 0, c}, -1, s.at[c].bytes);
    int a = 0;
    while (s.head[a] == s.end[a]) ++a;
    action const act = s.queue[a * Q + s.head[a]];
    int number = is_at_barrier(act.what()) ? s.at[act.at()].pending : 0;
    if (act.what() == op::registers) {  // those that a thread could have
      auto const& me = table.agent[a];
      int threads = 0;
      for (int i = me.first; i < me.last; ++i) threads += table.agent[i].at_block;
      number = s.registers[me.group] + s.free_registers[me.block] / threads;
    }
    return fail(fault::deadlock, a, act, -1, number);
  }
  // A block's memory is gone with its last thread: one of them has to know that nobody uses it.
  constexpr bool leave() {
    for (int c = 0; c < plan_t::cells; ++c) {
      int const r = table.ring_of[c];
      if (table.ring[r].is == sort::cluster_barrier) continue;  // no memory of a block
      auto const is_known = [&](int word, u64 bit) {
        for (int a = 0; a < A; ++a)
          if (table.agent[a].block == table.ring[r].block && (know(a, word) & bit) != 0) return true;
        return false;
      };
      for (int k = 0; k < facts.ring[r].last - facts.ring[r].first; ++k)
        if (!is_known(facts.word_of(c * 16 + k), facts.fact_of(c * 16 + k).bit))
          return fail(fault::in_flight, -1, {facts.fact_of(c * 16 + k).by, 0, c}, c * 16 + k);
      for (int a = 0; a < A; ++a)
        if (table.agent[a].block != table.ring[r].block && facts.of_agent(r, a) != 0 &&
            !is_known(bits_of(c).word, facts.of_agent(r, a)))
          return fail(fault::in_flight, a, {op::arrive, 0, c});
    }
    return true;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
