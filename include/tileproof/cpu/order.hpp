// SPDX-License-Identifier: BSL-1.0
//
// Defines order: the happens-before relation of the blocks that run together. Races are judged by
// it.
//
//   thread 3 writes c; thread 3 arrives at mbarrier b; thread 5 waits for b; thread 5 reads c
//
// Each thread has a time, which grows at each release, that is, at each arrival at a barrier of any
// kind. A clock maps threads to times. A synchronisation object carries the joined clocks of the
// threads that arrived (a history), and a thread that waits joins them into its own. A thread knows
// an access (an event), which means that it is ordered after the access, if the time of the access
// is at most the entry in its clock for the thread that made the access. __syncthreads is cheap: it
// needs no entry for each thread, but gives the block a floor, a time before which all its threads
// know each other's accesses.
//
// An agent is a thread, or an asynchronous unit that makes accesses by itself: the TMA copies that
// one mbarrier counts, the wgmma of a warp. Floors do not cover agents other than threads; each
// needs an entry.
//
// A history has several clocks. The first has the accesses that an agent has seen. The second has
// accesses that are over but perhaps not seen: an arrival at another block's mbarrier releases a
// stage, but publishes no writes (atom/tma/barrier.hpp). Further clocks have the part of both that
// a proxy fence (fence.proxy.async) has ordered before later accesses of TMA and wgmma, for global
// memory and for the shared memory of each block. A read must have seen the write; a write only has
// to come after accesses that are over. From Flanagan and Freund, "FastTrack" (PLDI 2009); the
// memory model is that of the PTX ISA, "Memory Consistency Model", with proxies.
#pragma once

#include <tileproof/cpu/vector_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The order of the accesses of a cluster of `blocks` blocks of `threads` threads. Thread t of block
// b is agent b * threads + t. Cost: O(1) to find out whether an access is known, O(threads) for
// __syncthreads, O(agents) for a release or an acquisition.
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

  // Begins a cluster: no access has happened in it, and only threads are agents.
  void begin() {
    begin_ = ++last;
    agents_ = of_thread_.size() + of_block_.size();
    for (state& s : of_thread_) s = {};
    for (history& h : of_block_) h.clear();
    is_even_ = true;
    for (std::size_t b = 0; b < of_block_.size(); ++b) raise_floor(b, begin_);
  }
  // The agent of all reductions by TMA, which are atomic. No thread of the launch is ordered after
  // its accesses.
  static constexpr int reducer = 65535;
  // The agent of all arrivals and waits at flags in global memory. No thread is ordered after its
  // accesses either.
  static constexpr int flags = 65534;
  static constexpr bool is_atomic(int agent) { return agent >= flags; }
  // Adds an agent that is not a thread.
  int add_agent() {
    if (agents_ >= flags) throw std::length_error("more than 65534 agents in a cluster");
    return static_cast<int>(agents_++);
  }
  int first_agent() const { return static_cast<int>(of_thread_.size() + of_block_.size()); }
  bool is_thread(int agent) const { return static_cast<std::size_t>(agent) < of_thread_.size(); }
  int block_of(int thread) const {
    return static_cast<int>(static_cast<std::size_t>(thread) / threads_);
  }

  // The times at which the launch and the cluster began; and the floor of the thread's block.
  std::uint32_t launch() const { return launch_; }
  std::uint32_t cluster() const { return begin_; }
  std::uint32_t floor(int thread) const {
    return floor_[static_cast<std::size_t>(block_of(thread))];
  }
  // The time before which each thread knows all accesses of all threads: the floor of the only
  // block, or the beginning of a cluster of several.
  std::uint32_t lowest_floor() const { return floor_.size() == 1 ? floor_[0] : begin_; }

  // The current access of a thread, as an event.
  event now(int thread) const {
    std::uint32_t const own = of_thread_[static_cast<std::size_t>(thread)].time;
    return {std::max(own, floor(thread)), static_cast<std::uint16_t>(thread)};
  }
  // A new time for an access by an agent that is no thread.
  event next(int agent) { return {++last, static_cast<std::uint16_t>(agent)}; }

  // Whether event e needs no more checks: it belongs to an earlier launch, or every thread knows
  // it.
  bool is_past(event e) const {
    return e.time < past_ && (e.time < launch_ || (e.time >= begin_ && is_thread(e.agent)));
  }

  // Whether thread `thread` is ordered after event e of this cluster. It always is after its own.
  bool knows(int thread, event e) const {
    if (e.agent == thread) return true;
    std::size_t const b = static_cast<std::size_t>(thread) / threads_;
    if (e.time < floor_[b] && e.agent / threads_ == b) return true;
    return covers(of_thread_[static_cast<std::size_t>(thread)].has.seen, e) ||
           covers(of_block_[b].seen, e);
  }
  // Whether the thread is ordered after the begin of block `of`: it has synchronised with one of
  // its threads, directly or through others.
  bool has_begun(int thread, int of) const {
    std::size_t const own = static_cast<std::size_t>(block_of(thread));
    std::size_t const at = entry(static_cast<std::size_t>(of));
    if (own == static_cast<std::size_t>(of)) return true;
    for (history const* h : {&of_thread_[static_cast<std::size_t>(thread)].has, &of_block_[own]})
      if (h->seen.of(at) >= begin_ || h->over.of(at) >= begin_) return true;
    return false;
  }
  // Releases to a synchronisation object only the fact that the thread's block has begun.
  void release_begin(int thread, history& to) const {
    to.seen.raise(entry(static_cast<std::size_t>(block_of(thread))), begin_);
  }
  // Whether the thread is ordered after the end of event e, so that it may write there.
  bool is_over(int thread, event e) const {
    return knows(thread, e) || covers(of_thread_[static_cast<std::size_t>(thread)].has.over, e) ||
           covers(of_block_[static_cast<std::size_t>(block_of(thread))].over, e);
  }
  // Whether a proxy fence is between event e and the current access of the thread, a read or a
  // write. The fence has to cover `memory`: the shared memory of a block, or global memory (-1). It
  // may be by the thread that made the earlier access, before it synchronised, or by a thread that
  // is ordered after it.
  bool is_fenced(int thread, event e, int memory, bool writes = false) const {
    for (history const* h : {&of_thread_[static_cast<std::size_t>(thread)].has,
                             &of_block_[static_cast<std::size_t>(block_of(thread))]})
      if (covers(h->fenced, memory, e) || (writes && covers(h->fenced_over, memory, e)))
        return true;
    return false;
  }
  // Whether every thread of the block is ordered after such a fence that came after event e.
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

  // release adds the thread's happens-before set and its own accesses to a synchronisation object;
  // acquire adds those of the object to the thread.
  void release(int thread, history& to) {
    state& s = of_thread_[static_cast<std::size_t>(thread)];
    to.join(of_block_[static_cast<std::size_t>(block_of(thread))]);
    to.join(s.has);
    to.seen.raise(static_cast<std::size_t>(thread), now(thread).time);
    s.time = ++last;
    is_even_ = false;
  }
  // As above, for a release that publishes no writes: the thread's accesses are over.
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
  // Adds one event to the thread's happens-before set.
  void learn(int thread, event e) {
    is_even_ = false;
    of_thread_[static_cast<std::size_t>(thread)].has.seen.raise(e.agent, e.time);
  }
  // fence.proxy.async: accesses of the thread to this memory, and accesses that it is ordered
  // after, come before later accesses of TMA and wgmma.
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
  // __syncthreads of a block: each thread is then ordered after everything that any of them did or
  // was ordered after.
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
  // A thread: its time if that is above its block's floor, and the accesses that only it knows.
  struct state {
    std::uint32_t time = 0;
    history has;
  };

  std::size_t threads_;
  std::vector<state> of_thread_;
  std::vector<history> of_block_;  // the accesses that all threads of a block know
  std::vector<std::uint32_t> floor_;
  std::uint32_t launch_ = 1;
  std::uint32_t begin_ = 1;
  std::uint32_t past_ = 1;  // lowest_floor()
  std::size_t agents_ = 0;
  // Whether no thread knows more than its whole block: only __syncthreads has ordered threads so
  // far.
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
