// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// A static stride of 0 gets extent 1; everything else stays what it is, profile and types included.
struct filter_zeros_drops_repetition : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = filter_zeros(S::value);
    function const f = function_of(r);
    for (int i = 0; i < f.modes; ++i) {
      bool const zero = S::f.is_static_stride[i] && S::f.stride[i] == 0;
      if (f.extent[i] != (zero ? 1 : S::f.extent[i]) || f.stride[i] != S::f.stride[i] ||
          f.is_static_extent[i] != (zero || S::f.is_static_extent[i]))
        return false;
    }
    return congruent(r.shape(), S::value.shape());
  }
};

// The size of the modes of static stride 0.
constexpr std::int64_t repetition(function const& f) {
  std::int64_t n = 1;
  for (int i = 0; i < f.modes; ++i)
    if (f.is_static_stride[i] && f.stride[i] == 0) n *= f.extent[i];
  return n;
}

// filter(L) has the offsets of L, each as many times fewer as the modes of stride 0 repeat it; no
// such mode is left beside another.
struct filter_keeps_the_offsets : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    function const f = function_of(filter(S::value));
    for (int i = 0; i < f.modes && f.modes > 1; ++i)
      if (!f.moves(i)) return false;
    return f.size() * repetition(S::f) == S::f.size() && image(f) == image(S::f);
  }
};

// filter(L, profile) filters each mode by itself.
struct filter_by_profile_filters_the_modes {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
  template <class S>
  static constexpr bool holds() {
    return for_every<S::rank>([](auto k) {
      function const f = mode_of<k>(S::value);
      function const r = mode_of<k>(filtered<S>);
      return r.size() * repetition(f) == f.size() && image(r) == image(f);
    });
  }

 private:
  template <class S>
  static constexpr auto filtered = filter(S::value, tuple_repeat<S::rank>(Int<1>{}));
};

// L(nullspace(L)(i)) == 0, the nullspace one to one and as large as the repetition.
struct nullspace_maps_to_zero : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    function const n = function_of(nullspace(S::value));
    for (std::int64_t i = 0; i < n.size(); ++i)
      if (n(i) >= S::f.size() || S::f(n(i)) != 0) return false;
    return n.size() == repetition(S::f) && injective(n);
  }
};

}  // namespace laws
