// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// The size of the longest chain of modes with the strides 1, s_1, s_1*s_2, ...
constexpr std::int64_t longest_chain(function const& f, std::int64_t reach = 1, unsigned used = 0) {
  std::int64_t best = reach;
  for (int i = 0; i < f.modes; ++i) {
    if ((used >> i & 1U) || f.extent[i] < 2 || f.stride[i] != reach) continue;
    std::int64_t const n = longest_chain(f, reach * f.extent[i], used | 1U << i);
    if (n > best) best = n;
  }
  return best;
}

// R = right_inverse(L): L(R(i)) == i for every i < size(R). With static leaves R is the longest
// chain.
struct right_inverse_is_undone : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    function const r = function_of(right_inverse(S::value));
    for (std::int64_t i = 0; i < r.size(); ++i)
      if (r(i) < 0 || r(i) >= S::f.size() || S::f(r(i)) != i) return false;
    return !S::is_static || r.size() == longest_chain(S::f);
  }
};

// I = left_inverse(L): L(I(L(i))) == L(i), and I(L(i)) is an index of L. It exists where each
// stride, in ascending order, divides the next and exceeds what lies below it.
struct left_inverse_is_undone {
  template <class S>
  static constexpr bool applies() {
    if (S::is_swizzled) return false;
    function const f = sorted(S::f);
    for (int i = 0; i < f.modes; ++i) {
      if (S::f.stride[i] < 0 || f.stride[i] == 0) return false;
      if (!f.is_static_stride[i] && f.modes > 1) return false;
      if (i > 0 &&
          (f.stride[i] % f.stride[i - 1] != 0 || f.stride[i] < f.extent[i - 1] * f.stride[i - 1]))
        return false;
    }
    for (int i = 0; i < S::f.modes; ++i)
      if (S::f.stride[i] < 0) return false;
    return true;
  }
  template <class S>
  static constexpr bool holds() {
    return inverts<S>(function_of(left_inverse(S::value)));
  }

  template <class S>
  static constexpr bool inverts(function const& inverse) {
    for (std::int64_t i = 0; i < S::f.size(); ++i) {
      std::int64_t const x = inverse(S::f(i));
      if (x < 0 || x >= S::f.size() || S::f(x) != S::f(i)) return false;
    }
    return true;
  }
};

// left_inverse is found where it takes a search: overlapping, reversed, or no number system.
template <class... Layouts>
constexpr bool left_inverse_is_found(Layouts const&... ls) {
  auto const found = [](auto const& l) {
    function const f = function_of(l);
    function const inverse = function_of(left_inverse(l));
    for (std::int64_t i = 0; i < f.size(); ++i) {
      std::int64_t const x = inverse.linear(f(i));
      if (x < 0 || x >= f.size() || f(x) != f(i)) return false;
    }
    return true;
  };
  return (true && ... && found(ls));
}

}  // namespace laws
