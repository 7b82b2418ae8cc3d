// SPDX-License-Identifier: BSL-1.0
//
// Defines cluster_barrier: the two halves of barrier.cluster, arrive and wait, as the PTX ISA
// describes them. Found here (fault::barrier): halves in the wrong order.
#pragma once

#include <tileproof/cpu/barrier_round.hpp>
#include <tileproof/cpu/mbarrier.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The barrier of each cluster. A thread that has returned counts as arrived.
class cluster_barrier {
 public:
  explicit cluster_barrier(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { clear(); });
    b.at_return.push_back([this](int thread) {
      auto& mine = of_[static_cast<std::size_t>(thread)];
      cluster& c = cluster_of(thread);
      if (mine == c.now) --c.now->arrived;
      mine = nullptr;
      ++c.returned;
      settle(c);
    });
    clear();
    // Threads may have returned before the first use of the barrier.
    for (int t = 0; t < static_cast<int>(of_.size()); ++t)
      cluster_of(t).returned += b.has_returned(t);
  }

  // The first half, by the running thread. A relaxed arrival publishes nothing except
  // initialisations of barriers before fence_barrier_init().
  void arrive(bool is_relaxed) {
    auto& mine = of_[static_cast<std::size_t>(check_.thread)];
    if (mine != nullptr)
      return add("arrives at the cluster's barrier twice: cluster_wait() is missing");
    cluster& c = cluster_of(check_.thread);
    mine = c.now;
    if (is_relaxed)
      block_.part<mbarriers>().release_fences(check_.thread, c.now->has);
    else
      check_.happens.release(check_.thread, c.now->has);
    ++c.now->arrived;
    settle(c);
  }
  // The second half.
  void wait() {
    auto& mine = of_[static_cast<std::size_t>(check_.thread)];
    if (mine == nullptr)
      return add("waits at the cluster's barrier without an arrival: cluster_arrive() is missing");
    auto const r = std::exchange(mine, nullptr);
    block_.wait_for(round_wait(r, "the cluster's barrier"));
    check_.happens.acquire(check_.thread, r->has);
  }

 private:
  struct cluster {
    std::shared_ptr<round> now;
    int returned = 0;
  };
  block& block_;
  checker& check_;
  std::vector<cluster> clusters_;
  std::vector<std::shared_ptr<round>> of_;  // where each thread has arrived

  void add(std::string const& what) {
    check_.add(fault::barrier, check_.thread, check_.who(check_.thread) + " " + what);
  }
  cluster& cluster_of(int thread) {
    return clusters_[static_cast<std::size_t>(block_.rank(thread) / block_.cluster_size())];
  }
  void settle(cluster& c) {
    if (c.now->arrived == 0 || c.now->arrived + c.returned < c.now->expected) return;
    c.now->is_complete = true;
    begin(c);
  }
  void begin(cluster& c) {
    c.now = std::make_shared<round>();
    c.now->expected = block_.block_threads() * block_.cluster_size();
  }
  void clear() {
    of_.assign(static_cast<std::size_t>(block_.block_threads() * block_.blocks()), nullptr);
    clusters_.assign(static_cast<std::size_t>(block_.blocks() / block_.cluster_size()), {});
    for (cluster& c : clusters_) begin(c);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
