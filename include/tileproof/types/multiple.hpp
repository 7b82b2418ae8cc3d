// SPDX-License-Identifier: BSL-1.0
//
// Run-time integers that are multiples of a number: an assumption that a type carries. The algebra
// uses it wherever the integer is a leaf, and passes it on to what it computes.
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

// The integer without the fact.
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

// A T where nothing is known.
template <std::int64_t N, class T>
using known_multiple = std::conditional_t<N == 1, T, multiple_of<N, T>>;

// What a sum and a product are multiples of. A fact beyond 64 bits is forgotten; a factor of 0
// tells nothing new.
template <std::int64_t A, std::int64_t B>
inline constexpr std::int64_t sum_multiple_v = core::gcd(A, B);
template <std::int64_t A, std::int64_t B>
inline constexpr std::int64_t product_multiple_v = [] {
  std::int64_t r = 0;
  return B == 0 || core::mul_overflows(A, B, r) ? A : r;
}();

}  // namespace detail

// `value` is a multiple of N. Costs what a T costs, and is one wherever its value is asked for.
// Sums and products with another one, or with a static integer, keep what they can of the fact.
template <std::int64_t N, class T>
struct multiple_of {
  static_assert(N >= 1 && std::is_integral_v<T>);
  using value_type = T;

  T value;

  multiple_of() = default;
  // Pre: v is a multiple of N. assume_multiple_of checks it.
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

// What is assumed of a run-time value is checked on the host. In device code a debug build traps
// where it does not hold: an assert would be a call, and ptxas serialises wgmma around calls.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
TILEPROOF_HOST_DEVICE constexpr void assume([[maybe_unused]] bool holds,
                                            [[maybe_unused]] core::refusal const& otherwise) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
#if !defined(__CUDA_ARCH__)
  if (!holds) fail(otherwise);
#elif !defined(NDEBUG)
  if (!holds) __trap();
#endif
#endif
}

}  // namespace detail

// x as a multiple of N. A static x stays as it is, and is refused where it is no multiple.
template <std::int64_t N, class T>
requires(is_integral_v<detail::own_t<T>>) TILEPROOF_HOST_DEVICE
    constexpr auto assume_multiple_of(T const& x) {
  using own = detail::own_t<T>;
  constexpr std::int64_t known = detail::multiple_v<own>;
  if constexpr (known % N == 0) {
    return detail::own<T>::from(x);
  } else if constexpr (detail::is_static_integer<own>) {
    return no_exact_result<refused<detail::assume_multiple_of_op, value_is_a_multiple,
                                   found<own::value>, expected<detail::bare<N>>>>{};
  } else {
    detail::assume(static_cast<std::int64_t>(x) % N == 0,
                   {core::property::value_is_a_multiple, 0, 0, static_cast<std::int64_t>(x), N});
    constexpr std::int64_t both = N / detail::sum_multiple_v<N, known> * known;
    return multiple_of<both, detail::plain_integer_t<own>>(x);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
