// SPDX-License-Identifier: BSL-1.0
//
// thread_value_layout: derives the TV layout of an instruction, (thread,value) -> element, from the
// formula in its documentation. Use it to describe an instruction that the library lacks:
//
//   thread_value_layout<8, 4>([](int t, int v) { return v + 4 * (t / 4) + 8 * (t % 4); })
//   // is ((_4,_2),_4):((_8,_4),_1)
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/thread_value.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <int Threads, int Values, class Function>
struct thread_value_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const&) {
    return core::thread_value(cx, Threads, Values, [](std::int64_t t, std::int64_t v) {
      return static_cast<std::int64_t>(Function{}(static_cast<int>(t), static_cast<int>(v)));
    });
  }
};

}  // namespace detail

// The layout with the value f(thread, value) at each of Threads x Values coordinates, both modes
// coalesced. f is a lambda without captures with f(0, 0) == 0. Refused if no layout is f; the
// witness is the first pair that no layout fits: in_mode is its thread and at_coordinate its value.
template <int Threads, int Values, class Function>
TILEPROOF_HOST_DEVICE constexpr auto thread_value_layout(Function const&) {
  return detail::lift<detail::thread_value_op<Threads, Values, Function>>(Int<Threads>{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
