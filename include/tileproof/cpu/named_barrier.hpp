// SPDX-License-Identifier: BSL-1.0
//
// Defines named_barriers: bar.sync and bar.arrive of a number of a block's threads, as the PTX ISA
// describes them under "bar, barrier".
//
//   ctx.arrive_named(1, 256);  // 128 threads that have written
//   ctx.sync_named(1, 256);    // 128 threads that will read
//
// Barrier 0 is that of __syncthreads: sync_named(0, all threads of the block) is ctx.sync().
//
// Found here (fault::barrier): an id above 15; a number of threads that is not a multiple of 32;
// two numbers for one id at once; a thread that arrives twice before the others have come, for
// example if one id serves two purposes at once; an arrival that may count in the barrier's last
// use, since the thread is not ordered after that use (for example barrier 0 with some of the
// threads, and __syncthreads). Found as fault::divergence: a warp whose lanes do not execute the
// same instruction. bar.sync and bar.arrive are barrier.cta.sync.aligned and .arrive.aligned, which
// all threads of the warp must execute.
#pragma once

#include <tileproof/cpu/barrier_round.hpp>
#include <tileproof/cpu/block.hpp>

#include <algorithm>
#include <deque>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The 16 named barriers of each block.
class named_barriers {
 public:
  explicit named_barriers(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { clear(); });
    b.at_return.push_back([this](int thread) { end(thread); });
    b.at_sync.push_back([this] { arrive_at_block_barrier(); });
    clear();
  }

  // The running thread arrives; if `waits` (bar.sync), it waits until all have arrived. `where` is
  // the call.
  void arrive(int id, int threads, bool waits, std::source_location const& where) {
    std::string const name = "named barrier " + std::to_string(id);
    if (id < 0 || id > 15) {
      check_.add(fault::barrier, check_.thread,
                 who() + " uses " + name + ", and there are 0 to 15");
      block_.stop();
    }
    if (threads < 32 || threads % 32 != 0 || threads > block_.block_threads())
      check_.add(fault::barrier, check_.thread,
                 who() + " uses " + name + " of " + std::to_string(threads) +
                     " threads, and a multiple of 32 up to " +
                     std::to_string(block_.block_threads()) + " is possible");
    instruction_of_warp& it = execute({id, threads, waits});
    if (id == 0 && waits && threads == block_.block_threads()) return block_.sync(where, true);
    if (id == 0 && block_.at_block_barrier(block_.rank(check_.thread)) > 0)
      check_.add(fault::barrier, check_.thread,
                 who() + " uses " + name + " of " + std::to_string(threads) +
                     " threads, while others wait there at __syncthreads for all " +
                     std::to_string(block_.block_threads()));
    if (it.joins == nullptr) join(it, name);
    std::shared_ptr<round> const r = it.joins;
    require_over(it.before.get(), name);
    check_.happens.release(check_.thread, r->has);
    r->is_complete = ++r->arrived >= r->expected;
    if (!waits) return;
    block_.wait_for(round_wait(r, name));
    check_.happens.acquire(check_.thread, r->has);
  }

 private:
  // A barrier: its current use, and its last complete use, or null.
  struct uses {
    std::shared_ptr<round> now;
    std::shared_ptr<round> before;
  };
  // An instruction of a warp, and the lanes that have executed it.
  struct instruction_of_warp {
    int id, threads;
    bool waits;
    int lanes = 0;
    std::shared_ptr<round> joins = nullptr, before = nullptr;

    bool is(instruction_of_warp const& o) const {
      return id == o.id && threads == o.threads && waits == o.waits;
    }
    std::string text() const {
      return std::string(waits ? "bar.sync " : "bar.arrive ") + std::to_string(id) + ", " +
             std::to_string(threads);
    }
  };
  // All lanes of a warp have executed `done` instructions; then follow those that only some lanes
  // have executed.
  struct of_warp {
    std::deque<instruction_of_warp> open;
    int done = 0;
  };
  block& block_;
  checker& check_;
  std::vector<uses> of_;
  std::vector<of_warp> warps_;
  std::vector<int> executed_;  // the number for each thread

  // Notes an instruction of the running thread, the next one of its warp.
  instruction_of_warp& execute(instruction_of_warp const& it) {
    of_warp& w = warp_of(check_.thread);
    drop_executed(w, lanes_of(check_.thread));
    std::size_t const i =
        static_cast<std::size_t>(executed_[static_cast<std::size_t>(check_.thread)]++ - w.done);
    if (i == w.open.size()) {
      w.open.push_back(it);
      int const first = check_.thread - check_.in_block(check_.thread) % warp_size;
      for (int t = first; t < first + lanes_of(check_.thread); ++t)
        if (block_.has_returned(t)) end(t);
    }
    if (!w.open[i].is(it))
      check_.add(fault::divergence, check_.thread,
                 who() + " executes " + it.text() + " where others of its warp execute " +
                     w.open[i].text() + ": all lanes of a warp execute one");
    ++w.open[i].lanes;
    return w.open[i];
  }
  static void drop_executed(of_warp& w, int lanes) {
    for (; !w.open.empty() && w.open[0].lanes == lanes; ++w.done) w.open.pop_front();
  }
  // Adds the warp of the running thread, whose first lane to come it is, to the current use of a
  // barrier, with all its lanes.
  void join(instruction_of_warp& it, std::string const& name) {
    auto& [now, before] = of_[static_cast<std::size_t>(block_.rank(check_.thread) * 16 + it.id)];
    round& r = *now;
    if (r.arrivals.empty()) r.expected = it.threads;
    if (r.expected != it.threads)
      check_.add(fault::barrier, check_.thread,
                 who() + " uses " + name + " of " + std::to_string(it.threads) +
                     " threads, while others wait there for " + std::to_string(r.expected));
    if (std::any_of(r.arrivals.begin(), r.arrivals.end(), [&](event e) { return is_mine(e); }))
      check_.add(fault::barrier, check_.thread,
                 who() + " arrives at " + name + " again, before the " +
                     std::to_string(r.expected) + " threads of it have come");
    r.arrivals.push_back(check_.happens.now(check_.thread));
    r.joined += lanes_of(check_.thread);
    it.joins = now, it.before = before;
    if (r.joined < r.expected) return;
    before = std::exchange(now, std::make_shared<round>());
  }
  of_warp& warp_of(int thread) {
    int const each = (block_.block_threads() + warp_size - 1) / warp_size;
    return warps_[static_cast<std::size_t>(block_.rank(thread) * each +
                                           check_.in_block(thread) / warp_size)];
  }
  // The number of lanes of a thread's warp.
  int lanes_of(int thread) const {
    int const lane0 = check_.in_block(thread) / warp_size * warp_size;
    return std::min(warp_size, block_.block_threads() - lane0);
  }
  // Whether an event belongs to the warp of the running thread, which executes one instruction
  // after the other.
  bool is_mine(event e) const {
    return block_.rank(e.agent) == block_.rank(check_.thread) &&
           check_.in_block(e.agent) / warp_size == check_.in_block(check_.thread) / warp_size;
  }
  // Requires that the running thread is ordered after the last use of a barrier: otherwise its
  // arrival may count there.
  void require_over(round const* before, std::string const& name) {
    if (before == nullptr) return;
    for (event const& e : before->arrivals)
      if (!is_mine(e) && !check_.happens.knows(check_.thread, e))
        return check_.add(fault::barrier, check_.thread,
                          who() + " comes to " + name + ", whose last use, of " +
                              std::to_string(before->expected) + " threads with " +
                              check_.who(e.agent) +
                              " among them, it does not know to be over: it may count there");
  }
  // Called when the running thread comes to __syncthreads, which is barrier 0 with all threads.
  void arrive_at_block_barrier() {
    auto const& [now, before] = of_[static_cast<std::size_t>(block_.rank(check_.thread) * 16)];
    if (!now->arrivals.empty())
      check_.add(fault::barrier, check_.thread,
                 who() + " comes to __syncthreads, which is named barrier 0 of all " +
                     std::to_string(block_.block_threads()) +
                     " threads, while others are there for " + std::to_string(now->expected));
    require_over(before.get(), "__syncthreads, which is named barrier 0");
  }
  // Called when a thread has returned. An instruction that it has not executed was executed by a
  // part of its warp only.
  void end(int thread) {
    of_warp& w = warp_of(thread);
    drop_executed(w, lanes_of(thread));
    auto const i = static_cast<std::size_t>(executed_[static_cast<std::size_t>(thread)] - w.done);
    if (i < w.open.size())
      check_.add(fault::divergence, thread,
                 check_.who(thread) + " has returned and did not execute " + w.open[i].text() +
                     ", as others of its warp did: all lanes of a warp execute one");
  }

  std::string who() const { return check_.who(check_.thread); }
  void clear() {
    of_.resize(static_cast<std::size_t>(16 * block_.blocks()));
    for (auto& r : of_) r = {std::make_shared<round>(), nullptr};
    int const each = (block_.block_threads() + warp_size - 1) / warp_size;
    warps_.assign(static_cast<std::size_t>(each * block_.blocks()), {});
    executed_.assign(static_cast<std::size_t>(block_.block_threads() * block_.blocks()), 0);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
