// SPDX-License-Identifier: BSL-1.0
//
// Defines `_`, which keeps a whole mode in a coordinate or tiler, and X, which drops one in a Step.
//
//   auto const column = slice(make_coord(_, 2), a);  // column 2 of a matrix a: mode 0 is kept
#pragma once

#include <tileproof/config.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The type of `_`.
struct Underscore {};
// X drops the mode that stands at its place in a projection, as in Step<_1,X,_1>
// (algebra/coordinate.hpp, dice).
using X = Underscore;

#if defined(__CUDA_ARCH__)
static __device__ constexpr Underscore _{};
#else
inline constexpr Underscore _{};
#endif

// Whether T is the type of `_`.
template <class T>
struct is_underscore : std::bool_constant<std::is_same_v<std::remove_cvref_t<T>, Underscore>> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
