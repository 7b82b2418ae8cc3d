// SPDX-License-Identifier: BSL-1.0
//
// The elements that a thread-value (TV) layout of an MMA instruction names, against a closed form.
#pragma once

#include "../every.hpp"

#include <tileproof/prove/partition.hpp>

namespace operations {

using namespace tileproof;

struct element {
  int row;     // m of A and C, n of B
  int column;  // k of A and B, n of C
};

// Values are looked at up to this many at once: compilers limit the steps of a constant.
inline constexpr int most_facts = 4096;

// Whether part `part` of the (thread,value), most_facts of them, are as `form(lane, value)` says.
template <class ThrID, class Layout, class Form>
constexpr bool agree(int rows, Form form, int part) {
  int const begin = part * most_facts;
  constexpr mapping lane = detail::mapping_of<ThrID>::value;
  constexpr mapping tv = detail::mapping_of<Layout>::value;
  constexpr int threads = static_cast<int>(tv.threads());
  int lanes[threads]{};
  for (int t = 0; t < threads; ++t) lanes[t] = static_cast<int>(lane(t));
  std::int64_t digit[core::max_leaves]{};
  std::int64_t rest = begin;
  for (int d = 0; d < tv.of.count; rest /= tv.of.at[d++].extent.value)
    digit[d] = rest % tv.of.at[d].extent.value;
  std::int64_t y = tv(begin);
  for (int i = begin; i < tv.size && i < begin + most_facts; ++i) {
    element const e = form(lanes[i % threads], i / threads);
    if (y != e.row + rows * e.column) return false;
    for (int d = 0; d < tv.of.count; ++d) {  // the next one
      y += tv.of.at[d].stride.value;
      if (++digit[d] < tv.of.at[d].extent.value) break;
      y -= digit[d] * tv.of.at[d].stride.value;
      digit[d] = 0;
    }
  }
  return true;
}
template <class ThrID, class Layout, int Rows, class Form, int Part>
inline constexpr bool agrees = Part % EVERY != 0 || agree<ThrID, Layout>(Rows, Form{}, Part);

// The number of (thread,value) of a layout, each of them as Form{}(lane, value) says; 0 if one is
// not.
template <class ThrID, class Layout, int Rows, class Form>
constexpr int facts() {
  constexpr int size = static_cast<int>(detail::mapping_of<Layout>::value.size);
  return []<int... I>(std::integer_sequence<int, I...>) {
    return (agrees<ThrID, Layout, Rows, Form, I> && ...) ? size : 0;
  }(std::make_integer_sequence<int, (size + most_facts - 1) / most_facts>{});
}

}  // namespace operations
