// SPDX-License-Identifier: BSL-1.0
//
// Defines gcd, lcm, min and max of two integers: built-in, static (Int<8>), or with a fact
// (multiple_of), also std::integral_constant and hana::integral_constant.
//
//   static_assert(std::is_same_v<decltype(gcd(_12{}, _8{})), _4>);  // static in, static out
//   static_assert(gcd(12, _8{}) == 4);
#pragma once

#include <tileproof/types/checked.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// An integer, of whichever library.
template <class T>
concept any_integer = is_integral_v<T> || (is_foreign_v<T> && is_integral_v<own_t<T>>);

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
