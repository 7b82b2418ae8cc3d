// SPDX-License-Identifier: BSL-1.0
//
// Defines upcast and downcast: the layout of the same memory in elements n times as wide or as
// narrow.
//
//   upcast by 4 of (8,8):(1,8) is (2,8):(1,2): runs of 8 bytes as runs of two 32-bit words
//   downcast by 4 of (2,8):(1,2) is (8,8):(1,8)
//
// Both are O(leaves). n is a static integer of at least 1.
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// n elements become one: the offset is the old one divided by n, rounded down. Refused
// (element_widths_divide) unless each static mode either moves by a multiple of n or consists of
// whole groups of consecutive elements, and (modes_fit_wide_element) unless the groups of all modes
// lie together within one wide element. A run-time stride must be a multiple of n, and not
// negative.
constexpr layout upcast(arithmetic& cx, layout l, std::int64_t n) {
  integer inside = fixed(0);  // the largest offset of the modes inside a wide element
  for (int i = 0; i < l.count && !cx.refused(); ++i) {
    mode& m = l.at[i];
    if (m.stride.is_fixed(0) || m.extent.is_fixed(1)) {
      if (m.extent.is_fixed(1) && m.stride.is_fixed()) m.stride = fixed(m.stride.value / n);
      continue;
    }
    std::int64_t const d = m.stride.value;
    if (!m.stride.is_fixed()) {
      cx.require(cx.both(cx.less_equal(fixed(0), m.stride), cx.divides(fixed(n), m.stride)),
                 {property::element_widths_divide, i, 0, d, n});
      m.stride = cx.div(m.stride, fixed(n));
    } else if (magnitude(d) % n == 0) {
      m.stride = fixed(d / n);
    } else if (d > 0 && n % d == 0) {
      integer const group = fixed(n / magnitude(d));
      cx.require(cx.either(cx.divides(group, m.extent), cx.less_equal(m.extent, group)),
                 {property::element_widths_divide, i, 0, m.extent.value, group.value});
      integer const steps = cx.sub(cx.min(m.extent, group), fixed(1));
      inside = cx.add(inside, cx.mul(steps, fixed(d)));
      m.extent = cx.ceil_div(m.extent, group);
      m.stride = fixed(1);
    } else {
      cx.refuse({property::element_widths_divide, i, 0, d, n});
    }
  }
  cx.require(cx.less_equal(inside, fixed(n - 1)),
             {property::modes_fit_wide_element, 0, 0, inside.value, n});
  return l;
}

// One element becomes n consecutive ones, which the mode of stride 1 runs through. Refused
// (unit_stride_exists) unless exactly one mode of extent above 1 has stride 1, and none has stride
// -1.
constexpr layout downcast(arithmetic& cx, layout l, std::int64_t n) {
  int unit = -1;
  int units = 0;
  for (int i = 0; i < l.count; ++i) {
    mode const& m = l.at[i];
    if (m.stride.is_fixed(-1) && !m.extent.is_fixed(1)) units = 2;  // would run backwards
    if (!m.stride.is_fixed(1)) continue;
    bool const moves = !m.extent.is_fixed(1);
    units += moves;
    if (unit < 0 || moves) unit = i;
  }
  if (unit < 0 || units > 1) cx.refuse({property::unit_stride_exists, 0, 0, units, 1});
  for (int i = 0; i < l.count && !cx.refused(); ++i) {
    mode& m = l.at[i];
    if (i == unit)
      m.extent = cx.mul(m.extent, fixed(n));
    else
      m.stride = cx.mul(m.stride, fixed(n));
  }
  return l;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
