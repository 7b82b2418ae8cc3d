// SPDX-License-Identifier: BSL-1.0
//
// as_position_independent_swizzle_tensor(t): t itself, for programs written for CuTe.
//
// CuTe takes the swizzle of a tensor in shared memory out of its layout and applies it to the bits
// of addresses, which is the same tensor only where the pointer is aligned to the swizzle's period,
// 1024 bytes for Swizzle<3,4,3> of bytes. Here a slice at a run-time offset keeps its swizzle
// beside the offset, and each coordinate has the same element wherever the tile lies.
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A view of the same elements at the same coordinates as t.
template <class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto as_position_independent_swizzle_tensor(Tensor<E, L> const& t) {
  return detail::view(t.data(), t.layout());
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
