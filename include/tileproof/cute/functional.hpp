// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's function objects in namespace cute: operators (divides, bit_or, less), assignments
// (plus_assign), folds over arguments (multiplies_unary_lfold) and bind. plus, minus, multiplies,
// max_fn and min_fn are the library's. Source: CuTe, algorithm/functional.hpp.
#pragma once

#include <tileproof/cute/complex.hpp>
#include <tileproof/cute/integer.hpp>

namespace cute {

// The argument itself.
struct identity {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&& t) const {
    return static_cast<T&&>(t);
  }
};
// The value r_, whatever the arguments are.
template <class R>
struct constant_fn {
  template <class... T>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&&...) const {
    return r_;
  }
  R r_;
};

#define TILEPROOF_UNARY(NAME, EXPRESSION)                                   \
  struct NAME {                                                             \
    template <class T>                                                      \
    TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&& t) const { \
      return EXPRESSION;                                                    \
    }                                                                       \
  };
TILEPROOF_UNARY(unary_plus, +static_cast<T&&>(t))
TILEPROOF_UNARY(negate, -static_cast<T&&>(t))
TILEPROOF_UNARY(bit_not, ~static_cast<T&&>(t))
TILEPROOF_UNARY(logical_not, !static_cast<T&&>(t))
TILEPROOF_UNARY(dereference, *static_cast<T&&>(t))
TILEPROOF_UNARY(address_of, &static_cast<T&&>(t))
TILEPROOF_UNARY(pre_increment, ++static_cast<T&&>(t))
TILEPROOF_UNARY(pre_decrement, --static_cast<T&&>(t))
TILEPROOF_UNARY(post_increment, static_cast<T&&>(t)++)
TILEPROOF_UNARY(post_decrement, static_cast<T&&>(t)--)
TILEPROOF_UNARY(abs_fn, cute::abs(static_cast<T&&>(t)))
TILEPROOF_UNARY(conjugate, cute::conj(static_cast<T&&>(t)))
#undef TILEPROOF_UNARY

// t >> Shift, t << Shift.
template <int Shift_>
struct shift_right_const {
  static constexpr int Shift = Shift_;
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T&& t) const {
    return static_cast<T&&>(t) >> Shift;
  }
};
template <int Shift_>
struct shift_left_const {
  static constexpr int Shift = Shift_;
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T&& t) const {
    return static_cast<T&&>(t) << Shift;
  }
};

#define TILEPROOF_BINARY(NAME, OP)                                                \
  struct NAME {                                                                   \
    template <class T, class U>                                                   \
    TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&& t, U&& u) const { \
      return static_cast<T&&>(t) OP static_cast<U&&>(u);                          \
    }                                                                             \
  };
// NAME_unary_lfold{}(a, b, c) is (a OP b) OP c, NAME_unary_rfold a OP (b OP c); the binary ones
// begin with their first argument, on the left or on the right.
#define TILEPROOF_FOLDS(NAME, OP)                                               \
  struct NAME##_unary_rfold {                                                   \
    template <class... T>                                                       \
    TILEPROOF_HOST_DEVICE constexpr auto operator()(T&&... t) const {           \
      return (t OP ...);                                                        \
    }                                                                           \
  };                                                                            \
  struct NAME##_unary_lfold {                                                   \
    template <class... T>                                                       \
    TILEPROOF_HOST_DEVICE constexpr auto operator()(T&&... t) const {           \
      return (... OP t);                                                        \
    }                                                                           \
  };                                                                            \
  struct NAME##_binary_rfold {                                                  \
    template <class U, class... T>                                              \
    TILEPROOF_HOST_DEVICE constexpr auto operator()(U&& u, T&&... t) const {    \
      return (t OP... OP u);                                                    \
    }                                                                           \
  };                                                                            \
  struct NAME##_binary_lfold {                                                  \
    template <class U, class... T>                                              \
    TILEPROOF_HOST_DEVICE constexpr auto operator()(U&& u, T&&... t) const {    \
      return (u OP... OP t);                                                    \
    }                                                                           \
  };
#define TILEPROOF_BOTH(NAME, OP) TILEPROOF_BINARY(NAME, OP) TILEPROOF_FOLDS(NAME, OP)
TILEPROOF_FOLDS(plus, +)
TILEPROOF_FOLDS(minus, -)
TILEPROOF_FOLDS(multiplies, *)
TILEPROOF_BOTH(divides, /)
TILEPROOF_BOTH(modulus, %)
TILEPROOF_BOTH(plus_assign, +=)
TILEPROOF_BOTH(minus_assign, -=)
TILEPROOF_BOTH(multiplies_assign, *=)
TILEPROOF_BOTH(divides_assign, /=)
TILEPROOF_BOTH(modulus_assign, %=)
TILEPROOF_BOTH(bit_and, &)
TILEPROOF_BOTH(bit_or, |)
TILEPROOF_BOTH(bit_xor, ^)
TILEPROOF_BOTH(left_shift, <<)
TILEPROOF_BOTH(right_shift, >>)
TILEPROOF_BOTH(bit_and_assign, &=)
TILEPROOF_BOTH(bit_or_assign, |=)
TILEPROOF_BOTH(bit_xor_assign, ^=)
TILEPROOF_BOTH(left_shift_assign, <<=)
TILEPROOF_BOTH(right_shift_assign, >>=)
TILEPROOF_BOTH(logical_and, &&)
TILEPROOF_BOTH(logical_or, ||)
TILEPROOF_BOTH(equal_to, ==)
TILEPROOF_BOTH(not_equal_to, !=)
TILEPROOF_BOTH(greater, >)
TILEPROOF_BOTH(less, <)
TILEPROOF_BOTH(greater_equal, >=)
TILEPROOF_BOTH(less_equal, <=)
#undef TILEPROOF_BOTH
#undef TILEPROOF_FOLDS
#undef TILEPROOF_BINARY

// t -> fn_(arg_, t).
template <class Fn, class Arg>
struct bound_fn {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&& t) {
    return fn_(arg_, static_cast<T&&>(t));
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(T&& t) const {
    return fn_(arg_, static_cast<T&&>(t));
  }
  Fn fn_;
  Arg arg_;
};
// fn with its first argument fixed.
template <class Fn, class Arg>
TILEPROOF_HOST_DEVICE constexpr auto bind(Fn const& fn, Arg const& arg) {
  return bound_fn<Fn, Arg>{fn, arg};
}

}  // namespace cute
