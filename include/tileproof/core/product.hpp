// SPDX-License-Identifier: BSL-1.0
//
// Defines the product (A, composition(complement(A, size(A)*cosize(B)), B)) and its arrangements by
// mode, blocked and raked, and tile_to_shape.
//
//   logical_product((2,2):(4,1), 6:1) is ((2,2),(2,3)):((4,1),(2,8)): A, repeated 6 times
//   blocked_product((2,5):(5,1), (3,4):(1,3)) is ((2,3),(5,4)):((5,10),(1,30))
//   raked_product of the two is ((3,2),(4,5)):((10,5),(30,1))
//
// Refused where the complement or the composition is.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>
#include <tileproof/core/rearrange.hpp>
#include <tileproof/core/shape.hpp>
#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// (block, its repetitions at the offsets that the tiler enumerates): repetition i is the copy of
// the block at place tiler(i) among those that the complement orders.
constexpr layout product(arithmetic& cx, layout const& block, layout const& tiler) {
  integer const places = cosize(cx, tiler);
  layout rest = complement(cx, block, cx.mul(size(cx, block), places));
  if (cx.refused()) return block;
  // A block with holes may reach beyond size(A)*cosize(B): then its complement there has one place,
  // and the others follow where the block ends.
  bool const is_one_place = rest.count == 1 && rest.at[0].extent.is_fixed(1);
  if (is_one_place && !places.is_fixed(1))
    rest = complement(cx, block, cx.mul(cosize(cx, block), places));
  if (cx.refused()) return block;
  return pair(block, composition(cx, rest, tiler));
}

namespace detail {

// Appends the block and the repetitions of the subtree at p by the terminal at q.
constexpr void product(arithmetic& cx, layout const& a, place const& p, layout const& tiler,
                       place const& q, layout& tile, layout& rest) {
  layout const both = core::product(cx, subtree(a, p), subtree(tiler, q));
  if (cx.refused()) return;
  rest.copy(both, tile.copy(both, first(both)));
}
constexpr void product_in_place(arithmetic& cx, layout const& a, place const& p,
                                layout const& tiler, place const& q, layout& out) {
  out.open(2);
  product(cx, a, p, tiler, q, out, out);
}

}  // namespace detail

// The profile of the tiler, each terminal a (block,repetitions).
constexpr layout logical_product(arithmetic& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, detail::product_in_place, beyond_tiler::keep);
}

// ((block...),(repetitions...)).
constexpr layout zipped_product(arithmetic& cx, layout const& a, layout const& tiler) {
  return zip_by_mode(cx, a, {}, tiler, detail::product);
}

// (block, repetitions...), and (block..., repetitions...).
constexpr layout tiled_product(arithmetic& cx, layout const& a, layout const& tiler) {
  layout const both = zipped_product(cx, a, tiler);
  return cx.refused() ? a : tiled(both);
}
constexpr layout flat_product(arithmetic& cx, layout const& a, layout const& tiler) {
  layout const both = zipped_product(cx, a, tiler);
  return cx.refused() ? a : flattened(both);
}

// l with modes _1:_0 appended up to rank n. A layout that has n modes already is returned as it is,
// an integer for one mode, too.
constexpr layout padded(layout const& l, int n) {
  return rank(l) >= n ? l : append(l, single({fixed(1), fixed(0), 0}), n);
}

// The order inside a mode of ranked_product.
enum class interleave : bool { blocks, rakes };

// The product of two layouts mode by mode: ((block_i, tiler_i), ...) for blocks, so that a block
// stays together; ((tiler_i, block_i), ...) for rakes, so that blocks interleave. The shorter of
// the two is padded with modes of extent 1. Two layouts of one mode, 4:1 and 3:1, give one mode,
// ((4,3)):((1,4)), as in CuTe.
constexpr layout ranked_product(arithmetic& cx, layout const& block, layout const& tiler,
                                interleave order) {
  int const n = rank(block) > rank(tiler) ? rank(block) : rank(tiler);
  layout const both = product(cx, padded(block, n), padded(tiler, n));
  if (cx.refused()) return block;
  place p = nth(both, order == interleave::blocks ? 0 : 1);
  place q = nth(both, order == interleave::blocks ? 1 : 0);
  layout r;
  r.open(n);
  if (!is_tuple(both, p) || !is_tuple(both, q)) {  // one mode, and an integer is that mode
    r.open(2);
    r.copy(both, p);
    r.copy(both, q);
    return r;
  }
  p = first(both, p);
  q = first(both, q);
  for (int i = 0; i < n; ++i) {
    r.open(2);
    p = r.copy(both, p);
    q = r.copy(both, q);
  }
  return r;
}

constexpr layout blocked_product(arithmetic& cx, layout const& block, layout const& tiler) {
  return ranked_product(cx, block, tiler, interleave::blocks);
}
constexpr layout raked_product(arithmetic& cx, layout const& block, layout const& tiler) {
  return ranked_product(cx, block, tiler, interleave::rakes);
}

// A leaf as a tuple of one mode.
constexpr layout as_tuple(layout const& l) {
  if (is_tuple(l)) return l;
  layout r;
  r.open(1);
  r.copy(l);
  return r;
}

// The order (n,...,2,1) of n modes: the last one first, as row-major has them.
constexpr layout last_mode_first(int n) {
  layout order;
  order.open(n);
  for (int i = n; i > 0; --i) order.leaf({fixed(i), fixed(0), 0});
  return order;
}

// Repeats a block until the result has the shape `target`, and its rank, the blocks in the given
// order of the modes (an integer `order`: the first mode first). Refused: tiler_rank_fits,
// block_divides_shape.
constexpr layout tile_to_shape(arithmetic& cx, layout const& block, layout const& target,
                               layout const& order) {
  int const n = rank(target);
  if (rank(block) > n) cx.refuse({property::tiler_rank_fits, 0, 0, rank(block), n});
  if (cx.refused()) return block;
  layout const whole = as_tuple(padded(block, n));
  layout const have = product_each(cx, whole);
  layout repeat = as_tuple(product_each(cx, target));
  for (int i = 0; i < n; ++i) {
    integer const t = repeat.at[i].extent;
    integer const b = have.at[i].extent;
    cx.require(cx.divides(b, t), {property::block_divides_shape, i, 0, t.value, b.value});
    repeat.at[i].extent = cx.ceil_div(t, b);
  }
  layout const tiler =
      is_tuple(order) ? compact_order(cx, repeat, order) : compact_left(cx, repeat);
  if (cx.refused()) return block;
  return ranked_product(cx, whole, tiler, interleave::blocks);
}
// tile_to_shape in the order of row-major: the last mode first.
constexpr layout tile_to_shape_by_rows(arithmetic& cx, layout const& block, layout const& target) {
  return tile_to_shape(cx, block, target, last_mode_first(rank(target)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
