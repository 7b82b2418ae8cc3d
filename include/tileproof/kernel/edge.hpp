// SPDX-License-Identifier: BSL-1.0
//
// Tiles at the edge of a matrix.
#pragma once

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/copy_if.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/fragment.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// dst(c) = src(c) where pred(c), 0 elsewhere; everything is read before anything is written.
template <class Pred, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_or_zero(Pred const& pred, Src const& src, Dst&& dst) {
  auto registers = make_fragment_like(dst);
  clear(registers);
  copy_if(pred, src, registers);
  copy(registers, dst);
}

// The same for a tile at an edge that cp.async brings: (V,rest...), each V a vector whose first
// elements are inside. A vector that is inside as a whole is one instruction, the others are copied
// by elements.
template <class Atom, class Pred, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_inside(Atom const& atom, Pred const& pred, Src const& src,
                                                 Dst const& dst) {
  auto const p = group_modes<1, static_cast<std::size_t>(Pred::rank)>(pred);
  auto const s = group_modes<1, static_cast<std::size_t>(Src::rank)>(src);
  auto const d = group_modes<1, static_cast<std::size_t>(Dst::rank)>(dst);
  constexpr int values = decltype(size<0>(p))::value;
  constexpr int vectors = decltype(size<1>(p))::value;
  TILEPROOF_UNROLL
  for (int i = 0; i < vectors; ++i) {
    if (p(values - 1, i)) {
      copy(atom, s(_, i), d(_, i));
    } else {
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
      for (int v = 0; v < values; ++v)
        d(v, i) = p(v, i) ? static_cast<typename Src::value_type>(s(v, i))
                          : typename Src::value_type{};
    }
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
