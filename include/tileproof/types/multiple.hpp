// SPDX-License-Identifier: BSL-1.0
//
// Defines multiple_of<N,T>: a run-time integer with the fact that it is a multiple of N, in its
// type.
//
// Use assume_multiple_of<8>(ld) for a leading dimension that is known to keep 16-byte alignment of
// f16 rows: the algebra then divides it exactly, and alignment proofs hold for every row.
//
//   auto const ld8 = assume_multiple_of<8>(ld);  // layout_error on the host where ld % 8 != 0
//   static_assert(std::is_same_v<decltype(ld8 * _4{}), multiple_of<32, int>>);
//
// The algebra passes the fact on to the leaves that it computes.
#pragma once

#include <tileproof/core/integer.hpp>
#include <tileproof/types/refused.hpp>
#include <tileproof/types/tuple.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The number that an integer of this type is known to be a multiple of; 0 for Int<0>.
template <class T>
inline constexpr std::int64_t multiple_v = 1;
template <auto V>
inline constexpr std::int64_t multiple_v<C<V>> = core::magnitude(V);
template <std::int64_t N, class T>
inline constexpr std::int64_t multiple_v<multiple_of<N, T>> = N;

// The integer type without the fact.
template <class T>
struct plain_integer {
  using type = T;
};
template <std::int64_t N, class T>
struct plain_integer<multiple_of<N, T>> {
  using type = T;
};
template <class T>
using plain_integer_t = typename plain_integer<T>::type;

// The type that states the fact; T itself where N is 1, which states nothing.
template <std::int64_t N, class T>
using known_multiple = std::conditional_t<N == 1, T, multiple_of<N, T>>;

// The facts of a sum (the gcd of both) and of a product (the product of both). A fact beyond 64
// bits is dropped; a factor of 0 adds nothing.
template <std::int64_t A, std::int64_t B>
inline constexpr std::int64_t sum_multiple_v = core::gcd(A, B);
template <std::int64_t A, std::int64_t B>
inline constexpr std::int64_t product_multiple_v = [] {
  std::int64_t r = 0;
  return B == 0 || core::mul_overflows(A, B, r) ? A : r;
}();

}  // namespace detail

// An integer `value` that is a multiple of N. Its size and cost are those of a T, and it converts
// to T. Sums, differences and products with another multiple_of or a static integer keep the fact
// as far as it holds; the quotient by a static integer keeps N / d where d divides N. Arithmetic is
// that of T, unchecked.
template <std::int64_t N, class T>
struct multiple_of {
  static_assert(N >= 1 && std::is_integral_v<T>);
  using value_type = T;

  T value;

  multiple_of() = default;
  // Pre: v is a multiple of N. Not checked; assume_multiple_of checks.
  TILEPROOF_HOST_DEVICE constexpr explicit multiple_of(T v) : value(v) {}
  TILEPROOF_HOST_DEVICE constexpr operator T() const { return value; }

#define TILEPROOF_MULTIPLE_OPERATOR(OP, FACT)                                                   \
  template <std::int64_t M, class U>                                                            \
  friend TILEPROOF_HOST_DEVICE constexpr auto operator OP(multiple_of a, multiple_of<M, U> b) { \
    return detail::known_multiple<detail::FACT<N, M>, decltype(a.value OP b.value)>(            \
        a.value OP b.value);                                                                    \
  }                                                                                             \
  template <auto V>                                                                             \
  friend TILEPROOF_HOST_DEVICE constexpr auto operator OP(multiple_of a, C<V>) {                \
    constexpr std::int64_t m = detail::FACT<N, detail::multiple_v<C<V>>>;                       \
    return detail::known_multiple<m, decltype(a.value OP V)>(a.value OP V);                     \
  }                                                                                             \
  template <auto V>                                                                             \
  friend TILEPROOF_HOST_DEVICE constexpr auto operator OP(C<V>, multiple_of a) {                \
    constexpr std::int64_t m = detail::FACT<N, detail::multiple_v<C<V>>>;                       \
    return detail::known_multiple<m, decltype(V OP a.value)>(V OP a.value);                     \
  }
  TILEPROOF_MULTIPLE_OPERATOR(+, sum_multiple_v)
  TILEPROOF_MULTIPLE_OPERATOR(-, sum_multiple_v)
  TILEPROOF_MULTIPLE_OPERATOR(*, product_multiple_v)
#undef TILEPROOF_MULTIPLE_OPERATOR

  template <auto V>
  friend TILEPROOF_HOST_DEVICE constexpr auto operator/(multiple_of a, C<V>) {
    constexpr std::int64_t d = detail::multiple_v<C<V>>;
    constexpr std::int64_t m = N % d == 0 ? N / d : 1;
    return detail::known_multiple<m, decltype(a.value / V)>(a.value / V);
  }
};

namespace detail {

struct assume_multiple_of_op;

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// A fact that a caller assumes of a run-time value is checked on the host (layout_error), and in
// device code by TILEPROOF_ASSERT.
TILEPROOF_HOST_DEVICE constexpr void assume([[maybe_unused]] bool holds,
                                            [[maybe_unused]] core::refusal const& otherwise) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
#if !defined(__CUDA_ARCH__)
  if (!holds) fail(otherwise);
#else
  TILEPROOF_ASSERT(holds);
#endif
#endif
}

}  // namespace detail

// x with the fact that it is a multiple of N (and of what was known before: the least common
// multiple of both). A static x stays as it is. Refused (value_is_a_multiple) where x is no
// multiple: while compiling for a static x, on the host (layout_error) for a run-time one, in
// device code by a trap under TILEPROOF_DEVICE_CHECKS.
template <std::int64_t N, class T>
  requires(is_integral_v<detail::own_t<T>>)
TILEPROOF_HOST_DEVICE constexpr auto assume_multiple_of(T const& x) {
  using own = detail::own_t<T>;
  constexpr std::int64_t known = detail::multiple_v<own>;
  if constexpr (known % N == 0) {
    return detail::own<T>::from(x);
  } else if constexpr (detail::is_static_integer<own>) {
    return refuse<detail::assume_multiple_of_op, value_is_a_multiple, found<own::value>,
                  expected<detail::bare<N>>>{};
  } else {
    detail::assume(static_cast<std::int64_t>(x) % N == 0,
                   {core::property::value_is_a_multiple, 0, 0, static_cast<std::int64_t>(x), N});
    constexpr std::int64_t both = N / detail::sum_multiple_v<N, known> * known;
    return multiple_of<both, detail::plain_integer_t<own>>(x);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
