// SPDX-License-Identifier: BSL-1.0
//
// Transaction barriers (mbarrier) in shared memory, which count threads and the bytes of
// asynchronous copies; and the fences between ordinary accesses and those of TMA (Tensor Memory
// Accelerator). sm_90. From PTX ISA, "mbarrier" and "membar, fence".
//
//   if (threadIdx.x == 0) {
//     initialize_barrier(barrier, 1);
//     fence_barrier_init();
//   }
//   __syncthreads();
//   if (threadIdx.x == 0) {
//     set_barrier_transaction_bytes(barrier, bytes);
//     copy(tma.with(barrier), tAgA, tAsA);
//   }
//   wait_barrier(barrier, 0);  // the tile has arrived
//
// A barrier is 8 bytes, aligned to 8. A phase completes when `arrivals` threads have arrived and
// all announced bytes have been written. The next phase starts at once; phases alternate in parity,
// 0 first.
#pragma once

#include <tileproof/atom/tma/cluster.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// Initializes a barrier for `arrivals` arrivals a phase. Called by one thread; fence_barrier_init()
// and a barrier of the block, or of the cluster if other blocks use it, make it visible.
TILEPROOF_DEVICE void initialize_barrier([[maybe_unused]] std::uint64_t& barrier,
                                         [[maybe_unused]] int arrivals = 1) {
  TILEPROOF_ASM(90, "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
                "r"(arrivals) : "memory");
}
// Ends the barrier's lifetime: its memory may be used for something else.
TILEPROOF_DEVICE void invalidate_barrier([[maybe_unused]] std::uint64_t& barrier) {
  TILEPROOF_ASM(90,
                "mbarrier.inval.shared::cta.b64 [%0];" ::"r"(TILEPROOF_SHARED(barrier)) : "memory");
}

// Arrives at the barrier: one of the arrivals of the current phase. Accesses of this thread before
// it are visible to threads of this block that have waited for the phase.
TILEPROOF_DEVICE void arrive_barrier([[maybe_unused]] std::uint64_t& barrier) {
  TILEPROOF_ASM(
      90, "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(TILEPROOF_SHARED(barrier)) : "memory");
}
// Arrives at the barrier at the same place in the shared memory of block `rank` of the cluster, to
// release a stage: to tell a producer in that block that this one has read it. One instruction, as
// CUTLASS has it. It publishes no writes (arrive_barrier_release_cluster does).
//
// PTX ISA: without .sem and .scope it is .release at scope .cta. So it stays after the accesses
// that this thread has made, and those of threads of this block that it has synchronized with; but
// the scope does not include the block that waits, so the memory model orders no access of this
// block before one of that block. A release needs no such order, since it publishes nothing. Pre:
// the reads are complete: a wgmma has been waited for (warpgroup_wait), the value of a load has
// been obtained. A complete read cannot see a byte that is written later, and nothing overwrites
// the stage before this arrival has been counted. .relaxed is the same machine instruction on
// sm_90, but lets the compiler and the GPU move the reads past it.
TILEPROOF_DEVICE void arrive_barrier([[maybe_unused]] std::uint64_t& barrier,
                                     [[maybe_unused]] std::uint32_t rank) {
  TILEPROOF_ASM(90, "mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(
                        set_block_rank(TILEPROOF_SHARED(barrier), rank)) : "memory");
}
// Arrives as arrive_barrier(barrier, rank) does, and publishes this thread's writes: a thread of
// any block of the cluster that has waited for the phase with wait_barrier_acquire_cluster sees
// them. Use it for data that one block stores in the shared memory of another, or in global memory.
// Cost on sm_90: MEMBAR.ALL.GPU before the arrival, which waits until all writes of the thread have
// been performed; in the main loop of a GEMM, a third of the throughput.
TILEPROOF_DEVICE void arrive_barrier_release_cluster([[maybe_unused]] std::uint64_t& barrier,
                                                     [[maybe_unused]] std::uint32_t rank) {
  TILEPROOF_ASM(90, "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                        set_block_rank(TILEPROOF_SHARED(barrier), rank)) : "memory");
}
// Lets the barrier count one arrival once the cp.async of this thread so far have written their
// bytes; the thread itself goes on. The arrival is one of those that the barrier was initialized
// for (.noinc). A thread that has waited for the phase sees the bytes. Source: PTX ISA,
// "cp.async.mbarrier.arrive"; the name is CUTLASS's.
TILEPROOF_DEVICE void cpasync_barrier_arrive_noinc([[maybe_unused]] std::uint64_t& barrier) {
  TILEPROOF_ASM(80, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(
                        TILEPROOF_SHARED(barrier)) : "memory");
}
// Announces `bytes` bytes for the current phase, and arrives.
TILEPROOF_DEVICE void set_barrier_transaction_bytes([[maybe_unused]] std::uint64_t& barrier,
                                                    [[maybe_unused]] std::uint32_t bytes) {
  TILEPROOF_ASM(
      90, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
      "r"(bytes) : "memory");
}
// Announces `bytes` bytes for the current phase without arriving.
TILEPROOF_DEVICE void expect_transaction([[maybe_unused]] std::uint64_t& barrier,
                                         [[maybe_unused]] std::uint32_t bytes) {
  TILEPROOF_ASM(
      90,
      "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(TILEPROOF_SHARED(barrier)),
      "r"(bytes) : "memory");
}

// True if the phase with this parity has completed. The thread may sleep for a system-dependent
// time before it returns false.
TILEPROOF_DEVICE bool try_wait_barrier([[maybe_unused]] std::uint64_t& barrier,
                                       [[maybe_unused]] int parity) {
  std::uint32_t is_complete = 0;
  TILEPROOF_ASM(90,
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                " selp.u32 %0, 1, 0, p; }" : "=r"(is_complete) : "r"(TILEPROOF_SHARED(barrier)),
                "r"(parity) : "memory");
  return is_complete != 0;
}
// The same without sleeping: mbarrier.test_wait.
TILEPROOF_DEVICE bool test_wait_barrier([[maybe_unused]] std::uint64_t& barrier,
                                        [[maybe_unused]] int parity) {
  std::uint32_t is_complete = 0;
  TILEPROOF_ASM(90,
                "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;"
                " selp.u32 %0, 1, 0, p; }" : "=r"(is_complete) : "r"(TILEPROOF_SHARED(barrier)),
                "r"(parity) : "memory");
  return is_complete != 0;
}
// Waits until the phase with this parity has completed. For a new barrier, parity 1 counts as
// completed: a producer's first wait for an empty stage returns at once. After it, this thread sees
// what threads of its block wrote before they arrived, and all bytes that TMA has counted at this
// barrier. (PTX ISA says nothing here about bytes that another block's multicast brought; CUTLASS
// waits for them in this form.)
TILEPROOF_DEVICE void wait_barrier(std::uint64_t& barrier, int parity) {
  while (!try_wait_barrier(barrier, parity)) {
  }
}
// Waits as wait_barrier does. After it, this thread also sees what threads of other blocks wrote
// before they called arrive_barrier_release_cluster; PTX orders two blocks only if both the arrival
// and the wait have scope .cluster. Needed for ordinary stores of another block
// (st.shared::cluster, global memory), not for bytes that TMA or store_shared_remote has counted,
// nor for a stage that other blocks have released. Cost on sm_90: it invalidates L1 (CCTL.IVALL).
TILEPROOF_DEVICE void wait_barrier_acquire_cluster([[maybe_unused]] std::uint64_t& barrier,
                                                   [[maybe_unused]] int parity) {
  std::uint32_t is_complete = 0;
  while (is_complete == 0)
    TILEPROOF_ASM(
        90,
        "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, "
        "[%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(is_complete) : "r"(TILEPROOF_SHARED(barrier)),
        "r"(parity) : "memory");
}

// Makes initialized barriers visible to the cluster and to TMA.
TILEPROOF_DEVICE void fence_barrier_init() {
  TILEPROOF_ASM(90, "fence.mbarrier_init.release.cluster;" :: : "memory");
}
// Makes this thread's writes to shared memory visible to TMA and to wgmma (fence.proxy.async).
// Required before a TMA store.
TILEPROOF_DEVICE void fence_view_async_shared() {
  TILEPROOF_ASM(90, "fence.proxy.async.shared::cta;" :: : "memory");
}
// Orders this thread's ordinary accesses to all memory, global memory and the shared memory of
// other blocks included, before later accesses of TMA and wgmma. Required where TMA loads, or
// stores over, what threads of the same launch have written to global memory. Source: PTX ISA,
// "membar, fence": fence.proxy.async without a state space applies to all of them.
TILEPROOF_DEVICE void fence_view_async() { TILEPROOF_ASM(90, "fence.proxy.async;" :: : "memory"); }

#endif

// A barrier with CUTLASS's names: the same operations as members, and as static functions on a
// plain 64-bit word.
struct ClusterBarrier {
  using ValueType = std::uint64_t;
  ValueType barrier_;

#if defined(__CUDACC__)
  // Operations on a word at `at`; `rank` is a block of the cluster.
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
// A ClusterBarrier that also counts bytes.
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
