// SPDX-License-Identifier: BSL-1.0
//
// Defines schedule, a base of cpu/block.hpp: it decides which thread runs next, and for how long.
// Asynchronous operations happen between the runs of two threads.
#pragma once

#include <tileproof/cpu/agenda.hpp>
#include <tileproof/cpu/registers.hpp>
#include <tileproof/cpu/threads_of_blocks.hpp>

#include <utility>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class schedule : public threads_of_blocks {
 public:
  schedule(options const& o, int threads, int blocks, int cluster)
      : threads_of_blocks(o, threads, blocks, cluster),
        registers(check, threads * blocks, [this] { stop(); }),
        later(o.asynchronous, o.seed),
        reverse_(o.reverse) {
    for (int i = 0; i < threads * blocks; ++i) turns_.push_back(i);
  }

  register_file registers;  // the fragments of the threads
  agenda later;             // the asynchronous operations that have not happened yet

  // Suspends the thread until the condition that it waits for is true; returns at once if it is.
  void wait_for(waiting const& what) {
    worker& me = at(check.thread);
    while (!what.has_come()) {
      me.waits_for = &what;
      wait(state::waits);
    }
    me.waits_for = nullptr;
  }
  // Ends the running thread, and with it the blocks: a further run would have no meaning.
  [[noreturn]] void stop() {
    stopped_ = true;
    throw abandoned{};
  }

 protected:
  // Thrown into a thread of a block that cannot go on, to unwind its stack.
  struct abandoned {};

  bool stopped_ = false;  // the block cannot go on, and each thread is unwound

  // Suspends the thread in a state; throws `abandoned` if the block was stopped meanwhile.
  void wait(state s) {
    worker& me = at(check.thread);
    me.does = s;
    me.stack->suspend();
    if (stopped_) throw abandoned{};
  }
  // Runs each thread that can continue once, up to its next wait. Returns whether there was one.
  // With moment_of_effect::random a warpgroup may lag: it waits until no other thread can continue.
  // After the block has stopped, every thread is resumed, and ends.
  bool pass() {
    bool const is_random = later.when() == moment_of_effect::random;
    if (is_random)
      for (int i = threads() - 1; i > 0; --i)
        std::swap(turns_[static_cast<std::size_t>(i)],
                  turns_[static_cast<std::size_t>(later.below(i + 1))]);
    if (!is_random || stopped_) return pass([](int) { return true; });
    if (pass([this](int thread) { return thread / 128 != lagging_; })) return true;
    bool const went_on = pass([this](int thread) { return thread / 128 == lagging_; });
    if (lagging_ < 0 || later.below(32) == 0)
      lagging_ = later.below((threads() + 127) / 128 * 2);  // or none
    return went_on;
  }

 private:
  bool reverse_;            // threads run in descending order
  std::vector<int> turns_;  // the order of threads in a pass
  int lagging_ = -1;        // the warpgroup that lags; another number: none

  // As above, for some threads.
  template <class Of>
  bool pass(Of const& is_of) {
    bool went_on = false;
    bool const is_random = later.when() == moment_of_effect::random;
    for (int i = 0; i < threads(); ++i) {
      int const thread = turns_[static_cast<std::size_t>(reverse_ ? threads() - 1 - i : i)];
      if (!is_of(thread)) continue;
      worker& w = at(thread);
      if (w.does != state::runs) {
        if (w.does == state::waits && w.waits_for->has_come()) w.does = state::runs;
        if (w.does != state::runs && (!stopped_ || w.does == state::returned)) continue;
      }
      registers.change(thread);
      w.stack->resume();
      went_on = true;
      if (is_random && !stopped_) later.maybe_one_happens();
    }
    return went_on;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
