// SPDX-License-Identifier: BSL-1.0
//
// Defines the PTX instructions that the interpreter of random.cu executes, one function each, of
// our own and independent of the library. Addresses of shared memory are 32-bit.
#pragma once

#include <cstdint>

namespace ptx {

#define PTX_ASM asm volatile

__device__ inline std::uint32_t mapa(std::uint32_t a, std::uint32_t rank) {
  std::uint32_t r;
  PTX_ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank));
  return r;
}
__device__ inline void init(std::uint32_t bar, int n) {
  PTX_ASM("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(n) : "memory");
}
__device__ inline void inval(std::uint32_t bar) {
  PTX_ASM("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(bar) : "memory");
}
__device__ inline void fence_init() {
  PTX_ASM("fence.mbarrier_init.release.cluster;" :: : "memory");
}
__device__ inline bool try_wait(std::uint32_t bar, int parity) {
  std::uint32_t ok;
  PTX_ASM(
      "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(bar),
      "r"(parity) : "memory");
  return ok;
}
__device__ inline bool try_wait_acquire_cluster(std::uint32_t bar, int parity) {
  std::uint32_t ok;
  PTX_ASM(
      "{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(bar),
      "r"(parity) : "memory");
  return ok;
}
__device__ inline bool test_wait(std::uint32_t bar, int parity) {
  std::uint32_t ok;
  PTX_ASM(
      "{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}" : "=r"(ok) : "r"(bar),
      "r"(parity) : "memory");
  return ok;
}
__device__ inline void arrive(std::uint32_t bar) {
  PTX_ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
}
__device__ inline void arrive_remote(std::uint32_t bar) {
  PTX_ASM("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}
__device__ inline void arrive_release_cluster(std::uint32_t bar) {
  PTX_ASM("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}
__device__ inline void arrive_expect(std::uint32_t bar, int bytes) {
  PTX_ASM("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
          "r"(bytes) : "memory");
}
__device__ inline void expect(std::uint32_t bar, int bytes) {
  PTX_ASM("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(bar),
          "r"(bytes) : "memory");
}
__device__ inline void copy_arrive(std::uint32_t bar) {
  PTX_ASM("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(bar) : "memory");
}

__device__ inline void bar_sync(int id, int n) {
  PTX_ASM("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
// Barrier 0 counts the threads of the block that have not exited.
__device__ inline void block_sync() { PTX_ASM("bar.sync 0;" :: : "memory"); }
__device__ inline void bar_arrive(int id, int n) {
  PTX_ASM("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ inline void cluster_arrive() {
  PTX_ASM("barrier.cluster.arrive.release.aligned;" :: : "memory");
}
__device__ inline void cluster_wait() {
  PTX_ASM("barrier.cluster.wait.acquire.aligned;" :: : "memory");
}

__device__ inline void load(std::uint32_t to, void const* from, int bytes, std::uint32_t bar) {
  PTX_ASM(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(to),
      "l"(from), "r"(bytes), "r"(bar) : "memory");
}
__device__ inline void load_multicast(std::uint32_t to, void const* from, int bytes,
                                      std::uint32_t bar, std::uint16_t mask) {
  PTX_ASM(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1], %2, [%3], %4;" ::"r"(to),
      "l"(from), "r"(bytes), "r"(bar), "h"(mask) : "memory");
}
__device__ inline void store(void* to, std::uint32_t from, int bytes) {
  PTX_ASM("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(from),
          "r"(bytes) : "memory");
}
__device__ inline void store_commit() { PTX_ASM("cp.async.bulk.commit_group;" :: : "memory"); }

__device__ inline void copy16(std::uint32_t to, void const* from) {
  PTX_ASM("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
__device__ inline void copy_commit() { PTX_ASM("cp.async.commit_group;" :: : "memory"); }

// Groups are immediates.
#define PTX_GROUPS(name, text)                          \
  __device__ inline void name(int n) {                  \
    switch (n) {                                        \
      case 0: PTX_ASM(text " 0;" :: : "memory"); break; \
      case 1: PTX_ASM(text " 1;" :: : "memory"); break; \
      case 2: PTX_ASM(text " 2;" :: : "memory"); break; \
      case 3: PTX_ASM(text " 3;" :: : "memory"); break; \
      case 4: PTX_ASM(text " 4;" :: : "memory"); break; \
      case 5: PTX_ASM(text " 5;" :: : "memory"); break; \
      case 6: PTX_ASM(text " 6;" :: : "memory"); break; \
      default: PTX_ASM(text " 7;" :: : "memory");       \
    }                                                   \
  }
PTX_GROUPS(store_wait, "cp.async.bulk.wait_group.read")
PTX_GROUPS(copy_wait, "cp.async.wait_group")
PTX_GROUPS(wgmma_wait, "wgmma.wait_group.sync.aligned")

__device__ inline void fence_proxy() { PTX_ASM("fence.proxy.async.shared::cta;" :: : "memory"); }
__device__ inline void wgmma_fence() { PTX_ASM("wgmma.fence.sync.aligned;" :: : "memory"); }
__device__ inline void wgmma_commit() { PTX_ASM("wgmma.commit_group.sync.aligned;" :: : "memory"); }

// D[64 x 8] += A[64 x 16] * B[8 x 16]^T, both K-major without swizzle: core matrices of 8 rows of
// 16 bytes, the two of k 128 bytes apart, those of m or n 256.
__device__ inline std::uint64_t descriptor(std::uint32_t at) {
  return std::uint64_t(at >> 4 & 0x3fff) | std::uint64_t(128 >> 4) << 16 |
         std::uint64_t(256 >> 4) << 32;
}
__device__ inline void wgmma(float (&d)[4], std::uint32_t a, std::uint32_t b) {
  PTX_ASM(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, "
      "0;" : "+f"(d[0]),
      "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(a)), "l"(descriptor(b)) : "memory");
}

__device__ inline std::uint32_t read(std::uint32_t a) {
  std::uint32_t v;
  PTX_ASM("ld.shared::cta.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory");
  return v;
}
__device__ inline void write(std::uint32_t a, std::uint32_t v) {
  PTX_ASM("st.shared::cta.u32 [%0], %1;" ::"r"(a), "r"(v) : "memory");
}
__device__ inline std::uint32_t read_remote(std::uint32_t a) {
  std::uint32_t v;
  PTX_ASM("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory");
  return v;
}
__device__ inline void write_remote(std::uint32_t a, std::uint32_t v) {
  PTX_ASM("st.shared::cluster.u32 [%0], %1;" ::"r"(a), "r"(v) : "memory");
}
__device__ inline std::uint32_t read_global(std::uint32_t const* a) {
  std::uint32_t v;
  PTX_ASM("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(a) : "memory");
  return v;
}
__device__ inline void write_global(std::uint32_t* a, std::uint32_t v) {
  PTX_ASM("st.global.u32 [%0], %1;" ::"l"(a), "r"(v) : "memory");
}
__device__ inline std::uint32_t acquire(std::uint32_t const* a) {
  std::uint32_t v;
  PTX_ASM("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(a) : "memory");
  return v;
}
__device__ inline void raise(std::uint32_t* a) {
  PTX_ASM("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(a) : "memory");
}
__device__ inline void grid_wait() { PTX_ASM("griddepcontrol.wait;" :: : "memory"); }
__device__ inline void grid_launch() { PTX_ASM("griddepcontrol.launch_dependents;" :: : "memory"); }
__device__ inline std::uint64_t now() {
  std::uint64_t t;
  PTX_ASM("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

}  // namespace ptx
