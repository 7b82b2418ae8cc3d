// SPDX-License-Identifier: BSL-1.0
//
// Defines complement(A,M): the layout of the offsets at which A must be repeated to cover [0,M).
//
// Use it through logical_divide and logical_product, which are built on it, or directly to see the
// gaps that a tile leaves.
//
//   // (_2,_2):(_1,_6) has the offsets 0, 1, 6, 7. Repeating it at 0, 2, 4 fills [0,12).
//   static_assert(complement(Layout<Shape<_2, _2>, Stride<_1, _6>>{}, _24{}) ==
//                 Layout<Shape<_3, _2>, Stride<_2, _12>>{});
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/core/complement.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The flat layout R with strides in ascending order for which (A,R) is injective (no two
// coordinates share an offset) and cosize(A,R) >= M, where M is the size of `target`, an integer
// tuple. R fills the gaps between the strides of A, and then repeats the filled block as often as M
// needs, not once more. (A,R) is a bijection onto an interval wherever some R makes it one. Extents
// and M are at least 1; modes of A with stride 0 are ignored, and a negative stride counts by its
// magnitude.
//
// Refused: injective (A gives two coordinates one offset), injectivity_decided (the search for two
// such coordinates passed 2^17 steps), stride_order_known (strides are coordinates); with run-time
// leaves also run_time_modes_nest (a stride is below the interval that the modes of smaller stride
// fill). O(leaves^2) where the strides nest. Source: CuTe documentation, "CuTe Layout Algebra",
// Complement; padded layouts: core/complement.hpp.
template <class S, class D, detail::int_tuple Target>
TILEPROOF_HOST_DEVICE constexpr auto complement(Layout<S, D> const& a, Target const& target) {
  return detail::lift<detail::operation<core::complement_in>>(a, target);
}
// The complement in [0,cosize(A)), modes of stride 0 dropped: it fills the gaps of A and repeats no
// more.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto complement(Layout<S, D> const& a) {
  return detail::lift<detail::operation<core::complement_of_cosize>>(a);
}

// Whether the tile and its repetitions cut all elements of a: evenly_divides (algebra/shape.hpp)
// with the layout as the tile of a.
template <detail::int_tuple A, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto evenly_divides(A const& a, Layout<S, D> const& tile) {
  return evenly_divides(make_tuple(a), make_tuple(tile));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
