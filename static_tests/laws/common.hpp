// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "law.hpp"

namespace laws {

// R = max_common_layout(a,b): a(R(i)) == i and b(R(i)) == i; max_common_vector is its size.
template <class A, class B>
constexpr bool is_common(A const& a, B const& b) {
  auto const r = max_common_layout(a, b);
  function const f = function_of(r);
  function const fa = function_of(a);
  function const fb = function_of(b);
  for (std::int64_t i = 0; i < f.size(); ++i)
    if (fa(f(i)) != i || fb(f(i)) != i) return false;
  return f.size() == max_common_vector(a, b);
}

// With itself: as long as the longest run of consecutive elements that static integers make.
struct common_with_itself : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    if (!is_common(S::value, S::value)) return false;
    return !S::is_static || !compact(S::f) || max_common_vector(S::value, S::value) == S::f.size();
  }
};

// With 1-D memory: how many elements of L from the first on are consecutive.
struct common_with_memory : of_plain_layouts {
  template <class S>
  static constexpr bool holds() {
    constexpr auto memory = make_layout(size(S::value), Int<1>{});
    if (!is_common(S::value, memory)) return false;
    std::int64_t run = 1;
    while (run < S::f.size() && S::f(run) == run) ++run;
    return !S::is_static || max_common_vector(S::value, memory) == run;
  }
};

// A swizzle keeps vectors of 2^M elements, so a common vector that starts at a multiple of its
// length is one of the swizzled layout too.
struct common_under_a_swizzle {
  template <class S>
  static constexpr bool applies() {
    return S::is_swizzled;
  }
  template <class S>
  static constexpr bool holds() {
    constexpr auto memory = make_layout(size(S::value), Int<1>{});
    constexpr int n = max_common_vector(S::value, memory);
    for (std::int64_t x = 0; x < S::f.size(); ++x)
      if ((S::f.offset + S::f.linear(x / n * n)) % n == 0 && S::f(x) != S::f(x / n * n) + x % n)
        return false;
    return n == max_common_vector(memory, S::value);
  }
};

}  // namespace laws
