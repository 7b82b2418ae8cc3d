// SPDX-License-Identifier: BSL-1.0
//
// Defines compact strides of a shape: column-major (LayoutLeft), row-major (LayoutRight), or in any
// order of the modes (compact_order). Compact: the offsets of the shape are exactly [0,size).
//
//   static_assert(compact_col_major(Shape<_4, Shape<_2, _3>>{}) == Stride<_1, Stride<_4, _8>>{});
//   static_assert(compact_row_major(Shape<_4, _8>{}) == Stride<_8, _1>{});
//
// Use make_layout(shape, LayoutRight{}) (algebra/layout.hpp) for the layout itself. A stride that
// is computed from run-time extents is a signed integer of 32 bits, 64 where an extent has 64;
// refused on the host (leaves_fit_their_type) where that does not hold it. Source: CUTLASS,
// cute/stride.hpp.
#pragma once

#include <tileproof/algebra/int_tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Column-major strides of `shape`, congruent to it: the first leaf has the stride `start`, in
// elements, each further one `start` times the product of the extents before it. A static extent of
// 1 gets stride 0.
template <class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_col_major(Shape const& shape,
                                                       Start const& start = {}) {
  return detail::lift<detail::operation<core::strides_left>, detail::give::integers>(shape, start);
}
// Row-major strides of `shape`: the last leaf has the stride `start`, each other leaf `start` times
// the product of the extents after it. A static extent of 1 gets stride 0.
template <class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_row_major(Shape const& shape,
                                                       Start const& start = {}) {
  return detail::lift<detail::operation<core::strides_right>, detail::give::integers>(shape, start);
}
// Compact strides in ascending order of `order`: the mode of the least order has stride 1. An
// integer of `order` that stands where the shape has a tuple counts for all of its leaves; equal
// orders keep their place. Refused (coordinate_rank_fits) unless the profile of the shape refines
// that of `order`.
//
//   static_assert(compact_order(Shape<_4, _8, _2>{}, Step<_2, _1, _3>{}) == Stride<_8, _1, _32>{});
template <class Shape, class Order>
TILEPROOF_HOST_DEVICE constexpr auto compact_order(Shape const& shape, Order const& order) {
  return detail::lift<detail::operation<core::strides_in_order>, detail::give::integers>(shape,
                                                                                         order);
}

// Column-major: the first mode is the fastest (generalized to any rank and depth).
struct LayoutLeft {
  template <class Shape>
  using Apply = decltype(compact_col_major(std::declval<Shape const&>()));
};
// Row-major: the last mode is the fastest.
struct LayoutRight {
  template <class Shape>
  using Apply = decltype(compact_row_major(std::declval<Shape const&>()));
};
// CuTe's names of the two.
using GenColMajor = LayoutLeft;
using GenRowMajor = LayoutRight;

// compact_row_major for LayoutRight, compact_col_major otherwise.
template <class Major, class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_major(Shape const& shape, Start const& start = {}) {
  if constexpr (std::is_same_v<Major, LayoutRight>)
    return compact_row_major(shape, start);
  else
    return compact_col_major(shape, start);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
