// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tileproof/config.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// `_` in a coordinate or tiler keeps the whole mode. X in a Step drops one.
struct Underscore {};
using X = Underscore;

#if defined(__CUDA_ARCH__)
static __device__ constexpr Underscore _{};
#else
inline constexpr Underscore _{};
#endif

template <class T>
struct is_underscore : std::bool_constant<std::is_same_v<std::remove_cvref_t<T>, Underscore>> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
