// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Tells a partition that a predicate guards its accesses: the tile need not divide the tensor.
struct predicated_t {};
#if defined(__CUDA_ARCH__)
static __device__ constexpr predicated_t predicated{};
#else
inline constexpr predicated_t predicated{};
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
