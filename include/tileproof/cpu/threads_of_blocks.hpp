// SPDX-License-Identifier: BSL-1.0
//
// Defines threads_of_blocks: the threads of the blocks that run together, with the state of each,
// and the report of threads that can never go on. cpu/block.hpp derives from it and runs them.
#pragma once

#include <tileproof/cpu/fibre.hpp>
#include <tileproof/cpu/pending_copies.hpp>
#include <tileproof/cpu/waiting.hpp>

#include <memory>
#include <source_location>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

inline constexpr int warp_size = 32;

// An instruction that the lanes of a warp execute together, such as ldmatrix, or the 128 threads of
// a warpgroup. The last lane to arrive executes it for all: `first_thread` is the number of lane 0,
// operands[lane] points to that lane's operands, of a type that the instruction knows. name() gives
// its name for findings; the address of the object identifies the instruction.
struct warp_instruction {
  std::string (*name)();
  void (*execute)(checker& check, int first_thread, void* const* operands);
  int lanes = warp_size;
};

// Thread t of block b of those that run together has the number b * block_threads() + t. The blocks
// of a cluster follow one another.
class threads_of_blocks {
 public:
  threads_of_blocks(options const& o, int threads, int blocks, int cluster)
      : check(o, threads, blocks),
        threads_(threads),
        cluster_(cluster),
        at_barrier_(static_cast<std::size_t>(blocks)),
        warps_(static_cast<std::size_t>(blocks * ((threads + warp_size - 1) / warp_size))),
        warpgroups_(static_cast<std::size_t>(blocks * ((threads + 127) / 128))) {
    for (int i = 0; i < threads * blocks; ++i) workers_.push_back(std::make_unique<worker>());
  }
  threads_of_blocks(threads_of_blocks const&) = delete;
  threads_of_blocks& operator=(threads_of_blocks const&) = delete;

  // The judge of accesses; check.thread is the running thread.
  checker check;

  // The number of threads of a block; the number of blocks that run together; the number of blocks
  // of a cluster; the block of a thread among all blocks; and its block in its cluster.
  int block_threads() const { return threads_; }
  int blocks() const { return check.blocks(); }
  int cluster_size() const { return cluster_; }
  int rank(int thread) const { return thread / threads_; }
  int rank_in_cluster(int thread) const { return rank(thread) % cluster_; }
  // The block of rank `to` in a thread's cluster, as a number among all blocks.
  int neighbour(int thread, int to) const { return rank(thread) / cluster_ * cluster_ + to; }

 protected:
  // The state of a thread: it runs, waits for the block's barrier, for its warp or for something
  // else, or has returned.
  enum class state { runs, at_barrier, at_instruction, waits, returned };
  // A thread: its fibre, its state, its pending cp.async.
  struct worker {
    std::unique_ptr<fibre> stack;
    state does = state::returned;
    waiting const* waits_for = nullptr;
    pending_copies copies;
  };
  // A warp or warpgroup whose lanes arrive at an instruction: the instruction, the number of lanes,
  // and their operands.
  struct lanes {
    warp_instruction const* what = nullptr;
    int arrived = 0;
    void* operands[128]{};
  };
  // The number of threads at the barrier of a block, and the call at which the first of them waits.
  struct barrier_of_block {
    int arrived = 0;
    std::source_location where;
    bool is_named = false;  // some thread called it as named barrier 0, or in a role
  };

  int threads_;
  int cluster_;
  std::vector<std::unique_ptr<worker>> workers_;
  std::vector<barrier_of_block> at_barrier_;
  std::vector<lanes> warps_;
  std::vector<lanes> warpgroups_;

  int threads() const { return static_cast<int>(workers_.size()); }
  worker& at(int thread) { return *workers_[static_cast<std::size_t>(thread)]; }
  int returned() {
    int n = 0;
    for (auto const& w : workers_) n += w->does == state::returned;
    return n;
  }

  // Reports the threads that wait for others that will not arrive.
  void explain() {
    bool const is_deadlock = std::any_of(workers_.begin(), workers_.end(),
                                         [](auto const& w) { return w->does == state::waits; });
    for (std::vector<lanes>* all : {&warps_, &warpgroups_})
      for (std::size_t i = 0; i < all->size(); ++i) {
        lanes& w = (*all)[i];
        if (w.arrived == 0) continue;
        w.arrived = 0;
        int const each = static_cast<int>(all->size()) / blocks();
        int const b = static_cast<int>(i) / each;
        int const first = b * threads_ + static_cast<int>(i) % each * w.what->lanes;
        int const last = std::min(first + w.what->lanes, (b + 1) * threads_) - 1;
        add_divergence(first_that(state::at_instruction, first),
                       "threads " + those_that(state::at_instruction, first, last) + " execute " +
                           w.what->name() + ", which takes a whole warp" +
                           (w.what->lanes == warp_size ? "" : "group") +
                           others(first, last, state::at_barrier, "wait at the barrier") +
                           others(first, last, state::waits, "wait for something else") +
                           others(first, last, state::returned, "have returned"));
      }
    for (int b = 0; b < blocks(); ++b) {
      barrier_of_block const& barrier = at_barrier_[static_cast<std::size_t>(b)];
      int const first = b * threads_;
      int const last = first + threads_ - 1;
      if (barrier.arrived > 0)
        add_divergence(first_that(state::at_barrier, first),
                       "threads " + those_that(state::at_barrier, first, last) +
                           " wait at the barrier at " + text(barrier.where) +
                           others(first, last, state::at_instruction, "wait for their warp") +
                           others(first, last, state::waits, "wait for something else") +
                           others(first, last, state::returned, "have returned"));
    }
    if (is_deadlock) explain_deadlock();
  }
  static std::string text(std::source_location const& where) {
    std::string_view const path = where.file_name();
    return std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(where.line());
  }

 private:
  void add_divergence(int thread, std::string const& what) {
    check.add(fault::divergence, thread, what);
  }
  // Adds one finding, in which threads of a block that wait for the same thing are named together.
  void explain_deadlock() {
    std::string all;
    for (int b = 0; b < blocks(); ++b) {
      std::vector<std::string> named;
      for (int i = b * threads_; i < (b + 1) * threads_; ++i) {
        if (at(i).does != state::waits) continue;
        std::string const what = at(i).waits_for->text();
        if (std::find(named.begin(), named.end(), what) != named.end()) continue;
        named.push_back(what);
        all += (all.empty() ? "" : "; ") + std::string("threads ") +
               those(
                   [&](int t) {
                     return at(t).does == state::waits && at(t).waits_for->text() == what;
                   },
                   b * threads_, (b + 1) * threads_ - 1) +
               (blocks() == 1 ? "" : " of block " + check.name_of_block(b)) + " wait for " + what;
      }
    }
    check.add(fault::deadlock, first_that(state::waits, 0), all);
  }
  int first_that(state s, int from) {
    while (at(from).does != s) ++from;
    return from;
  }
  // The threads for which `is` holds, in the form 0-31,40, counted in their block.
  template <class Is>
  std::string those(Is const& is, int first, int last) {
    std::string r;
    for (int i = first; i <= last; ++i) {
      if (!is(i)) continue;
      int end = i;
      while (end < last && is(end + 1)) ++end;
      r += (r.empty() ? "" : ",") + std::to_string(i % threads_);
      if (end > i) r += "-" + std::to_string(end % threads_);
      i = end;
    }
    return r;
  }
  std::string those_that(state s, int first, int last) {
    return those([&](int i) { return at(i).does == s; }, first, last);
  }
  std::string others(int first, int last, state s, std::string const& what) {
    std::string const who = those_that(s, first, last);
    return who.empty() ? who : "; " + who + " " + what;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
