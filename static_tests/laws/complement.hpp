// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// complement(L,M) exists: of static leaves where L, its modes of stride 0 dropped, is one to one;
// of run-time leaves where the order of the strides is static, none is negative, and there is an
// interval.
template <class S>
constexpr bool has_complement() {
  if (S::is_swizzled) return false;
  function const f = sorted(S::f);
  bool static_order = true;
  for (int i = 0; i < f.modes; ++i) static_order = static_order && f.is_static_stride[i];
  for (int i = 0; i < S::f.modes; ++i)
    if (!S::f.is_static_stride[i] && S::f.stride[i] < 0) return false;
  return S::is_static ? injective(f) : (static_order || f.modes == 1) && has_interval(S::f);
}

// R = complement(L,M). Ordered: R is positive and increasing. Disjoint: no L(x) + R(y) is met
// twice. Full: it reaches M, and the last repetition is needed, unless it fills a gap of L. And it
// leaves no gap where none needs to be.
constexpr bool fills(function const& l, function const& r, std::int64_t m) {
  for (std::int64_t y = 1; y < r.size(); ++y)
    if (r(y) <= r(y - 1)) return false;
  offsets all;
  function const f = sorted(l);
  for (std::int64_t x = 0; x < f.size(); ++x)
    for (std::int64_t y = 0; y < r.size(); ++y)
      if (!all.add(f(x) + r(y))) return false;
  std::int64_t const reach = f.cosize() + r.cosize() - 1;
  std::int64_t const last = r.stride[r.modes - 1];
  bool const fills_gap = f.modes > 0 && last < f.stride[f.modes - 1];
  if (reach < m || (r.size() > 1 && !fills_gap && reach - last >= m)) return false;
  return !has_interval(l) || all.is_interval();
}

template <int M>
struct complement_is_ordered_disjoint_and_full {
  template <class S>
  static constexpr bool applies() {
    return has_complement<S>();
  }
  template <class S>
  static constexpr bool holds() {
    return fills(S::f, function_of(complement(S::value, Int<M>{})), M);
  }
};

// A run-time M, and M the cosize of L.
struct complement_of_a_run_time_size {
  template <class S>
  static constexpr bool applies() {
    return has_complement<S>();
  }
  template <class S>
  static constexpr bool holds() {
    return fills(S::f, function_of(complement(S::value, 100)), 100);
  }
};
struct complement_of_the_cosize {
  template <class S>
  static constexpr bool applies() {
    return has_complement<S>();
  }
  template <class S>
  static constexpr bool holds() {
    return fills(S::f, function_of(complement(S::value)), sorted(S::f).cosize());
  }
};

}  // namespace laws
