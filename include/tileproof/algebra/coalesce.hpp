// SPDX-License-Identifier: BSL-1.0
//
// Defines coalesce and filter: layouts with fewer modes that are the same function.
//
// Use coalesce before comparing two layouts as functions, or to see the longest contiguous runs of
// a tile; use filter to drop broadcast modes (stride 0), which cost a copy nothing.
//
//   static_assert(coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{}) ==
//                 Layout<_12, _1>{});
//   static_assert(filter(Layout<Shape<_4, _8>, Stride<_0, _1>>{}) == Layout<_8, _1>{});
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Merges neighbouring modes s0:d0 and s1:s0*d0 into s0*s1:d0 and drops modes of extent 1. The
// result is flat (a leaf, or a tuple of leaves) and equals l at every coordinate of [0,size(l)).
// Only modes whose extent and stride are static are merged: types must not depend on run-time
// values. Source: CuTe documentation, "CuTe Layout Algebra", Coalesce.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto coalesce(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::coalesce>>(l);
}
// Coalesces by mode: each mode of l that stands at a terminal (an integer) of `profile` by itself.
// Modes beyond the profile stay as they are; the values of its integers do not matter. Refused
// (tiler_rank_fits) where the profile has more modes than l. Source: "By-mode Coalesce", ibidem.
//
//   static_assert(coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{},
//                          Step<_1, _1>{}) == Layout<Shape<_2, _6>, Stride<_1, _2>>{});
template <class S, class D, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto coalesce(Layout<S, D> const& l, Profile const& profile) {
  return detail::lift<detail::operation<core::coalesce_by>>(l, profile);
}

// Gives every mode of static stride 0 the extent 1; the profile stays. The size of the result is
// the number of coordinates that broadcasting does not repeat.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto filter_zeros(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::filter_zeros>>(l);
}

// coalesce(filter_zeros(l)): a flat layout of the modes that move the offset. A run-time stride
// counts as moving it, whatever its value.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto filter(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::filter>>(l);
}
// Filters mode by mode, with a profile as in coalesce. Refused (tiler_rank_fits) where the profile
// has more modes than l.
template <class S, class D, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto filter(Layout<S, D> const& l, Profile const& profile) {
  return detail::lift<detail::operation<core::filter_by>>(l, profile);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
