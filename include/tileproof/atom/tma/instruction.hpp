// SPDX-License-Identifier: BSL-1.0
//
// The TMA instructions that move a box of a tensor: cp.async.bulk.tensor, and
// cp.reduce.async.bulk.tensor. sm_90. TMA is the Tensor Memory Accelerator, the copy unit of an SM.
// Use them through make_tma_copy (tma/make_tma_copy.hpp). From PTX ISA, "cp.async.bulk.tensor",
// "cp.reduce.async.bulk.tensor", "cp.async.bulk.prefetch.tensor", "cp.async.bulk.commit_group" and
// "prefetch.tensormap".
//
// One thread issues the instruction. A box is addressed by the coordinates of its first element, in
// elements, in the order of the tensor map's dimensions. Elements outside of the tensor are loaded
// as zeros and are not stored. Pre: coordinate 0 is a multiple of 16 bytes, and no coordinate of a
// store is negative (otherwise an illegal instruction; measured on an H200, sm_90); the address in
// shared memory is aligned to 128 bytes, and the tile's to the period of its swizzle.
#pragma once

#include <tileproof/atom/tma/barrier.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A CUtensorMap, TMA's description of a tensor in global memory: 128 opaque bytes, passed to a
// kernel as __grid_constant__ const. Aligned to 128 bytes as CUDA 13 aligns it, so that either may
// be the other's storage (CUDA 12 asks for 64); a structure that holds one has that alignment.
struct alignas(128) TmaDescriptor {
  std::uint64_t opaque[16];
};

// A hint to L2 for the bytes of a load: EVICT_FIRST for those that are read once, EVICT_LAST
// for those that other blocks read soon. Values and names as CuTe has them, 64-bit cache policies.
namespace TMA {
enum class CacheHintSm90 : std::uint64_t {
  EVICT_NORMAL = 0x1000000000000000,
  EVICT_FIRST = 0x12F0000000000000,
  EVICT_LAST = 0x14F0000000000000,
};
}  // namespace TMA

#if defined(__CUDACC__)
#define TILEPROOF_LIST_3(C, x) C(x[0]), C(x[1]), C(x[2])
#define TILEPROOF_LIST_5(C, x) C(x[0]), C(x[1]), C(x[2]), C(x[3]), C(x[4])
// Applies DO to each number of dimensions, with the operand numbers of the coordinates and of the
// operands after them.
#define TILEPROOF_DIMENSIONS(DO)                          \
  DO(1, "{%0}", "%1", "%2", "%3", "%4", "%5")             \
  DO(2, "{%0, %1}", "%2", "%3", "%4", "%5", "%6")         \
  DO(3, "{%0, %1, %2}", "%3", "%4", "%5", "%6", "%7")     \
  DO(4, "{%0, %1, %2, %3}", "%4", "%5", "%6", "%7", "%8") \
  DO(5, "{%0, %1, %2, %3, %4}", "%5", "%6", "%7", "%8", "%9")
#define TILEPROOF_MAP "l"(reinterpret_cast<std::uint64_t>(map))

#define TILEPROOF_LOAD(N, AT, MAP, TO, BARRIER, MASK, UNUSED)                                     \
  TILEPROOF_DEVICE static void copy(                                                              \
      [[maybe_unused]] TmaDescriptor const* map, [[maybe_unused]] std::uint64_t& barrier,         \
      [[maybe_unused]] void* to, [[maybe_unused]] int const(&at)[N]) {                            \
    TILEPROOF_ASM(90,                                                                             \
                  "cp.async.bulk.tensor." #N                                                      \
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes [" TO "], [" MAP ", " AT \
                  "], [" BARRIER "];" ::TILEPROOF_LIST_##N("r", at),                              \
                  TILEPROOF_MAP, "r"(TILEPROOF_SHARED(*static_cast<char*>(to))),                  \
                  "r"(TILEPROOF_SHARED(barrier)) : "memory");                                     \
  }                                                                                               \
  TILEPROOF_DEVICE static void copy(                                                              \
      [[maybe_unused]] TmaDescriptor const* map, [[maybe_unused]] std::uint64_t& barrier,         \
      [[maybe_unused]] TMA::CacheHintSm90 hint, [[maybe_unused]] void* to,                        \
      [[maybe_unused]] int const(&at)[N]) {                                                       \
    TILEPROOF_ASM(90,                                                                             \
                  "cp.async.bulk.tensor." #N                                                      \
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [" TO     \
                  "], [" MAP ", " AT "], [" BARRIER "], " MASK ";" ::TILEPROOF_LIST_##N("r", at), \
                  TILEPROOF_MAP, "r"(TILEPROOF_SHARED(*static_cast<char*>(to))),                  \
                  "r"(TILEPROOF_SHARED(barrier)),                                                 \
                  "l"(static_cast<std::uint64_t>(hint)) : "memory");                              \
  }
#define TILEPROOF_LOAD_MULTICAST(N, AT, MAP, TO, BARRIER, MASK, HINT)                           \
  TILEPROOF_DEVICE static void copy(                                                            \
      [[maybe_unused]] TmaDescriptor const* map, [[maybe_unused]] std::uint64_t& barrier,       \
      [[maybe_unused]] std::uint16_t blocks, [[maybe_unused]] void* to,                         \
      [[maybe_unused]] int const(&at)[N]) {                                                     \
    TILEPROOF_ASM(90,                                                                           \
                  "cp.async.bulk.tensor." #N                                                    \
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"    \
                  " [" TO "], [" MAP ", " AT "], [" BARRIER "], " MASK                          \
                  ";" ::TILEPROOF_LIST_##N("r", at),                                            \
                  TILEPROOF_MAP, "r"(TILEPROOF_SHARED(*static_cast<char*>(to))),                \
                  "r"(TILEPROOF_SHARED(barrier)), "h"(blocks) : "memory");                      \
  }                                                                                             \
  TILEPROOF_DEVICE static void copy(                                                            \
      [[maybe_unused]] TmaDescriptor const* map, [[maybe_unused]] std::uint64_t& barrier,       \
      [[maybe_unused]] std::uint16_t blocks, [[maybe_unused]] TMA::CacheHintSm90 hint,          \
      [[maybe_unused]] void* to, [[maybe_unused]] int const(&at)[N]) {                          \
    TILEPROOF_ASM(90,                                                                           \
                  "cp.async.bulk.tensor." #N                                                    \
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"    \
                  ".L2::cache_hint [" TO "], [" MAP ", " AT "], [" BARRIER "], " MASK ", " HINT \
                  ";" ::TILEPROOF_LIST_##N("r", at),                                            \
                  TILEPROOF_MAP, "r"(TILEPROOF_SHARED(*static_cast<char*>(to))),                \
                  "r"(TILEPROOF_SHARED(barrier)), "h"(blocks),                                  \
                  "l"(static_cast<std::uint64_t>(hint)) : "memory");                            \
  }
#define TILEPROOF_TO_GLOBAL(N, PTX, AT, MAP, FROM)                                          \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] TmaDescriptor const* map,              \
                                    [[maybe_unused]] void const* from,                      \
                                    [[maybe_unused]] int const(&at)[N]) {                   \
    TILEPROOF_ASM(                                                                          \
        90, PTX ".bulk_group [" MAP ", " AT "], [" FROM "];" ::TILEPROOF_LIST_##N("r", at), \
        TILEPROOF_MAP, "r"(TILEPROOF_SHARED(*static_cast<char const*>(from))) : "memory");  \
  }
#define TILEPROOF_PREFETCH(N, AT, MAP, ...)                                       \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] TmaDescriptor const* map,    \
                                    [[maybe_unused]] int const(&at)[N]) {         \
    TILEPROOF_ASM(90,                                                             \
                  "cp.async.bulk.prefetch.tensor." #N "d.L2.global [" MAP ", " AT \
                  "];" ::TILEPROOF_LIST_##N("r", at),                             \
                  TILEPROOF_MAP : "memory");                                      \
  }
#define TILEPROOF_STORE(N, AT, MAP, FROM, ...) \
  TILEPROOF_TO_GLOBAL(N, "cp.async.bulk.tensor." #N "d.global.shared::cta", AT, MAP, FROM)
#define TILEPROOF_REDUCE(N, OP, AT, MAP, FROM)                                                  \
  TILEPROOF_TO_GLOBAL(N, "cp.reduce.async.bulk.tensor." #N "d.global.shared::cta." OP, AT, MAP, \
                      FROM)
#define TILEPROOF_ADD(N, AT, MAP, FROM, ...) TILEPROOF_REDUCE(N, "add", AT, MAP, FROM)
#define TILEPROOF_MIN(N, AT, MAP, FROM, ...) TILEPROOF_REDUCE(N, "min", AT, MAP, FROM)
#define TILEPROOF_MAX(N, AT, MAP, FROM, ...) TILEPROOF_REDUCE(N, "max", AT, MAP, FROM)
// CuTe's form of a store: the coordinates one by one.
#define TILEPROOF_BY_COORDINATES                                                          \
  template <class... At>                                                                  \
    requires detail::tma_coordinates<At...>                                               \
  TILEPROOF_DEVICE static void copy(void const* map, void const* from, At const&... at) { \
    int const all[] = {static_cast<int>(at)...};                                          \
    copy(static_cast<TmaDescriptor const*>(map), from, all);                              \
  }

namespace detail {

// True for the coordinates of a box, passed one by one.
template <class... At>
concept tma_coordinates =
    sizeof...(At) >= 1 && sizeof...(At) <= 5 && (std::is_convertible_v<At, int> && ...);

}  // namespace detail
#else
#define TILEPROOF_DIMENSIONS(DO)
#define TILEPROOF_BY_COORDINATES
#endif

namespace detail {

// Brings a box to L2, so that a later load does not wait for global memory:
// SM90_TMA_LOAD::PREFETCH.
struct tma_prefetch {
  TILEPROOF_DIMENSIONS(TILEPROOF_PREFETCH)
#if defined(__CUDACC__)
  // CuTe's form: the coordinates one by one.
  template <class... At>
    requires tma_coordinates<At...>
  TILEPROOF_DEVICE static void copy(void const* map, At const&... at) {
    int const all[] = {static_cast<int>(at)...};
    copy(static_cast<TmaDescriptor const*>(map), all);
  }
#endif
};

}  // namespace detail

// Loads a box from global to shared memory. The barrier counts its bytes when they have been
// written, including those outside of the tensor.
struct SM90_TMA_LOAD {
  using PREFETCH = detail::tma_prefetch;
  TILEPROOF_DIMENSIONS(TILEPROOF_LOAD)
#if defined(__CUDACC__)
  // CuTe's form: the hint as a number, the coordinates one by one.
  template <class... At>
    requires detail::tma_coordinates<At...>
  TILEPROOF_DEVICE static void copy(void const* map, std::uint64_t* barrier, std::uint64_t hint,
                                    void* to, At const&... at) {
    int const all[] = {static_cast<int>(at)...};
    copy(static_cast<TmaDescriptor const*>(map), *barrier, static_cast<TMA::CacheHintSm90>(hint),
         to, all);
  }
#endif
};
// Loads a box to the same place in each block of the cluster whose bit is set in the mask. In each
// of them the barrier at the same place counts the bytes.
struct SM90_TMA_LOAD_MULTICAST {
  using PREFETCH = detail::tma_prefetch;
  TILEPROOF_DIMENSIONS(TILEPROOF_LOAD_MULTICAST)
#if defined(__CUDACC__)
  template <class... At>
    requires detail::tma_coordinates<At...>
  TILEPROOF_DEVICE static void copy(void const* map, std::uint64_t* barrier, std::uint16_t blocks,
                                    std::uint64_t hint, void* to, At const&... at) {
    int const all[] = {static_cast<int>(at)...};
    copy(static_cast<TmaDescriptor const*>(map), *barrier, blocks,
         static_cast<TMA::CacheHintSm90>(hint), to, all);
  }
#endif
};
// Stores a box from shared to global memory. Before it, fence_view_async_shared() makes the shared
// memory visible to TMA.
struct SM90_TMA_STORE {
  TILEPROOF_DIMENSIONS(TILEPROOF_STORE)
  TILEPROOF_BY_COORDINATES
};
// Adds a box from shared memory to global memory, or leaves the lesser or the greater of both
// there. Each element is one atomic operation (.relaxed.gpu); otherwise as SM90_TMA_STORE.
// Elements: add f16, bf16, f32, and integers of 32 and 64 bits; min and max f16, bf16, and those
// integers.
struct SM90_TMA_REDUCE_ADD {
  TILEPROOF_DIMENSIONS(TILEPROOF_ADD)
  TILEPROOF_BY_COORDINATES
};
struct SM90_TMA_REDUCE_MIN {
  TILEPROOF_DIMENSIONS(TILEPROOF_MIN)
};
struct SM90_TMA_REDUCE_MAX {
  TILEPROOF_DIMENSIONS(TILEPROOF_MAX)
};
#undef TILEPROOF_DIMENSIONS
#undef TILEPROOF_BY_COORDINATES

#if defined(__CUDACC__)
#undef TILEPROOF_LIST_3
#undef TILEPROOF_LIST_5
#undef TILEPROOF_MAP
#undef TILEPROOF_LOAD
#undef TILEPROOF_LOAD_MULTICAST
#undef TILEPROOF_STORE
#undef TILEPROOF_TO_GLOBAL
#undef TILEPROOF_PREFETCH
#undef TILEPROOF_REDUCE
#undef TILEPROOF_ADD
#undef TILEPROOF_MIN
#undef TILEPROOF_MAX

// tma_store_arrive commits this thread's stores as one group. tma_store_wait<N> waits until at most
// N groups still read shared memory; then the buffers of the others may be overwritten.
// tma_store_complete<N> waits until at most N groups are pending; what the others wrote to global
// memory is visible to this thread, and to threads that it signals afterwards. Required before
// another block, or an ordinary load of this one, reads it; at the end of a kernel
// tma_store_wait<0> is enough.
TILEPROOF_DEVICE void tma_store_arrive() {
  TILEPROOF_ASM(90, "cp.async.bulk.commit_group;" :: : "memory");
}
template <int N>
TILEPROOF_DEVICE void tma_store_wait() {
  TILEPROOF_ASM(90, "cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}
template <int N>
TILEPROOF_DEVICE void tma_store_complete() {
  TILEPROOF_ASM(90, "cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}
TILEPROOF_DEVICE void tma_store_fence() { fence_view_async_shared(); }

// Prefetches the tensor map, so that the first load does not wait for it.
TILEPROOF_DEVICE void prefetch_tma_descriptor([[maybe_unused]] TmaDescriptor const* map) {
  TILEPROOF_ASM(90,
                "prefetch.tensormap [%0];" ::"l"(reinterpret_cast<std::uint64_t>(map)) : "memory");
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
