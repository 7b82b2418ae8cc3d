// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "complement.hpp"
#include "composition.hpp"

namespace laws {

// The layouts that can be repeated, and for which B is a way to.
template <class S, class B>
constexpr bool can_repeat() {
  if constexpr (!has_complement<S>()) {
    return false;
  } else {
    auto const& block = S::value;
    return composable_with(complement(block, size(block) * cosize(B::value)), B::value);
  }
}

// R(a,b) == L(a) + P(b): the same block everywhere; the blocks are disjoint where B is one to one,
// and lie in the order that B gives them.
constexpr bool repeats(function const& r, function const& block, function const& b) {
  std::int64_t const n = block.size();
  std::int64_t const blocks = b.size();
  for (std::int64_t y = 0; y < blocks; ++y) {
    std::int64_t const start = r(n * y);
    std::int64_t const move = start - block(0);
    std::int64_t const place = b(y);
    for (std::int64_t x = 0; x < n; ++x)
      if (r(x + n * y) != block(x) + move) return false;
    for (std::int64_t z = 0; z < y; ++z)
      if ((b(z) < place) != (r(n * z) < start)) return false;
  }
  return r.size() == n * blocks && (!injective(b) || image(r).count == image(block).count * blocks);
}

template <class B>
struct logical_product_repeats_the_block {
  template <class S>
  static constexpr bool applies() {
    return can_repeat<S, B>();
  }
  template <class S>
  static constexpr bool holds() {
    return all(rank(product<S>) == 2, size<0>(product<S>) == S::f.size(),
               same(mode_of<0>(product<S>), S::f),
               compatible(B::value.shape(), shape<1>(product<S>)),
               repeats(function_of(product<S>), S::f, function_of(B::value)));
  }

 private:
  template <class S>
  static constexpr auto product = logical_product(S::value, B::value);
};

// The index x of a layout whose mode k is (inner_k, outer_k), as the index of the inner part and
// that of the outer one.
template <std::size_t Rank>
struct split {
  std::int64_t inner[Rank]{};
  std::int64_t outer[Rank]{};

  constexpr void operator()(std::int64_t x, std::int64_t& i, std::int64_t& o) const {
    std::int64_t inner_unit = 1;
    std::int64_t outer_unit = 1;
    i = o = 0;
    for (std::size_t k = 0; k < Rank; ++k) {
      i += x % inner[k] * inner_unit;
      x /= inner[k];
      o += x % outer[k] * outer_unit;
      x /= outer[k];
      inner_unit *= inner[k];
      outer_unit *= outer[k];
    }
  }
};

// A way to repeat S: 2 + k % 2 times along mode k.
template <class Order, class Sequence>
struct ordered_repetition;
template <class Order, std::size_t... K>
struct ordered_repetition<Order, std::index_sequence<K...>> {
  static constexpr auto value = make_layout(make_shape(Int<2 + K % 2>{}...), Order{});
};
template <class S, class Order>
using repetition_of = ordered_repetition<Order, std::make_index_sequence<S::rank>>;

// blocked_product and raked_product are the logical product of the layouts, modes interleaved:
// mode k is (block_k, B_k) in one, (B_k, block_k) in the other.
struct ranked_products_interleave {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple && can_repeat<S, repetition_of<S, LayoutRight>>();
  }
  template <class S>
  static constexpr bool holds() {
    function const whole = function_of(logical_product(S::value, b<S>));
    function const f = function_of(blocked<S>);
    function const g = function_of(raked<S>);
    split<S::rank> block_first;
    split<S::rank> block_last;
    bool const shaped = for_every<S::rank>([&](auto k) {
      std::int64_t const n = mode_of<k>(S::value).size();
      std::int64_t const m = mode_of<k>(b<S>).size();
      block_first.inner[k] = block_last.outer[k] = n;
      block_first.outer[k] = block_last.inner[k] = m;
      return size<k>(blocked<S>) == n * m && size<k>(raked<S>) == n * m &&
             size<k, 0>(blocked<S>) == n && size<k, 0>(raked<S>) == m;
    });
    std::int64_t const n = S::f.size();
    for (std::int64_t x = 0; x < whole.size(); ++x) {
      std::int64_t in = 0;
      std::int64_t out = 0;
      block_first(x, in, out);
      if (f(x) != whole(in + n * out)) return false;
      block_last(x, in, out);
      if (g(x) != whole(out + n * in)) return false;
    }
    return shaped && rank(blocked<S>) == S::rank && rank(raked<S>) == S::rank;
  }

 private:
  template <class S>
  static constexpr auto b = repetition_of<S, LayoutRight>::value;
  template <class S>
  static constexpr auto blocked = blocked_product(S::value, b<S>);
  template <class S>
  static constexpr auto raked = raked_product(S::value, b<S>);
};

// Modes 0 and 1 are repeated 2 and 3 times: logical_product repeats each mode by itself;
// zipped_product, tiled_product and flat_product are that with the modes rearranged.
struct products_are_rearrangements {
  template <class S>
  static constexpr bool applies() {
    if constexpr (S::rank < 2 || S::is_swizzled)
      return false;
    else
      return can_repeat<mode<S, 0>, operand<Int<2>, Int<1>>>() &&
             can_repeat<mode<S, 1>, operand<Int<3>, Int<1>>>();
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto tiler = make_tile(Int<2>{}, Int<3>{});
    constexpr auto logical = logical_product(S::value, tiler);
    constexpr auto zipped = zipped_product(S::value, tiler);
    constexpr auto tiled = tiled_product(S::value, tiler);
    constexpr auto flat = flat_product(S::value, tiler);
    function const f = function_of(logical);
    function const g = function_of(zipped);
    std::int64_t const n0 = mode<S, 0>::f.size();
    std::int64_t const n1 = mode<S, 1>::f.size();
    // x = ((c0,t0),(c1,t1),...), y = ((c0,c1),(t0,t1,...))
    for (std::int64_t x = 0; x < f.size(); ++x) {
      std::int64_t const c0 = x % n0;
      std::int64_t const t0 = x / n0 % 2;
      std::int64_t const c1 = x / n0 / 2 % n1;
      std::int64_t const t1 = x / n0 / 2 / n1;  // and what follows
      if (f(x) != g(c0 + n0 * (c1 + n1 * (t0 + 2 * t1)))) return false;
    }
    constexpr function two = function_of(make_layout(Int<2>{}));
    constexpr function three = function_of(make_layout(Int<3>{}));
    return all(repeats(mode_of<0>(logical), mode<S, 0>::f, two),
               repeats(mode_of<1>(logical), mode<S, 1>::f, three), same(g, function_of(tiled)),
               same(g, function_of(flat)), rank(zipped) == 2, rank<1>(zipped) == S::rank,
               rank(tiled) == 1 + S::rank, rank(flat) == 2 + S::rank);
  }

 private:
  template <class S, std::size_t K>
  struct mode {
    static constexpr auto value = layout<K>(S::value);
    static constexpr function f = function_of(value);
    using type = std::remove_const_t<decltype(value)>;
    static constexpr bool is_swizzled = false;
    static constexpr bool is_static = is_static_v<type>;
  };
};

// tile_to_shape: the shape is the target's; the first block is L; every block is L, moved; nothing
// is met twice, and nothing is left out where L is compact. The blocks lie in the order that is
// asked for.
template <class Order>
struct tile_to_shape_repeats_the_block {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple && can_repeat<S, repetition_of<S, Order>>();
  }
  template <class S>
  static constexpr bool holds() {
    return tiles<S>(std::make_index_sequence<S::rank>{});
  }

 private:
  template <class S, std::size_t... K>
  static constexpr bool tiles(std::index_sequence<K...>) {
    constexpr std::size_t n = sizeof...(K);
    constexpr auto target = make_shape((size<K>(S::value) * Int<2 + K % 2>{})...);
    constexpr auto r = tile_to_shape(S::value, target, Order{});
    function const f = function_of(r);
    split<n> parts;
    bool const shaped = ((size<K>(r) == get<K>(target)) && ...);
    ((parts.inner[K] = size<K>(S::value), parts.outer[K] = 2 + K % 2), ...);
    constexpr bool by_rows = std::is_same_v<Order, LayoutRight>;
    std::int64_t start[96]{};  // of each block, in column-major order
    std::int64_t order[96]{};
    std::int64_t blocks = 0;
    offsets met;
    for (std::int64_t x = 0; x < f.size(); ++x) {
      std::int64_t in = 0;
      std::int64_t out = 0;
      parts(x, in, out);
      std::int64_t const at = f(x);
      std::int64_t const expected = S::f(in);
      met.add(at);
      if (in == 0) {
        start[out] = at - S::f(0);
        order[out] = by_rows ? row(parts, out) : out;
      }
      if (out >= blocks) blocks = out + 1;
      if (at != start[out] + expected || (out == 0 && at != expected)) return false;
    }
    for (std::int64_t b = 0; b < blocks; ++b) {
      std::int64_t later = 0;  // the number of blocks that start after block b
      std::int64_t expected = 0;
      for (std::int64_t c = 0; c < blocks; ++c) {
        later += start[c] > start[b];
        expected += order[c] > order[b];
      }
      if (later != expected) return false;
    }
    function const block = S::f;  // no constant: not folded for warnings
    offsets const one = image(block);
    return all(shaped, rank(r) == n, met.count == one.count * blocks,
               !is_bijection(one, block) || is_bijection(met, f));
  }

  // The row-major index of the block with column-major index b.
  template <std::size_t N>
  static constexpr std::int64_t row(split<N> const& parts, std::int64_t b) {
    std::int64_t index = 0;
    std::int64_t unit = 1;
    std::int64_t coordinate[N]{};
    for (std::size_t k = 0; k < N; ++k) {
      coordinate[k] = b % parts.outer[k];
      b /= parts.outer[k];
    }
    for (std::size_t k = N; k > 0; --k) {
      index += coordinate[k - 1] * unit;
      unit *= parts.outer[k - 1];
    }
    return index;
  }
};

}  // namespace laws
