// SPDX-License-Identifier: BSL-1.0
//
// Defines composition(A,B): the layout R with R(c) == A(B(c)) for every coordinate c of B.
//
// Use it to read a tile in another order: A maps coordinates to memory, and B selects and reorders
// coordinates of A. Every divide and partition is a composition.
//
//   // Every second element of a row-major 4 x 8 tile, counted column by column.
//   static_assert(composition(Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<_16, _2>{}) ==
//                 Layout<Shape<_2, _8>, Stride<_16, _1>>{});
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/algebra/concepts.hpp>
#include <tileproof/core/composition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// R with R(c) == A(B(c)) for every c; shape(b) is compatible with the shape of R (every coordinate
// of b is a coordinate of R). The last mode of A extends without bound. Coordinate strides of b
// (multiples of basis vectors) select submodes of A.
//
// Refused, with the leaf of b, the first coordinate that goes wrong, the value there and the value
// that a layout would need: composition_is_a_layout (no layout is the function),
// composition_modes_do_not_carry (two modes of b together carry into a further mode of A),
// composition_stays_in_domain (B(c) < 0 where A has several modes), composition_decided (undecided
// within 2^17 steps), mode_exists (a basis vector points outside A). With run-time leaves the types
// fix the modes of R; the conditions are checked where the call runs (layout_error:
// composition_fits_the_types, run_time_stride_is_positive or the above). O(leaves of a * leaves of
// b) unless the strides do not divide one another; then O(size of the mode * leaves of a). Source:
// C. Cecka, "CuTe Layout Representation and Algebra", arXiv 2603.02298; where CuTe accepts a wrong
// result, this refuses.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto composition(Layout<SA, DA> const& a, Layout<SB, DB> const& b) {
  return detail::lift<detail::operation<core::composition>>(a, b);
}
// Composes by mode: each mode of a with the terminal of the tiler that stands there. Modes of a
// that the tiler does not reach are dropped. Refused (tiler_rank_fits) where the tiler has more
// modes than a, and where a composition of a mode is. Source: CuTe documentation, "CuTe Layout
// Algebra", Composition Tilers.
//
//   static_assert(composition(Layout<Shape<_8, _16>>{}, Tile<_4, _2>{}) ==
//                 Layout<Shape<_4, _2>, Stride<_1, _8>>{});
template <class S, class D, tiler_like Tiler>
TILEPROOF_HOST_DEVICE constexpr auto composition(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::lift<detail::by_tiler<core::composition_by>>(tiler, a);
}

// Refuses a tensor on the right-hand side: a layout is composed with a layout.
template <class S, class D, class T>
  requires requires(T const& t) {
    t.data();
    t.layout();
  }
TILEPROOF_HOST_DEVICE constexpr auto composition(Layout<S, D> const& a, T const&) {
  static_assert(!std::is_same_v<T, T>,
                "composition(A,B): B is a tensor, and a layout is expected: pass t.layout()");
  return a;
}

// Whether composition(a,b) is accepted, and every integer that device code computes for it fits the
// type in which it computes. A launcher asks before it starts a kernel: nothing is thrown or
// refused. Host only. algebra/exact.hpp asks the same of other operations.
template <class SA, class DA, class SB, class DB>
constexpr bool composable(Layout<SA, DA> const& a, Layout<SB, DB> const& b) {
  return detail::can_lift<detail::operation<core::composition>>(a, b);
}

// composition(*this, other) for one argument, composition(*this, (others...)) by mode for several.
template <class Shape, class Stride>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::compose(Others const&... others) const {
  if constexpr (sizeof...(Others) == 1)
    return composition(*this, others...);
  else
    return composition(*this, make_tile(others...));
}

// This function of the linear index, read with another shape: composition with the column-major
// layout of that shape.
template <class Shape, class Stride>
template <class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::with_shape(
    Shapes const&... shapes) const {
  if constexpr (sizeof...(Shapes) == 1)
    return composition(*this, make_layout(shapes...));
  else
    return composition(*this, make_layout(make_shape(shapes...)));
}

// l.with_shape(shapes...), as a free function.
template <class S, class D, class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto with_shape(Layout<S, D> const& l, Shapes const&... shapes) {
  return l.with_shape(shapes...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
