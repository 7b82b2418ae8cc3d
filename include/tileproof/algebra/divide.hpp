// SPDX-License-Identifier: BSL-1.0
//
// Defines the divides: a layout as tiles and the rest, where the rest enumerates the tiles.
//
// Use zipped_divide to cut a tensor into the tiles of thread blocks: mode 0 of the result is one
// tile, mode 1 the grid of tiles. A tiler is a layout, an integer n (n consecutive coordinates),
// `_` (the whole mode), or a tuple of tilers, which acts by mode.
//
//   static_assert(zipped_divide(Layout<Shape<_8, _16>>{}, Tile<_4, _4>{}) ==
//                 Layout<Shape<Shape<_4, _4>, Shape<_2, _4>>,
//                        Stride<Stride<_1, _8>, Stride<_4, _32>>>{});
//
// The four divides differ in the arrangement of the modes only. Each is refused where the
// complement or the composition in it is, and (tiler_rank_fits) where the tiler has more modes than
// the layout. A tile that does not divide its mode is not refused: the last tile reaches past the
// end, which is the partition property's to report (prove/partition.hpp) or a predicate's to guard.
// Source: CuTe documentation, "CuTe Layout Algebra", Division (Tiling).
#pragma once

#include <tileproof/algebra/complement.hpp>
#include <tileproof/algebra/composition.hpp>
#include <tileproof/core/divide.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// by_tiler for a division, which the sentence of a refusal has to know.
template <auto F>
struct divides_by : by_tiler<F> {
  static constexpr bool divides = true;
};

template <class T>
inline constexpr bool is_tiler_or_layout_v = tiler_like<T> || layout_like<T>;

}  // namespace detail

// composition(a, (tiler, complement(tiler, size(a)))), which has the modes (tile, rest); by mode
// for a tuple, where mode i becomes (tile_i, rest_i) and modes beyond the tiler stay as they are.
//
//   static_assert(logical_divide(Layout<Shape<_4, _2, _3>, Stride<_2, _1, _8>>{},
//                                Layout<_4, _2>{}) ==
//                 Layout<Shape<Shape<_2, _2>, Shape<_2, _3>>,
//                        Stride<Stride<_4, _1>, Stride<_2, _8>>>{});
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto logical_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::lift<detail::divides_by<core::logical_divide>>(tiler, a);
}
// ((tile_0, tile_1, ...), (rest_0, rest_1, ...)): slice (_, i) of it is tile i. Modes beyond the
// tiler belong to the rest.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto zipped_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::lift<detail::divides_by<core::zipped_divide>>(tiler, a);
}
// ((tile_0, tile_1, ...), rest_0, rest_1, ...): zipped_divide with the rest opened.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto tiled_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::lift<detail::divides_by<core::tiled_divide>>(tiler, a);
}
// (tile_0, tile_1, ..., rest_0, rest_1, ...): zipped_divide with tile and rest opened.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto flat_divide(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::lift<detail::divides_by<core::flat_divide>>(tiler, a);
}

// tiled_divide(*this, tiler) for one argument, tiled_divide(*this, (tilers...)) for several.
template <class Shape, class Stride>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::tile(Others const&... others) const {
  if constexpr (sizeof...(Others) == 1)
    return tiled_divide(*this, others...);
  else
    return tiled_divide(*this, make_tile(others...));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
