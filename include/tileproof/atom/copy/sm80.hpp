// SPDX-License-Identifier: BSL-1.0
//
// cp.async (sm_80): 4, 8 or 16 bytes of each thread from global to shared memory, without registers
// in between. Use it to fill a multistage buffer:
//
//   copy(tiled_copy, tAgA(_, _, _, k), tAsA(_, _, _, stage));
//   cp_async_fence();           // commits a group
//   cp_async_wait<stages - 2>();  // waits for the oldest ones
//   __syncthreads();
//
// From PTX ISA, "cp.async", "cp.async.commit_group", "cp.async.wait_group".
#pragma once

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/atom/copy/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)
#define TILEPROOF_CP_ASYNC(CACHE)                                                                 \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] S const& source,                             \
                                    [[maybe_unused]] D& destination) {                            \
    TILEPROOF_ASM(80,                                                                             \
                  "cp.async." CACHE                                                               \
                  ".shared.global.L2::128B [%0], [%1], %2;" ::"r"(TILEPROOF_SHARED(destination)), \
                  "l"(__cvta_generic_to_global(static_cast<void const*>(&source))),               \
                  "n"(sizeof(S)) : "memory");                                                     \
  }                                                                                               \
  /* Zeros where `inside` is false: then nothing is read. */                                      \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] S const& source,                             \
                                    [[maybe_unused]] D& destination,                              \
                                    [[maybe_unused]] bool inside) {                               \
    TILEPROOF_ASM(80,                                                                             \
                  "cp.async." CACHE ".shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(          \
                      TILEPROOF_SHARED(destination)),                                             \
                  "l"(__cvta_generic_to_global(static_cast<void const*>(&source))),               \
                  "n"(sizeof(S)), "r"(inside ? static_cast<int>(sizeof(S)) : 0) : "memory");      \
  }
#else
#define TILEPROOF_CP_ASYNC(CACHE)
#endif
// The name of a refusal: cp.async of a type whose size it does not move.
template <class S>
struct cp_async_moves {
  using element_type = S;
  static constexpr char const* sentences[] = {
      "cp.async.cg moves {expected} bytes, and {element} has {in_bytes}: take uint128_t, or "
      "SM80_CP_ASYNC_CACHEALWAYS for 4 or 8 bytes",
      "cp.async.ca moves 4, 8 or 16 bytes, and {element} has {in_bytes}", nullptr};
};

// cp.async.ca of one S of 4, 8 or 16 bytes, cached in L1 and L2. Both addresses must be multiples
// of its size; a Copy_Atom proves that (access_width).
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEALWAYS {
  static_assert(sizeof(S) == sizeof(D));
  static_assert(refuse_unless<(sizeof(S) == 4 || sizeof(S) == 8 || sizeof(S) == 16),
                              cp_async_moves<S>, in_bytes<int{sizeof(S)}>>);
  using SRegisters = S[1];
  using DRegisters = D[1];
  using SMemory = gmem_space;
  using DMemory = smem_space;
  TILEPROOF_CP_ASYNC("ca")
};
// cp.async.cg of one S of 16 bytes, cached in L2 only: it does not displace what L1 holds.
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEGLOBAL {
  static_assert(sizeof(S) == sizeof(D));
  static_assert(
      refuse_unless<(sizeof(S) == 16), cp_async_moves<S>, in_bytes<int{sizeof(S)}>, expected<16>>);
  using SRegisters = S[1];
  using DRegisters = D[1];
  using SMemory = gmem_space;
  using DMemory = smem_space;
  TILEPROOF_CP_ASYNC("cg")
};
#undef TILEPROOF_CP_ASYNC
// One thread moves the bits of one S.
template <class S, class D>
struct Copy_Traits<SM80_CP_ASYNC_CACHEALWAYS<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};
template <class S, class D>
struct Copy_Traits<SM80_CP_ASYNC_CACHEGLOBAL<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};

// cp.async with zero fill: where its predicate is false, nothing is read and the destination
// becomes zero. The atom needs the predicate before it copies: copy(atom.with(inside), src, dst),
// or copy_if(atom, pred, src, dst). Without it copy() is refused (static_assert).
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEALWAYS_ZFILL : SM80_CP_ASYNC_CACHEALWAYS<S, D> {};
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEGLOBAL_ZFILL : SM80_CP_ASYNC_CACHEGLOBAL<S, D> {};

namespace detail {

template <class S, class D>
inline constexpr bool fills_with_zeros<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<S, D>> = true;
template <class S, class D>
inline constexpr bool fills_with_zeros<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<S, D>> = true;

// The operations that take a predicate.
template <class Operation>
concept zero_filling = fills_with_zeros<Operation>;

}  // namespace detail

// The traits with a predicate: what copy() executes.
template <detail::zero_filling Operation>
struct Copy_Traits<Operation, bool>
    : detail::thread_copy_traits<8 * sizeof(typename Operation::SRegisters)> {
  bool pred;

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  template <class ES, class LS, class ED, class LD>
  TILEPROOF_HOST_DEVICE void copy_unpack(Tensor<ES, LS> const& src,
                                         Tensor<ED, LD> const& dst) const {
    using S = std::remove_extent_t<typename Operation::SRegisters>;
    using D = std::remove_extent_t<typename Operation::DRegisters>;
    detail::require_access<S, detail::copy_side::source>(src);
    detail::require_access<D, detail::copy_side::destination>(dst);
    detail::run_copy<Operation>(detail::first_as<S>(src), detail::first_as<D>(dst), pred);
  }
};
// The traits without one: atom.with(inside) returns the atom to copy with.
template <detail::zero_filling Operation>
struct Copy_Traits<Operation>
    : detail::thread_copy_traits<8 * sizeof(typename Operation::SRegisters)> {
  // The traits with the predicate of this thread: true copies, false writes zeros.
  TILEPROOF_HOST_DEVICE static constexpr Copy_Traits<Operation, bool> with(bool pred) {
    return {{}, pred};
  }
  template <class Src, class Dst>
  TILEPROOF_HOST_DEVICE void copy_unpack(Src const&, Dst const&) const {
    static_assert(sizeof(Src) == 0,
                  "a copy with zero fill needs a predicate: copy(atom.with(inside), src, dst)");
  }
};

#if defined(__CUDACC__)
// cp_async_fence commits this thread's cp.async since the last fence as one group. cp_async_wait<N>
// waits until at most N groups of this thread are pending; a barrier is needed before other threads
// read the data.
TILEPROOF_DEVICE void cp_async_fence() {
  TILEPROOF_ASM(80, "cp.async.commit_group;" :: : "memory");
}
template <int N>
TILEPROOF_DEVICE void cp_async_wait() {
  TILEPROOF_ASM(80, "cp.async.wait_group %0;" ::"n"(N) : "memory");
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
