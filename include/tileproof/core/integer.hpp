// SPDX-License-Identifier: BSL-1.0
//
// Defines the integer of the core, a value together with the facts that the compiler knows about
// it, and arithmetic that detects overflow of 64 bits.
//
// Three kinds share one struct so that one algorithm serves constants, plain values on the host,
// and expressions over run-time leaves (core/arithmetic.hpp).
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// node == fixed_node: a static integer, whose value is part of the type. node == plain_node: a
// run-time integer whose value happens to be at hand. node >= 0: a run-time integer that a program
// computes; the value is unknown, and `value` unused.
//
// It has no default initializers, as all types here that stand in arrays: clang's interpreter fills
// an array of zeros at once, and one of anything else an element at a time.
struct integer {
  static constexpr std::int32_t fixed_node = -1;
  static constexpr std::int32_t plain_node = -2;

  std::int64_t value;
  std::int32_t node;

  // Whether the value is part of the type; of the given value.
  constexpr bool is_fixed() const { return node == fixed_node; }
  constexpr bool is_fixed(std::int64_t v) const { return value == v && node == fixed_node; }
  // Whether the value is at hand, fixed or plain.
  constexpr bool is_known() const { return node < 0; }

  friend constexpr bool operator==(integer const&, integer const&) = default;
};

// A static integer, and a run-time integer whose value is at hand.
constexpr integer fixed(std::int64_t v) { return {v, integer::fixed_node}; }
constexpr integer plain(std::int64_t v) { return {v, integer::plain_node}; }

// a + b, a - b, a * b with the answer whether the result leaves [-2^63, 2^63); r is written only
// where it does not. Written out, since nvcc does not evaluate the compiler built-ins in constant
// expressions.
constexpr bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t& r) {
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return true;
  r = a + b;
  return false;
}
constexpr bool sub_overflows(std::int64_t a, std::int64_t b, std::int64_t& r) {
  if (b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b) return true;
  r = a - b;
  return false;
}
constexpr bool mul_overflows(std::int64_t a, std::int64_t b, std::int64_t& r) {
  bool const narrow = a >= INT32_MIN && a <= INT32_MAX && b >= INT32_MIN && b <= INT32_MAX;
  if (!narrow && a != 0 && b != 0) {
    if (a == -1 || b == -1) {
      if (a == INT64_MIN || b == INT64_MIN) return true;
    } else if (a > 0 ? (b > INT64_MAX / a || b < INT64_MIN / a)
                     : (b > INT64_MIN / a || b < INT64_MAX / a)) {
      return true;
    }
  }
  r = a * b;
  return false;
}

// The absolute value. Pre: v > -2^63.
constexpr std::int64_t magnitude(std::int64_t v) { return v < 0 ? -v : v; }

// The greatest common divisor, not negative; gcd(0, n) is |n|. Pre: both above -2^63.
constexpr std::int64_t gcd(std::int64_t a, std::int64_t b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    std::int64_t const r = a % b;
    a = b;
    b = r;
  }
  return a;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
