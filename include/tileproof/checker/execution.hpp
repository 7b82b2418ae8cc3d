// SPDX-License-Identifier: BSL-1.0
//
// Defines execution: runs a trace, a sequence of loop sections, in one order, and judges each
// action by the happens-before set of its agent. search.hpp runs every trace.
//
// Why one order is enough for a trace: an arrival is accepted only if the phase before it is
// complete by its agent's set, and a phase ends only if everybody has seen the waits for the one
// before it. So in every order that the GPU may choose, each arrival counts in the same phase as
// here and each wait returns for the same phase: the same actions take place with the same causal
// order between them. Two accesses are ordered in all orders or in none; an agent is stuck in all
// or in none. (A schedule changes which of two unordered actions comes first, and where one of
// these could be seen by the other, the order is refused above.)
//
// A flag is a counter without an end. An arrival at one of its places is accepted only if all
// places before are complete by its agent's set, and so it is counted at this place in every order.
// A wait is over once its place is, and stays so. The waiter gets what the arrivals up to its place
// have released, since each is an atomic addition to what those before have left (a release
// sequence of the PTX memory model). It may also see a later place, and more with it; the proof
// does not use that.
//
// Its layers: happens_before.hpp, barriers.hpp, pending_operations.hpp, accesses.hpp,
// task_queue.hpp.
#pragma once

#include <tileproof/checker/task_queue.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class execution : public task_queue<P> {
  using of = task_queue<P>;
  using plan_t = plan<P>;

 public:
  using of::s, of::found, of::events, of::notes, of::head, of::end, of::tasks;
  // The renaming of stages that is done after `go`.
  typename state<P>::renaming const* moved = nullptr;

  // Runs the roles of a team through one more section, and then every agent as far as it can go.
  // Returns false after a failure.
  constexpr bool go(transition const l) {
    if (!facts.fits) return fail(fault::undecided, -1, {}, -1, facts.flags_fit ? 0 : 1);
    if (l.is == section::begin)
      start();
    else
      s.shape[l.team] = P::loop::next(s.shape[l.team], l.is);
    for (int a = 0; a < A; ++a) this->take_left(a);
    s.roles.for_each([&](auto& c) { this->take(l, c); });
    for (int idle = 0; idle < 2 && found.what == fault::none; ++idle) {
      may_increase_ = idle == 1;
      for (int a = 0; a < A && found.what == fault::none; ++a) {
        while (head[a] < end[a] && execute(a, tasks[a][head[a]])) idle = -1;
      }
    }
    if (found.what != fault::none) return false;
    int left = 0;
    for (int a = 0; a < A; ++a) left += head[a] < end[a], events += head[a];
    if (left == A || (left != 0 && is_over())) return stuck();
    if (notes != nullptr) ++notes->transition;
    if (is_over()) return leave();
    for (int a = 0; a < A; ++a) this->keep_left(a);
    s.end_calls();
    moved = &state<P>::renamings.still;
    if (l.is == section::first || l.is == section::step) count(l.team, counter::step);
    if (l.is == section::end) count(l.team, counter::tile);
    return true;
  }
  constexpr bool is_over() const {
    for (int t = 0; t < T; ++t)
      if (s.shape[t] != over) return false;
    return true;
  }

 private:
  using of::happened, of::forget, of::fail, of::note, of::wait, of::arrive, of::sync, of::access;
  using of::table, of::facts, of::A, of::T, of::W, of::C;
  bool may_increase_ = false;  // no agent can go on unless a setmaxnreg increases registers now

  // The state at launch: every set is full, since nothing has happened. Barriers are initialised,
  // unless a role does it.
  constexpr void start() {
    for (u64& x : s.happened) x = ~u64{};
    for (int r = 0; r < plan_t::rings; ++r) {
      if (!facts.is_used_barrier(r)) continue;
      ring_info const& i = table.ring[r];
      agent_set own = 0;  // the agents of its block
      for (int a = 0; a < A; ++a)
        if (table.agent[a].block == i.block) own |= agent_bit(a);
      for (int k = 0; k < i.stages; ++k) {
        int const word = facts.ring[r].word + k * facts.ring[r].step;
        if (facts.initialises && i.is == sort::mbarrier)
          forget(word, facts.last(r) | facts.before(r));
        s.at[i.cell + k].pending = this->arrivals_of(r);
        s.at[i.cell + k].fresh |= facts.ring[r].watched & ~facts.ring[r].arriving & own;
        for (int w = 0; w < W; ++w) {
          happened(facts.ring[r].set + k, w) = 0;
          if (i.is == sort::cluster_barrier) happened(facts.ring[r].done + k, w) = 0;
        }
      }
    }
    if constexpr (plan_t::has_tensor_memory)
      for (int const set : facts.umma_of)
        for (int w = 0; set != 0 && w < W; ++w) happened(set, w) = 0;
    if (facts.launch_word >= 0) {
      u64 unknown = facts.has_grid ? facts.grid_bit() : 0;
      for (int b = 0; b < plan_t::blocks; ++b)
        unknown |= (facts.has_start ? facts.runs_bit(b) : 0) |
                   (facts.initialises ? facts.init_bit(b) : 0) |
                   (facts.allocates ? facts.allocated_bit(b) : 0);
      forget(facts.launch_word, unknown);
      for (int a = 0; a < A; ++a)
        happened(a, facts.launch_word) |= facts.runs_bit(table.agent[a].block);
    }
    for (int a = 0; a < A; ++a)
      s.registers[table.agent[a].group] = detail::registers_at_launch<P>();
    for (int& f : s.free_registers) f = 0;
  }
  constexpr void count(int team, counter by) {
    if constexpr (plan_t::own_steps)
      if (by == counter::tile)
        for (int t = 0; t < T; ++t) s.lead[t] += (t == team) - (team == 0);
    if (facts.is_relative && notes == nullptr) {
      moved = &state<P>::renamings.of(team, by);
      if (moved->any) s.rename_actions(*moved);
    } else {
      int& b = s.base[2 * team + static_cast<int>(by)];
      b = (b + 1) % facts.wraps;
    }
  }
  // Executes a task. Returns false where the agent has to wait, or has failed.
  constexpr bool execute(int a, task const& t) {
    switch (t.what) {
      case op::wait: return wait(a, t);
      case op::sync: return sync(a, t);
      case op::cluster_arrive: return this->cluster_arrive(a, t);
      case op::cluster_wait: return this->cluster_wait(a, t);
      case op::gemm:
      case op::accumulate: return this->gemm(a);
      case op::arrive:
      case op::arrive_copies:
      case op::pass:
      case op::expect:
      case op::expect_only:
        if (!arrive(a, t)) return false;
        break;
      case op::load:
        if (!this->load(a, t)) return false;
        break;
      case op::complete:
        if (!this->complete(a, t)) return false;
        break;
      case op::store:
      case op::copy:
      case op::read:
      case op::write:
        if (!access(a, t)) return false;
        break;
      default:
        if (!other(a, t)) return false;
        if (notes != nullptr && !is_access(t.what) && t.what != op::arrive_umma) note(a, t.act);
        break;
    }
    ++head[a];
    return true;
  }
  // Executes a task that protocols with tensor memory alone have. (clang counts each label of a
  // switch that is passed.)
  constexpr bool execute_tcgen05(int a, task const& t) {
    if (t.what == op::arrive_umma) return arrive(a, t);
    if (is_access(t.what)) return access(a, t);
    if (t.what == op::allocate) return allocate(a, t.act);
    if (t.what == op::fence_tcgen05) this->fence_tcgen05(a, t.value == 1);
    return true;
  }
  // Executes another task. An access and an arrival note their events.
  constexpr bool other(int a, task const& t) {
    switch (t.what) {
      case op::commit: this->commit(a, t.value); break;
      case op::fence_proxy: this->fence_proxy(a); break;
      case op::fence_registers: s.clean[a] = ~u64{}; break;
      case op::refused:
        if (t.why == misuse::no_warpgroup) {
          auto const& me = table.agent[a];
          return fail(fault::no_warpgroup, a, t.act, -1,
                      me.threads % 128 != 0 ? me.threads : -me.first_warp);
        }
        return fail(t.why == misuse::of_grid        ? fault::no_cluster
                    : t.why == misuse::of_workspace ? fault::workspace
                                                    : fault::illegal,
                    a, t.act, -1, static_cast<int>(t.why));
      case op::fetch: return this->comes_after_launch(a, t) || this->fail_launch(a, t);
      case op::init:
        if (!may_initialise(a, t.act)) return false;
        for (int c = 0; c < C; ++c) {
          int const r = table.ring_of[c];
          if (table.ring[r].is == sort::mbarrier && table.ring[r].block == table.agent[a].block)
            happened(a, facts.word_at[c]) |= facts.last(r) | facts.before(r);
        }
        break;
      case op::fence_init:
        if (has_initialised(a))
          happened(a, facts.launch_word) |= facts.init_bit(table.agent[a].block);
        break;
      case op::registers: return set_registers(a, t.act);
      case op::invalidate: return this->invalidate(a, t);
      case op::grid_wait:
        if (facts.has_grid) happened(a, facts.launch_word) |= facts.grid_bit();
        break;
      default:
        if constexpr (plan_t::has_tensor_memory) return execute_tcgen05(a, t);
        break;
    }
    return true;
  }
  // Whether an mbarrier may be initialised: once in a block, by one thread. PTX does not define an
  // init of a valid mbarrier.
  constexpr bool may_initialise(int a, action act) {
    unsigned const block = 1u << table.agent[a].block;
    if ((s.initialised & block) != 0 || table.agent[a].weight != 1)
      return fail(fault::early, a, act, -1, 2);
    s.initialised |= block;
    return true;
  }
  // Whether an `init` stands before this fence_init, in the same section.
  constexpr bool has_initialised(int a) const {
    for (int i = head[a] - 1; i >= 0; --i)
      if (tasks[a][i].what == op::init) return true;
    return false;
  }
  // tcgen05.alloc, .relinquish_alloc_permit and .dealloc by a warp: each once in a block, in this
  // order or with .dealloc before .relinquish_alloc_permit. An access may follow where the agent
  // relies on the allocation; none may be left where it is freed.
  constexpr bool allocate(int a, action act) {
    int const block = table.agent[a].block;
    unsigned const mine = 1u << block;
    bool const is_first = table.agent[a].instance == 0;  // a warp does it once
    u64 const allocated = facts.allocated_bit(block);
    bool const has = (happened(a, facts.launch_word) & allocated) != 0;
    switch (act.value()) {
      case 0:
        if (!is_first) {
          happened(a, facts.launch_word) |= (s.allocated & mine) != 0 ? allocated : 0;
          return true;
        }
        if (((s.allocated | s.relinquished) & mine) != 0)
          return fail(fault::allocation, a, act, -1, (s.allocated & mine) != 0 ? 1 : 2);
        s.allocated |= mine;
        happened(a, facts.launch_word) |= allocated;
        return true;
      case 1: s.relinquished |= mine; return true;
      default: break;
    }
    if (!is_first) return true;
    if (!has) return fail(fault::allocation, a, act);
    for (int c = 0; c < C; ++c) {
      int const r = table.ring_of[c];
      if (table.ring[r].is != sort::tensor_memory || table.ring[r].block != block) continue;
      for (int k = facts.ring[r].first; k < facts.ring[r].last; ++k)
        if ((happened(a, facts.word_at[c]) & facts.at[k].bit) == 0)
          return fail(fault::race, a, act, c * per_cell + k - facts.ring[r].first);
    }
    s.allocated &= ~mine;
    forget(facts.launch_word, allocated);
    return true;
  }
  // setmaxnreg by the threads of a group, counted once: a thread's registers are lent to the block.
  // It is open which thread gets them first, so increases are run last: they wait until no other
  // agent can go on. If all of them fit then, they fit in every order.
  constexpr bool set_registers(int a, action act) {
    auto const& me = table.agent[a];
    int const n = act.extra();
    int& now = s.registers[me.group];
    if (n < 24 || n > 256 || n % 8 != 0) return fail(fault::registers, a, act, -1, 0);
    int threads = 0;
    for (int i = me.first; i < me.last; ++i) threads += table.agent[i].at_warps;
    if (threads % 128 != 0) return fail(fault::registers, a, act, -1, -threads);
    if (me.first_warp % 4 != 0) return fail(fault::no_warpgroup, a, act, -1, -me.first_warp);
    if (me.instance != 0) return true;
    if ((s.resized >> me.group & 1) != 0) return fail(fault::registers, a, act, -1, 2);
    if (act.value() == 0 ? n > now : n < now) return fail(fault::registers, a, act, -1, now);
    if (n > now && !may_increase_) return false;
    if (n < now && (s.raised >> me.block & 1) != 0) return fail(fault::registers, a, act, -1, 1);
    if ((n - now) * threads > s.free_registers[me.block]) return false;
    s.free_registers[me.block] -= (n - now) * threads;
    s.raised |= static_cast<unsigned>(n > now) << me.block;
    now = n;
    s.resized |= u64{1} << me.group;
    return true;
  }

  // ---- ends
  constexpr bool stuck() {
    for (int c = 0; c < plan_t::cells; ++c)
      if (s.at[c].pending == 0 && s.at[c].bytes != 0)
        return fail(fault::bytes, -1, {op::expect, 0, c}, -1, s.at[c].bytes);
    int a = 0;
    while (head[a] == end[a]) ++a;
    action const act = tasks[a][head[a]].act;
    int number = is_at_barrier(act.what()) ? s.at[act.at()].pending : 0;
    if (act.what() == op::registers) {  // the number that a thread could have
      auto const& me = table.agent[a];
      int threads = 0;
      for (int i = me.first; i < me.last; ++i) threads += table.agent[i].at_warps;
      number = s.registers[me.group] + s.free_registers[me.block] / threads;
    }
    return fail(fault::deadlock, a, act, -1, number);
  }
  // Shared memory of a block is gone when its last thread ends, so the end of some thread has to
  // come after every agent's last use of it. No thread may end between the halves of the cluster's
  // barrier: an H200 has hung there.
  constexpr bool leave() {
    for (int a = 0; s.arrived >> a != 0; ++a)
      if ((s.arrived >> a & 1) != 0) return fail(fault::in_flight, a, {op::cluster_wait, 0, 0});
    for (int b = 0; s.allocated >> b != 0; ++b)
      if ((s.allocated >> b & 1) != 0) return fail(fault::allocation, -1, {}, -1, b);
    u64 known[plan_t::blocks * W]{};
    for (int a = 0; a < A; ++a)
      for (int w = 0; w < W; ++w) known[table.agent[a].block * W + w] |= s.happened[a * W + w];
    for (int c = 0; c < C; ++c) {
      int const r = table.ring_of[c];
      int const block = table.ring[r].block;
      auto const& x = facts.ring[r];
      if (x.first == x.last && x.bits_of_watched == 0 && (x.copying | x.committing) == 0) continue;
      sort const is = table.ring[r].is;
      if (is == sort::cluster_barrier || is == sort::workspace) continue;  // no memory of a block
      u64 const all = known[block * W + facts.word_at[c]];
      for (int k = x.first; k < x.last; ++k)
        if ((all & facts.at[k].bit) == 0)
          return fail(fault::in_flight, -1, {facts.at[k].by, 0, c}, c * per_cell + k - x.first);
      if ((x.bits_of_watched & ~all) == 0 && (x.copying | x.committing) == 0) continue;
      bool const is_known = (all & facts.last(r)) != 0;  // its last phase
      if (x.is_invalidated && !is_known && (all & facts.before(r)) == 0) continue;
      // The system arrives for asynchronous operations; only a wait shows that it has.
      for (int a = 0; a < A; ++a)
        if (((x.copying | x.committing) >> a & 1) != 0 &&
            (!is_known || s.at[c].pending != this->arrivals_of(r)))
          return fail(fault::in_flight, a,
                      {(x.copying >> a & 1) != 0 ? op::arrive_copies : op::arrive_umma, 0, c});
      for (int a = 0; a < A; ++a)
        if (table.agent[a].block != block && (facts.of_agent(r, a) & ~all) != 0)
          return fail(fault::in_flight, a, {op::arrive, 0, c});
    }
    return true;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
