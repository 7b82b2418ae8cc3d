// SPDX-License-Identifier: BSL-1.0
//
// predicated: the tag argument of a partition whose accesses a predicate guards.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// An argument of partition_S, partition_D, partition_A, ... that marks the accesses as guarded by a
// predicate: the tile then need not divide the tensor. Example: thr_copy.partition_S(gA,
// predicated).
struct predicated_t {};
#if defined(__CUDA_ARCH__)
static __device__ constexpr predicated_t predicated{};
#else
inline constexpr predicated_t predicated{};
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
