// SPDX-License-Identifier: BSL-1.0
//
// Relations and arithmetic of integer tuples. Static in, static out; a relation on static tuples is
// C<true> or C<false>.
#pragma once

#include <tileproof/algebra/int_tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

#define TILEPROOF_SHAPE_OPERATION(NAME, EXPRESSION)                                              \
  struct NAME##_op : takes_layouts {                                                             \
    static constexpr core::layout run([[maybe_unused]] core::arithmetic& cx, core::layout const& a, \
                                      core::layout const& b) {                                   \
      return EXPRESSION;                                                                         \
    }                                                                                            \
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

template <class Op, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto relation(A const& a, B const& b) {
  return call_ints<Op>(own<A>::from(a), own<B>::from(b)) != Int<0>{};
}
template <class Op, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto arithmetic(A const& a, B const& b) {
  return call_ints<Op>(own<A>::from(a), own<B>::from(b));
}

}  // namespace detail

// The same profile.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto congruent(A const& a, B const& b) {
  return detail::relation<detail::congruent_op>(a, b);
}
// The profile of b refines that of a.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_congruent(A const& a, B const& b) {
  return detail::relation<detail::weakly_congruent_op>(a, b);
}
// Every coordinate of shape a is a coordinate of shape b: the profile of b refines that of a, and
// sizes agree at the leaves of a.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto compatible(A const& a, B const& b) {
  return detail::relation<detail::compatible_op>(a, b);
}
// The profile of b refines that of a, and the leaves of a divide the sizes there.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_compatible(A const& a, B const& b) {
  return detail::relation<detail::weakly_compatible_op>(a, b);
}
// Tiles of shape b cut shape a without a rest.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto evenly_divides(A const& a, B const& b) {
  return detail::relation<detail::evenly_divides_op>(a, b);
}

// a / b rounded up. Tuple by tuple: by element, modes of a beyond b kept. Tuple by integer: mode by
// mode, what is left of b going on to the next. Extents are not negative, divisors positive.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto ceil_div(A const& a, B const& b) {
  return detail::arithmetic<detail::ceil_div_op>(a, b);
}
// The least multiple of b that is at least a.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto round_up(A const& a, B const& b) {
  return detail::arithmetic<detail::round_up_op>(a, b);
}
// ceil_div, refused unless at every step one side divides the other.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto shape_div(A const& a, B const& b) {
  return detail::arithmetic<detail::shape_div_op>(a, b);
}
// The sum over the leaves of a * b. Refused unless congruent.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto inner_product(A const& a, B const& b) {
  return detail::arithmetic<detail::inner_product_op>(a, b);
}

// ---- integers

namespace detail {

// An integer, of whichever library.
template <class T>
concept any_integer = is_integral_v<T> ||(is_foreign_v<T>&& is_integral_v<own_t<T>>);

// Static where both are.
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
  // On the host, where one of them is a power of two that has no negative.
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
// Static where a static integer divides what the other one is known to be a multiple of.
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

template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto gcd(A const& a, B const& b) {
  if constexpr (detail::any_foreign<A, B>)
    return gcd(detail::owned(a), detail::owned(b));
  else if constexpr (detail::is_multiple<A> || detail::is_multiple<B>)
    return detail::gcd_of_multiples(a, b);
  else
    return detail::on_integers<detail::gcd_of>(a, b);
}
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto lcm(A const& a, B const& b) {
  return detail::on_integers<detail::lcm_of>(a, b);
}
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto min(A const& a, B const& b) {
  return detail::on_integers<detail::min_of>(a, b);
}
template <detail::any_integer A, detail::any_integer B>
TILEPROOF_HOST_DEVICE constexpr auto max(A const& a, B const& b) {
  return detail::on_integers<detail::max_of>(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
