// SPDX-License-Identifier: BSL-1.0
//
// Products: a block, repeated over a tiler.
#pragma once

#include <tileproof/algebra/divide.hpp>
#include <tileproof/core/product.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct logical_product_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    return core::logical_product(cx, a, tiler);
  }
};
struct zipped_product_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    return core::zipped_product(cx, a, tiler);
  }
};
struct tiled_product_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    core::layout const both = core::zipped_product(cx, a, tiler);
    return cx.refused() ? a : core::tiled(both);
  }
};
struct flat_product_op : takes_tiler {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& a) {
    core::layout const both = core::zipped_product(cx, a, tiler);
    return cx.refused() ? a : core::flattened(both);
  }
};
struct blocked_product_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& b) {
    return core::ranked_product(cx, a, b, core::interleave::blocks);
  }
};
struct raked_product_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& b) {
    return core::ranked_product(cx, a, b, core::interleave::rakes);
  }
};
struct tile_to_shape_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& block,
                                    core::layout const& target, core::layout const& order) {
    return core::tile_to_shape(cx, block, target, order);
  }
};
struct tile_to_shape_by_rows_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& block,
                                    core::layout const& target) {
    core::layout order;
    order.open(core::rank(target));
    for (int i = core::rank(target); i > 0; --i) order.leaf({core::fixed(i), core::fixed(0), 0});
    return core::tile_to_shape(cx, block, target, order);
  }
};

}  // namespace detail

// (block, composition(complement(block, size(block)*cosize(tiler)), tiler)), by mode for a tuple.
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto logical_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::call<detail::logical_product_op>(detail::own<Tiler>::from(tiler), block);
}
// ((block, ...), (repetition, ...))
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto zipped_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::call<detail::zipped_product_op>(detail::own<Tiler>::from(tiler), block);
}
// ((block, ...), repetition, ...)
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto tiled_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::call<detail::tiled_product_op>(detail::own<Tiler>::from(tiler), block);
}
// (block, ..., repetition, ...)
template <class S, class D, class Tiler>
requires(detail::is_tiler_or_layout_v<Tiler>) TILEPROOF_HOST_DEVICE
    constexpr auto flat_product(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::call<detail::flat_product_op>(detail::own<Tiler>::from(tiler), block);
}

// Mode i is (block_i, tiler_i): each block stays together.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto blocked_product(Layout<SA, DA> const& block,
                                                     Layout<SB, DB> const& tiler) {
  return detail::call<detail::blocked_product_op>(block, tiler);
}
// Mode i is (tiler_i, block_i): the blocks interleave.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto raked_product(Layout<SA, DA> const& block,
                                                   Layout<SB, DB> const& tiler) {
  return detail::call<detail::raked_product_op>(block, tiler);
}

// The block repeated until the shape is `target`, along the modes in the given order (a Step of
// ranks, LayoutLeft, LayoutRight). Refused unless the block's shape divides the target.
template <class S, class D, class Target, class Order = LayoutLeft>
TILEPROOF_HOST_DEVICE constexpr auto tile_to_shape(Layout<S, D> const& block, Target const& target,
                                                   Order const& order = {}) {
  auto const to = detail::own<Target>::from(target);
  if constexpr (std::is_same_v<Order, LayoutRight>)
    return detail::call<detail::tile_to_shape_by_rows_op>(block, to);
  else if constexpr (std::is_same_v<Order, LayoutLeft>)
    return detail::call<detail::tile_to_shape_op>(block, to, Int<0>{});
  else
    return detail::call<detail::tile_to_shape_op>(block, to, detail::own<Order>::from(order));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
