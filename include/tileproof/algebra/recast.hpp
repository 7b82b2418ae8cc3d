// SPDX-License-Identifier: BSL-1.0
//
// Defines upcast, downcast and recast_layout: the layout of the same memory in wider or narrower
// elements.
//
// Use recast_layout where a vector access views an array of T as an array of vectors of T: one
// 16-byte access is one element of the layout that recast_layout<half, uint128> gives.
//
//   static_assert(upcast<4>(Layout<Shape<_8, _8>>{}) == Layout<Shape<_2, _8>, Stride<_1, _2>>{});
//   static_assert(downcast<2>(Layout<Shape<_4, _8>>{}) == Layout<Shape<_8, _8>, Stride<_1, _8>>{});
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/recast.hpp>
#include <tileproof/types/math.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The layout in which N consecutive elements are one: offsets are divided by N and rounded down.
// Refused (element_widths_divide) unless each static mode either moves by a multiple of N or
// consists of whole groups of N consecutive elements, all modes together within one group; a
// run-time stride must be a multiple of N and not negative (layout_error). Source: CUTLASS,
// cute/layout.hpp, upcast; modes that share a wide element are refused here and accepted there.
template <int N, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto upcast(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::upcast, N>>(l);
}
// The layout in which one element is N consecutive ones: the mode of stride 1 becomes N times as
// long, and the other strides N times as large. Refused (unit_stride_exists) unless exactly one
// mode of extent above 1 has the static stride 1.
template <int N, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto downcast(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::downcast, N>>(l);
}

// The layout l of elements of type Old, as one of elements of type New: upcast or downcast by the
// ratio of their widths in bits, or both where neither width divides the other. Refused where these
// are.
template <class Old, class New, class L>
TILEPROOF_HOST_DEVICE constexpr auto recast_layout(L const& l) {
  constexpr int from = sizeof_bits_v<Old>;
  constexpr int to = sizeof_bits_v<New>;
  if constexpr (from == to) {
    return l;
  } else if constexpr (from % to == 0) {
    return downcast<from / to>(l);
  } else if constexpr (to % from == 0) {
    return upcast<to / from>(l);
  } else {
    constexpr int g = decltype(gcd(Int<from>{}, Int<to>{}))::value;
    return downcast<from / g>(upcast<to / g>(l));
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
