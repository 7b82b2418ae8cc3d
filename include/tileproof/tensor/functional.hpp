// SPDX-License-Identifier: BSL-1.0
//
// plus, minus, multiplies, max_fn and min_fn: operators as function objects, for transform and
// reduce on host and device. Use max_fn{} as the operator of a row maximum: reduce(row, -INFINITY,
// max_fn{}).
#pragma once

#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto chosen(bool first, A const& a, B const& b) {
  return first ? decltype(a + b)(a) : decltype(a + b)(b);
}
template <bool First, auto A, auto B>
TILEPROOF_HOST_DEVICE constexpr auto chosen(C<First>, C<A>, C<B>) {
  return C<First ? A : B>{};
}

}  // namespace detail

#define TILEPROOF_OPERATOR(NAME, RESULT)                                            \
  struct NAME {                                                                     \
    template <class A, class B>                                                     \
    TILEPROOF_HOST_DEVICE constexpr auto operator()(A const& a, B const& b) const { \
      return RESULT;                                                                \
    }                                                                               \
  };
// The sum, difference and product of two values, in the type that C++ gives them.
TILEPROOF_OPERATOR(plus, a + b)
TILEPROOF_OPERATOR(minus, a - b)
TILEPROOF_OPERATOR(multiplies, a* b)
// The larger and the smaller of two values, in the type that their sum has; static where both are.
TILEPROOF_OPERATOR(max_fn, detail::chosen(a < b, b, a))
TILEPROOF_OPERATOR(min_fn, detail::chosen(b < a, b, a))
#undef TILEPROOF_OPERATOR

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
