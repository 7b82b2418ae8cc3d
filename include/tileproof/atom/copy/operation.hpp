// SPDX-License-Identifier: BSL-1.0
//
// Copy operations and Copy_Traits. An operation is one copy instruction; its traits say which bit
// each (thread, bit of its value) is, as CuTe does.
//
//   using op = SM75_U32x4_LDSM_N;  // ldmatrix.x4: shared memory to registers
//   using atom = Copy_Atom<op, half_t>;
//   // UniversalCopy<uint128_t> is a plain 128-bit load and store of one thread.
//
// Operation::copy(source, destination) moves SRegisters to DRegisters. It takes a reference to the
// first element of each side in memory, and the registers of one thread. An operation that accepts
// one memory space only names it: SMemory for the source, DMemory for the destination (gmem_space,
// smem_space or rmem_space). SrcLayout and DstLayout give the same bit the same number on both
// sides, so one instruction serves every element type.
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/tensor/widest_access.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The description of an operation: ThrID, a layout from the threads of the instruction to lanes;
// SrcLayout and DstLayout, layouts (thread,bit) -> bit; RefLayout, the one of the two by which a
// tiled copy partitions. Specialize it to add an instruction.
template <class Operation, class... Args>
struct Copy_Traits;

// A load and a store of one thread, of one S, through any memory: UniversalCopy<uint128_t> moves 16
// bytes, UniversalCopy<float> 4. Runs on host and device.
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

// Executes the instruction in device code; on the host the CPU run executes its model
// (tensor/cpu_hooks.hpp).
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

// True for an operation that writes zeros where its predicate is false.
template <class Operation>
inline constexpr bool fills_with_zeros = false;

// The traits of an instruction of one thread that moves Bits bits.
template <int Bits>
struct thread_copy_traits {
  using ThrID = Layout<_1>;
  using SrcLayout = Layout<Shape<_1, Int<Bits>>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};

}  // namespace detail

// One thread moves the bits of one S.
template <class S, class D>
struct Copy_Traits<UniversalCopy<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
