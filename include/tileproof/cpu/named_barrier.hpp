// SPDX-License-Identifier: BSL-1.0
//
// Defines named_barriers: bar.sync and bar.arrive of a number of a block's threads, and
// cluster_barriers: barrier.cluster, as the PTX ISA describes them under "bar, barrier" and
// "barrier.cluster".
//
//   ctx.arrive_named(1, 256);  // 128 threads that have written
//   ctx.sync_named(1, 256);    // 128 threads that will read
//
// Found here (fault::barrier): an id beyond 15, a number of threads that is no multiple of 32, two
// numbers for one id at once, a thread that arrives twice before the others have come, as where one
// id serves two purposes at once; the halves of the cluster's barrier out of turn.
#pragma once

#include <tileproof/cpu/mbarrier.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The part that both have in common.
namespace rounds {

// One use of a barrier, from its first arrival to its last.
struct round {
  bool is_complete = false;
  int arrived = 0;
  int expected = 0;
  history has;
  std::vector<bool> is_here;
};
class round_wait final : public waiting {
 public:
  round_wait(std::shared_ptr<round> r, std::string name)
      : r_(std::move(r)), name_(std::move(name)) {}
  bool has_come() const override { return r_->is_complete; }
  std::string text() const override {
    int const missing = r_->expected - r_->arrived;
    return name_ + ": " + std::to_string(missing) + " of " + std::to_string(r_->expected) +
           (missing == 1 ? " threads is missing" : " threads are missing");
  }

 private:
  std::shared_ptr<round> r_;
  std::string name_;
};

}  // namespace rounds

// The 16 named barriers of each block.
class named_barriers {
 public:
  explicit named_barriers(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { clear(); });
    clear();
  }

  // The thread that runs arrives; `waits` (bar.sync) until all have.
  void arrive(int id, int threads, bool waits) {
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
    std::shared_ptr<rounds::round> const r =
        of_[static_cast<std::size_t>(block_.rank(check_.thread) * 16 + id)];
    if (r->arrived == 0) r->expected = threads;
    if (r->expected != threads)
      check_.add(fault::barrier, check_.thread,
                 who() + " uses " + name + " of " + std::to_string(threads) +
                     " threads, while others wait there for " + std::to_string(r->expected));
    std::size_t const me = static_cast<std::size_t>(check_.thread % block_.block_threads());
    if (r->is_here[me])
      check_.add(fault::barrier, check_.thread,
                 who() + " arrives at " + name + " again, before the " +
                     std::to_string(r->expected) + " threads of it have come");
    r->is_here[me] = true;
    check_.happens.release(check_.thread, r->has);
    if (++r->arrived >= r->expected) {
      r->is_complete = true;
      of_[static_cast<std::size_t>(block_.rank(check_.thread) * 16 + id)] = fresh();
    }
    if (!waits) return;
    block_.wait_for(rounds::round_wait(r, name));
    check_.happens.acquire(check_.thread, r->has);
  }

 private:
  block& block_;
  checker& check_;
  std::vector<std::shared_ptr<rounds::round>> of_;

  std::string who() const { return check_.who(check_.thread); }
  std::shared_ptr<rounds::round> fresh() const {
    auto r = std::make_shared<rounds::round>();
    r->is_here.resize(static_cast<std::size_t>(block_.block_threads()));
    return r;
  }
  void clear() {
    of_.resize(static_cast<std::size_t>(16 * block_.blocks()));
    for (auto& r : of_) r = fresh();
  }
};

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
  }

  // The first half, by the thread that runs. A relaxed arrival carries no accesses but the
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
    block_.wait_for(rounds::round_wait(r, "the cluster's barrier"));
    check_.happens.acquire(check_.thread, r->has);
  }

 private:
  struct cluster {
    std::shared_ptr<rounds::round> now;
    int returned = 0;
  };
  block& block_;
  checker& check_;
  std::vector<cluster> clusters_;
  std::vector<std::shared_ptr<rounds::round>> of_;  // where each thread has arrived

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
    c.now = std::make_shared<rounds::round>();
    c.now->expected = block_.block_threads() * block_.cluster_size();
  }
  void clear() {
    of_.assign(static_cast<std::size_t>(block_.block_threads() * block_.blocks()), nullptr);
    clusters_.assign(static_cast<std::size_t>(block_.blocks() / block_.cluster_size()), {});
    for (cluster& c : clusters_) begin(c);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
