// SPDX-License-Identifier: BSL-1.0
//
// Copy instructions as operations and their traits, and the copy of a thread.
//
// An operation moves what SRegisters hold to DRegisters: `copy(source, destination)` takes
// references to the first element of each side that lies in memory, and the registers of one
// thread. An operation that takes one memory alone names it: SMemory of the source, DMemory of the
// destination, each gmem_space, smem_space or rmem_space. Copy_Traits says which bit each (thread, bit of its value) is: SrcLayout of the source,
// DstLayout of the destination, with the same numbers for the same bits.
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/tensor/cpu_hooks.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ThrID, the threads of an instruction within a warp; SrcLayout and DstLayout, layouts (thread,bit)
// -> bit; RefLayout, the one that a tiled copy is partitioned by.
template <class Operation, class... Args>
struct Copy_Traits;

// Any type whose assignment is a copy: uint128_t moves 16 bytes in one access.
struct alignas(16) uint128_t {
  std::uint64_t low;
  std::uint64_t high;
};

template <class S, class D = S>
struct UniversalCopy {
  static_assert(sizeof(S) == sizeof(D));
  using SRegisters = S[1];
  using DRegisters = D[1];
  TILEPROOF_HOST_DEVICE static constexpr void copy(S const& source, D& destination) {
    destination = static_cast<D>(source);
  }
};

namespace detail {

// Runs the instruction in device code, and its counterpart of the CPU run elsewhere.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Operation, class... Args>
TILEPROOF_HOST_DEVICE constexpr void run_copy(Args&&... args) {
#if defined(__CUDACC__)
  Operation::copy(args...);
#else
  if constexpr (requires { Operation::copy(args...); })
    Operation::copy(args...);
  else
    cpu::copy_on_cpu(Operation{}, args...);
#endif
}

// A copy under a predicate that makes the destination zero where it does not hold.
template <class Operation>
inline constexpr bool fills_with_zeros = false;

template <int Bits>
struct thread_copy_traits {
  using ThrID = Layout<_1>;
  using SrcLayout = Layout<Shape<_1, Int<Bits>>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};

}  // namespace detail

template <class S, class D>
struct Copy_Traits<UniversalCopy<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
