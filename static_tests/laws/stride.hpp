// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// The strides of a compact layout whose leaf i comes before leaf j where before(i,j), static
// exactly where the extents that make them are; a static extent of 1 has stride 0.
template <class Before>
constexpr bool has_compact_strides(function const& f, Before const& before) {
  for (int i = 0; i < f.modes; ++i) {
    std::int64_t expected = 1;
    bool is_static = true;
    for (int j = 0; j < f.modes; ++j) {
      if (!before(j, i)) continue;
      expected *= f.extent[j];
      is_static = is_static && f.is_static_extent[j];
    }
    if (f.is_static_extent[i] && f.extent[i] == 1) {
      expected = 0;
      is_static = true;
    }
    if (f.stride[i] != expected || f.is_static_stride[i] != is_static) return false;
  }
  return true;
}

// Column-major: L(i) == i, the first leaf the fastest.
struct columns_are_compact : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto l = make_layout(S::value.shape());
    function const f = function_of(l);
    for (std::int64_t x = 0; x < f.size(); ++x)
      if (f(x) != x) return false;
    return congruent(l.shape(), l.stride()) && f.size() == S::f.size() &&
           has_compact_strides(f, [](int i, int j) { return i < j; });
  }
};

// Row-major: compact, the last leaf the fastest.
struct rows_are_compact : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto l = make_layout(S::value.shape(), LayoutRight{});
    function const f = function_of(l);
    return congruent(l.shape(), l.stride()) && compact(f) &&
           has_compact_strides(f, [](int i, int j) { return i > j; });
  }
};

// Ordered: compact, the mode of the least order the fastest.
struct ordered_layouts_are_compact {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    return in_order<S>(std::make_index_sequence<S::rank>{});
  }

 private:
  // Orders 2, 3, ..., rank, 1.
  template <class S, std::size_t... K>
  static constexpr bool in_order(std::index_sequence<K...>) {
    constexpr std::size_t n = sizeof...(K);
    constexpr auto l = make_ordered_layout(S::value.shape(),
                                           make_tuple(Int<static_cast<int>((K + 1) % n) + 1>{}...));
    int order[function::most]{};
    int leaf = 0;
    for_every<n>([&](auto k) {
      for (int i = mode_of<k>(S::value).modes; i > 0; --i) order[leaf++] = (k + 1) % n;
      return true;
    });
    function const f = function_of(l);
    return compact(f) && has_compact_strides(f, [&](int i, int j) {
             return order[i] < order[j] || (order[i] == order[j] && i < j);
           });
  }
};

// Like L: the same shape, compact without the modes of stride 0, and strides in the order of L's, a
// run-time stride after every static one.
struct layout_like_keeps_the_order : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto like = make_layout_like(S::value);
    function const f = function_of(like);
    for (int i = 0; i < f.modes; ++i) {
      if (f.extent[i] != S::f.extent[i] || (!S::f.moves(i) && f.stride[i] != 0)) return false;
      for (int j = 0; j < f.modes; ++j)
        if (S::f.moves(i) && S::f.moves(j) && before(S::f, i, j) && f.stride[i] >= f.stride[j])
          return false;
    }
    offsets const all = image(f);
    return congruent(like.shape(), S::value.shape()) && all.least == 0 && all.is_interval() &&
           all.count * repetition(f) == f.size();
  }

 private:
  static constexpr bool before(function const& f, int i, int j) {
    return f.is_static_stride[i] && (!f.is_static_stride[j] || f.stride[i] < f.stride[j]);
  }
  static constexpr std::int64_t repetition(function const& f) {
    std::int64_t n = 1;
    for (int i = 0; i < f.modes; ++i)
      if (f.stride[i] == 0) n *= f.extent[i];
    return n;
  }
};

// The identity layout maps an index to its coordinate.
struct identity_is_the_coordinate : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    auto const shape = S::value.shape();
    auto const identity = make_identity_layout(shape);
    for (int x = 0; x < S::f.size(); ++x)
      if (!(identity(x) == idx2crd(x, shape))) return false;
    return true;
  }
};

}  // namespace laws
