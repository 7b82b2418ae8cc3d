// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "composition.hpp"

namespace laws {

// (tile, rest) before it is applied: (B, complement(B, size(A))).
template <class S, class B>
constexpr auto tile_and_rest() {
  return make_layout(B::value, complement(B::value, size(S::value)));
}

// R = logical_divide(A,B): R(t,r) == A(B(t) + C(r)), C the complement of B in A; the tile has the
// shape of B, and C(0) == 0, so the first tile is A after B.
template <class B>
struct logical_divide_covers {
  template <class S>
  static constexpr bool applies() {
    return composable_with(S::value, tile_and_rest<S, B>());
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = logical_divide(S::value, B::value);
    constexpr function tile = function_of(B::value);
    function const both = function_of(tile_and_rest<S, B>());
    function const f = function_of(r);
    offsets reached;
    for (std::int64_t x = 0; x < both.size(); ++x) {
      if (f(x) != S::f(both(x))) return false;
      reached.add(both(x));
    }
    for (std::int64_t x = 0; x < S::f.size(); ++x)  // no element is lost
      if (!reached.has(x)) return false;
    return rank(r) == 2 && f.size() == both.size() && size<0>(r) == tile.size() &&
           compatible(B::value.shape(), shape<0>(r));
  }
};

// The least factor of n but 1.
constexpr int least_factor(std::int64_t n) {
  int t = n > 1 ? 2 : 1;
  while (n % t != 0) ++t;
  return t;
}

// A tile that divides modes 0 and 1: the least factor of each.
template <class S>
inline constexpr auto tile_of = make_shape(Int<least_factor(mode_of<0>(S::value).size())>{},
                                           Int<least_factor(mode_of<1>(S::value).size())>{});

// logical_divide by a tuple divides each mode by itself.
struct logical_divide_acts_on_the_modes : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    return rank(divided<S>) == S::rank && for_every<2>([](auto k) {
             function const f = mode_of<k>(S::value);
             function const r = mode_of<k>(divided<S>);
             return rank<k>(divided<S>) == 2 && same(f, r) &&
                    mode_of<k, 0>(divided<S>).size() == get<k>(tile_of<S>);
           });
  }
  template <class S>
  static constexpr auto divided = logical_divide(S::value, tile_of<S>);
};

// zipped_divide, tiled_divide and flat_divide are logical_divide with its modes rearranged.
struct divides_are_rearrangements : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr auto zipped = zipped_divide(S::value, tile_of<S>);
    constexpr auto tiled = tiled_divide(S::value, tile_of<S>);
    constexpr auto flat = flat_divide(S::value, tile_of<S>);
    function const f = function_of(zipped);
    std::int64_t const n0 = mode_of<0>(S::value).size();
    std::int64_t const n1 = mode_of<1>(S::value).size();
    constexpr int t0 = get<0>(tile_of<S>);
    constexpr int t1 = get<1>(tile_of<S>);
    for (std::int64_t x = 0; x < f.size(); ++x) {  // x = ((i0,i1),(r0,r1,rest))
      std::int64_t const r = x / (t0 * t1);
      std::int64_t const c0 = x % t0 + r % (n0 / t0) * t0;
      std::int64_t const c1 = x / t0 % t1 + r / (n0 / t0) % (n1 / t1) * t1;
      if (f(x) != S::f(c0 + n0 * c1 + x / (n0 * n1) * n0 * n1)) return false;
    }
    return f.size() == S::f.size() && same(f, function_of(tiled)) && same(f, function_of(flat)) &&
           rank(zipped) == 2 && rank<0>(zipped) == 2 && rank<1>(zipped) == S::rank &&
           rank(tiled) == 1 + S::rank && rank<0>(tiled) == 2 && rank(flat) == 2 + S::rank;
  }
};

}  // namespace laws
