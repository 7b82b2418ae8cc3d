// SPDX-License-Identifier: BSL-1.0
//
// composition(A,B): R with R(c) == A(B(c)) for every c.
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/core/composition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct composition_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& b) {
    return core::composition(cx, a, b);
  }
};
struct composition_by_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    return core::composition_by(cx, a, tiler);
  }
};

template <class T>
inline constexpr bool is_tiler_v = int_tuple<T> || is_underscore<T>::value;

}  // namespace detail

// The shape of b is compatible with the shape of the result. Refused where no layout is that
// function; with run-time leaves the conditions are checked when it runs (layout_error).
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto composition(Layout<SA, DA> const& a, Layout<SB, DB> const& b) {
  return detail::call<detail::composition_op>(a, b);
}
// With a tiler (an integer, `_`, or a tuple of tilers and layouts): by mode. Modes of a that the
// tiler does not reach are dropped.
template <class S, class D, class Tiler>
requires(detail::is_tiler_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto composition(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::call<detail::composition_by_op>(detail::own<Tiler>::from(tiler), a);
}

// Whether composition(a,b) is accepted, on the host and by the arithmetic of device code
// (algebra/exact.hpp has its like for other operations). Nothing is thrown or refused. Host only.
template <class SA, class DA, class SB, class DB>
constexpr bool composable(Layout<SA, DA> const& a, Layout<SB, DB> const& b) {
  return detail::accepts<detail::composition_op>(a, b);
}

template <class Shape, class Stride>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::compose(Others const&... others) const {
  if constexpr (sizeof...(Others) == 1)
    return composition(*this, others...);
  else
    return composition(*this, make_tile(others...));
}

template <class Shape, class Stride>
template <class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::with_shape(
    Shapes const&... shapes) const {
  if constexpr (sizeof...(Shapes) == 1)
    return composition(*this, make_layout(shapes...));
  else
    return composition(*this, make_layout(make_shape(shapes...)));
}

template <class S, class D, class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto with_shape(Layout<S, D> const& l, Shapes const&... shapes) {
  return l.with_shape(shapes...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
