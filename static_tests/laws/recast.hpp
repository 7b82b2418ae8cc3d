// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

constexpr std::int64_t floor_div(std::int64_t a, std::int64_t n) {
  return a >= 0 ? a / n : -((n - 1 - a) / n);
}

// One to one, apart from the modes of stride 0.
constexpr bool injective_where_it_moves(function const& f) {
  std::int64_t n = 1;
  for (int i = 0; i < f.modes; ++i)
    if (f.stride[i] != 0) n *= f.extent[i];
  return image(f).count == n;
}

// Consecutive elements are a mode of static stride 1.
constexpr bool has_unit_stride(function const& f) {
  int units = 0;
  for (int i = 0; i < f.modes; ++i) {
    if (f.is_static_stride[i] && f.stride[i] == -1) return false;
    if (f.is_static_stride[i] && f.stride[i] == 1) ++units;
  }
  return units == 1;
}

// downcast<N>(L): the elements of L, each as N consecutive narrow ones; upcast<N> takes it back.
template <int N>
struct downcast_keeps_the_memory {
  template <class S>
  static constexpr bool applies() {
    return !S::is_swizzled && has_unit_stride(S::f) && injective_where_it_moves(S::f);
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto narrow = downcast<N>(S::value);
    function const f = function_of(narrow);
    offsets expected;
    for (std::int64_t x = 0; x < S::f.size(); ++x)
      for (int j = 0; j < N; ++j) expected.add(S::f(x) * N + j);
    return f.size() == N * S::f.size() && image(f) == expected &&
           same(S::f, function_of(upcast<N>(narrow)));
  }
};

// upcast<N>(L): L(c) / N, where the coordinates of a leaf that stays inside a wide element share
// one of its coordinates.
template <int N>
struct upcast_divides_the_offsets {
  template <class S>
  static constexpr bool applies() {
    bool whole = !S::is_swizzled && injective_where_it_moves(S::f);
    for (int i = 0; i < S::f.modes; ++i) {
      std::int64_t const n = S::f.extent[i];
      std::int64_t const d = S::f.stride[i];
      bool const moves_whole = d % N == 0 && (d >= 0 || S::f.is_static_stride[i]);
      bool const is_inside = d > 0 && S::f.is_static_stride[i] && N % d == 0;
      whole = whole && (moves_whole || (is_inside && (n == 1 || n % (N / d) == 0)));
    }
    return whole;
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto wide = upcast<N>(S::value);
    function const f = function_of(wide);
    for (std::int64_t x = 0; x < S::f.size(); ++x) {
      std::int64_t rest = x;
      std::int64_t y = 0;
      std::int64_t unit = 1;
      for (int i = 0; i < f.modes; ++i) {
        std::int64_t const group = S::f.extent[i] / f.extent[i];
        y += rest % S::f.extent[i] / group * unit;
        rest /= S::f.extent[i];
        unit *= f.extent[i];
      }
      if (f(y) != floor_div(S::f(x), N)) return false;
    }
    return congruent(wide.shape(), S::value.shape());
  }
};

// recast_layout changes the width of the elements: to bytes and back, or not at
// all.
struct recast_layout_goes_back {
  template <class S>
  static constexpr bool applies() {
    return downcast_keeps_the_memory<2>::applies<S>();
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto bytes = recast_layout<std::int32_t, std::int8_t>(S::value);
    return same(function_of(bytes), function_of(downcast<4>(S::value))) &&
           same(S::f, function_of(recast_layout<std::int8_t, std::int32_t>(bytes))) &&
           same(S::f, function_of(recast_layout<int, int>(S::value)));
  }
};

}  // namespace laws
