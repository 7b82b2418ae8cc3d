// SPDX-License-Identifier: BSL-1.0
//
// Defines access_facts: which accesses and waits a protocol has, and the bit that stands for each.
// The happens-before set of an agent is a set of these bits.
//
// An access of a buffer is a fact: "the latest access of this kind, by this agent, of this stage is
// over". The bit is in an agent's set where the agent may rely on that. An ordinary access has a
// second bit: a fence to the async proxy followed it. An access of tensor memory has two more: its
// thread has executed tcgen05.fence::before_thread_sync since, or committed it (`sent`); and the
// agent itself has executed tcgen05.fence::after_thread_sync since it relies on that (`fenced`,
// which no barrier passes on). A stage of an mbarrier has the bits "its last
// phase is complete" and "the phase before that is complete", and one bit for each agent that waits
// or announces bytes there. A flag has the first two. A workspace has no asynchronous access.
//
// Rings that move alike keep the bits of their stages s in common 64-bit words, which have no other
// bits. So a proof renames stages after a step by moving words (symmetry.hpp).
#pragma once

#include <tileproof/checker/ring_uses.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Facts of a stage are numbered from 0 to per_cell - 1. The last number, under_way, stands for the
// registers that a wgmma uses.
enum : int { per_cell = 32, under_way = per_cell - 1 };

// A kind of access to the stages of a ring, and its actor. An actor below `of_group` is an agent;
// one from `of_group` on is a group that waits for its wgmma as one. In other groups a wgmma is an
// access by each agent whose wait counts for its warp.
struct fact {
  static constexpr int of_group = 1000;
  int actor = -1;
  op by{};
  u64 bit = 0;
  // The bit that says that a fence between the proxies came after the access. For a TMA load into a
  // cluster's memory: that its bytes are visible, not only written. 0 for an access that needs
  // neither.
  u64 fenced = 0;
  u64 sent = 0;  // of tensor memory: whose fenced is gained after it
  // For a write or a TMA load to a cluster's memory: the bit that says that an agent which relied
  // on it has read the stage since. A later write then comes after both, also where another block
  // relies on the read alone.
  u64 read_back = 0;
  u64 gains =
      0;  // the bits that its end adds to a set: `bit`; for a read also read_back of all writes
  u64 needs = 0;     // the bits that the agent's set must contain before
  u64 siblings = 0;  // for a write: the bits of writes by other threads of its role, in other calls
  u64 earlier =
      0;  // for a write: the bit that says that the actor's writes before its latest call are over
};

template <class P>
struct access_facts : ring_uses<P> {
  using uses = ring_uses<P>;
  using typename uses::of_ring, typename uses::plan_t;
  using uses::R, uses::fits, uses::has_phases, uses::initialises, uses::is_used_barrier, uses::ring,
      uses::table;
  static constexpr int most_facts = R * 8 + plan_t::agents * 4;
  static constexpr int most_words = plan_t::cells + R + 1;
  fact at[most_facts]{};
  int count = 0;
  short word_at[plan_t::cells]{};  // for each cell: the word with its bits
  short set_at[plan_t::cells]{};   // for a cell of a barrier: its sets
  short done_at[plan_t::cells]{};
  short fact_at[plan_t::cells]{};  // for a cell of a buffer: its first fact
  short barrier[plan_t::cells]{};  // the cells of barriers that are used, and of buffers
  short buffer[plan_t::cells]{};
  short shared[plan_t::cells]{};  // the cells of buffers that several threads of a role write
  int barriers = 0, buffers = 0, shareds = 0;
  int issue_of[plan_t::groups]{};  // the first set of a group's wgmma
  int umma_of[plan_t::agents]{};   // the set of what an agent's tcgen05.mma and .cp came after
  int accumulator_of[R]{};         // the number of a ring among the accumulators
  u64 of_barriers[most_words]{};   // for each word: the bits of barriers
  static constexpr bool has_overlaps = requires { typename P::overlaps; };
  bool meets[has_overlaps ? R : 1][has_overlaps ? R : 1]{};
  int fenced[most_facts]{};  // the facts that need a fence between the proxies
  int fenced_count = 0;
  int in_tensor_memory[most_facts]{};  // the facts that need a tcgen05.fence
  int in_tensor_memory_count = 0;
  u64 passed_on[most_words]{};     // for each word: the bits that a barrier passes on
  u64 asynchronous[most_words]{};  // for each word: the bits of accesses that a commit passes on
  int sets = plan_t::agents_in_use, words = 0, wraps = 2;
  int lasting = 0;  // the sets past these are empty except while a phase is open
  // Bits of a word that no renaming moves, from launch_bit on, -1: none: the grids before have
  // ended (has_grid), block b of the cluster runs (has_start), its mbarriers are visible to TMA and
  // to other blocks (initialises).
  int launch_word = -1, launch_bit = 0;
  bool has_grid = TILEPROOF_STATED(P, dependent_launch, false), has_start = false;
  static constexpr int launch_bits = 1 + 3 * plan_t::blocks;
  constexpr u64 grid_bit() const { return u64{1} << launch_bit; }
  constexpr u64 runs_bit(int block) const { return u64{2} << (launch_bit + block); }
  constexpr u64 init_bit(int block) const {
    return u64{2} << (launch_bit + plan_t::blocks + block);
  }
  // The tensor memory of a block is allocated.
  constexpr u64 allocated_bit(int block) const {
    return u64{2} << (launch_bit + 2 * plan_t::blocks + block);
  }
  u64 published[most_words]{};  // for each word: the bits that a remote arrival publishes
  bool flags_fit = true;        // places are relative, where there are flags

  constexpr access_facts() {
    for (int i = 0; i < most_words; ++i) published[i] = passed_on[i] = ~u64{};
    bool has_mbarriers = false;
    for (ring_info const& i : table.ring) has_mbarriers = has_mbarriers || i.is == sort::mbarrier;
    // If no role initialises the mbarriers, the machine does, and then the blocks of the cluster
    // meet at a barrier.
    has_start = plan_t::blocks > 1 && plan_t::is_cluster && (initialises || !has_mbarriers);
    int accumulators = 0;
    bool shares_global = false;
    for (int r = 0; r < R; ++r) {
      of_ring& x = ring[r];
      ring_info const& i = table.ring[r];
      if (wraps % (2 * i.stages) != 0) wraps *= i.stages;
      if (is_used_barrier(r) && has_phases(i.is)) x.done = sets, sets += i.stages;
      shares_global = shares_global || is_global(i.is);
      if (i.is == sort::accumulator) accumulator_of[r] = accumulators++;
    }
    if (shares_global) {
      flags_fit = this->is_relative;
      // This is more than the transitions of any trace: a flag counts its places without an end.
      wraps *= 1024;
    }
    fits = fits && accumulators <= 64 && flags_fit;
    for (int g = 0; g < plan_t::groups; ++g)
      if ((this->multiplies >> g & 1) != 0 && this->tells_at_issue(g))
        issue_of[g] = sets, sets += this->rounds;
    for (int a = 0; a < plan_t::agents; ++a)
      if ((this->commits >> a & 1) != 0) umma_of[a] = sets++;
    lasting = sets;
    for (int r = 0; r < R; ++r)
      if (is_used_barrier(r)) ring[r].set = sets, sets += table.ring[r].stages;
    for (int first = 0; first < R; ++first) {  // rings that move alike, stage by stage
      if (ring[first].teams == 0) continue;
      auto const is_alike = [&](int r) {
        return ring[r].teams != 0 && table.ring[r].stages == table.ring[first].stages &&
               ring[r].direction == ring[first].direction && ring[r].team() == ring[first].team();
      };
      if (ring[first].step != 0) continue;
      int used = words * 64;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) put(r, used);
      int const step = (used + 63) / 64 - words;
      for (int r = first; r < R; ++r)
        if (is_alike(r)) ring[r].step = step == 0 ? 1 : step;
      words += step * table.ring[first].stages;
      if (table.ring[first].stages == 1 && step > 0 && words * 64 - used >= launch_bits)
        launch_word = words - 1, launch_bit = used % 64;
    }
    if (!has_grid && !has_start && !initialises && !this->allocates)
      launch_word = -1;
    else if (launch_word < 0)
      launch_word = words++;
    if constexpr (has_overlaps) put_overlaps(static_cast<typename P::overlaps*>(nullptr));
    for (of_ring& r : ring)
      for (int i = r.first; i < r.last; ++i) {
        fact const& x = at[i];
        for (int k = r.first; k < r.last; ++k) {
          // Normally a read comes between two loads of a stage. Where nothing reads the ring, the
          // second load needs the bytes of the first to be visible; another block's arrival at
          // scope .cta does not show that.
          if (conflict(x, at[k]))
            at[i].needs |=
                at[k].bit | needs_fence(x, at[k]) |
                (!r.is_read && x.by == op::load && at[k].by == op::load ? at[k].fenced : 0);
          if (are_siblings(x, at[k])) at[i].siblings |= at[k].bit;
        }
      }
    for (int r = 0; r < R; ++r) {
      if (!is_used_barrier(r)) continue;
      ring[r].bits_of_watched = of_agents(r, ring[r].watched);
      ring[r].arrivals = of_agents(r, ring[r].arriving);
      for (int s = 0; s < table.ring[r].stages; ++s)
        of_barriers[ring[r].word + s * ring[r].step] |=
            last(r) | before(r) | ring[r].bits_of_watched;
    }
    for (int c = 0; c < plan_t::cells; ++c) {
      int const r = table.ring_of[c];
      int const stage = c - table.ring[r].cell;
      word_at[c] = static_cast<short>(ring[r].word + ring[r].step * stage);
      set_at[c] = static_cast<short>(ring[r].set + stage);
      done_at[c] = static_cast<short>(ring[r].done + stage);
      fact_at[c] = static_cast<short>(ring[r].first);
      if (is_used_barrier(r)) barrier[barriers++] = static_cast<short>(c);
      if (table.ring[r].is < sort::mbarrier && table.ring[r].is != sort::accumulator)
        buffer[buffers++] = static_cast<short>(c);
      bool is_shared = false;
      for (int i = ring[r].first; i < ring[r].last; ++i)
        is_shared = is_shared || at[i].siblings != 0;
      if (is_shared) shared[shareds++] = static_cast<short>(c);
    }
    for (int r = 0; r < R; ++r) {
      fits = fits && ring[r].last - ring[r].first < under_way;
      for (int i = ring[r].first; i < ring[r].last; ++i) {
        bool const is_load = at[i].by == op::load;
        bool const is_tensor = is_in_tensor_memory(at[i].by);
        int const first = per_cell * table.ring[r].cell + i - ring[r].first;
        if (at[i].fenced != 0 && is_tensor)
          in_tensor_memory[in_tensor_memory_count++] = first;
        else if (at[i].fenced != 0 && !is_load)
          fenced[fenced_count++] = first;
        for (int s = 0; s < table.ring[r].stages; ++s) {
          int const word = ring[r].word + s * ring[r].step;
          if (is_tensor) passed_on[word] &= ~at[i].fenced, published[word] &= ~at[i].fenced;
          if (!is_ordinary(at[i].by)) asynchronous[word] |= at[i].bit | at[i].sent;
        }
        if (writes(at[i].by) && !is_tensor)
          for (int s = 0; s < table.ring[r].stages; ++s)
            published[ring[r].word + s * ring[r].step] &=
                ~(is_load ? at[i].fenced : at[i].bit | at[i].fenced);
      }
    }
  }
  // The actor to which facts assign an access by this agent.
  static constexpr int actor_of(op by, int agent) {
    auto const& me = table.agent[agent];
    if (by != op::gemm) return agent;
    if (me.waits_as_one) return fact::of_group + me.group;
    return me.waits_for_warp() ? agent : me.first;
  }
  constexpr u64 last(int r) const { return u64{1} << ring[r].bits; }  // its last phase is complete
  constexpr u64 before(int r) const { return u64{2} << ring[r].bits; }  // and the one before
  constexpr u64 of_agent(int r, int a) const {
    agent_set const w = ring[r].watched;
    if ((w >> a & 1) == 0) return 0;
    return u64{4} << (ring[r].bits + detail::ones(w & (agent_bit(a) - 1)));
  }
  constexpr u64 of_agents(int r, agent_set agents) const {
    u64 all = 0;
    for (int a = 0; agents >> a != 0; ++a) all |= (agents >> a & 1) != 0 ? of_agent(r, a) : 0;
    return all;
  }
  // An access is per_cell * cell + the number of the fact in its ring.
  constexpr fact const& fact_of(int access) const {
    return at[fact_at[access / per_cell] + access % per_cell];
  }
  constexpr int word_of(int access) const { return word_at[access / per_cell]; }
  // Whether x and y must be ordered: at least one of them writes. Exception: ordinary writes by two
  // threads of a role need an order only if they belong to different calls (are_siblings).
  static constexpr bool conflict(fact const& x, fact const& y) {
    if (!writes(x.by) && !writes(y.by)) return false;
    if (is_in_tensor_memory(x.by)) return !is_pipelined(x, y) && !are_of_lanes(x, y);
    return !are_siblings(x, y);
  }
  // Whether both write, by two threads of one role.
  static constexpr bool are_siblings(fact const& x, fact const& y) {
    return writes(x.by) && writes(y.by) && is_ordinary(x.by) && is_ordinary(y.by) &&
           is_of_one_role(x, y);
  }
  static constexpr bool is_of_one_role(fact const& x, fact const& y) {
    return x.actor != y.actor && table.agent[x.actor].group == table.agent[y.actor].group;
  }
  // Whether tcgen05.ld and .st by two threads of one role: each warp accesses its own lanes.
  static constexpr bool are_of_lanes(fact const& x, fact const& y) {
    return !is_umma(x.by) && !is_umma(y.by) && is_of_one_role(x, y);
  }
  // Whether x comes after y because one thread issues both and the tensor core executes them in
  // this order. PTX, "Pipelined tcgen05 Instructions", has tcgen05.mma of one accumulator, and
  // tcgen05.mma after tcgen05.cp; of the other pairs a protocol states it as an axiom,
  // tensor_core_in_order, as CUTLASS's mainloops with block scales rely on it.
  static constexpr bool is_pipelined(fact const& x, fact const& y) {
    if (!is_umma(x.by) || !is_umma(y.by) || x.actor != y.actor) return false;
    bool const is_listed = (x.by == op::umma_write && y.by == op::umma_write) ||
                           (x.by != op::umma_copy && y.by == op::umma_copy);
    return is_listed || plan_t::tensor_core_in_order;
  }
  // An access by the async proxy needs a fence after ordinary accesses that conflict with it; it
  // needs none after reads where the protocol states the axiom. A thread needs the bytes of a TMA
  // load to be visible. Two threads need tcgen05.fence between their accesses of tensor memory,
  // and so does a thread after its own tcgen05.mma and .cp.
  static constexpr u64 needs_fence(fact const& x, fact const& y) {
    if (is_in_tensor_memory(y.by)) return x.actor != y.actor || is_umma(y.by) ? y.fenced : 0;
    if (y.by == op::load) return x.by == op::load ? 0 : y.fenced;
    if (!is_async(x.by)) return 0;
    return writes(y.by) || !plan_t::reads_need_no_fence ? y.fenced : 0;
  }

 private:
  static constexpr bool needs_tcgen05_fence(op by) {
    return is_in_tensor_memory(by) && !plan_t::barriers_order_tcgen05;
  }
  template <class... Overlaps>
  constexpr void put_overlaps(overlaps<Overlaps...>*) {
    (put_overlap(static_cast<Overlaps*>(nullptr)), ...);
  }
  template <class... Rs>
  constexpr void put_overlap(overlap<Rs...>*) {
    int const of[] = {plan_t::template resource_of<Rs>...};
    for (int const x : of)
      for (int const y : of)
        for (int i = 0; i < R; ++i)
          for (int k = 0; k < R; ++k)
            if (x != y && table.ring[i].resource == x && table.ring[k].resource == y &&
                table.ring[i].block == table.ring[k].block)
              meets[i][k] = true;
  }
  constexpr void put(int r, int& used) {
    of_ring& x = ring[r];
    x.first = count;
    int n = table.ring[r].is_barrier() ? 2 + detail::ones(x.watched) : 0;
    for (int k = 0; k < detail::kinds; ++k)
      for (int a = 0; x.agents_of[k] >> a != 0; ++a)
        if ((x.agents_of[k] >> a & 1) != 0 && count < most_facts) {
          op const by = static_cast<op>(k + static_cast<int>(op::load));
          at[count].by = by;
          at[count++].actor = actor_of(by, a);
          n += (has_second_bit(by, r) ? 2 : 1) + has_third_bit(by, r) + has_fourth_bit(by, r, a) +
               needs_tcgen05_fence(by);
        }
    x.last = count;
    if (n > 64) fits = false;
    if (used % 64 + n > 64) used = (used + 63) / 64 * 64;
    x.word = used / 64, x.bits = used % 64;
    if (table.ring[r].is_barrier()) used += 2 + detail::ones(x.watched);
    for (int i = x.first; i < count; ++i) {
      at[i].bit = u64{1} << used++ % 64;
      if (has_second_bit(at[i].by, r)) at[i].fenced = u64{1} << used++ % 64;
      if (needs_tcgen05_fence(at[i].by)) at[i].sent = u64{1} << used++ % 64;
      if (has_third_bit(at[i].by, r)) at[i].read_back = u64{1} << used++ % 64;
      if (has_fourth_bit(at[i].by, r, at[i].actor)) at[i].earlier = u64{1} << used++ % 64;
    }
    u64 read_backs = 0;
    for (int i = x.first; i < count; ++i) read_backs |= at[i].read_back;
    for (int i = x.first; i < count; ++i)
      at[i].gains = at[i].bit | (writes(at[i].by) ? 0 : read_backs);
  }
  // Whether other threads of the actor's role write the stage too, and not in the same calls.
  constexpr bool has_fourth_bit(op by, int r, int actor) const {
    if (!writes(by) || !is_ordinary(by) || !ring[r].calls_differ) return false;
    auto const& me = table.agent[actor];
    agent_set const group = agent_bit(me.last) - agent_bit(me.first);
    return detail::ones(ring[r].writers() & group) > 1;
  }
  constexpr bool has_third_bit(op by, int r) const {
    return this->releases_remotely && table.ring[r].is == sort::buffer && writes(by) &&
           (by == op::load ? !ring[r].is_read : is_ordinary(by));
  }
  constexpr bool has_second_bit(op by, int r) const {
    if (table.ring[r].is == sort::workspace) return false;
    if (is_in_tensor_memory(by)) return needs_tcgen05_fence(by);
    return is_ordinary(by) || (by == op::load && plan_t::blocks > 1 && plan_t::is_cluster &&
                               !(ring[r].sees_loads && ring[r].counted >= 0 && ring[r].is_read));
  }
};

// The access facts of a protocol, and the words and the sets that they take. Specialised for
// protocols that are values: their facts are computed while the program runs, and their words and
// sets have room for more.
template <class P>
inline constexpr access_facts<P> facts_of{};
template <class P>
inline constexpr int words_of = facts_of<P>.words;
template <class P>
inline constexpr int sets_of = (facts_of<P>.sets + 3) / 4 * 4;  // 4 sets are changed at once

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
