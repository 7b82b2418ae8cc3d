// SPDX-License-Identifier: BSL-1.0
//
// Defines sync_named and arrive_named: the 16 named barriers of a block, which synchronize some of
// its warps. Use them where __syncthreads would wait for warps that do something else: between the
// consumers of a pipeline, or to hand a turn from one warpgroup to another.
//
//   sync_named(Int<1>{}, Int<256>{});    // 8 warps meet
//   arrive_named(Int<2>{}, Int<64>{});   // warp 0: announces, does not wait
//   sync_named(Int<2>{}, Int<64>{});     // warp 1: waits for warp 0
//
// Barrier 0 is that of __syncthreads. From PTX ISA, "bar, barrier".
#pragma once

#include <tileproof/types/int.hpp>
#include <tileproof/types/refused.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The number of named barriers of a block, and the most threads that one can count.
inline constexpr int named_barriers = 16;
inline constexpr int named_barrier_threads = 1024;

// The names of refusals: a named barrier that a block does not have, and a number of threads that
// is not one of whole warps.
struct block_has_named_barrier {
  static constexpr char const* sentences[] = {
      "named barrier {found}: a block has the barriers 0 to {expected}, and 0 is that of "
      "__syncthreads",
      nullptr};
};
struct named_barrier_counts_warps {
  static constexpr char const* sentences[] = {
      "a named barrier of {found} threads: it counts whole warps, a multiple of 32 threads from 32 "
      "to {expected}",
      nullptr};
};

namespace detail {

template <class Id>
inline constexpr bool is_named_barrier = true;
template <auto I>
inline constexpr bool is_named_barrier<C<I>> = I >= 0 && I < named_barriers;
template <class Threads>
inline constexpr bool are_whole_warps = true;
template <auto N>
inline constexpr bool are_whole_warps<C<N>> = N > 0 && N <= named_barrier_threads&& N % 32 == 0;

// The value of a static integer, for a message; 0 for a run-time one.
template <class I>
inline constexpr int number_or_zero = 0;
template <auto N>
inline constexpr int number_or_zero<C<N>> = static_cast<int>(N);

}  // namespace detail

// Refuses a static id that is not 0 to 15 (block_has_named_barrier) and a static number of threads
// that is not a multiple of 32 from 32 to 1024 (named_barrier_counts_warps). Run-time integers are
// the caller's. Both functions below require it; so does the CPU run.
template <class Id, class Threads>
TILEPROOF_HOST_DEVICE constexpr bool require_named_barrier(Id const&, Threads const&) {
  static_assert(refuse_unless<detail::is_named_barrier<Id>, block_has_named_barrier,
                              found<detail::number_or_zero<Id>>, expected<named_barriers - 1>>);
  static_assert(
      refuse_unless<detail::are_whole_warps<Threads>, named_barrier_counts_warps,
                    found<detail::number_or_zero<Threads>>, expected<named_barrier_threads>>);
  return true;
}

#if defined(__CUDACC__)

// Arrives at barrier `id` and waits until `threads` threads have arrived, those that only arrive
// counted. Accesses to memory before the arrivals are visible behind it. `id` and `threads` are
// integers, static (Int<1>{}) or not; all warps of one phase pass the same `threads`, and all lanes
// of a warp call together. Refused: require_named_barrier.
template <class Id, class Threads>
TILEPROOF_DEVICE void sync_named(Id const& id, Threads const& threads) {
  require_named_barrier(id, threads);
  TILEPROOF_ASM(70, "barrier.cta.sync.aligned %0, %1;" ::"r"(static_cast<int>(id)),
                "r"(static_cast<int>(threads)) : "memory");
}
// Arrives at barrier `id` without waiting: publishes this warp's accesses to those that wait, and
// learns nothing of theirs. A warp must not arrive again before the phase is complete. Arguments
// and refusals are those of sync_named.
template <class Id, class Threads>
TILEPROOF_DEVICE void arrive_named(Id const& id, Threads const& threads) {
  require_named_barrier(id, threads);
  TILEPROOF_ASM(70, "barrier.cta.arrive.aligned %0, %1;" ::"r"(static_cast<int>(id)),
                "r"(static_cast<int>(threads)) : "memory");
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
