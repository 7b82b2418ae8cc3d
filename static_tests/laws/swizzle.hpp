// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "divide.hpp"
#include "recast.hpp"
#include "slice.hpp"

namespace laws {

// The laws of a swizzle itself, over 4 periods: an involution that keeps the low M bits, changes no
// bit outside the B target bits, xors the B source bits into them, and keeps every period.
template <int B, int M, int S>
constexpr bool swizzle_is_an_involution() {
  constexpr Swizzle<B, M, S> f;
  constexpr int distance = S < 0 ? -S : S;
  constexpr int target = S < 0 ? M + distance : M;
  constexpr int source = S < 0 ? M : M + distance;
  constexpr int period = 1 << (B + M + distance);
  constexpr int ones = (1 << B) - 1;
  for (int x = 0; x < 4 * period; ++x) {
    int const y = f(x);
    if (f(y) != x || (y & ((1 << M) - 1)) != (x & ((1 << M) - 1)) || y / period != x / period)
      return false;
    if (((x ^ y) & ~(ones << target)) != 0) return false;
    if ((x >> source & ones) != ((x ^ y) >> target & ones)) return false;
  }
  constexpr int x = 3 * period / 2 + period / 4 + 1;
  return f(Int<x>{}) == f(x) && is_static_v<decltype(f(Int<x>{}))> &&
         std::is_same_v<decltype(right_inverse(f)), Swizzle<B, M, S>> &&
         std::is_same_v<decltype(left_inverse(f)), Swizzle<B, M, S>>;
}

struct of_swizzled_layouts {
  template <class S>
  static constexpr bool applies() {
    return S::is_swizzled;
  }
};

// cosize bounds the offsets.
struct swizzled_cosize_bounds_the_offsets : of_swizzled_layouts {
  template <class S>
  static constexpr bool holds() {
    return image(S::f).most < cosize(S::value);
  }
};

// Swizzle o offset o layout is one to one where the layout is.
struct swizzled_layouts_are_injective : of_swizzled_layouts {
  template <class S>
  static constexpr bool holds() {
    return injective(S::f) == injective(function_of(S::value.layout_b()));
  }
};

// The operations go through the swizzle: Sw o op(L) is op(Sw o L), as a function.
struct operations_act_inside_the_swizzle {
  template <class S>
  static constexpr bool applies() {
    return S::is_swizzled && composable_with(S::value, tile_and_rest<S, operand<Int<2>, Int<1>>>());
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto outer = [](auto const& l) {
      return make_composed_layout(S::value.layout_a(), S::value.offset(), l);
    };
    constexpr auto inner = S::value.layout_b();
    auto const equal = [](auto const& a, auto const& b) {
      return same(function_of(a), function_of(b));
    };
    return equal(composition(S::value, make_layout(Int<2>{}, Int<2>{})),
                 outer(composition(inner, make_layout(Int<2>{}, Int<2>{})))) &&
           equal(logical_divide(S::value, Int<2>{}), outer(logical_divide(inner, Int<2>{}))) &&
           equal(zipped_divide(S::value, make_layout(Int<2>{})),
                 outer(zipped_divide(inner, make_layout(Int<2>{}))));
  }
};

// From a coordinate on: domain_offset(c, L)(x) == swizzle(offset + L(c) + L(x)).
struct domain_offset_moves_the_origin {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    auto const c = replace<0>(tuple_repeat<S::rank>(Int<0>{}), Int<1>{});
    auto const moved = domain_offset(c, S::value);
    function const f = function_of(get<0>(moved));
    function expected = S::f;
    expected.offset += mode_of<0>(S::value)(1);
    for (std::int64_t x = 0; x < S::f.size(); ++x)
      if (f(x) + get<1>(moved) != expected(x)) return false;
    return true;
  }
};

// Wide and narrow elements: the swizzle moves the same bytes.
struct recast_keeps_the_swizzle {
  template <class S>
  static constexpr bool applies() {
    return S::is_swizzled && S::f.base > 0 && S::f.offset % 2 == 0 && has_unit_mode(S::f) &&
           has_whole_elements<2>(S::f);
  }
  template <class S>
  static constexpr bool holds() {
    offsets wide;
    offsets narrow;
    for (std::int64_t x = 0; x < S::f.size(); ++x) {
      wide.add(floor_div(S::f(x), 2));
      narrow.add(S::f(x) * 2);
      narrow.add(S::f(x) * 2 + 1);
    }
    return image(function_of(upcast<2>(S::value))) == wide &&
           image(function_of(downcast<2>(S::value))) == narrow;
  }
};

}  // namespace laws
