// SPDX-License-Identifier: BSL-1.0
//
// Defines relations (congruent, compatible, evenly_divides ...) and arithmetic (ceil_div, round_up,
// shape_div, inner_product, gcd, lcm, min, max) of integer tuples.
//
// Use ceil_div to size a grid, and compatible to ask whether a coordinate of one shape indexes
// another.
//
//   static_assert(ceil_div(Shape<_5, _7>{}, Shape<_2, _4>{}) == Shape<_3, _2>{});
//   static_assert(compatible(_24{}, Shape<_4, _6>{}) && !compatible(Shape<_4, _6>{}, _24{}));
//
// Static in, static out: a relation on static tuples is C<true> or C<false>; with a run-time leaf
// it is a bool. The profile of a tuple is its tree without the integers: (4,(2,8)) has the profile
// (*,(*,*)).
#pragma once

#include <tileproof/algebra/int_tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

#define TILEPROOF_SHAPE_OPERATION(NAME, EXPRESSION)                                   \
  struct NAME##_op : takes_layouts {                                                  \
    static constexpr core::layout run([[maybe_unused]] core::arithmetic& cx,          \
                                      core::layout const& a, core::layout const& b) { \
      return EXPRESSION;                                                              \
    }                                                                                 \
  };
TILEPROOF_SHAPE_OPERATION(congruent, core::number(core::fixed(core::congruent(a, b))))
TILEPROOF_SHAPE_OPERATION(weakly_congruent,
                          core::number(core::fixed(core::weakly_congruent(a, {}, b, {}))))
TILEPROOF_SHAPE_OPERATION(compatible, core::number(core::compatible(cx, a, b)))
TILEPROOF_SHAPE_OPERATION(weakly_compatible, core::number(core::weakly_compatible(cx, a, b)))
TILEPROOF_SHAPE_OPERATION(evenly_divides, core::number(core::evenly_divides(cx, a, {}, b, {})))
TILEPROOF_SHAPE_OPERATION(ceil_div, core::ceil_div(cx, a, b))
TILEPROOF_SHAPE_OPERATION(round_up, core::round_up(cx, a, b))
TILEPROOF_SHAPE_OPERATION(shape_div, core::shape_div(cx, a, b))
TILEPROOF_SHAPE_OPERATION(inner_product, core::inner_product(cx, a, b))
#undef TILEPROOF_SHAPE_OPERATION

// A relation as C<true>, C<false> or a bool: the core gives 1 or 0.
template <class Op, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto relation(A const& a, B const& b) {
  return lift<Op, give::integers>(a, b) != Int<0>{};
}
template <class Op, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto arithmetic(A const& a, B const& b) {
  return lift<Op, give::integers>(a, b);
}

}  // namespace detail

// Whether a and b have one profile.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto congruent(A const& a, B const& b) {
  return detail::relation<detail::congruent_op>(a, b);
}
// Whether the profile of b refines that of a: where a has a leaf, b has a leaf or a tuple.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_congruent(A const& a, B const& b) {
  return detail::relation<detail::weakly_congruent_op>(a, b);
}
// Whether every coordinate of shape a is a coordinate of shape b: the profile of b refines that of
// a, and each leaf of a is the size of the part of b that stands there. Source: CuTe documentation,
// "CuTe Layouts", Layout compatibility.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto compatible(A const& a, B const& b) {
  return detail::relation<detail::compatible_op>(a, b);
}
// Whether the profile of b refines that of a, and each leaf of a divides the size of the part of b
// that stands there: a tile of shape a repeats over b a whole number of times.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_compatible(A const& a, B const& b) {
  return detail::relation<detail::weakly_compatible_op>(a, b);
}
// Whether tiles of shape b cover shape a without a remainder: each leaf of b divides the size of
// the part of a that stands there. False where b has more modes than a.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto evenly_divides(A const& a, B const& b) {
  return detail::relation<detail::evenly_divides_op>(a, b);
}

// a / b rounded up. A tuple by a tuple: element by element; modes of a beyond b are kept. A tuple
// by an integer: mode by mode, where mode i is divided by what the modes before it leave of b, so
// ceil_div((6,4), 12) is (1,2). Pre: extents are not negative, divisors positive. Refused
// (tiler_rank_fits) where b has more modes than a. A grid of thread blocks has ceil_div(shape,
// tile) blocks.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto ceil_div(A const& a, B const& b) {
  return detail::arithmetic<detail::ceil_div_op>(a, b);
}
// The least multiple of b that is at least a, arranged as in ceil_div: round_up((5,7), (4,4)) is
// (8,8).
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto round_up(A const& a, B const& b) {
  return detail::arithmetic<detail::round_up_op>(a, b);
}
// ceil_div where at every step one side divides the other: shape_div((6,4), 12) is (1,2). Refused
// otherwise (extents_divide; layout_error for run-time integers). Source: CUTLASS,
// cute/int_tuple.hpp.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto shape_div(A const& a, B const& b) {
  return detail::arithmetic<detail::shape_div_op>(a, b);
}
// The sum over the leaves of a * b: the offset of coordinate a with strides b. Refused
// (shape_and_stride_congruent) unless a and b have one profile.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto inner_product(A const& a, B const& b) {
  return detail::arithmetic<detail::inner_product_op>(a, b);
}

// ---- integers

namespace detail {

// An integer, of whichever library.
template <class T>
concept any_integer = is_integral_v<T> ||(is_foreign_v<T>&& is_integral_v<own_t<T>>);

// F of two integers: a static integer where both are static, otherwise a value of the common signed
// type.
template <class F, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto on_integers(A const& a, B const& b) {
  if constexpr (any_foreign<A, B>)
    return on_integers<F>(owned(a), owned(b));
  else if constexpr (is_static_integer<A> && is_static_integer<B>)
    return static_int<F::apply(std::int64_t{A::value}, std::int64_t{B::value})>{};
  else
    return F::apply(signed_t<decltype(a + b)>{a + 0}, signed_t<decltype(a + b)>{b + 0});
}

struct gcd_of {
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr T apply(T a, T b) {
    constexpr T least = sizeof(T) > 4 ? static_cast<T>(INT64_MIN) : static_cast<T>(INT32_MIN);
    if constexpr (is_checked)
      if (a == least || b == least) return of_least(a, b);
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
      T const r = a % b;
      a = b;
      b = r;
    }
    return a;
  }

 private:
  // gcd on the host where one of a and b is the least value of T, a power of two whose negative T
  // does not hold. Refused (leaves_fit_their_type) where the gcd is that power.
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr T of_least(T a, T b) {
    T const other = a < b ? b : a;
    T power = 1;
    while (power <= -((a < b ? a : b) + 1) / 2 && other % (2 * power) == 0) power *= 2;
    bool const fits = other % 2 != 0 || other / power % 2 != 0;
    return fits ? power : fitting<T>(exact_product(exact_value(power), {2, false}));
  }
};
struct lcm_of {
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr T apply(T a, T b) {
    T const g = gcd_of::apply(a, b);
    if constexpr (is_checked) {
      core::exact const r = exact_product(exact_value(g == 0 ? a : a / g), exact_value(b));
      return fitting<T>(r.value < 0 ? exact_product(r, {-1, false}) : r);
    } else {
      return g == 0 ? 0 : (a < 0 ? -a : a) / g * (b < 0 ? -b : b);
    }
  }
};
// gcd where a type states a fact: static where a static integer divides the number that the other
// one is known to be a multiple of.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto gcd_of_multiples(A const& a, B const& b) {
  constexpr std::int64_t m = sum_multiple_v<multiple_v<A>, multiple_v<B>>;
  if constexpr ((is_static_integer<A> && m == multiple_v<A>) ||
                (is_static_integer<B> && m == multiple_v<B>)) {
    return static_int<m>{};
  } else {
    auto const g = on_integers<gcd_of>(a, b);
    return known_multiple<m, std::remove_const_t<decltype(g)>>(g);
  }
}
struct min_of {
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct max_of {
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr T apply(T a, T b) {
    return a < b ? b : a;
  }
};

}  // namespace detail

// The greatest common divisor of two integers, not negative; gcd(0, n) is |n|. Static where both
// are, or where the facts of multiple_of decide it.
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto gcd(A const& a, B const& b) {
  if constexpr (detail::any_foreign<A, B>)
    return gcd(detail::owned(a), detail::owned(b));
  else if constexpr (detail::is_multiple<A> || detail::is_multiple<B>)
    return detail::gcd_of_multiples(a, b);
  else
    return detail::on_integers<detail::gcd_of>(a, b);
}
// The least common multiple of two integers, not negative; 0 where both are 0. Refused on the host
// (leaves_fit_their_type, integers_fit_64_bits) where the common type does not hold it.
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto lcm(A const& a, B const& b) {
  return detail::on_integers<detail::lcm_of>(a, b);
}
// The smaller of two integers, in their common signed type; static where both are.
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto min(A const& a, B const& b) {
  return detail::on_integers<detail::min_of>(a, b);
}
// The larger of two integers, in their common signed type; static where both are.
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto max(A const& a, B const& b) {
  return detail::on_integers<detail::max_of>(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
