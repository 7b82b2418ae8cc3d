// SPDX-License-Identifier: BSL-1.0
//
// Divides: a layout as tiles and the rest. A tiler is a layout, an integer, `_`, or a tuple of
// tilers.
#pragma once

#include <tileproof/algebra/complement.hpp>
#include <tileproof/algebra/composition.hpp>
#include <tileproof/core/divide.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct logical_divide_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    return core::logical_divide(cx, a, tiler);
  }
};
struct zipped_divide_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    return core::zipped_divide(cx, a, tiler);
  }
};
struct tiled_divide_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    core::layout const both = core::zipped_divide(cx, a, tiler);
    return cx.refused() ? a : core::tiled(both);
  }
};
struct flat_divide_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    core::layout const both = core::zipped_divide(cx, a, tiler);
    return cx.refused() ? a : core::flattened(both);
  }
};

template <class T>
inline constexpr bool is_tiler_or_layout_v = is_tiler_v<T> || is_layout_v<T>;

}  // namespace detail

// (tile, rest) = composition(a, (tiler, complement(tiler, size(a)))), by mode for a tuple.
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto logical_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::call<detail::logical_divide_op>(detail::own<Tiler>::from(tiler), a);
}
// ((tile, ...), (rest, ...))
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto zipped_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::call<detail::zipped_divide_op>(detail::own<Tiler>::from(tiler), a);
}
// ((tile, ...), rest, ...)
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto tiled_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::call<detail::tiled_divide_op>(detail::own<Tiler>::from(tiler), a);
}
// (tile, ..., rest, ...)
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto flat_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::call<detail::flat_divide_op>(detail::own<Tiler>::from(tiler), a);
}

template <class Shape, class Stride>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::tile(Others const&... others) const {
  if constexpr (sizeof...(Others) == 1)
    return tiled_divide(*this, others...);
  else
    return tiled_divide(*this, make_tile(others...));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
