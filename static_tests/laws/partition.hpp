// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "divide.hpp"

namespace laws {

// A tensor whose elements are the offsets of its layout.
template <class S>
constexpr auto numbered() {
  return make_tensor(counting_iterator<int>{}, S::value);
}
// The elements of a tensor over a counting iterator, in column-major order.
template <class Tensor>
constexpr function elements_of(Tensor const& t) {
  function f = function_of(t.layout());
  f.offset += t.data().n;
  return f;
}

// A layout whose modes 0 and 1 are cut into tiles of T0 and T1.
template <class S, int T0 = get<0>(tile_of<S>), int T1 = get<1>(tile_of<S>)>
struct cut {
  static constexpr std::int64_t size = T0 * T1;  // of a tile
  std::int64_t n0 = mode_of<0>(S::value).size() / T0;
  std::int64_t n1 = mode_of<1>(S::value).size() / T1;
  std::int64_t rest = S::f.size() / (size * n0 * n1);  // of the modes that the tiler does not reach

  // L(T0*i+x, T1*j+y, r), x the column-major index of (x,y).
  constexpr std::int64_t at(std::int64_t x, std::int64_t i, std::int64_t j, std::int64_t r) const {
    return S::f(T0 * i + x % T0 + T0 * n0 * (T1 * j + x / T0 % T1 + T1 * n1 * r));
  }

  // f is element x of every tile.
  constexpr bool is_share(std::int64_t x, function const& f) const {
    for (std::int64_t k = 0; k < f.size(); ++k)
      if (f(k) != at(x, k % n0, k / n0 % n1, k / (n0 * n1))) return false;
    return f.size() == n0 * n1 * rest;
  }
};

// local_tile(L, (T0,T1), (i,j))(x,y,...) == L(T0*i+x, T1*j+y, ...).
struct local_tile_is_the_tile : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    for (int j = 0; j < l.n1; ++j)
      for (int i = 0; i < l.n0; ++i) {
        function const f = elements_of(local_tile(numbered<S>(), tile_of<S>, make_coord(i, j)));
        if (f.size() != l.size * l.rest) return false;
        for (std::int64_t x = 0; x < f.size(); ++x)
          if (f(x) != l.at(x % l.size, i, j, x / l.size)) return false;
      }
    return true;
  }
};

// `_` keeps the tiles of a mode: local_tile(L, (T0,T1), (i,_))(x,y,j,...) == L(T0*i+x, T1*j+y,
// ...).
struct local_tile_keeps_a_mode : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    for (int i = 0; i < l.n0; ++i) {
      function const f =
          elements_of(local_tile(numbered<S>(), tile_of<S>, make_coord(i, Underscore{})));
      if (f.size() != l.size * l.n1 * l.rest) return false;
      for (std::int64_t x = 0; x < f.size(); ++x) {
        std::int64_t const tile = x / l.size;
        if (f(x) != l.at(x % l.size, i, tile % l.n1, tile / l.n1)) return false;
      }
    }
    return true;
  }
};

// A Step drops the modes of tiler and coordinate where it has X.
struct local_tile_projects : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    auto const tiler_of_three = make_shape(get<0>(tile_of<S>), Int<5>{}, get<1>(tile_of<S>));
    auto const coord = make_coord(static_cast<int>(l.n0) - 1, Int<7>{}, 0);
    function const f =
        elements_of(local_tile(numbered<S>(), tiler_of_three, coord, Step<_1, X, _1>{}));
    for (std::int64_t x = 0; x < f.size(); ++x)
      if (f(x) != l.at(x % l.size, l.n0 - 1, 0, x / l.size)) return false;
    return f.size() == l.size * l.rest;
  }
};

// outer_partition(L, (T0,T1), (x,y))(i,j,...) == L(T0*i+x, T1*j+y, ...): the same element of every
// tile.
struct outer_partition_is_the_element : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    constexpr int t0 = get<0>(tile_of<S>);
    for (int x = 0; x < l.size; ++x)
      if (auto const t = outer_partition(numbered<S>(), tile_of<S>, make_coord(x % t0, x / t0));
          !l.is_share(x, elements_of(t)))
        return false;
    return true;
  }
};

// local_partition(L, T, T(x,y)) is the element (x,y) of every tile of the shape of T: the threads
// share L without rest.
template <class Threads>
struct local_partition_is_a_share : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr auto layout = Threads::template value<S>;
    constexpr function threads = function_of(layout);
    constexpr cut<S, size<0>(layout), size<1>(layout)> l;
    for (int t = 0; t < l.size; ++t) {
      int const index = static_cast<int>(threads(t));
      if (!l.is_share(t, elements_of(local_partition(numbered<S>(), layout, index)))) return false;
    }
    return true;
  }
};

// A Step drops the modes of the threads where it has X: threads along them have the same share.
struct local_partition_projects : of_several_modes {
  template <class S>
  static constexpr bool holds() {
    constexpr cut<S> l;
    constexpr auto tile = tile_of<S>;
    constexpr auto threads = make_layout(make_shape(get<0>(tile), Int<3>{}, get<1>(tile)));
    for (int t = 0; t < 3 * l.size; ++t) {
      std::int64_t const x = t % get<0>(tile) + t / (3 * get<0>(tile)) * get<0>(tile);
      if (!l.is_share(x,
                      elements_of(local_partition(numbered<S>(), threads, t, Step<_1, X, _1>{}))))
        return false;
    }
    return true;
  }
};

struct threads_by_columns {
  template <class S>
  static constexpr auto value = make_layout(tile_of<S>);
};
struct threads_by_rows {
  template <class S>
  static constexpr auto value = make_layout(tile_of<S>, LayoutRight{});
};
struct threads_at_run_time {
  template <class S>
  static constexpr auto value =
      make_layout(make_shape(int{get<0>(tile_of<S>)}, int{get<1>(tile_of<S>)}));
};
// A thread for each coordinate of mode 0: mode 0 of the threads is a tuple.
struct threads_in_a_mode {
  template <class S>
  static constexpr auto rest = Int<mode_of<0>(S::value).size() / get<0>(tile_of<S>)>{};
  template <class S>
  static constexpr auto value =
      make_ordered_layout(make_shape(make_shape(get<0>(tile_of<S>), rest<S>), get<1>(tile_of<S>)),
                          make_tuple(make_tuple(Int<0>{}, Int<2>{}), Int<1>{}));
};

}  // namespace laws
