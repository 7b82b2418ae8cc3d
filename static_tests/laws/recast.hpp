// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

constexpr std::int64_t floor_div(std::int64_t a, std::int64_t n) {
  return a >= 0 ? a / n : -((n - 1 - a) / n);
}

// One mode of static stride 1 moves, or stays where none moves; none moves by a static -1.
constexpr bool has_unit_mode(function const& f) {
  int moving = 0;
  int staying = 0;
  for (int i = 0; i < f.modes; ++i) {
    if (!f.is_static_stride[i]) continue;
    if (f.stride[i] == -1 && f.moves(i)) return false;
    if (f.stride[i] == 1) ++(f.moves(i) ? moving : staying);
  }
  return moving == 1 || (moving == 0 && staying > 0);
}

// Each mode moves by a multiple of N, a run-time stride forwards, or has a static stride and stays
// inside one wide element or fills several; inside one the modes do not overlap.
template <int N>
constexpr bool has_whole_elements(function const& f) {
  std::int64_t inside = 0;
  for (int i = 0; i < f.modes; ++i) {
    std::int64_t const n = f.extent[i];
    std::int64_t const d = f.stride[i];
    if (!f.moves(i) || (d % N == 0 && (d >= 0 || f.is_static_stride[i]))) continue;
    if (!f.is_static_stride[i] || d < 0 || N % d != 0 || (n * d > N && n * d % N != 0))
      return false;
    inside += n * d > N ? N - d : (n - 1) * d;
  }
  return inside < N;
}

// downcast<N>(L): the elements of L, each as N consecutive narrow ones; upcast<N> takes it back.
template <int N>
struct downcast_keeps_the_memory {
  template <class S>
  static constexpr bool applies() {
    return !S::is_swizzled && has_unit_mode(S::f);
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
    return !S::is_swizzled && has_whole_elements<N>(S::f);
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
