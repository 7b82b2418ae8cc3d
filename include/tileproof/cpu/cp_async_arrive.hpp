// SPDX-License-Identifier: BSL-1.0
//
// Defines cp.async.mbarrier.arrive.noinc on the CPU: an arrival at an mbarrier that happens when
// all earlier cp.async of the thread have landed. A thread that waits for the barrier's phase is
// ordered after these copies, not after later ones. The thread itself is ordered after them only
// once it has waited for the barrier or for their group. Two arrivals may happen in either order
// (PTX ISA, "cp.async.mbarrier.arrive": the arrive-on is triggered when all prior cp.async of the
// thread complete).
#pragma once

#include <tileproof/cpu/mbarrier.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class cp_async_arrival final : public async_task {
 public:
  cp_async_arrival(block& b, mbarrier& barrier, int copies)
      : async_task(b.check.thread), block_(b), barrier_(barrier), copies_(copies) {}

 private:
  block& block_;
  mbarrier& barrier_;
  int copies_;

  void run() override {
    event const by = block_.in_flight_of(thread).land_first(block_.check, copies_, thread);
    block_.part<mbarriers>().arrive_by_agent(barrier_, by);
  }
};

inline void arrive_after_copies(block& b, mbarrier& barrier) {
  b.later.add(std::make_shared<cp_async_arrival>(b, barrier, b.in_flight().give_to_barrier()));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
