// SPDX-License-Identifier: BSL-1.0
//
// Allocation of tensor memory and synchronization of tcgen05 (sm_100a, sm_103a), with the names of
// CuTe and CUTLASS; tcgen05.fence, which has none there, is called as in cuda::ptx.
//
//   __shared__ std::uint32_t tmem;      // one warp allocates 128 columns
//   TMEM::Allocator1Sm{}.allocate(Int<128>{}, &tmem);
//   ...                                 // one thread issues tcgen05.mma and tcgen05.cp
//   umma_arrive(&barrier);              // their completion is an arrival at the mbarrier
//   wait_barrier(barrier, 0);           // every thread that loads D
//   tcgen05_fence_after_thread_sync();  // the loads come after the wait
//   ...
//   TMEM::Allocator1Sm{}.free(tmem, 128);
//
// CtaGroup 2 is the instruction of a pair of CTAs. From PTX ISA, "Allocation and Management
// Instructions", "tcgen05.commit" and "Memory Consistency Model" of tcgen05. No GPU has run these
// here; ptxas assembles them.
#pragma once

#include <tileproof/atom/umma/tmem.hpp>
#include <tileproof/types/refused.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The names of refusals: a number of columns that tcgen05.alloc does not give; allocations that are
// more than tensor memory has.
struct tmem_has_columns {
  static constexpr char const* sentences[] = {
      "tensor memory: {found} columns are allocated or freed at once, and tcgen05.alloc has 32, "
      "64, 128, 256 and 512",
      nullptr};
};
struct tmem_holds_allocations {
  static constexpr char const* sentences[] = {
      "tensor memory: the allocations take {found} columns together, and there are {at_most}: "
      "allocate once, and give each tensor some of its columns",
      nullptr};
};

namespace detail {

template <int Columns>
inline constexpr bool are_tmem_columns =
    refuse_unless<TMEM::may_allocate(Columns), tmem_has_columns, found<Columns>>;

}  // namespace detail

// Requires static numbers of columns that tcgen05.alloc gives (tmem_has_columns), and that a CTA
// can hold all of them at once (tmem_holds_allocations).
template <int... Columns>
TILEPROOF_HOST_DEVICE constexpr bool require_tmem_columns() {
  static_assert((true && ... && detail::are_tmem_columns<Columns>));
  static_assert(refuse_unless<((0 + ... + Columns) <= TMEM::columns), tmem_holds_allocations,
                              found<(0 + ... + Columns)>, at_most<TMEM::columns>>);
  return true;
}

#if defined(__CUDACC__)

// The statement of an instruction between whose words .cta_group::1 or ::2 stands.
#define TILEPROOF_OF_CTA_GROUP(NAME, ...)                             \
  static_assert(CtaGroup == 1 || CtaGroup == 2,                       \
                "tcgen05: cta_group is 1 or, for a pair of CTAs, 2"); \
  if constexpr (CtaGroup == 1)                                        \
    TILEPROOF_ASM_SM100A(NAME ".cta_group::1" __VA_ARGS__);           \
  else                                                                \
    TILEPROOF_ASM_SM100A(NAME ".cta_group::2" __VA_ARGS__)

namespace detail {

// Allocation for one CTA or for a pair. All lanes of one warp call each function, in a pair one
// warp of each CTA; the warp that allocates also frees.
template <int CtaGroup>
struct tmem_allocator {
  static constexpr int ColumnsPerAllocationSlice = 32;
  static constexpr int Sm100TmemCapacityColumns = TMEM::columns;

  // Waits until `columns` columns are free, and writes the address of the first of them to shared
  // memory. Pre: columns is 32, 64, 128, 256 or 512, the same in both CTAs of a pair, as is the
  // place of *address.
  TILEPROOF_DEVICE void allocate([[maybe_unused]] int columns,
                                 [[maybe_unused]] std::uint32_t* address) const {
    TILEPROOF_ASSERT(TMEM::may_allocate(columns));
    TILEPROOF_OF_CTA_GROUP(
        "tcgen05.alloc",
        ".sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(TILEPROOF_SHARED(*address)),
        "r"(columns) : "memory");
  }
  // Frees the columns. Pre: they were allocated together, and no access to them is pending.
  TILEPROOF_DEVICE void free([[maybe_unused]] std::uint32_t address,
                             [[maybe_unused]] int columns) const {
    TILEPROOF_ASSERT(TMEM::may_allocate(columns));
    TILEPROOF_OF_CTA_GROUP("tcgen05.dealloc", ".sync.aligned.b32 %0, %1;" ::"r"(address),
                           "r"(columns) : "memory");
  }
  // The same with a static number of columns, which is checked when the kernel is compiled.
  template <auto Columns>
  TILEPROOF_DEVICE void allocate(C<Columns>, std::uint32_t* address) const {
    require_tmem_columns<static_cast<int>(Columns)>();
    allocate(static_cast<int>(Columns), address);
  }
  template <auto Columns>
  TILEPROOF_DEVICE void free(std::uint32_t address, C<Columns>) const {
    require_tmem_columns<static_cast<int>(Columns)>();
    free(address, static_cast<int>(Columns));
  }
  // The CTA allocates no more, so that another CTA of the SM can: one that waits in allocate()
  // prevents others.
  TILEPROOF_DEVICE void release_allocation_lock() const {
    TILEPROOF_OF_CTA_GROUP("tcgen05.relinquish_alloc_permit", ".sync.aligned;" :: : "memory");
  }
};

}  // namespace detail

namespace TMEM {

using Allocator1Sm = detail::tmem_allocator<1>;
using Allocator2Sm = detail::tmem_allocator<2>;

}  // namespace TMEM

// The instructions tcgen05.mma, .cp and .shift that this thread has issued, once complete, arrive
// at the mbarrier: one arrival. One thread calls it. It orders them as
// tcgen05_fence_before_thread_sync does.
template <int CtaGroup>
TILEPROOF_DEVICE void tcgen05_commit([[maybe_unused]] std::uint64_t const& barrier) {
  TILEPROOF_OF_CTA_GROUP("tcgen05.commit", ".mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                                               TILEPROOF_SHARED(barrier)) : "memory");
}
// The same at the mbarrier of this place in each CTA of the cluster whose bit, 1 << rank, is set.
template <int CtaGroup>
TILEPROOF_DEVICE void tcgen05_commit_multicast([[maybe_unused]] std::uint64_t const& barrier,
                                               [[maybe_unused]] std::uint16_t ctas) {
  TILEPROOF_OF_CTA_GROUP(
      "tcgen05.commit",
      ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
          TILEPROOF_SHARED(barrier)),
      "h"(ctas) : "memory");
}

namespace detail {

// tcgen05_commit by one lane, which elect.sync chooses.
template <int CtaGroup>
TILEPROOF_DEVICE void elect_and_commit([[maybe_unused]] std::uint64_t const& barrier) {
  TILEPROOF_OF_CTA_GROUP("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\n@p tcgen05.commit",
                         ".mbarrier::arrive::one.shared::cluster.b64 [%0];\n}" ::"r"(
                             TILEPROOF_SHARED(barrier)) : "memory");
}
template <int CtaGroup>
TILEPROOF_DEVICE void elect_and_commit([[maybe_unused]] std::uint64_t const& barrier,
                                       [[maybe_unused]] std::uint16_t ctas) {
  TILEPROOF_OF_CTA_GROUP("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\n@p tcgen05.commit",
                         ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], "
                         "%1;\n}" ::"r"(TILEPROOF_SHARED(barrier)),
                         "h"(ctas) : "memory");
}

}  // namespace detail

// The same by one lane of a warp, whose lanes all call. Pre: elect_one_sync chose the lane that
// issued the instructions.
TILEPROOF_DEVICE void umma_arrive(std::uint64_t const* barrier) {
  detail::elect_and_commit<1>(*barrier);
}
TILEPROOF_DEVICE void umma_arrive_2x1SM(std::uint64_t const* barrier) {
  detail::elect_and_commit<2>(*barrier);
}
TILEPROOF_DEVICE void umma_arrive_multicast(std::uint64_t const* barrier, std::uint16_t ctas) {
  detail::elect_and_commit<1>(*barrier, ctas);
}
TILEPROOF_DEVICE void umma_arrive_multicast_2x1SM(std::uint64_t const* barrier,
                                                  std::uint16_t ctas) {
  detail::elect_and_commit<2>(*barrier, ctas);
}
// The same by the calling thread.
TILEPROOF_DEVICE void umma_arrive_multicast_no_elect(std::uint64_t const* barrier,
                                                     std::uint16_t ctas) {
  tcgen05_commit_multicast<1>(*barrier, ctas);
}
TILEPROOF_DEVICE void umma_arrive_multicast_2x1SM_no_elect(std::uint64_t const* barrier,
                                                           std::uint16_t ctas) {
  tcgen05_commit_multicast<2>(*barrier, ctas);
}

// Before the thread synchronizes with another (a barrier, an mbarrier): orders its earlier
// asynchronous tcgen05 instructions before what that thread does afterwards.
TILEPROOF_DEVICE void tcgen05_fence_before_thread_sync() {
  TILEPROOF_ASM_SM100A("tcgen05.fence::before_thread_sync;" :: : "memory");
}
// After the thread has synchronized with another: orders its later asynchronous tcgen05
// instructions after what that thread did before.
TILEPROOF_DEVICE void tcgen05_fence_after_thread_sync() {
  TILEPROOF_ASM_SM100A("tcgen05.fence::after_thread_sync;" :: : "memory");
}

#undef TILEPROOF_OF_CTA_GROUP
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
