// SPDX-License-Identifier: BSL-1.0
//
// Defines mbarrier_context, the members of a kernel's `ctx` on the CPU that use an mbarrier
// (cpu/mbarrier.hpp). cpu/hopper_context.hpp derives from it.
#pragma once

#include <tileproof/cpu/cp_async_arrive.hpp>
#include <tileproof/cpu/mbarrier.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class mbarrier_context {
 public:
  mbarrier_context(block& b, int thread) : block_(&b), thread_(thread) {}

  // Initialises a barrier for `arrivals` arrivals a phase. The fence makes initialisations visible
  // to other blocks and to TMA.
  template <class P>
  void initialize_barrier(P const& p, int arrivals = 1) const {
    note_barrier({action_kind::initialize_barrier}, p, arrivals);
    barriers().initialize(place_of_barrier(p), arrivals);
  }
  void fence_barrier_init() const {
    note({action_kind::fence_barrier_init});
    barriers().fence_init();
  }
  // Arrives at a barrier of this block, or at the barrier in the same place of block `to` of the
  // cluster. Block `to` may then overwrite a stage that this thread has read; it does not see
  // writes of this thread.
  template <class P>
  void arrive_barrier(P const& p) const {
    arrive(p, in_cluster());
  }
  template <class P>
  void arrive_barrier(P const& p, int to) const {
    arrive(p, block_of_cluster(to));
  }
  // Arrives likewise, and publishes writes of this thread to threads that wait by
  // wait_barrier_acquire_cluster.
  template <class P>
  void arrive_barrier_release_cluster(P const& p, int to) const {
    arrive(p, block_of_cluster(to), true);
  }
  // Announces `bytes` bytes, and arrives; or does not arrive.
  template <class P>
  void set_barrier_transaction_bytes(P const& p, int bytes) const {
    mbarrier& b = barriers().at(place_of_barrier(p), rank(), "arrives at");
    note_barrier({action_kind::set_barrier_transaction_bytes, 0, 0, -1, -1, b.completed, bytes}, p,
                 in_cluster());
    barriers().arrive(b, bytes);
  }
  template <class P>
  void expect_transaction(P const& p, int bytes) const {
    mbarrier& b = barriers().at(place_of_barrier(p), rank(), "announces bytes at");
    note_barrier({action_kind::expect_transaction, 0, 0, -1, -1, b.completed, bytes}, p,
                 in_cluster());
    barriers().expect(b, bytes);
  }
  // Each waits until the phase with this parity has completed: by try_wait; by mbarrier.test_wait;
  // and such that the thread also sees writes that arrivals of scope .cluster have published.
  template <class P>
  void wait_barrier(P const& p, int parity) const {
    wait(action_kind::wait_barrier, p, parity);
  }
  template <class P>
  void poll_barrier(P const& p, int parity) const {
    wait(action_kind::poll_barrier, p, parity);
  }
  template <class P>
  void wait_barrier_acquire_cluster(P const& p, int parity) const {
    wait(action_kind::wait_barrier_acquire_cluster, p, parity);
  }
  // mbarrier.inval.
  template <class P>
  void invalidate_barrier(P const& p) const {
    note_barrier({action_kind::invalidate_barrier}, p, in_cluster());
    barriers().invalidate(place_of_barrier(p));
  }
  // Arrives when all earlier cp.async of this thread have landed; the phase counts this arrival.
  template <class P>
  void cp_async_arrive(P const& p) const {
    mbarrier& b = barriers().at(place_of_barrier(p), rank(), "arrives at");
    note_barrier({action_kind::cp_async_arrive, 0, 0, -1, -1, b.completed}, p, in_cluster());
    arrive_after_copies(*block_, b);
  }

  int cluster_size() const { return block_->cluster_size(); }

 protected:
  block* block_;
  int thread_;  // its number among the threads of the cluster

  // The number of the block among those that run together, and in its cluster.
  int rank() const { return block_->rank(thread_); }
  int in_cluster() const { return block_->rank_in_cluster(thread_); }
  void note(action const& a) const { block_->record(a); }
  // The number of a block of the cluster, which exists (fault::barrier).
  int block_of_cluster(int to) const {
    if (to >= 0 && to < cluster_size()) return to;
    block_->check.add(fault::barrier, thread_,
                      block_->check.who(thread_) + " names block " + std::to_string(to) +
                          " of a cluster of " + std::to_string(cluster_size()));
    block_->stop();
  }

 private:
  mbarriers& barriers() const { return block_->part<mbarriers>(); }
  template <class P>
  void wait(action_kind kind, P const& p, int parity) const {
    mbarrier& b = barriers().at(place_of_barrier(p), rank(), "waits for");
    bool const acquires = kind == action_kind::wait_barrier_acquire_cluster;
    int const phase = barriers().wait(b, parity, acquires);
    note_barrier({kind, 0, 0, -1, -1, phase}, p, in_cluster());
  }
  template <class P>
  void arrive(P const& p, int to, bool publishes = false) const {
    mbarrier& b = barriers().at(place_of_barrier(p), block_->neighbour(thread_, to), "arrives at");
    note_barrier(
        {publishes ? action_kind::arrive_barrier_release_cluster : action_kind::arrive_barrier, 0,
         0, -1, -1, b.completed},
        p, to);
    barriers().arrive(b, 0, publishes);
  }
  template <class P>
  void note_barrier(action a, P const& p, int count) const {
    place const at = place_of_barrier(p);
    a.field = at.in->field;
    a.index = at.bit / 64;
    a.count = count;
    note(a);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
