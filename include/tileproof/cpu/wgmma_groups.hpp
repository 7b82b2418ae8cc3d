// SPDX-License-Identifier: BSL-1.0
//
// Defines wgmma_groups: the pending wgmma of each warpgroup, in their groups. cpu/wgmma.hpp
// computes their results.
//
//   warpgroup_arrive(); gemm(...); warpgroup_commit_batch(); warpgroup_wait(_0{})
//
// A wgmma counts as reading its operands in shared memory for each warp, from its issue until that
// warp has waited for its group. A write that is not ordered after the waits of all four warps is a
// race, or fault::in_flight. PTX promises completion to the threads that execute the wait, not to
// the other warps. No thread may access its registers, accumulators and A, before that.
#pragma once

#include <tileproof/cpu/block.hpp>

#include <map>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// A wgmma of a warpgroup. Derived classes compute its result.
class wgmma_task : public async_task {
 public:
  static constexpr int threads = 128;

  explicit wgmma_task(int first_thread) : async_task(first_thread) {}

  // The reads of its operands; the event of each warp's part; the number of warps that have not
  // waited; the wgmma before it in the warpgroup, which happens first; its group.
  std::vector<attempt> reads;
  event by_warp[4];  // 0: it has waited
  event issued[4];
  int warps = 4;
  std::shared_ptr<wgmma_task> before;
  int group = 0;
  // The registers of each thread, null if it has returned: the accumulators, and the registers of A
  // or null.
  void* c[threads]{};
  void const* a[threads]{};
  std::size_t c_bytes = 0;
  std::size_t a_bytes = 0;
  // The results for each thread. They are copied to its registers when its warp waits; a thread
  // that never waits may have left the scope of those registers. `source` is the last wgmma to the
  // same accumulators, pending at the issue: warps in `takes` start from its results.
  std::vector<unsigned char> out[threads];
  std::shared_ptr<wgmma_task> source;
  bool takes[4]{};
};

class wgmma_groups {
 public:
  explicit wgmma_groups(block& b) : block_(b), check_(b.check) {
    b.at_return.push_back([this](int thread) { end(thread); });
    b.at_begin.push_back([this] {
      pending_.clear();
      commits_.clear();
      agents_.clear();
    });
  }

  // warpgroup_arrive by the thread that runs: its registers are ordered before the next wgmma.
  void fence() { block_.registers.fence(); }
  // warpgroup_commit_batch. The number of the group that it ends.
  int commit() { return commits_[check_.thread]++; }

  // The last wgmma of the warpgroup that begins with `first`; null where none is pending.
  std::shared_ptr<wgmma_task> last(int first) {
    auto const& all = pending_[first];
    return all.empty() ? nullptr : all.back();
  }
  // The last pending wgmma whose accumulators are `c`.
  std::shared_ptr<wgmma_task> last(int first, void* const* c) {
    auto const& all = pending_[first];
    for (auto w = all.rbegin(); w != all.rend(); ++w)
      if ((*w)->c[0] == c[0]) return *w;
    return nullptr;
  }
  // Issues a wgmma whose reads have been judged.
  void issue(std::shared_ptr<wgmma_task> const& w) {
    w->group = commits_[w->thread];
    for (int warp = 0; warp < 4; ++warp) {
      int& agent = agents_.try_emplace(w->thread + 32 * warp, 0).first->second;
      if (agent == 0)
        agent = check_.add_agent("wgmma of the warp of " + check_.who(w->thread + 32 * warp));
      w->by_warp[warp] = w->issued[warp] = check_.happens.next(agent);
    }
    for (attempt const& r : w->reads) {
      check_.leave(r);
      for (event const& e : w->by_warp) check_.note_read(r, e);
    }
    for (int t = 0; t < wgmma_task::threads; ++t) {
      block_.registers.take_off(w->thread + t, w->c[t], w->c_bytes);
      if (w->a_bytes > 0) block_.registers.take_off(w->thread + t, w->a[t], w->a_bytes);
    }
    pending_[w->thread].push_back(w);
    block_.later.add(w);
  }
  // warpgroup_wait by the warp of the running thread: waits until at most n groups are pending.
  // Called once for all its lanes; `lane0` is the first.
  void wait(int lane0, int n) {
    int const first = lane0 - check_.in_block(lane0) % wgmma_task::threads;
    int const warp = (lane0 - first) / 32;
    int const ended = commits_[lane0] - n;
    auto& all = pending_[first];
    for (auto const& w : all) {
      if (w->group >= ended || w->by_warp[warp].time == 0) continue;
      w->happen();
      for (int t = lane0; t < lane0 + 32; ++t) {
        for (int other = 0; other < 4; ++other)
          if (other == warp || block_.warpgroup_waits_as_one)
            check_.happens.learn(t, w->issued[other]);
        if (void* const to = w->c[t - first]; to != nullptr) {
          std::memcpy(to, w->out[t - first].data(), w->c_bytes);
          block_.registers.fence(t, to, w->c_bytes);
        }
        block_.registers.land(t, w->c[t - first]);
        block_.registers.land(t, w->a[t - first]);
      }
      w->by_warp[warp].time = 0;
      --w->warps;
      if (w->warps > 0 && !block_.warpgroup_waits_as_one) continue;
      for (attempt const& r : w->reads) check_.let_go(r);
      w->reads.clear();
    }
    std::erase_if(all, [](auto const& w) { return w->warps == 0; });
  }

 private:
  block& block_;
  checker& check_;
  std::map<int, std::vector<std::shared_ptr<wgmma_task>>> pending_;  // by the first thread
  std::map<int, int> commits_;                                       // of each thread
  std::map<int, int> agents_;                                        // of each warp

  // Called when a thread returns: pending wgmma compute without its registers.
  void end(int thread) {
    int const lane = check_.in_block(thread) % wgmma_task::threads;
    bool is_pending = false;
    for (auto const& w : pending_[thread - lane]) {
      if (w->by_warp[lane / 32].time == 0) continue;
      is_pending = true;
      w->c[lane] = nullptr;
    }
    if (is_pending)
      check_.add(fault::in_flight, thread,
                 check_.who(thread) +
                     " returns with wgmma on their way: warpgroup_commit_batch and "
                     "warpgroup_wait are missing");
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
