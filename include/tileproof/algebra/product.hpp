// SPDX-License-Identifier: BSL-1.0
//
// Defines the products: a block of elements repeated over the positions that a tiler enumerates.
//
// Use blocked_product to build a tile from an atom layout, raked_product to interleave thread
// partitions, and tile_to_shape to repeat a (swizzled) atom until it fills a shared-memory tile.
//
//   static_assert(blocked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{},
//                                 Layout<Shape<_3, _4>>{}) ==
//                 Layout<Shape<Shape<_2, _3>, Shape<_5, _4>>,
//                        Stride<Stride<_5, _10>, Stride<_1, Int<30>>>>{});
//
// Each is refused where the complement of the block or the composition with the tiler is: a block
// that gives two coordinates one offset (injective) has no product. Source: CuTe documentation,
// "CuTe Layout Algebra", Product (Tiling).
#pragma once

#include <tileproof/algebra/divide.hpp>
#include <tileproof/core/product.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// (block, composition(complement(block, size(block)*cosize(tiler)), tiler)): mode 0 is the block,
// mode 1 its repetitions, at offsets that the block leaves free. By mode for a tuple of tilers;
// modes beyond it stay as they are.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto logical_product(Layout<S, D> const& block,
                                                     Tiler const& tiler) {
  return detail::lift<detail::by_tiler<core::logical_product>>(tiler, block);
}
// ((block_0, block_1, ...), (repetition_0, repetition_1, ...)): logical_product with the modes
// gathered.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto zipped_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::lift<detail::by_tiler<core::zipped_product>>(tiler, block);
}
// ((block_0, block_1, ...), repetition_0, repetition_1, ...): zipped_product with the repetitions
// opened.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto tiled_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::lift<detail::by_tiler<core::tiled_product>>(tiler, block);
}
// (block_0, block_1, ..., repetition_0, repetition_1, ...): zipped_product with both opened.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
TILEPROOF_HOST_DEVICE constexpr auto flat_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::lift<detail::by_tiler<core::flat_product>>(tiler, block);
}

// The product with mode i = (block_i, tiler_i): each block stays together, and the tiler places
// whole blocks. Ranks may differ: the shorter operand gets modes _1:_0.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto blocked_product(Layout<SA, DA> const& block,
                                                     Layout<SB, DB> const& tiler) {
  return detail::lift<detail::operation<core::blocked_product>>(block, tiler);
}
// The product with mode i = (tiler_i, block_i): the blocks interleave, as the partitions of a copy
// do in which neighbouring threads read neighbouring elements.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto raked_product(Layout<SA, DA> const& block,
                                                   Layout<SB, DB> const& tiler) {
  return detail::lift<detail::operation<core::raked_product>>(block, tiler);
}

// Repeats the block until the result has the shape of `target`, the repetitions laid out along the
// modes in the given order (LayoutLeft: first mode fastest; LayoutRight: last mode fastest; a Step
// of ranks: the mode of the least rank fastest). Refused: block_divides_shape (an extent of the
// block does not divide the target's; layout_error where it is a run-time integer), tiler_rank_fits
// (the block has more modes than the target), injective (the block overlaps itself).
//
//   static_assert(tile_to_shape(Layout<Shape<_2, _2>>{}, Shape<_4, _6>{}) ==
//                 Layout<Shape<Shape<_2, _2>, Shape<_2, _3>>,
//                        Stride<Stride<_1, _4>, Stride<_2, _8>>>{});
template <class S, class D, class Target, class Order = LayoutLeft>
TILEPROOF_HOST_DEVICE constexpr auto tile_to_shape(Layout<S, D> const& block, Target const& target,
                                                   Order const& order = {}) {
  auto const to = detail::own<Target>::from(target);
  if constexpr (std::is_same_v<Order, LayoutRight>)
    return detail::lift<detail::operation<core::tile_to_shape_by_rows>>(block, to);
  else if constexpr (std::is_same_v<Order, LayoutLeft>)
    return detail::lift<detail::operation<core::tile_to_shape>>(block, to, Int<0>{});
  else
    return detail::lift<detail::operation<core::tile_to_shape>>(block, to, order);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
