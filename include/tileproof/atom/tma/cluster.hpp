// SPDX-License-Identifier: BSL-1.0
//
// The blocks of a cluster: who is where, and how they wait for one another. sm_90.
// From PTX ISA, "barrier.cluster", "mapa", "elect.sync" and "Special Registers".
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// Every thread of every block of the cluster arrives, once, and waits for all of them. What was
// written before is seen behind the wait, unless the arrival is relaxed. All lanes of a warp
// together.
TILEPROOF_DEVICE void cluster_arrive() {
  TILEPROOF_ASM(90, "barrier.cluster.arrive.aligned;" ::: "memory");
}
TILEPROOF_DEVICE void cluster_arrive_relaxed() {
  TILEPROOF_ASM(90, "barrier.cluster.arrive.relaxed.aligned;" ::);
}
TILEPROOF_DEVICE void cluster_wait() {
  TILEPROOF_ASM(90, "barrier.cluster.wait.aligned;" ::: "memory");
}
TILEPROOF_DEVICE void cluster_sync() {
  cluster_arrive();
  cluster_wait();
}

#define TILEPROOF_SPECIAL(NAME, REGISTER)                       \
  TILEPROOF_DEVICE std::uint32_t NAME() {                       \
    std::uint32_t r = 0;                                        \
    TILEPROOF_ASM(90, "mov.u32 %0, " REGISTER ";" : "=r"(r) :); \
    return r;                                                   \
  }
#define TILEPROOF_SPECIALS(NAME, REGISTER)                                                        \
  TILEPROOF_DEVICE dim3 NAME() {                                                                  \
    dim3 r{};                                                                                     \
    TILEPROOF_ASM(                                                                                \
        90, "mov.u32 %0, " REGISTER ".x; mov.u32 %1, " REGISTER ".y; mov.u32 %2, " REGISTER ".z;" \
        : "=r"(r.x), "=r"(r.y), "=r"(r.z)                                                         \
        :);                                                                                       \
    return r;                                                                                     \
  }
TILEPROOF_SPECIAL(block_rank_in_cluster, "%%cluster_ctarank")
TILEPROOF_SPECIALS(block_id_in_cluster, "%%cluster_ctaid")
TILEPROOF_SPECIALS(cluster_shape, "%%cluster_nctaid")
TILEPROOF_SPECIALS(cluster_id_in_grid, "%%clusterid")
#undef TILEPROOF_SPECIAL
#undef TILEPROOF_SPECIALS

// The address, as shared::cluster, of what block `rank` has at this address of shared memory.
TILEPROOF_DEVICE std::uint32_t set_block_rank(std::uint32_t address, std::uint32_t rank) {
  std::uint32_t r = 0;
  TILEPROOF_ASM(90, "mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
  return r;
}

// True in one lane of the warp, all of whose lanes are here.
TILEPROOF_DEVICE bool elect_one_sync() {
  std::uint32_t is_elected = 0;
  TILEPROOF_ASM(90, "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
                : "=r"(is_elected)
                :
                : "memory");
  return is_elected != 0;
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
