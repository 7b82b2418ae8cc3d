// SPDX-License-Identifier: BSL-1.0
//
// opaque(tensor): the tensor, its pointer passed through an empty asm statement that stops the
// compiler from re-deriving it. Use it for a thread's partition of an operand, whose offsets are
// added once and kept.
//
//   auto const tAgA = detail::opaque(copy_a.partition_S(block.gA));
#pragma once

#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A copy of a tensor whose pointer comes from a mov in an asm statement, so that the compiler does
// not know how it was computed. Otherwise nvcc adds the offsets of block, thread, row and k-tile in
// another order, anew for each row: 100 instructions and 2 % of the time of the f16 GEMM.
template <class T>
TILEPROOF_HOST_DEVICE T opaque(T const& t) {
  return t;
}
#if defined(__CUDA_ARCH__)
template <class T, int Bytes, class L>
TILEPROOF_HOST_DEVICE auto opaque(
    Tensor<ViewEngine<tagged_ptr<gmem_space, aligned_ptr<T, Bytes>>>, L> const& t) {
  T* p = raw_pointer_cast(t.data());
  asm("mov.u64 %0, %1;" : "=l"(p) : "l"(p));
  // nvcc 13.0 makes no valid code of this for an element of one byte, below sm_100.
  if constexpr (sizeof(T) > 1) __builtin_assume(__isGlobal(p));
  return view(make_gmem_ptr(aligned_ptr<T, Bytes>{p}), t.layout());
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
