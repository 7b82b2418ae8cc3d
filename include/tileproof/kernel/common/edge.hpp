// SPDX-License-Identifier: BSL-1.0
//
// Copies of tiles that reach over the edge of a matrix: elements outside are read as 0.
//
// A GEMM kernel fills its shared memory with them: zeros outside the matrix leave each sum over k
// unchanged.
//
//   copy_or_zero(tAiA, tAgA, tAsA);  // predicates, global memory, shared memory: one shape
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/fill.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// dst(c) = pred(c) ? src(c) : 0 for every coordinate c, element by element through registers. The
// three tensors have one shape. The predicate `everywhere` (always true, by type) gives copy(src,
// dst).
template <class Pred, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_or_zero(Pred const& pred, Src const& src, Dst&& dst) {
  if constexpr (std::is_same_v<Pred, detail::everywhere>) {
    copy(src, dst);
  } else {
    auto registers = make_fragment_like(dst);
    clear(registers);
    copy_if(pred, src, registers);
    copy(registers, dst);
  }
}

// As copy_or_zero, but with an instruction that copies vectors. The tensors have the shape
// (V,rest...); each V is a vector whose elements inside the matrix come first. A vector that lies
// inside is one instruction, one that lies outside is cleared, and one at the edge is copied
// element by element. Cost: a branch a vector, two where it is not inside.
template <class Atom, class Pred, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_inside(Atom const& atom, Pred const& pred, Src const& src,
                                                 Dst&& dst) {
  if constexpr (std::is_same_v<Pred, detail::everywhere>) {
    copy(atom, src, dst);
  } else {
    using value = typename Src::value_type;
    auto const p = group_modes<1, static_cast<std::size_t>(Pred::rank)>(pred);
    auto const s = detail::first_and_rest(src);
    auto const d = detail::first_and_rest(dst);
    constexpr int values = decltype(size<0>(p))::value;
    constexpr int vectors = decltype(size<1>(p))::value;
    auto const element = [&](int v, int i) { d(v, i) = p(v, i) ? value(s(v, i)) : value{}; };
    TILEPROOF_UNROLL
    for (int i = 0; i < vectors; ++i) {
      if (p(values - 1, i)) {
        copy(atom, s(_, i), d(_, i));
      } else if constexpr (is_rmem_v<std::remove_cvref_t<Dst>>) {
        TILEPROOF_UNROLL
        for (int v = 0; v < values; ++v) element(v, i);
      } else if (!p(0, i)) {
        clear(d(_, i));
      } else {
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
        for (int v = 0; v < values; ++v) element(v, i);
      }
    }
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
