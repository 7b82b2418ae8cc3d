// SPDX-License-Identifier: BSL-1.0
//
// Defines thread_value: the layout (threads,values) -> element that equals a given function of
// (thread,value), if there is one.
//
//   4 threads of 2 values, f(t,v) = 2 * t + v: (4,2):(2,1)
//
// Atoms are written as the functions that the PTX ISA states for the fragments of an instruction;
// this finds their thread-value (TV) layouts.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Appends a mode of size n whose coalesced form is the function f on [0,n): each extent is as long
// as f is linear, each stride the value at which it begins. No other layout can be f; whether this
// one is f, the caller checks. Pre: f(0) is 0. O(n).
template <class Function>
constexpr void mode_of(layout& out, std::int64_t n, Function f) {
  layout modes;
  std::int64_t unit = 1;
  while (unit < n) {
    std::int64_t const d = f(unit);
    std::int64_t e = 2;
    while (e < n / unit && f(unit * e) == e * d) ++e;
    if (n / unit % e != 0) e = n / unit;  // f is no layout, and the caller sees it
    modes.push({fixed(e), fixed(d), 0});
    unit *= e;
  }
  if (modes.count == 0) modes.push({fixed(1), fixed(0), 0});
  out.full = out.full || modes.full;
  close_flat(modes);
  out.copy(modes);
}

// (threads,values) -> f(thread,value). Refused (function_is_a_layout) with the first pair, values
// slowest, at which no layout is f. O(threads * values).
template <class Function>
constexpr layout thread_value(arithmetic& cx, std::int64_t threads, std::int64_t values,
                              Function f) {
  layout r;
  r.open(2);
  mode_of(r, threads, [&](std::int64_t t) { return f(t, 0); });
  mode_of(r, values, [&](std::int64_t v) { return f(0, v); });
  if (r.full) cx.refuse(property::leaves_fit_capacity);
  for (std::int64_t v = 0; v < values && !cx.refused(); ++v)
    for (std::int64_t t = 0; t < threads && !cx.refused(); ++t) {
      std::int64_t const found = f(t, v);
      std::int64_t const expected = apply(r, t + threads * v);
      if (found != expected)
        cx.refuse({property::function_is_a_layout, static_cast<int>(t), v, found, expected});
    }
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
