// SPDX-License-Identifier: BSL-1.0
//
// Defines block: the threads of the blocks that run together, on fibres, one after the other.
// Blocks that run together are one block, the blocks of a cluster, or those of several clusters
// (options::resident). cpu::launch makes one, which runs all blocks of the grid; the fibres are
// kept from block to block.
//
// A thread runs until it returns or waits: at a barrier of any kind, or for the other lanes of its
// warp at an instruction that they execute together. Then the next thread runs:
//
//   64 threads, code A, sync(), code B:
//   A of thread 0, A of thread 1, ..., A of thread 63, the barrier opens, B of thread 0, ...
//
// Lanes of a warp are not in lockstep: between two instructions of the warp they run one after the
// other, as a GPU may let them (independent thread scheduling). Asynchronous operations happen in
// between (cpu/agenda.hpp).
//
// Found here: threads of a block at barriers of two places, threads that wait for threads that have
// returned, lanes of a warp at two instructions (fault::divergence); threads that wait for ever for
// anything else (fault::deadlock); an exception in a kernel. Everything about single accesses is in
// cpu/checker.hpp.
#pragma once

#include <tileproof/cpu/schedule.hpp>
#include <tileproof/cpu/shared_space.hpp>

#include <exception>
#include <functional>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The blocks that run together: their checker, registers and shared memories. `run` is called for
// each cluster of the grid; all of them add to the findings in check.said. Thread t of block b of
// the cluster has the number b * threads + t here, and in the checker.
class block : public schedule {
 public:
  // body(thread) is the kernel's body. `threads` is 1 to 1024; `shared_bytes` is the size of shared
  // memory, which begins at a multiple of 1024 bytes; `blocks` run together, in clusters of
  // `cluster`; 0: in one. Allocates a stack of options::stack bytes a thread.
  block(int threads, std::int64_t shared_bytes, options const& o, std::function<void(int)> body,
        int blocks = 1, int cluster = 0)
      : schedule(o, threads, blocks, cluster == 0 ? blocks : cluster),
        registers_at_launch(o.registers),
        warpgroup_waits_as_one(o.warpgroup_waits_as_one),
        records_actions_(o.records_actions),
        body_(std::move(body)) {
    check.who_copies = [this](region const& r, std::int64_t byte) {
      for (int i = 0; i < this->threads(); ++i)
        if (at(i).copies.reads(r, byte)) return i;
      return -1;
    };
    check.is_cp_async = [this](int thread, region const& r, std::int64_t byte) {
      return thread >= 0 && at(thread).copies.uses(r, byte);
    };
    for (int b = 0; b < blocks; ++b)
      shared_.push_back(std::make_unique<shared_space>(shared_bytes, b));
    for (int i = 0; i < threads * blocks; ++i)
      at(i).stack = std::make_unique<fibre>(o.stack, [this, i] { work(i); });
  }
  // Resumes each fibre once more, so that its function returns.
  ~block() {
    leaves_ = true;
    for (auto const& w : workers_) w->stack->resume();
  }
  block(block const&) = delete;
  block& operator=(block const&) = delete;

  block_index index{};  // of the (first) block that runs

  // The number of blocks of the grid that do not run now; cpu::launch sets it.
  std::int64_t others_in_grid = 0;

  int const registers_at_launch;  // a thread; 0: as many as there are
  bool const warpgroup_waits_as_one;

  // Notes a synchronising instruction of the thread that runs, if options::records_actions is set.
  void record(action a) {
    if (!records_actions_) return;
    a.block = check.number_of(check.thread);
    a.thread = check.in_block(check.thread);
    check.said.actions.push_back(a);
  }

  // The block whose thread runs now; null outside of a launch. Checked pointers and instructions
  // find their block by it.
  static inline block* running = nullptr;

  // The shared memory of a block, and its index in the grid.
  shared_space& shared(int rank) { return *shared_[static_cast<std::size_t>(rank)]; }
  block_index const& index_of(int rank) const { return indices_[static_cast<std::size_t>(rank)]; }
  // Whether a thread has returned; whether all threads of a block have.
  bool has_returned(int thread) const {
    return workers_[static_cast<std::size_t>(thread)]->does == state::returned;
  }
  bool has_ended(int rank) const {
    for (int t = rank * threads_; t < (rank + 1) * threads_; ++t)
      if (!has_returned(t)) return false;
    return true;
  }

  // Runs block `at`, number x + grid.x * (y + grid.y * z) of the grid, or the blocks of a cluster.
  // Returns false if a thread waits for ever or the block was stopped: the launch ends. Shared
  // memory starts unwritten.
  bool run(block_index const& at, std::int64_t number) {
    return run(std::vector<block_index>{at}, std::vector<std::int64_t>{number});
  }
  bool run(std::vector<block_index> const& at, std::vector<std::int64_t> const& numbers) {
    block* const outer = std::exchange(running, this);
    auto* const outer_registers = std::exchange(detail::watched_registers, &registers);
    index = at[0];
    indices_ = at;
    check.begin_cluster();
    for (int b = 0; b < blocks(); ++b) {
      std::size_t const i = static_cast<std::size_t>(b);
      shared(b).begin();
      check.begin_block(b, at[i], numbers[i]);
      at_barrier_[i].arrived = 0;
    }
    for (auto const& w : workers_) {
      w->does = state::runs;
      w->copies.drop(check);
    }
    for (auto const& f : at_begin) f();
    while (pass() || (!stopped_ && later.one_happens())) continue;
    if (!stopped_ && returned() < threads()) {
      explain();
      stopped_ = true;
      pass();
    }
    if (!stopped_)
      for (auto const& f : at_end) f();
    later.clear();
    check.end_cluster();
    check.said.blocks += stopped_ ? 0 : blocks();
    running = outer;
    detail::watched_registers = outer_registers;
    return !stopped_;
  }
  // The model of one kind of synchronisation or asynchronous operation, such as part<mbarriers>(),
  // constructed at its first use.
  template <class Part>
  Part& part() {
    static char const key = 0;
    for (auto const& p : parts_)
      if (p.first == &key) return *static_cast<Part*>(p.second.get());
    auto const made = std::make_shared<Part>(*this);
    parts_.push_back({&key, made});
    return *made;
  }
  // Functions that run when a cluster begins, and after it has ended normally.
  std::vector<std::function<void()>> at_begin;
  std::vector<std::function<void()>> at_end;
  // Functions that run when a thread returns, with its number.
  std::vector<std::function<void(int)>> at_return;
  // Functions that run when a thread comes to __syncthreads.
  std::vector<std::function<void()>> at_sync;
  // The number of threads of a block that wait at __syncthreads.
  int at_block_barrier(int rank) const {
    return at_barrier_[static_cast<std::size_t>(rank)].arrived;
  }

  // __syncthreads: returns when all threads of the block have arrived, and ends the interval:
  // accesses before it are ordered before accesses after it. Threads at barriers on two lines or
  // columns of the source are a divergence, unless one of the two is named barrier 0 (sync_named(0,
  // all threads)) or belongs to a role, whose protocol is proved; the thread counts as arrived all
  // the same.
  void sync(std::source_location const& where, bool is_named = false) {
    int const b = rank(check.thread);
    for (auto const& f : at_sync) f();
    barrier_of_block& barrier = at_barrier_[static_cast<std::size_t>(b)];
    if (barrier.arrived == 0) barrier = {0, where, is_named};
    barrier.is_named = barrier.is_named || is_named;
    if (!barrier.is_named &&
        (barrier.where.line() != where.line() || barrier.where.column() != where.column()))
      check.add(fault::divergence, check.thread,
                check.who(check.thread) + " comes to the barrier at " + text(where) +
                    " and others wait at that at " + text(barrier.where));
    if (++barrier.arrived < threads_) return wait(state::at_barrier);
    barrier.arrived = 0;
    ++check.said.barriers;
    check.end_interval(b, text(barrier.where));
    for (int t = b * threads_; t < (b + 1) * threads_; ++t) at(t).does = state::runs;
    wait(state::runs);  // the first thread goes on first
  }

  // An instruction of the warp or warpgroup. Returns when all lanes have arrived; the last one
  // executes it. A lane at another instruction is a divergence and stops the block. Pre: `operands`
  // live until this returns.
  void together(warp_instruction const& what, void* operands) {
    int const in_block = check.thread % threads_;
    int const lane = in_block % what.lanes;
    int const first = check.thread - lane;
    lanes& w = lanes_of(what.lanes, check.thread);
    if (w.arrived == 0) w.what = &what;
    if (w.what != &what) {
      check.add(fault::divergence, check.thread,
                check.who(check.thread) + " executes " + what.name() +
                    " where others of its warp execute " + w.what->name());
      stop();
    }
    w.operands[lane] = operands;
    if (++w.arrived < what.lanes) return wait(state::at_instruction);
    w.arrived = 0;
    what.execute(check, first, w.operands);
    for (int i = first; i < first + what.lanes; ++i) at(i).does = state::runs;
  }

  // The pending cp.async of the running thread, or of another thread.
  pending_copies& in_flight() { return at(check.thread).copies; }
  pending_copies& in_flight_of(int thread) { return at(thread).copies; }

 private:
  bool records_actions_;
  bool leaves_ = false;  // the fibres shall return, and not be used again
  std::function<void(int)> body_;
  std::vector<block_index> indices_;
  std::vector<std::unique_ptr<shared_space>> shared_;
  std::vector<std::pair<char const*, std::shared_ptr<void>>> parts_;

  lanes& lanes_of(int size, int thread) {
    int const each = (threads_ + size - 1) / size;
    int const i = rank(thread) * each + thread % threads_ / size;
    return (size == warp_size ? warps_ : warpgroups_)[static_cast<std::size_t>(i)];
  }
  // The body of a fibre: one thread, block after block. An exception from the kernel is a finding
  // and stops the block; copies that are pending when the kernel returns are a finding.
  void work(int thread) {
    worker& me = at(thread);
    while (!leaves_) {
      try {
        if (!stopped_) {
          body_(thread);
          me.copies.end(check, thread);
          for (std::size_t i = 0; i < at_return.size(); ++i) at_return[i](thread);
        }
      } catch (abandoned const&) {
      } catch (std::exception const& e) {
        check.add(fault::exception, thread, check.who(thread) + ": " + e.what());
        stopped_ = true;
      }
      if (stopped_) me.copies.drop(check);
      registers.end(thread);
      me.does = state::returned;
      me.stack->suspend();
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
