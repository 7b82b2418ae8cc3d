// SPDX-License-Identifier: BSL-1.0
//
// The synchronization of wgmma, which runs asynchronously (sm_90a). All 128 threads of the
// warpgroup call each function.
//
//   warpgroup_arrive();
//   gemm(mma, tCrA, tCrB, tCrC);  // any number of instructions
//   warpgroup_commit_batch();
//   warpgroup_wait<0>();          // the accumulators are valid, the operands may be overwritten
//
// From PTX ISA, "Asynchronous wgmma Proxy" and "wgmma.fence", "commit_group", "wait_group".
#pragma once

#include <tileproof/atom/mma/operation.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <cstddef>
#include <cstdint>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The registers of a fragment used as an operand; its elements are consecutive (static_assert).
template <class Registers, class Tensor>
TILEPROOF_HOST_DEVICE auto& registers_at(Tensor& t) {
  using layout = typename std::remove_const_t<Tensor>::layout_type;
  static_assert(decltype(size(layout{}))::value == cosize_v<layout>,
                "wgmma: the elements of a fragment must be consecutive");
  static_assert(sizeof(t(0)) * cosize_v<layout> == sizeof(Registers),
                "wgmma: a fragment must hold the values of exactly one instruction");
  using to = std::conditional_t<std::is_const_v<std::remove_reference_t<decltype(t(0))>>,
                                Registers const, Registers>;
  return *reinterpret_cast<to*>(&t(0));
}

#if !defined(__CUDACC__)
// The address of the registers of a fragment, as registers_at gives them, without an access.
template <class Registers, class Tensor>
std::remove_extent_t<Registers>* first_register(Tensor const& t) {
  using layout = typename Tensor::layout_type;
  using element = typename Tensor::value_type;
  static_assert(decltype(size(layout{}))::value == cosize_v<layout> &&
                    sizeof(element) * cosize_v<layout> == sizeof(Registers),
                "wgmma: the elements of a fragment must be consecutive and fill its registers");
  auto const* const p = raw_pointer_cast(t.data()) + static_cast<int>(layout{}(0));
  return reinterpret_cast<std::remove_extent_t<Registers>*>(const_cast<element*>(p));
}
#endif

}  // namespace detail

#if defined(__CUDACC__)

// Required before the first instruction, and wherever registers of an operand have been written
// since: orders accesses to registers and, by this thread, to shared memory before the following
// wgmma (wgmma.fence).
TILEPROOF_DEVICE void warpgroup_arrive() {
  TILEPROOF_ASM_SM90A("wgmma.fence.sync.aligned;" :: : "memory");
}
// Commits all wgmma since the last commit as one group.
TILEPROOF_DEVICE void warpgroup_commit_batch() {
  TILEPROOF_ASM_SM90A("wgmma.commit_group.sync.aligned;" :: : "memory");
}
// The name of a refusal: more groups are to be pending than wgmma can have, or fewer than none.
struct groups_can_be_pending {
  static constexpr char const* sentences[] = {
      "warpgroup_wait<{found}>: the number of groups that stay pending must be 0 to 7; 0 waits for "
      "all",
      nullptr};
};
// Waits until at most N groups are pending; N is 0 to 7 (refused otherwise: groups_can_be_pending).
template <int N>
TILEPROOF_DEVICE void warpgroup_wait() {
  static_assert(refuse_unless<(N >= 0 && N <= 7), groups_can_be_pending, found<N>>);
  TILEPROOF_ASM_SM90A("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// An empty asm statement that stops the compiler from moving accesses to these registers across it.
// Use it around the waits of an accumulator.
TILEPROOF_DEVICE void warpgroup_fence_operand([[maybe_unused]] float& r) {
  TILEPROOF_ASM_SM90A("" : "+f"(r)::"memory");
}
TILEPROOF_DEVICE void warpgroup_fence_operand([[maybe_unused]] std::uint32_t& r) {
  TILEPROOF_ASM_SM90A("" : "+r"(r)::"memory");
}
template <class Register, std::size_t N>
TILEPROOF_DEVICE void warpgroup_fence_operand(Register (&registers)[N]) {
  TILEPROOF_UNROLL
  for (std::size_t i = 0; i < N; ++i) warpgroup_fence_operand(registers[i]);
}
template <class E, class L>
TILEPROOF_DEVICE void warpgroup_fence_operand(Tensor<E, L>& t) {
  using element = typename E::value_type;
  using registers = detail::registers_of<element, static_cast<int>(cosize_v<L>)>;
  warpgroup_fence_operand(detail::registers_at<registers>(t));
}
#else
// In a kernel on the CPU, nothing: no compiler moves accesses across the CPU run's instructions.
template <class T>
void warpgroup_fence_operand(T&) {}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
