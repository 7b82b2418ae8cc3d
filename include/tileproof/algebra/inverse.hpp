// SPDX-License-Identifier: BSL-1.0
//
// Defines right_inverse, left_inverse, nullspace, and the common prefix of two layouts.
//
// Use right_inverse to walk memory in the order of its addresses: offset i is coordinate
// right_inverse(L)(i). Use max_common_vector to find how many elements one vector access may copy.
//
//   // A row-major 4 x 8 tile: offset 1 is coordinate (0,1), which has the linear index 4.
//   static_assert(right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{}) ==
//                 Layout<Shape<_8, _4>, Stride<_4, _1>>{});
#pragma once

#include <tileproof/algebra/composition.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/left_inverse.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// R with L(R(i)) == i for every i < size(R), where R covers the longest compact prefix of L: as
// many modes as have, in some order, the strides 1, s1, s1*s2, ..., where s1, s2, ... are their
// extents. R is _1:_0 where no mode has stride 1. Never refused; a run-time extent ends the prefix,
// and a run-time stride is never in it. O(leaves^2) unless modes have equal strides.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto right_inverse(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::right_inverse>>(l);
}
// I with L(I(L(i))) == L(i) for every i: where L is injective, I gives the linear coordinate of an
// offset. Unlike right_inverse it exists for a padded layout too:
//
//   static_assert(left_inverse(Layout<Shape<_4, _8>, Stride<_1, _5>>{}) ==
//                 Layout<Shape<_5, _8>, Stride<_1, _4>>{});
//
// Refused: left_inverse_exists (no layout is such an I), left_inverse_decided (undecided: a static
// L whose strides do not divide one another and with more than 256 coordinates, or more than 2^17
// steps), stride_order_known (strides are coordinates); with run-time leaves
// left_inverse_strides_are_positive and left_inverse_fits_the_types (layout_error). O(leaves^2)
// where each stride divides the next one.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto left_inverse(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::left_inverse>>(l);
}
// N with L(N(i)) == 0 for every i < size(N): the modes of static stride 0, with the strides that
// they have in the linear index. (_2,_3):(_0,_1) has the nullspace _2:_1. _1:_0 where there is
// none.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto nullspace(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::nullspace>>(l);
}
// R with a(R(i)) == i and b(R(i)) == i for every i < size(R): the coordinates of the longest run
// that is contiguous in both a and b, as far as static integers prove it.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_layout(Layout<SA, DA> const& a,
                                                       Layout<SB, DB> const& b) {
  return detail::lift<detail::operation<core::max_common_layout>>(a, b);
}
// size(max_common_layout(a,b)): how many elements are consecutive both in a and in b from offset 0
// on. (_4,_8):(_1,_4) and (_4,_8):(_1,_8) have 4. A vectorized copy from one to the other may move
// that many elements at once, if the pointers are aligned to them.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(Layout<SA, DA> const& a,
                                                       Layout<SB, DB> const& b) {
  return size(max_common_layout(a, b));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
