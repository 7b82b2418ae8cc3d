// SPDX-License-Identifier: BSL-1.0
//
// The widest access of a copy by counting addresses, for every pair of layouts of one size among
// those on which the laws are checked.
#pragma once

#include "../laws/one_to_one_layouts.hpp"

#include <tileproof/atom/copy/explain.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/filter.hpp>

#include <utility>

namespace copies {

namespace hana = boost::hana;
using namespace tileproof;

// Layouts that overlap nowhere, and that do; a row of an odd number of elements, rows and columns
// of lengths that do not divide one another.
inline constexpr auto more = hana::make_tuple(
    Layout<Shape<_4, _6>, Stride<_1, _8>>{}, Layout<Shape<_6, _4>, Stride<_1, _8>>{},
    Layout<Shape<_4, _6>>{}, Layout<Shape<_8, _3>, Stride<_3, _1>>{},
    Layout<Shape<_3, _8>, Stride<_8, _1>>{}, Layout<Shape<_3, _8>, Stride<_1, _4>>{},
    Layout<Shape<_4, _3>, Stride<_3, _1>>{}, Layout<Shape<_12>>{},
    Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_4, _8>, Stride<_1, _8>>{},
    Layout<Shape<_2, _2, _8>, Stride<_1, _16, _2>>{}, Layout<Shape<_2, _16>, Stride<_16, _1>>{},
    Layout<Shape<_8, _4>, Stride<_1, _0>>{}, Layout<Shape<_4, _8>, Stride<_0, _1>>{},
    Layout<Shape<_4, _8>, Stride<_0, _4>>{}, Layout<Shape<_4, _8>, Stride<_1, _2>>{},
    Layout<Shape<_2, _16>, Stride<_1, _6>>{}, Layout<Shape<_2, _4, _4>, Stride<_2, _4, _1>>{});

struct is_static_layout {
  template <class L>
  constexpr auto operator()(L const&) const {
    return hana::bool_c<is_static_v<L>>;
  }
};
inline constexpr auto layouts = hana::concat(
    hana::filter(hana::concat(laws::layouts, laws::one_to_one_layouts), is_static_layout{}), more);
inline constexpr std::size_t count = laws::number_of<layouts>;

template <std::size_t I>
using layout_at = typename laws::subject<layouts, I>::type;

// The offsets of all coordinates.
struct offsets {
  static constexpr int most = 256;
  int size = 0;
  std::int64_t at[most]{};

  constexpr explicit offsets(laws::function const& f) : size(static_cast<int>(f.size())) {
    for (int c = 0; c < size; ++c) at[c] = f(c);
  }
};
template <std::size_t I>
inline constexpr offsets offsets_at{laws::subject<layouts, I>::f};

// The pairs of offsets (a(c),b(c)) make whole groups (a,b), (a + 1,b + 1), ..., of n, each
// beginning at multiples of n on both sides.
constexpr bool in_groups(offsets const& a, offsets const& b, int n) {
  auto const times = [&](std::int64_t x, std::int64_t y) {
    int found = 0;
    for (int c = 0; c < a.size; ++c) found += a.at[c] == x && b.at[c] == y;
    return found;
  };
  for (int c = 0; c < a.size; ++c) {
    std::int64_t const i = (a.at[c] % n + n) % n;
    if ((b.at[c] % n + n) % n != i) return false;
    int const here = times(a.at[c], b.at[c]);
    for (int k = 0; k < n; ++k)
      if (times(a.at[c] - i + k, b.at[c] - i + k) != here) return false;
  }
  return true;
}
// At most so many elements.
constexpr int widest(offsets const& a, offsets const& b, int most) {
  for (int n = most; n > 1; n /= 2)
    if (in_groups(a, b, n)) return n;
  return 1;
}
template <std::size_t I, std::size_t J, int Most>
inline constexpr int counted = widest(offsets_at<I>, offsets_at<J>, Most);

// Every layout with itself and with the next ones of its size.
struct pairs {
  static constexpr int most = 512;
  int count = 0;
  std::size_t a[most]{};
  std::size_t b[most]{};
};
template <std::size_t... I>
constexpr pairs pairs_of(int nexts, std::index_sequence<I...>) {
  int const size[] = {offsets_at<I>.size...};
  pairs r;
  for (std::size_t i = 0; i < sizeof...(I); ++i)
    for (std::size_t k = 0, found = 0; k < sizeof...(I) && found <= std::size_t(nexts); ++k) {
      std::size_t const j = (i + k) % sizeof...(I);
      if (size[i] != size[j]) continue;
      ++found;
      r.a[r.count] = i;
      r.b[r.count++] = j;
    }
  return r;
}
inline constexpr pairs all = pairs_of(2, std::make_index_sequence<count>{});

}  // namespace copies
