// SPDX-License-Identifier: BSL-1.0
//
// Defines agenda: the asynchronous operations that a block has started and that have not happened
// yet, each an async_task: copies by TMA, wgmma. An async_task happens at the moment that is worst
// for the kernel: at once, as late as its barrier or its wait allows, or at random
// (options::asynchronous).
#pragma once

#include <tileproof/cpu/checker.hpp>

#include <memory>
#include <random>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// An operation of thread `thread` that happens once, later. It may have to wait for a part of
// another operation.
class async_task {
 public:
  explicit async_task(int thread) : thread(thread) {}
  virtual ~async_task() = default;
  async_task(async_task const&) = delete;
  async_task& operator=(async_task const&) = delete;

  int const thread;
  bool is_done = false;

  // Does the operation, unless it was done before.
  void happen() {
    if (!std::exchange(is_done, true)) run();
  }

 private:
  virtual void run() = 0;
};

// The async_tasks of the running blocks, in the order of their issue.
class agenda {
 public:
  agenda(moment_of_effect when, std::uint64_t seed) : when_(when), random_(seed) {}

  moment_of_effect when() const { return when_; }

  // Adds an async_task. With moment_of_effect::first it happens before this returns.
  void add(std::shared_ptr<async_task> e) {
    if (when_ == moment_of_effect::first) e->happen();
    if (!e->is_done) open_.push_back(std::move(e));
  }
  // Makes one task happen: the youngest, since a kernel must not rely on an order; or a random one.
  // Returns false if there is none.
  bool one_happens() {
    std::erase_if(open_, [](auto const& e) { return e->is_done; });
    if (open_.empty()) return false;
    std::size_t const i =
        when_ == moment_of_effect::random ? random_() % open_.size() : open_.size() - 1;
    std::shared_ptr<async_task> const e = open_[i];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    e->happen();
    return true;
  }
  // With moment_of_effect::random, makes one task happen now and then.
  void maybe_one_happens() {
    if (when_ == moment_of_effect::random && !open_.empty() && random_() % 8 == 0) one_happens();
  }
  void clear() { open_.clear(); }

  // A random number below n, from the seed. It decides the order of threads.
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

 private:
  moment_of_effect when_;
  std::mt19937_64 random_;
  std::vector<std::shared_ptr<async_task>> open_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
