// SPDX-License-Identifier: BSL-1.0
//
// Thread-block clusters (sm_90): a block's position in its cluster, the barrier of a cluster, and
// addresses in another block's shared memory. From PTX ISA, "barrier.cluster", "mapa", "elect.sync"
// and "Special Registers".
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// The barrier of a cluster, in two halves: every thread of every block arrives once, then waits for
// all others. Writes before the arrival are visible after the wait, unless the arrival is relaxed.
// All lanes of a warp must call it together. cluster_sync is both halves.
TILEPROOF_DEVICE void cluster_arrive() {
  TILEPROOF_ASM(90, "barrier.cluster.arrive.aligned;" :: : "memory");
}
TILEPROOF_DEVICE void cluster_arrive_relaxed() {
  TILEPROOF_ASM(90, "barrier.cluster.arrive.relaxed.aligned;" ::);
}
TILEPROOF_DEVICE void cluster_wait() {
  TILEPROOF_ASM(90, "barrier.cluster.wait.aligned;" :: : "memory");
}
TILEPROOF_DEVICE void cluster_sync() {
  cluster_arrive();
  cluster_wait();
}

// The position of a block in its cluster, the number of blocks and the shape of a cluster, and the
// position of the cluster in the grid and the number of clusters in it, as the CUDA special
// registers give them.
#define TILEPROOF_SPECIAL(NAME, REGISTER)                       \
  TILEPROOF_DEVICE std::uint32_t NAME() {                       \
    std::uint32_t r = 0;                                        \
    TILEPROOF_ASM(90, "mov.u32 %0, " REGISTER ";" : "=r"(r) :); \
    return r;                                                   \
  }
#define TILEPROOF_SPECIALS(NAME, REGISTER)                                                        \
  TILEPROOF_DEVICE dim3 NAME() {                                                                  \
    dim3 r{};                                                                                     \
    TILEPROOF_ASM(90,                                                                             \
                  "mov.u32 %0, " REGISTER ".x; mov.u32 %1, " REGISTER ".y; mov.u32 %2, " REGISTER \
                  ".z;" : "=r"(r.x),                                                              \
                  "=r"(r.y), "=r"(r.z) :);                                                        \
    return r;                                                                                     \
  }
TILEPROOF_SPECIAL(block_rank_in_cluster, "%%cluster_ctarank")
TILEPROOF_SPECIAL(blocks_in_cluster, "%%cluster_nctarank")
TILEPROOF_SPECIALS(block_id_in_cluster, "%%cluster_ctaid")
TILEPROOF_SPECIALS(cluster_shape, "%%cluster_nctaid")
TILEPROOF_SPECIALS(cluster_id_in_grid, "%%clusterid")
TILEPROOF_SPECIALS(cluster_grid_dims, "%%nclusterid")
#undef TILEPROOF_SPECIAL
#undef TILEPROOF_SPECIALS

// The shared::cluster address of the object that block `rank` of the cluster has at this
// shared-memory address (32 bits): for a remote arrival at its barrier.
TILEPROOF_DEVICE std::uint32_t set_block_rank(std::uint32_t address, std::uint32_t rank) {
  std::uint32_t r = 0;
  TILEPROOF_ASM(90, "mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(address), "r"(rank));
  return r;
}
// A pointer to the object that block `rank` of the cluster has where `p` points in this block's
// shared memory: for loads and stores of distributed shared memory. From PTX ISA, "mapa".
template <class T>
TILEPROOF_DEVICE T* map_block_rank(T* p, std::uint32_t rank) {
  std::uint64_t r = 0;
  TILEPROOF_ASM(90, "mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(reinterpret_cast<std::uint64_t>(p)),
                "r"(rank));
  return reinterpret_cast<T*>(r);
}

// Stores 32 bits at a shared-memory address (32 bits, as __cvta_generic_to_shared gives it) of
// block `rank` of the cluster. The barrier at `barrier`, an address of the same kind, in that block
// counts the 4 bytes when they have been written. From PTX ISA, "st.async".
TILEPROOF_DEVICE void store_shared_remote(std::uint32_t value, std::uint32_t address,
                                          std::uint32_t barrier, std::uint32_t rank) {
  std::uint32_t const to = set_block_rank(address, rank);
  std::uint32_t const counted_by = set_block_rank(barrier, rank);
  TILEPROOF_ASM(
      90, "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(to),
      "r"(value), "r"(counted_by) : "memory");
}

// True in exactly one lane of the warp. All lanes of the warp must call it together.
TILEPROOF_DEVICE bool elect_one_sync() {
  std::uint32_t is_elected = 0;
  TILEPROOF_ASM(90, "{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(
                        is_elected) : : "memory");
  return is_elected != 0;
}
// elect_one_sync, and the index of the elected lane, which every lane receives.
struct ElectOneLaneIdReturnType {
  std::uint32_t is_leader;
  std::uint32_t leader_lane_id;
};
TILEPROOF_DEVICE ElectOneLaneIdReturnType elect_one_leader_sync() {
  ElectOneLaneIdReturnType r{};
  TILEPROOF_ASM(
      90,
      "{ .reg .pred p; elect.sync %1|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(r.is_leader),
      "=r"(r.leader_lane_id) : : "memory");
  return r;
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
