// SPDX-License-Identifier: BSL-1.0
//
// Defines mbarriers: the transaction barriers (mbarrier, sm_90) in the shared memory of the running
// blocks, as the PTX ISA describes them under "mbarrier".
//
//   initialize_barrier(full, 1)                 phase 0 awaits 1 arrival
//   set_barrier_transaction_bytes(full, 4096)   that arrival, and 4096 bytes are expected
//   a TMA load of 4096 bytes lands              phase 0 is complete, phase 1 begins
//   wait_barrier(full, 0)                       is ordered after the arrivals and the load
//
// Found here (fault::barrier): a barrier used before its initialisation is visible, or never
// initialised, or initialised twice; any other access to its word (PTX ISA, "mbarrier": undefined
// until mbarrier.inval); an invalidation that some use of it may follow; an arrival too many; a
// transaction count out of +-(2^20 - 1); bytes that no phase has accounted for when the kernel
// ends; a thread that waits for a phase after the next phase has completed too, since the parity
// then means a later phase. This last check assumes that a thread waits for each phase of a barrier
// in turn, or for none. A phase that never completes is a fault::deadlock (cpu/block.hpp).
// fault::in_flight is an access by another block that no thread of the block is ordered after when
// the block ends, since the block may be gone by then; and an access to the shared memory of a
// block that may not have begun.
#pragma once

#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/mbarrier_phase.hpp>

#include <map>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class mbarriers {
 public:
  explicit mbarriers(block& b) : block_(b), check_(b.check) {
    visits_.resize(static_cast<std::size_t>(b.blocks()));
    left_.resize(static_cast<std::size_t>(b.blocks()));
    b.at_begin.push_back([this] { clear(); });
    b.at_return.push_back([this](int thread) {
      check_.happens.release(thread, left_[static_cast<std::size_t>(block_.rank(thread))]);
    });
    b.at_end.push_back([this] { end(); });
    check_.has_mbarriers = true;
    check_.visits = [this](attempt const& a) {
      std::string const does = check_.does(a) + a.in->element(a.element());
      require_begun(a.in->block, does);
      if (block_.has_ended(a.in->block))
        check_.add(fault::in_flight, a, -1, a.element(),
                   does + " of block " + check_.name_of_block(a.in->block) + ", which has ended");
      visit(a.in->block, check_.happens.now(a.thread), does);
    };
  }

  // mbarrier.init, a write of the barrier's 8 bytes. `p` is the place of the barrier.
  void initialize(place const& p, int arrivals) {
    attempt const a{p, 64, 8, true, check_.thread};
    if (arrivals < 1 || arrivals > (1 << 20) - 1)
      check_.add(fault::barrier, check_.thread,
                 does("initialises ") + p.in->element(a.element()) + " for " +
                     std::to_string(arrivals) + " arrivals, and 1 to 1048575 are possible");
    auto const at = key(p);
    p.in->in->end_barrier(at.second);  // an mbarrier operation may access its own word
    if (check_.access(a) == nullptr) return;
    p.in->in->begin_barrier(at.second);
    auto const [found, is_new] = all_.try_emplace(at);
    mbarrier& b = found->second;
    if (!is_new)
      check_.add(fault::barrier, check_.thread,
                 does("initialises ") + b.name() + " again, which no mbarrier.inval has ended");
    b = {};
    b.in = p.in;
    b.element = a.element();
    b.rank = block_.rank(check_.thread);
    b.arrivals = b.pending = arrivals;
    b.init = check_.happens.now(check_.thread);
    b.agent = check_.add_agent("a copy that " + b.name() + " counts");
  }
  // mbarrier.inval. The thread must be ordered after every use of the barrier. From then on there
  // is no barrier at this place.
  void invalidate(place const& p) {
    mbarrier& b = at(p, block_.rank(check_.thread), "invalidates");
    std::string why;
    if (b.pending != b.arrivals || b.bytes != 0)
      why = "whose phase " + std::to_string(b.completed) + " has begun";
    for (auto const& [agent, e] : b.used)
      if (why.empty() && !check_.happens.is_over(check_.thread, e))
        why = "which " + check_.who(agent) + " may still use";
    if (!why.empty()) {
      check_.add(fault::barrier, check_.thread, does("invalidates ") + b.name() + ", " + why);
      block_.stop();
    }
    p.in->in->end_barrier(key(p).second);
    ended_.push_back(all_.extract(key(p)));
  }
  // fence.mbarrier_init: the thread's initialisations are visible to the cluster and to TMA.
  void fence_init() {
    event& e = fences_[check_.thread];
    if (e.agent == 0) e.agent = static_cast<std::uint16_t>(check_.add_agent("an initialisation"));
    e = check_.happens.next(e.agent);
    check_.happens.learn(check_.thread, e);
    for (auto& [at, b] : all_)
      if (b.init.agent == check_.thread && b.fence.time == 0) b.fence = e;
  }
  // The facts that a relaxed arrival at the barrier of the cluster carries: the fences of
  // initialisations, and that the block has begun.
  void release_fences(int thread, history& to) const {
    check_.happens.release_begin(thread, to);
    if (auto const f = fences_.find(thread); f != fences_.end())
      to.seen.raise(f->second.agent, f->second.time);
  }

  // The barrier at a place, in block `rank` of the cluster, for a use by the running thread; `uses`
  // is a verb such as "arrives at". Stops the block if there is no barrier.
  mbarrier& at(place const& p, int rank, char const* uses) {
    require_begun(rank, does(uses) + " " + p.in->element(p.bit / 64));
    if (block_.has_ended(rank))
      check_.add(fault::in_flight, check_.thread,
                 does(uses) + " " + p.in->element(p.bit / 64) + " of block " +
                     check_.name_of_block(rank) + ", which has ended");
    mbarrier* const b = find(p, rank);
    if (b == nullptr) {
      check_.add(fault::barrier, check_.thread,
                 does(uses) + " " + p.in->element(p.bit / 64) + ", which is not initialised");
      block_.stop();
    }
    b->used[check_.thread] = check_.happens.now(check_.thread);
    bool const is_fenced = b->fence.time != 0 && knows(b->fence);
    if (!is_fenced && !knows(b->init))
      check_.add(fault::barrier, check_.thread,
                 does(uses) + " " + b->name() + ", whose initialisation by " +
                     check_.who(b->init.agent) +
                     " it may not see yet: fence_barrier_init() and a barrier of all threads come "
                     "first");
    return *b;
  }
  // As above, for the thread that issues a copy which the barrier counts.
  mbarrier& at_for_copy(place const& p, int rank) {
    mbarrier& b = at(p, rank, "issues a copy that counts at");
    bool const is_fenced = b.fence.time != 0 && knows(b.fence);
    if (!is_fenced && !check_.happens.is_fenced(check_.thread, b.init, b.rank))
      check_.add(fault::barrier, check_.thread,
                 does("issues a copy that counts at") + " " + b.name() +
                     ", whose initialisation TMA may not see yet: fence_barrier_init() is missing");
    return b;
  }
  // Notes that an agent used block `rank` of the cluster: some thread of that block has to be
  // ordered after the use before the block ends.
  void visit(int rank, event e, std::string const& what) {
    visits_[static_cast<std::size_t>(rank)][e.agent] = {e, what};
  }

  // mbarrier.arrive by the thread that runs, after expect_tx of `bytes` bytes. An arrival at
  // another block's barrier releases a stage, and publishes no writes.
  void arrive(mbarrier& b, std::int64_t bytes = 0, bool publishes = false) {
    if (bytes != 0) expect(b, bytes);
    if (b.pending == 0) return too_many(b, check_.who(check_.thread));
    if (b.rank != block_.rank(check_.thread)) {
      visit(b.rank, check_.happens.now(check_.thread),
            check_.who(check_.thread) + " arrives at " + b.name());
      if (publishes) check_.happens.release(check_.thread, b.published_now);
      check_.happens.release_stage(check_.thread, b.now);
    } else {
      check_.happens.release(check_.thread, b.now);
    }
    --b.pending;
    b.settle();
  }
  // As above, by an agent that is no thread, as event `by`.
  void arrive_by_agent(mbarrier& b, event by) {
    if (b.pending == 0) return too_many(b, "a cp.async.mbarrier.arrive");
    b.used[by.agent] = by;
    b.now.seen.raise(by.agent, by.time);
    --b.pending;
    b.settle();
  }
  void expect(mbarrier& b, std::int64_t bytes) { count(b, bytes); }
  // Counts `bytes` bytes that have landed, as event `by`.
  void complete(mbarrier& b, std::int64_t bytes, event by) {
    b.now.seen.raise(by.agent, by.time);
    b.used[by.agent] = by;
    visit(b.rank, by, check_.who(by.agent));
    count(b, -bytes);
    b.settle();
  }

  // Suspends the running thread until the phase with this parity has completed: the phase after the
  // one that it last waited for, or that one again. Returns the number of the phase.
  int wait(mbarrier& b, int parity, bool acquires_cluster = false) {
    int& last = b.waited.try_emplace(check_.thread, -1).first->second;
    bool const is_next = (last & 1) != (parity & 1);
    int const phase = is_next ? last + 1 : last;
    phase_wait const w(b, parity & 1, is_next ? phase : -1);
    if (is_next && b.completed >= phase + 2) {
      alias(b, phase);
    } else {
      block_.wait_for(w);
      if (is_next && b.completed >= phase + 2) alias(b, phase);
    }
    last = ((b.completed - 1) & 1) == (parity & 1) ? b.completed - 1 : b.completed - 2;
    check_.happens.acquire(check_.thread, b.done);
    if (acquires_cluster) check_.happens.acquire(check_.thread, b.published);
    return last;
  }

 private:
  struct visitor {
    event at;
    std::string what;
  };

  block& block_;
  checker& check_;
  using map = std::map<std::pair<memory const*, std::int64_t>, mbarrier>;
  map all_;
  std::vector<map::node_type>
      ended_;                    // invalidated barriers, at which a pending copy may still count
  std::map<int, event> fences_;  // the last fence.mbarrier_init of each thread
  std::vector<std::map<int, visitor>> visits_;
  std::vector<history> left_;  // the happens-before sets of each block's threads when they returned

  static std::pair<memory const*, std::int64_t> key(place const& p) {
    return {p.in->in, p.in->at + p.bit / 8};
  }
  mbarrier* find(place const& p, int rank) {
    auto const found = all_.find({block_.shared(rank).same(*p.in).in, p.in->at + p.bit / 8});
    return found == all_.end() ? nullptr : &found->second;
  }
  // Requires that the block whose shared memory is used has begun (PTX ISA, "State spaces", and
  // CUDA C++ Programming Guide, "Distributed Shared Memory": all blocks must have started
  // executing).
  void require_begun(int rank, std::string const& does) {
    if (!check_.happens.has_begun(check_.thread, rank))
      check_.add(fault::in_flight, check_.thread,
                 does + " of block " + check_.name_of_block(rank) +
                     ", which may not have begun: cluster_arrive() and cluster_wait() come first");
  }
  bool knows(event e) const { return check_.happens.knows(check_.thread, e); }
  std::string does(std::string const& what) const { return check_.who(check_.thread) + " " + what; }

  void too_many(mbarrier const& b, std::string const& who) {
    check_.add(fault::barrier, check_.thread,
               who + " arrives at " + b.name() + ", phase " + std::to_string(b.completed) +
                   ", whose " + std::to_string(b.arrivals) +
                   " arrivals have come: an arrival too many, or " + std::to_string(b.bytes) +
                   " bytes that have not landed");
  }
  void alias(mbarrier const& b, int phase) {
    check_.add(fault::barrier, check_.thread,
               does("waits for phase ") + std::to_string(phase) + " of " + b.name() +
                   ", which is in phase " + std::to_string(b.completed) +
                   ": two phases on, their parities are equal");
  }
  void count(mbarrier& b, std::int64_t bytes) {
    constexpr std::int64_t most = (1 << 20) - 1;
    b.bytes += bytes;
    if (b.bytes < -most || b.bytes > most)
      check_.add(fault::barrier, check_.thread,
                 "the transaction count of " + b.name() + " becomes " + std::to_string(b.bytes) +
                     " in phase " + std::to_string(b.completed) + ", and +-1048575 are possible");
  }
  void clear() {
    for (int rank = 0; rank < block_.blocks(); ++rank) block_.shared(rank).place()->end_barriers();
    all_.clear();
    ended_.clear();
    fences_.clear();
    for (auto& v : visits_) v.clear();
    for (history& h : left_) h.clear();
  }
  void end() {
    for (auto const& [at, b] : all_)
      if (b.bytes != 0)
        check_.add(fault::barrier, b.rank * block_.block_threads(),
                   b.name() + " ends in phase " + std::to_string(b.completed) + " with " +
                       std::to_string(std::abs(b.bytes)) + " bytes " +
                       (b.bytes < 0 ? "too many" : "missing"));
    for (int rank = 0; rank < block_.blocks(); ++rank)
      for (auto const& [agent, v] : visits_[static_cast<std::size_t>(rank)])
        if (!check_.happens.covers(left_[static_cast<std::size_t>(rank)].seen, v.at) &&
            !check_.happens.covers(left_[static_cast<std::size_t>(rank)].over, v.at))
          check_.add(fault::in_flight, rank * block_.block_threads(),
                     "block " + check_.name_of_block(rank) + " may have ended when " + v.what +
                         " reaches it: no thread of it waits for that");
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
