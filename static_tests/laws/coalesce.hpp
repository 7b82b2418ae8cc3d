// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// coalesce(L)(x) == L(x) for every x < size(L).
struct coalesce_keeps_the_function : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    return same(S::f, function_of(coalesce(S::value)));
  }
};

// No tuple in a tuple, no static extent of 1 beside another mode, no two modes of static integers
// that continue each other.
struct coalesce_is_flat_and_minimal : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = coalesce(S::value);
    function const f = function_of(r);
    if (depth(r) > 1) return false;
    for (int i = 0; i < f.modes && f.modes > 1; ++i) {
      if (f.is_static_extent[i] && f.extent[i] == 1) return false;
      if (i > 0 && f.is_static_extent[i - 1] && f.is_static_stride[i - 1] &&
          f.is_static_extent[i] && f.is_static_stride[i] &&
          f.extent[i - 1] * f.stride[i - 1] == f.stride[i])
        return false;
    }
    return true;
  }
};

// coalesce(coalesce(L)) is coalesce(L), its type included.
struct coalesce_is_idempotent : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = coalesce(S::value);
    constexpr auto again = coalesce(r);
    return std::is_same_v<decltype(r), decltype(again)> && again == r;
  }
};

// A profile with an integer for each mode coalesces each mode by itself; modes past the profile
// stay what they are.
struct coalesce_by_profile_keeps_the_modes {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    return rank(whole<S>) == S::rank && rank(first<S>) == S::rank && for_every<S::rank>([](auto k) {
             using before = decltype(layout<k>(S::value));
             using after = decltype(layout<k>(first<S>));
             return depth<k>(whole<S>) <= 1 && (k == 0 || std::is_same_v<before, after>) &&
                    same(mode_of<k>(S::value), mode_of<k>(whole<S>)) &&
                    same(mode_of<k>(S::value), mode_of<k>(first<S>));
           });
  }

 private:
  template <class S>
  static constexpr auto whole = coalesce(S::value, tuple_repeat<S::rank>(Int<1>{}));
  template <class S>
  static constexpr auto first = coalesce(S::value, make_tuple(Int<1>{}));
};

}  // namespace laws
