// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "coordinate.hpp"

#include <boost/hana/unpack.hpp>

namespace laws {

// L without mode K, and the offset of coordinate c of mode K: together L.
template <class S, std::size_t K, class C>
constexpr bool slices(modes_of<S> const& m, C const& c) {
  auto const cut = slice_and_offset(replace<K>(tuple_repeat<S::rank>(Underscore{}), c), S::value);
  function const f = function_of(get<0>(cut));
  if (f.size() * m.size[K] != S::f.size()) return false;
  for (std::int64_t x = 0; x < S::f.size(); ++x)
    if (m.coordinate(K, x) == c && f(m.without(K, x)) + get<1>(cut) != S::f(x)) return false;
  return get<0>(cut).rank == S::rank - 1;
}

// L(slice)(rest) + offset == L(c) for every coordinate that a mode is fixed at: run-time
// coordinates.
struct slice_and_offset_are_the_layout : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    modes_of<S> const m;
    return for_every<S::rank>([&](auto k) {
      bool all = true;
      for (int c = 0; c < m.size[k]; ++c) all = all && slices<S, k>(m, c);
      return all;
    });
  }
};

// A slice at a static coordinate is that layout too; and a slice by operator(), of a tuple or of
// integers, is that slice.
struct static_slice_is_the_layout : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    modes_of<S> const m;
    constexpr auto extent = shape<S::rank - 1>(S::value);
    constexpr int last = static_cast<int>(function_of(extent, extent).size()) - 1;
    auto const coord = replace<S::rank - 1>(tuple_repeat<S::rank>(Underscore{}), Int<last>{});
    auto const called = hana::unpack(coord, [](auto... c) { return S::value(c...); });
    function const f = function_of(slice(coord, S::value));
    return slices<S, S::rank - 1>(m, Int<last>{}) && same(f, function_of(called)) &&
           same(f, function_of(S::value(coord)));
  }
};

// `_` everywhere keeps everything: L itself, offset 0.
struct whole_slice_is_the_layout : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    if constexpr (S::is_tuple) {
      auto const cut = slice_and_offset(tuple_repeat<S::rank>(Underscore{}), S::value);
      return std::is_same_v<std::remove_cvref_t<decltype(get<0>(cut))>, typename S::type> &&
             get<1>(cut) == 0 && same(S::f, function_of(get<0>(cut)));
    } else {
      auto const cut = slice_and_offset(Underscore{}, S::value);
      return get<1>(cut) == 0 && same(S::f, function_of(get<0>(cut)));
    }
  }
};

// A coordinate inside a mode: mode K is (m0,...), m0 is fixed and the others are kept. If no mode
// is a tuple, the first two become one.
struct slice_inside_a_mode {
  template <class S>
  static constexpr std::size_t tuple_mode() {
    std::size_t found = S::rank;
    if constexpr (S::is_tuple)
      for_every<S::rank>([&](auto k) {
        if (rank<k>(S::value) > 1) found = k;
        return true;
      });
    return found;
  }
  template <class S>
  static constexpr bool applies() {
    return S::rank > 1 || tuple_mode<S>() < S::rank;
  }
  template <class S>
  static constexpr bool holds() {
    constexpr std::size_t k = tuple_mode<S>();
    if constexpr (k < S::rank)
      return slices_inside<S, k>();
    else
      return slices_inside<grouped<S>, 0>();
  }

 private:
  template <class S>
  struct grouped {
    static constexpr auto value = group<0, 2>(S::value);
    static constexpr function f = S::f;
    static constexpr std::size_t rank = S::rank - 1;
  };
  template <class S, std::size_t K>
  static constexpr bool slices_inside() {
    constexpr std::size_t n = rank<K>(S::value);
    modes_of<S> const m;
    std::int64_t const fixed = mode_of<K, 0>(S::value).size();
    for (int c = 0; c < fixed; ++c) {
      auto const inner = replace<0>(tuple_repeat<n>(Underscore{}), c);
      auto const cut =
          slice_and_offset(replace<K>(tuple_repeat<S::rank>(Underscore{}), inner), S::value);
      function const f = function_of(get<0>(cut));
      if (f.size() * fixed != S::f.size()) return false;
      for (std::int64_t x = 0; x < S::f.size(); ++x) {
        if (x / m.unit[K] % fixed != c) continue;
        std::int64_t const y = x % m.unit[K] + x / (m.unit[K] * fixed) * m.unit[K];
        if (f(y) + get<1>(cut) != S::f(x)) return false;
      }
    }
    return true;
  }
};

}  // namespace laws
