// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// The sizes of the modes, and the coordinate of mode k of index x.
template <class S>
struct modes_of {
  static constexpr std::size_t rank = S::rank;
  std::int64_t size[rank]{};
  std::int64_t unit[rank]{};  // of mode k: the product of the sizes before it

  constexpr modes_of() {
    for_every<rank>([this](auto k) {
      size[k] = mode_of<k>(S::value).size();
      unit[k] = k == 0 ? 1 : unit[k - (k > 0)] * size[k - (k > 0)];
      return true;
    });
  }
  constexpr int coordinate(std::size_t k, std::int64_t x) const {
    return static_cast<int>(x / unit[k] % size[k]);
  }
  // x without its coordinate in mode k.
  constexpr std::int64_t without(std::size_t k, std::int64_t x) const {
    return x % unit[k] + x / (unit[k] * size[k]) * unit[k];
  }
};

// L(x): the digits of x in the mixed radix of the extents times the strides.
struct index_call_is_the_function : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    for (int x = 0; x < S::f.size(); ++x)
      if (S::value(x) != S::f(x)) return false;
    constexpr int last = static_cast<int>(S::f.size()) - 1;
    return S::value(Int<last>{}) == S::f(last) &&
           (!S::is_static || is_static_v<decltype(S::value(Int<last>{}))>);
  }
};

// L(c0,c1,...), one integer a mode, is L at the index of that coordinate.
struct natural_call_is_the_function {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    modes_of<S> const m;
    for (std::int64_t x = 0; x < S::f.size(); ++x)
      if (at<S>(m, x, std::make_index_sequence<S::rank>{}) != S::f(x)) return false;
    return true;
  }

 private:
  template <class S, std::size_t... K>
  static constexpr auto at(modes_of<S> const& m, std::int64_t x, std::index_sequence<K...>) {
    return S::value(m.coordinate(K, x)...);
  }
};

// L(c), c the hierarchical coordinate of an index, is L at the index. c has the profile of the
// shape and lies inside it, and its index is the index again.
struct hierarchical_call_is_the_function : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    auto const shape = S::value.shape();
    for (int x = 0; x < S::f.size(); ++x) {
      auto const c = idx2crd(x, shape);
      if (!congruent(c, shape) || !elem_less(c, shape) || S::value(c) != S::f(x) ||
          crd2idx(c, shape) != x)
        return false;
    }
    return true;
  }
};

// A natural coordinate, each integer refined by its mode, is the hierarchical coordinate of its
// index.
struct idx2crd_refines_a_natural_coordinate {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    modes_of<S> const m;
    for (int x = 0; x < S::f.size(); ++x)
      if (!agrees<S>(m, x, std::make_index_sequence<S::rank>{})) return false;
    return true;
  }

 private:
  template <class S, std::size_t... K>
  static constexpr bool agrees(modes_of<S> const& m, int x, std::index_sequence<K...>) {
    auto const shape = S::value.shape();
    return idx2crd(make_coord(m.coordinate(K, x)...), shape) == idx2crd(x, shape);
  }
};

// crd2crd keeps the index.
struct crd2crd_keeps_the_index : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    auto const shape = S::value.shape();
    auto const n = size(shape);
    for (int x = 0; x < S::f.size(); ++x)
      if (crd2crd(crd2crd(x, n, shape), shape, n) != x) return false;
    return true;
  }
};

// The strides nest and none is negative: the digits of an offset are a coordinate that has it.
constexpr bool has_nested_strides(function const& f) {
  for (int i = 0; i < f.modes; ++i)
    if (f.stride[i] < 0) return false;
  return has_interval(f);
}
struct of_nested_strides {
  template <class S>
  static constexpr bool applies() {
    return !S::is_swizzled && has_nested_strides(S::f);
  }
};

// idx2crd(i,L) is a coordinate of L with the offset i; so is the flat coordinate.
struct idx2crd_inverts_the_layout : of_nested_strides {
  template <class S>
  static constexpr bool holds() {
    for (int x = 0; x < S::f.size(); ++x) {
      int const i = static_cast<int>(S::f(x));
      auto const c = idx2crd(i, S::value);
      if (S::value(c) != i || S::value(S::value.get_flat_coord(i)) != i ||
          !elem_less(c, S::value.shape()))
        return false;
    }
    return true;
  }
};

// get_1d_coord(i) is an index of L with the offset i, and static where i and L are.
struct get_1d_coord_inverts_the_layout : of_nested_strides {
  template <class S>
  static constexpr bool holds() {
    for (int x = 0; x < S::f.size(); ++x) {
      int const i = static_cast<int>(S::f(x));
      auto const index = S::value.get_1d_coord(i);
      if (index >= S::f.size() || S::f(index) != i) return false;
    }
    constexpr int last = static_cast<int>(S::f(S::f.size() - 1));
    auto const index = S::value.get_1d_coord(Int<last>{});
    return S::f(index) == last && (!S::is_static || is_static_v<decltype(index)>);
  }
};

}  // namespace laws
