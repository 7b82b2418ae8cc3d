// SPDX-License-Identifier: BSL-1.0
//
// Defines arrive_flag, wait_flag and reset_flag: counters in global memory by which the blocks of a
// grid wait for one another. Use them where several blocks work on one tile of the result: split-k,
// stream-k.
//
//   std::uint32_t* flag;                     // in global memory, 0 at launch
//
//   partial[i] = sum;                        // a block that has computed its part
//   __syncthreads();
//   if (threadIdx.x == 0) arrive_flag(*flag);
//
//   if (threadIdx.x == 0) wait_flag(*flag, 3);  // a block that adds up the parts of three others
//   __syncthreads();
//   sum += partial[...];
//
// A counter only grows, so it serves any number of tiles: count on. The last thread that uses it in
// a launch may make it 0 for the next one (reset_flag). A wait spins: the blocks that
// arrive must run at the same time (a grid no larger than what is resident at once), or have begun
// before. CUTLASS's GenericBarrier does the same (red_release, ld_acquire).
//
// From PTX ISA, "red", "ld", "st" and "Memory Consistency Model".
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// Adds 1 to a counter. A thread that then finds the sum in wait_flag comes after everything that
// this thread has written and read before, and after the accesses of other threads that a barrier
// of the block has ordered before this call. Called by one thread of a block, after a barrier of
// the threads whose accesses it is to publish. A TMA store is published only when it has been
// waited for (tma_store_complete).
//
// A sum is a read-modify-write, so the additions of other blocks in between do not break the order
// (PTX ISA, "Observation Order"). Cost on sm_90: MEMBAR.ALL.GPU before the addition, which waits
// until all writes that the thread knows of have been performed.
TILEPROOF_DEVICE void arrive_flag([[maybe_unused]] std::uint32_t& flag) {
  TILEPROOF_ASM(70,
                "red.release.gpu.global.add.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(&flag)),
                "r"(1) : "memory");
}
// The value of a counter. Everything that came before the arrivals that it counts comes before
// everything that this thread does after it.
TILEPROOF_DEVICE std::uint32_t read_flag([[maybe_unused]] std::uint32_t const& flag) {
  std::uint32_t value = 0;
  TILEPROOF_ASM(70, "ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(
                        __cvta_generic_to_global(&flag)) : "memory");
  return value;
}
// Waits until a counter has come to `count`: until their difference modulo 2^32, as a signed
// number, is not negative. So the counter may wrap, and a count of 0 has come at launch. Called by
// one thread of a block; a barrier of the block after it lets the others know. Cost on sm_90: each
// look is a load from L2 and invalidates L1 (CCTL.IVALL); there is no pause between two.
TILEPROOF_DEVICE void wait_flag(std::uint32_t const& flag, std::uint32_t count) {
  while (static_cast<std::int32_t>(read_flag(flag) - count) < 0) {
  }
}
// Makes a counter 0, as it has to be at the next launch. Called by a thread that has waited for all
// arrivals of this launch; no other thread uses the counter after that in this launch.
TILEPROOF_DEVICE void reset_flag([[maybe_unused]] std::uint32_t& flag) {
  TILEPROOF_ASM(70, "st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(&flag)),
                "r"(0) : "memory");
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
