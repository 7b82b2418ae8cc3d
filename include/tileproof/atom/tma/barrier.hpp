// SPDX-License-Identifier: BSL-1.0
//
// Barriers in shared memory that count threads and the bytes of asynchronous copies, and the fences
// between ordinary accesses and those of the copy engine. sm_90.
// From PTX ISA, "mbarrier" and "membar, fence".
//
// A barrier is 8 bytes of shared memory. A phase is complete once `arrivals` threads have arrived
// and all bytes that were announced have come; the next one follows at once, its parity the other.
#pragma once

#include <tileproof/atom/tma/cluster.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// By one thread. Afterwards fence_barrier_init() and a barrier of the block (of the cluster, where
// other blocks use it) make it visible.
TILEPROOF_DEVICE void initialize_barrier([[maybe_unused]] std::uint64_t& barrier,
                                         [[maybe_unused]] int arrivals = 1) {
  TILEPROOF_ASM(90, "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
                "r"(arrivals)
                : "memory");
}
// Ends its life: the memory may be used for something else.
TILEPROOF_DEVICE void invalidate_barrier([[maybe_unused]] std::uint64_t& barrier) {
  TILEPROOF_ASM(90, "mbarrier.inval.shared::cta.b64 [%0];" ::"r"(TILEPROOF_SHARED(barrier))
                : "memory");
}

TILEPROOF_DEVICE void arrive_barrier([[maybe_unused]] std::uint64_t& barrier) {
  TILEPROOF_ASM(90, "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(TILEPROOF_SHARED(barrier))
                : "memory");
}
// At the barrier that block `rank` of the cluster has at the same place.
TILEPROOF_DEVICE void arrive_barrier([[maybe_unused]] std::uint64_t& barrier,
                                     [[maybe_unused]] std::uint32_t rank) {
  TILEPROOF_ASM(90, "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                        set_block_rank(TILEPROOF_SHARED(barrier), rank))
                : "memory");
}
// Announces bytes for this phase, and arrives.
TILEPROOF_DEVICE void set_barrier_transaction_bytes([[maybe_unused]] std::uint64_t& barrier,
                                                    [[maybe_unused]] std::uint32_t bytes) {
  TILEPROOF_ASM(
      90, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
      "r"(bytes)
      : "memory");
}
// The same without arriving.
TILEPROOF_DEVICE void expect_transaction([[maybe_unused]] std::uint64_t& barrier,
                                         [[maybe_unused]] std::uint32_t bytes) {
  TILEPROOF_ASM(
      90,
      "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
      "r"(bytes)
      : "memory");
}

// Whether the phase of this parity is complete; may sleep for a while before it says no.
TILEPROOF_DEVICE bool try_wait_barrier([[maybe_unused]] std::uint64_t& barrier,
                                       [[maybe_unused]] int parity) {
  std::uint32_t is_complete = 0;
  TILEPROOF_ASM(90,
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                " selp.u32 %0, 1, 0, p; }"
                : "=r"(is_complete)
                : "r"(TILEPROOF_SHARED(barrier)), "r"(parity)
                : "memory");
  return is_complete != 0;
}
// Of a barrier in its first phase the phase before it, of parity 1, counts as complete.
TILEPROOF_DEVICE void wait_barrier(std::uint64_t& barrier, int parity) {
  while (!try_wait_barrier(barrier, parity)) {
  }
}

// What initialize_barrier wrote is seen by the cluster and by the copy engine.
TILEPROOF_DEVICE void fence_barrier_init() {
  TILEPROOF_ASM(90, "fence.mbarrier_init.release.cluster;" ::: "memory");
}
// What this thread wrote to shared memory is seen by the copy engine and by wgmma.
TILEPROOF_DEVICE void fence_view_async_shared() {
  TILEPROOF_ASM(90, "fence.proxy.async.shared::cta;" ::: "memory");
}

#endif

// The word in shared memory, with the same operations under CUTLASS' names: as members, and for a
// pointer to a plain word.
struct ClusterBarrier {
  using ValueType = std::uint64_t;
  ValueType barrier_;

#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void init(ValueType* at, int arrivals) {
    initialize_barrier(*at, arrivals);
  }
  TILEPROOF_DEVICE static void wait(ValueType* at, int parity) { wait_barrier(*at, parity); }
  TILEPROOF_DEVICE static bool try_wait(ValueType* at, int parity) {
    return try_wait_barrier(*at, parity);
  }
  TILEPROOF_DEVICE static void arrive(ValueType* at) { arrive_barrier(*at); }
  TILEPROOF_DEVICE static void arrive(ValueType* at, std::uint32_t rank) {
    arrive_barrier(*at, rank);
  }

  TILEPROOF_DEVICE void init(int arrivals) { init(&barrier_, arrivals); }
  TILEPROOF_DEVICE void wait(int parity) { wait(&barrier_, parity); }
  TILEPROOF_DEVICE bool try_wait(int parity) { return try_wait(&barrier_, parity); }
  TILEPROOF_DEVICE void arrive() { arrive(&barrier_); }
  TILEPROOF_DEVICE void arrive(std::uint32_t rank) { arrive(&barrier_, rank); }
#endif
};
struct ClusterTransactionBarrier : ClusterBarrier {
#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void arrive_and_expect_tx(ValueType* at, std::uint32_t bytes) {
    set_barrier_transaction_bytes(*at, bytes);
  }
  TILEPROOF_DEVICE static void expect_transaction(ValueType* at, std::uint32_t bytes) {
    tileproof::expect_transaction(*at, bytes);
  }

  TILEPROOF_DEVICE void arrive_and_expect_tx(std::uint32_t bytes) {
    arrive_and_expect_tx(&barrier_, bytes);
  }
  TILEPROOF_DEVICE void expect_transaction(std::uint32_t bytes) {
    expect_transaction(&barrier_, bytes);
  }
#endif
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
