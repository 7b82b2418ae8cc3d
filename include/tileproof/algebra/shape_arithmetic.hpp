// SPDX-License-Identifier: BSL-1.0
//
// Defines arithmetic of shapes: ceil_div, round_up, shape_div and inner_product.
//
// Use ceil_div to size a grid: a matrix of 5 x 7 takes 3 x 2 tiles of 2 x 4.
//
//   static_assert(ceil_div(Shape<_5, _7>{}, Shape<_2, _4>{}) == Shape<_3, _2>{});
//
// Static in, static out: a leaf of the result is static where all leaves that it depends on are.
#pragma once

#include <tileproof/algebra/int_tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// a / b rounded up. A tuple by a tuple: element by element; modes of a beyond b are kept. A tuple
// by an integer: mode by mode, where mode i is divided by what the modes before it leave of b, so
// ceil_div((6,4), 12) is (1,2). An integer by a tuple: by its product. Pre: extents are not
// negative, divisors positive. Refused (tiler_rank_fits) where b has more modes than a. A grid of
// thread blocks has ceil_div(shape, tile) blocks.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto ceil_div(A const& a, B const& b) {
  if constexpr (is_integral_v<A> && is_tuple_v<B>)
    return ceil_div(a, product(b));
  else
    return detail::lift<detail::operation<core::ceil_div>, detail::give::integers>(a, b);
}
// The least multiple of b that is at least a, arranged as in ceil_div: round_up((5,7), (4,4)) is
// (8,8).
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto round_up(A const& a, B const& b) {
  return detail::lift<detail::operation<core::round_up>, detail::give::integers>(a, b);
}
// ceil_div where at every step one side divides the other: shape_div((6,4), 12) is (1,2). Refused
// otherwise (extents_divide; layout_error for run-time integers). Source: CUTLASS,
// cute/int_tuple.hpp.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto shape_div(A const& a, B const& b) {
  if constexpr (is_integral_v<A> && is_tuple_v<B>)
    return shape_div(a, product(b));
  else
    return detail::lift<detail::operation<core::shape_div>, detail::give::integers>(a, b);
}
// The sum over the leaves of a * b: the offset of coordinate a with strides b. Refused
// (shape_and_stride_congruent) unless a and b have one profile.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto inner_product(A const& a, B const& b) {
  return detail::lift<detail::operation<core::inner_product>, detail::give::integers>(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
