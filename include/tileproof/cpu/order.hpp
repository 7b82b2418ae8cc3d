// SPDX-License-Identifier: BSL-1.0
//
// Defines order: the happens-before relation of the blocks that run together, a cluster, by which
// races are judged.
//
//   thread 3 writes c; thread 3 arrives at mbarrier b; thread 5 waits for b; thread 5 reads c
//
// Each thread has a time, which grows when it releases what it did: when it arrives at a barrier of
// whatever kind. A clock maps threads to times. A synchronisation object carries the clocks of
// those that arrived (a history), and a thread that waits joins it into its own; so it knows an
// access, an event, if the access's time is not above the clock's entry for the thread that made
// it.
// __syncthreads is the cheap case: it gives a block a floor, a time before which all threads know
// each other's accesses, and no entry for each of them.
//
// An agent is a thread, or something asynchronous that makes accesses by itself: the copies of TMA
// that one mbarrier counts, the wgmma of a warp. Agents other than threads are known by entry only.
//
// Several clocks run beside each other: what an agent has seen; what is over without being seen: an
// arrival at another block's mbarrier releases a stage, but publishes no writes
// (atom/tma/barrier.hpp); and how much of both a proxy fence (fence.proxy.async) has ordered before
// later accesses of TMA and wgmma, for global memory and for the shared memory of each block. A
// read must have seen the write; a write must only come after what is over. From Flanagan and
// Freund, "FastTrack" (PLDI 2009); the memory model is that of the PTX ISA, "Memory Consistency
// Model", with proxies.
#pragma once

#include <tileproof/cpu/vector_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The order of the accesses of a cluster of `blocks` blocks of `threads` threads. Thread t of block
// b is agent b * threads + t. Cost: O(1) for the question whether an access is known, O(threads)
// for __syncthreads, O(agents) for a release or an acquisition.
class order {
 public:
  order(int threads, int blocks)
      : threads_(static_cast<std::size_t>(threads)),
        of_thread_(static_cast<std::size_t>(threads * blocks)),
        of_block_(static_cast<std::size_t>(blocks)),
        floor_(static_cast<std::size_t>(blocks)) {
    if (of_thread_.size() > 32768) throw std::length_error("a cluster of more than 32768 threads");
    launch_ = ++last;
    begin();
  }

  // The last time so far, of any launch.
  static inline std::uint32_t last = 0;

  // Begins a cluster: nothing of it has happened, and only threads are agents.
  void begin() {
    begin_ = ++last;
    agents_ = of_thread_.size() + of_block_.size();
    for (state& s : of_thread_) s = {};
    for (history& h : of_block_) h.clear();
    is_even_ = true;
    for (std::size_t b = 0; b < of_block_.size(); ++b) raise_floor(b, begin_);
  }
  // The agent of all reductions by TMA, which are atomic. Nobody in the launch knows what it did.
  static constexpr int reducer = 65535;
  // The agent of all arrivals and waits at flags in global memory, of which the same is true.
  static constexpr int flags = 65534;
  static constexpr bool is_atomic(int agent) { return agent >= flags; }
  // A new agent that is no thread.
  int add_agent() {
    if (agents_ >= flags) throw std::length_error("more than 65534 agents in a cluster");
    return static_cast<int>(agents_++);
  }
  int first_agent() const { return static_cast<int>(of_thread_.size() + of_block_.size()); }
  bool is_thread(int agent) const { return static_cast<std::size_t>(agent) < of_thread_.size(); }
  int block_of(int thread) const {
    return static_cast<int>(static_cast<std::size_t>(thread) / threads_);
  }

  // The times at which the launch and the cluster began, and the one before which all threads of
  // the thread's block know each other's accesses.
  std::uint32_t launch() const { return launch_; }
  std::uint32_t cluster() const { return begin_; }
  std::uint32_t floor(int thread) const {
    return floor_[static_cast<std::size_t>(block_of(thread))];
  }
  // The time before which each thread knows all accesses of all threads: the floor of the only
  // block, or the beginning of a cluster of several.
  std::uint32_t lowest_floor() const { return floor_.size() == 1 ? floor_[0] : begin_; }

  // The present access of a thread, as an event.
  event now(int thread) const {
    std::uint32_t const own = of_thread_[static_cast<std::size_t>(thread)].time;
    return {std::max(own, floor(thread)), static_cast<std::uint16_t>(thread)};
  }
  // A new time for an access by an agent that is no thread.
  event next(int agent) { return {++last, static_cast<std::uint16_t>(agent)}; }

  // Whether nothing is left to ask about event e: it is of an earlier launch, or each thread knows
  // it.
  bool is_past(event e) const {
    return e.time < past_ && (e.time < launch_ || (e.time >= begin_ && is_thread(e.agent)));
  }

  // Whether thread `thread` knows event e of this cluster: it was before. Its own are.
  bool knows(int thread, event e) const {
    if (e.agent == thread) return true;
    std::size_t const b = static_cast<std::size_t>(thread) / threads_;
    if (e.time < floor_[b] && e.agent / threads_ == b) return true;
    return covers(of_thread_[static_cast<std::size_t>(thread)].has.seen, e) ||
           covers(of_block_[b].seen, e);
  }
  // Whether a thread of block `of` has begun, as far as the thread knows: it has synchronised with
  // one, by however many steps.
  bool has_begun(int thread, int of) const {
    std::size_t const own = static_cast<std::size_t>(block_of(thread));
    std::size_t const at = entry(static_cast<std::size_t>(of));
    if (own == static_cast<std::size_t>(of)) return true;
    for (history const* h : {&of_thread_[static_cast<std::size_t>(thread)].has, &of_block_[own]})
      if (h->seen.of(at) >= begin_ || h->over.of(at) >= begin_) return true;
    return false;
  }
  // Gives a synchronisation object that alone: the thread's block has begun.
  void release_begin(int thread, history& to) const {
    to.seen.raise(entry(static_cast<std::size_t>(block_of(thread))), begin_);
  }
  // Whether event e is over as far as the thread knows: it may write there.
  bool is_over(int thread, event e) const {
    return knows(thread, e) || covers(of_thread_[static_cast<std::size_t>(thread)].has.over, e) ||
           covers(of_block_[static_cast<std::size_t>(block_of(thread))].over, e);
  }
  // Whether a proxy fence that covers a memory, the shared one of a block or global memory (-1), is
  // between event e and the present of the thread, which is about to read or to write. The fence
  // may be by the thread that made the access, before it synchronised, or by one that knows of it.
  bool is_fenced(int thread, event e, int memory, bool writes = false) const {
    for (history const* h : {&of_thread_[static_cast<std::size_t>(thread)].has,
                             &of_block_[static_cast<std::size_t>(block_of(thread))]})
      if (covers(h->fenced, memory, e) || (writes && covers(h->fenced_over, memory, e)))
        return true;
    return false;
  }
  // Whether each thread of its block knows that such a fence is after event e.
  bool is_fenced_for_all(event e, int memory) const {
    return is_thread(e.agent) &&
           covers(of_block_[static_cast<std::size_t>(block_of(e.agent))].fenced, memory, e);
  }
  // Whether a clock has event e.
  bool covers(clock const& c, event e) const {
    if (c.is_empty()) return false;
    return c.of(e.agent) >= e.time ||
           (e.agent < of_thread_.size() && c.of(entry(e.agent / threads_)) > e.time);
  }

  // Gives a synchronisation object what the thread knows and did; acquire takes it over.
  void release(int thread, history& to) {
    state& s = of_thread_[static_cast<std::size_t>(thread)];
    to.join(of_block_[static_cast<std::size_t>(block_of(thread))]);
    to.join(s.has);
    to.seen.raise(static_cast<std::size_t>(thread), now(thread).time);
    s.time = ++last;
    is_even_ = false;
  }
  // As above, for a release that publishes nothing: what the thread did is over.
  void release_stage(int thread, history& to) {
    history all;
    release(thread, all);
    to.over.join(all.seen);
    to.over.join(all.over);
    history::join(to.fenced_over, all.fenced);
    history::join(to.fenced_over, all.fenced_over);
  }
  void acquire(int thread, history const& from) {
    is_even_ = false;
    of_thread_[static_cast<std::size_t>(thread)].has.join(from);
  }
  // The thread knows an event that no history brought it.
  void learn(int thread, event e) {
    is_even_ = false;
    of_thread_[static_cast<std::size_t>(thread)].has.seen.raise(e.agent, e.time);
  }
  // fence.proxy.async: what the thread knows and did, in this memory, is before what TMA and wgmma
  // do after.
  void fence(int thread, spaces of) {
    state& s = of_thread_[static_cast<std::size_t>(thread)];
    history const& block = of_block_[static_cast<std::size_t>(block_of(thread))];
    std::size_t const own = 1 + static_cast<std::size_t>(block_of(thread));
    s.has.fenced.resize(1 + of_block_.size());
    s.has.fenced_over.resize(1 + of_block_.size());
    for (std::size_t i = 0; i <= of_block_.size(); ++i) {
      if (of == spaces::shared && i != own) continue;
      s.has.fenced[i].join(block.seen);
      s.has.fenced[i].join(s.has.seen);
      s.has.fenced[i].raise(static_cast<std::size_t>(thread), now(thread).time);
      s.has.fenced_over[i].join(block.over);
      s.has.fenced_over[i].join(s.has.over);
    }
    s.time = ++last;
    is_even_ = false;
  }
  // __syncthreads of a block: each thread knows what all of them know and did.
  void meet(int block) {
    std::size_t const b = static_cast<std::size_t>(block);
    for (std::size_t t = b * threads_; !is_even_ && t < (b + 1) * threads_; ++t) {
      if (of_thread_[t].has.is_empty()) continue;
      of_block_[b].join(of_thread_[t].has);
      of_thread_[t].has.clear();
    }
    is_even_ = is_even_ || of_block_.size() == 1;
    raise_floor(b, ++last);
  }

 private:
  // A thread: its time where that is above its block's floor, and what it alone knows.
  struct state {
    std::uint32_t time = 0;
    history has;
  };

  std::size_t threads_;
  std::vector<state> of_thread_;
  std::vector<history> of_block_;  // what all threads of a block know
  std::vector<std::uint32_t> floor_;
  std::uint32_t launch_ = 1;
  std::uint32_t begin_ = 1;
  std::uint32_t past_ = 1;  // lowest_floor()
  std::size_t agents_ = 0;
  // No thread knows anything that its block does not: nothing but __syncthreads has ordered them.
  bool is_even_ = true;

  bool covers(std::vector<clock> const& fenced, int memory, event e) const {
    std::size_t const i = static_cast<std::size_t>(memory + 1);
    return i < fenced.size() && covers(fenced[i], e);
  }
  // The entry of a block in a clock, after those of the threads: its floor.
  std::size_t entry(std::size_t block) const { return of_thread_.size() + block; }
  void raise_floor(std::size_t block, std::uint32_t time) {
    floor_[block] = time;
    of_block_[block].seen.raise(entry(block), time);
    past_ = lowest_floor();
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
