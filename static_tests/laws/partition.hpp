// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "divide.hpp"

namespace laws {

// A tensor whose elements are the offsets of its layout.
template <class S>
constexpr auto numbered() {
  return make_tensor(counting_iterator<int>{}, S::value);
}
// The elements of a tensor over a counting iterator, by columns.
template <class Tensor>
constexpr function elements_of(Tensor const& t) {
  function f = function_of(t.layout());
  f.offset += t.data().n;
  return f;
}

// A layout whose modes 0 and 1 are cut into tiles of T0 and T1.
template <class S, int T0 = 2, int T1 = 2>
struct cut {
  std::int64_t n0 = mode_of<0>(S::value).size();
  std::int64_t n1 = mode_of<1>(S::value).size();
  std::int64_t rest = S::f.size() / (n0 * n1);  // of the modes that the tiler does not reach

  constexpr std::int64_t at(std::int64_t c0, std::int64_t c1, std::int64_t r) const {
    return S::f(c0 + n0 * (c1 + n1 * r));
  }

  // f is what stands at (x,y) in every tile: f(i,j,...) == L(T0*i+x, T1*j+y, ...).
  constexpr bool is_share(std::int64_t x, std::int64_t y, function const& f) const {
    for (std::int64_t k = 0; k < f.size(); ++k) {
      std::int64_t const i = k % (n0 / T0);
      std::int64_t const j = k / (n0 / T0) % (n1 / T1);
      if (f(k) != at(T0 * i + x, T1 * j + y, k * T0 * T1 / (n0 * n1))) return false;
    }
    return f.size() * T0 * T1 == n0 * n1 * rest;
  }
};

using of_square_tiles = by_mode_divide<2, 2>;
inline constexpr auto square = make_shape(Int<2>{}, Int<2>{});

// local_tile(L, (2,2), (i,j))(x,y,...) == L(2i+x, 2j+y, ...).
struct local_tile_is_the_tile : of_square_tiles {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    for (int j = 0; j < l.n1 / 2; ++j)
      for (int i = 0; i < l.n0 / 2; ++i) {
        function const f = elements_of(local_tile(numbered<S>(), square, make_coord(i, j)));
        if (f.size() != 4 * l.rest) return false;
        for (std::int64_t x = 0; x < f.size(); ++x)
          if (f(x) != l.at(2 * i + x % 2, 2 * j + x / 2 % 2, x / 4)) return false;
      }
    return true;
  }
};

// `_` keeps the tiles of a mode: local_tile(L, (2,2), (i,_))(x,y,j,...) == L(2i+x, 2j+y, ...).
struct local_tile_keeps_a_mode : of_square_tiles {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    for (int i = 0; i < l.n0 / 2; ++i) {
      function const f =
          elements_of(local_tile(numbered<S>(), square, make_coord(i, Underscore{})));
      if (f.size() != 2 * l.n1 * l.rest) return false;
      for (std::int64_t x = 0; x < f.size(); ++x) {
        std::int64_t const j = x / 4 % (l.n1 / 2);
        if (f(x) != l.at(2 * i + x % 2, 2 * j + x / 2 % 2, x / 2 / l.n1)) return false;
      }
    }
    return true;
  }
};

// A Step drops the modes of tiler and coordinate where it has X.
struct local_tile_projects : of_square_tiles {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    auto const tiler_of_three = make_shape(Int<2>{}, Int<5>{}, Int<2>{});
    auto const coord = make_coord(static_cast<int>(l.n0 / 2) - 1, Int<7>{}, 0);
    function const f =
        elements_of(local_tile(numbered<S>(), tiler_of_three, coord, Step<_1, X, _1>{}));
    for (std::int64_t x = 0; x < f.size(); ++x)
      if (f(x) != l.at(l.n0 - 2 + x % 2, x / 2 % 2, x / 4)) return false;
    return f.size() == 4 * l.rest;
  }
};

// outer_partition(L, (2,2), (x,y))(i,j,...) == L(2i+x, 2j+y, ...): the same element of every tile.
struct outer_partition_is_the_element : of_square_tiles {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x)
        if (auto const t = outer_partition(numbered<S>(), square, make_coord(x, y));
            !l.is_share(x, y, elements_of(t)))
          return false;
    return true;
  }
};

// local_partition(L, T, T(x,y)) is the element (x,y) of every tile of the shape of T: the threads
// share L without rest.
template <class Threads, int T0, int T1>
struct local_partition_is_a_share : by_mode_divide<T0, T1> {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S, T0, T1> l;
    constexpr function threads = function_of(Threads::value);
    static_assert(threads.size() == T0 * T1);
    for (int t = 0; t < T0 * T1; ++t) {
      int const index = static_cast<int>(threads(t));
      if (!l.is_share(t % T0, t / T0,
                      elements_of(local_partition(numbered<S>(), Threads::value, index))))
        return false;
    }
    return true;
  }
};

// A Step drops the modes of the threads where it has X: threads along them have the same share.
struct local_partition_projects : of_square_tiles {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    constexpr auto threads = make_layout(make_shape(Int<2>{}, Int<3>{}, Int<2>{}));
    for (int t = 0; t < 12; ++t)
      if (!l.is_share(t % 2, t / 6,
                      elements_of(local_partition(numbered<S>(), threads, t, Step<_1, X, _1>{}))))
        return false;
    return true;
  }
};

using threads_by_columns = operand<ints<2, 2>, ints<1, 2>>;
using threads_by_rows = operand<ints<2, 2>, ints<2, 1>>;
using threads_in_a_mode =
    operand<tileproof::tuple<ints<2, 2>, Int<2>>, tileproof::tuple<ints<1, 4>, Int<2>>>;
struct threads_at_run_time {
  static constexpr auto value = make_layout(make_shape(2, 2));
};

}  // namespace laws
