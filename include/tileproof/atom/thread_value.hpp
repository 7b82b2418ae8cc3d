// SPDX-License-Identifier: BSL-1.0
//
// The layout (thread,value) -> element of an instruction, derived from its description.
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

// The layout with f(thread, value) at every coordinate, each mode coalesced; f is a lambda without
// captures and gives 0 at (0,0). Where no layout is f it does not compile: in_mode is the thread
// and at_coordinate the value of the first pair that no layout fits.
//   thread_value_layout<8, 4>([](int t, int v) { return v + 4 * (t / 4) + 8 * (t % 4); })
// is ((_4,_2),_4):((_8,_4),_1).
template <int Threads, int Values, class Function>
TILEPROOF_HOST_DEVICE constexpr auto thread_value_layout(Function const&) {
  return detail::call<detail::thread_value_op<Threads, Values, Function>>(Int<Threads>{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
