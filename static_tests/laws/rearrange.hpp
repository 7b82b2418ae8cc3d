// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

struct of_tuples {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple;
  }
};

// flatten(L) is the same function without a tuple in a tuple, its modes the leaves of L.
struct flatten_keeps_the_function : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = flatten(S::value);
    return depth(r) <= 1 && (!S::is_tuple || rank(r) == S::f.modes) && same(S::f, function_of(r));
  }
};

// group<B,E>(L) is the same function with modes [B,E) as one; flattening undoes it.
struct group_keeps_the_function : of_tuples {
  template <class S>
  static constexpr bool holds() {
    return grouped<0, S::rank, S>() && grouped<0, S::rank / 2, S>() &&
           grouped<S::rank / 2, S::rank, S>();
  }

 private:
  template <std::size_t B, std::size_t E, class S>
  static constexpr bool grouped() {
    constexpr auto r = group<B, E>(S::value);
    return rank(r) == S::rank - (E - B) + 1 && rank<B>(r) == E - B && same(S::f, function_of(r));
  }
};

// append and prepend of a mode s:d add c*d at its coordinate c.
struct append_adds_a_mode : of_all_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto mode = make_layout(Int<3>{}, Int<64>{});
    constexpr auto after = append(S::value, mode);
    constexpr auto before = prepend(S::value, mode);
    function const f = function_of(after);
    function const g = function_of(before);
    std::int64_t const n = S::f.size();
    for (std::int64_t c = 0; c < 3; ++c)
      for (std::int64_t x = 0; x < n; ++x)
        if (f.linear(x + n * c) != S::f.linear(x) + 64 * c ||
            g.linear(c + 3 * x) != S::f.linear(x) + 64 * c)
          return false;
    constexpr std::size_t r = S::is_tuple ? S::rank + 1 : 2;
    return rank(after) == r && rank(before) == r && f.size() == 3 * n && g.size() == 3 * n;
  }
};

// append<N>, prepend<N> and replace: the modes that were there, and modes _1:_0.
struct append_fills_up : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto after = append<5>(S::value);
    constexpr auto before = prepend<5>(S::value);
    return rank(after) == 5 && rank(before) == 5 && same(S::f, function_of(after)) &&
           same(S::f, function_of(before));
  }
};

// L is the sum of its first and its last modes.
struct take_cuts_the_layout {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple && S::rank > 1;
  }
  template <class S>
  static constexpr bool holds() {
    constexpr std::size_t m = S::rank / 2;
    constexpr auto head = take<0, m>(S::value);
    constexpr auto tail = take<m, S::rank>(S::value);
    function const f = function_of(head);
    function const g = function_of(tail);
    for (std::int64_t x = 0; x < S::f.size(); ++x)
      if (S::f.linear(x) != f.linear(x % f.size()) + g.linear(x / f.size())) return false;
    return rank(head) == m && rank(tail) == S::rank - m && f.size() * g.size() == S::f.size();
  }
};

// select<I...>(L) has modes I... of L.
struct select_orders_the_modes {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple && S::rank > 1;
  }
  template <class S>
  static constexpr bool holds() {
    return rank(ends<S>) == 2 && same(mode_of<0>(ends<S>), mode_of<S::rank - 1>(S::value)) &&
           same(mode_of<1>(ends<S>), mode_of<0>(S::value));
  }

 private:
  template <class S>
  static constexpr auto ends = select<S::rank - 1, 0>(S::value);
};

// replace<N>(L, M) has M as mode N and the other modes of L.
struct replace_changes_one_mode {
  template <class S>
  static constexpr bool applies() {
    return S::is_tuple && !S::is_swizzled;
  }
  template <class S>
  static constexpr bool holds() {
    return rank(replaced<S>) == S::rank && for_every<S::rank>([](auto k) {
             using before = decltype(layout<k>(S::value));
             using after = decltype(layout<k>(replaced<S>));
             return std::is_same_v<after, std::conditional_t<k == S::rank / 2, mode, before>> &&
                    (k == S::rank / 2 || same(mode_of<k>(S::value), mode_of<k>(replaced<S>)));
           });
  }

 private:
  using mode = Layout<Int<3>, Int<64>>;
  template <class S>
  static constexpr auto replaced = replace<S::rank / 2>(S::value, mode{});
};

}  // namespace laws
