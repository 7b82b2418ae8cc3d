// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

template <class S>
constexpr decltype(auto) inner() {
  if constexpr (S::is_swizzled)
    return S::value.layout_b();
  else
    return S::value;
}

template <class A, class B>
constexpr bool composable_with(A const& a, B const& b) {
  if constexpr (is_composed_layout<A>::value)
    return composable(a.layout_b(), b);
  else
    return composable(a, b);
}

// R = composition(A,B): R(c) == A(B(c)) for every c, and the shape of R refines that of B.
// B::value is the right-hand operand.
template <class B>
struct composition_is_a_of_b {
  template <class S>
  static constexpr bool applies() {
    return composable_with(S::value, B::value);
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = composition(S::value, B::value);
    constexpr function b = function_of(B::value);
    function const f = function_of(r);
    for (std::int64_t c = 0; c < b.size(); ++c)
      if (f(c) != S::f(b(c))) return false;
    return f.size() == b.size() && compatible(B::value.shape(), r.shape());
  }
};

// (A o B) o C == A o (B o C), where cosize(C) <= size(B) and all four compositions are accepted.
template <class B, class C>
struct composition_is_associative {
  static constexpr auto b_of_c = composition(B::value, C::value);

  template <class S>
  static constexpr bool applies() {
    if constexpr (!composable_with(S::value, B::value) || !composable_with(S::value, b_of_c))
      return false;
    else
      return composable_with(composition(S::value, B::value), C::value);
  }
  template <class S>
  static constexpr bool holds() {
    static_assert(function_of(C::value).cosize() <= function_of(B::value).size());
    return same(function_of(composition(composition(S::value, B::value), C::value)),
                function_of(composition(S::value, b_of_c)));
  }
};

// The composition by mode: mode k of composition(A, (s0:d0, s1:d1)) is mode k of A after s_k:d_k;
// `_` keeps a mode, and modes past the tiler are dropped.
struct composition_by_mode_acts_on_the_modes {
  static constexpr auto first = make_layout(Int<2>{}, Int<1>{});

  template <class S>
  static constexpr bool applies() {
    if constexpr (S::rank < 2)
      return false;
    else
      return composable_with(layout<1>(S::value), first);
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto r = composition(S::value, make_tile(Underscore{}, first));
    constexpr auto s = composition(S::value, make_tile(Underscore{}, Int<2>{}));
    function const f = mode_of<1>(S::value);
    function const g = mode_of<1>(r);
    return rank(r) == 2 && rank(s) == 2 && same(mode_of<0>(r), mode_of<0>(S::value)) &&
           g.size() == 2 && g(1) == f(1) && same(g, mode_of<1>(s)) &&
           same(mode_of<0>(s), mode_of<0>(S::value));
  }
};

// L.with_shape(n, m): the same offsets in the same order.
struct with_shape_keeps_the_function {
  static constexpr auto halves(std::int64_t n) {
    return make_layout(make_shape(2, static_cast<int>(n / 2)));
  }

  template <class S>
  static constexpr bool applies() {
    return S::f.size() % 2 == 0 && composable_with(S::value, halves(S::f.size()));
  }
  template <class S>
  static constexpr bool holds() {
    return same(S::f, function_of(S::value.with_shape(halves(S::f.size()).shape())));
  }
};

// The right-hand operands.
template <class Shape, class Stride>
struct operand {
  static constexpr auto value = make_layout(Shape{}, Stride{});
};
template <int... I>
using ints = tileproof::tuple<Int<I>...>;

using vector = operand<Int<4>, Int<1>>;
using every_second = operand<Int<2>, Int<2>>;
using every_third = operand<Int<2>, Int<3>>;
using sparse = operand<Int<4>, Int<3>>;
using broadcast = operand<ints<2, 3>, ints<1, 0>>;
using rows = operand<ints<2, 2>, ints<2, 1>>;
using columns = operand<ints<2, 4>, ints<1, 2>>;
using apart = operand<ints<2, 2>, ints<1, 4>>;
using nested = operand<tileproof::tuple<ints<2, 2>, Int<2>>, tileproof::tuple<ints<4, 1>, Int<2>>>;
struct run_time {
  static constexpr auto value = make_layout(make_shape(2, Int<2>{}), make_stride(Int<1>{}, 2));
};

}  // namespace laws
