// SPDX-License-Identifier: BSL-1.0
//
// The layout of the same memory in wider or narrower elements.
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// n elements become one. Refused unless each static mode either consists of whole groups of n
// consecutive elements or moves by a multiple of n. A run-time stride must be a multiple of n.
constexpr layout upcast(context& cx, layout l, std::int64_t n) {
  for (int i = 0; i < l.count && !cx.refused(); ++i) {
    mode& m = l.at[i];
    if (m.stride.is_fixed(0)) continue;
    std::int64_t const d = m.stride.value;
    if (!m.stride.is_fixed()) {
      cx.require(cx.divides(fixed(n), m.stride), {property::element_widths_divide, i, 0, d, n});
      m.stride = cx.div(m.stride, fixed(n));
    } else if (magnitude(d) % n == 0) {
      m.stride = fixed(d / n);
    } else if (n % magnitude(d) == 0) {
      integer const group = fixed(n / magnitude(d));
      cx.require(cx.either(cx.divides(group, m.extent), cx.equal(m.extent, fixed(1))),
                 {property::element_widths_divide, i, 0, m.extent.value, group.value});
      m.extent = cx.ceil_div(m.extent, group);
      m.stride = fixed(d < 0 ? -1 : 1);
    } else {
      cx.refuse({property::element_widths_divide, i, 0, d, n});
    }
  }
  return l;
}

// One element becomes n. Refused unless some mode has stride 1 or -1.
constexpr layout downcast(context& cx, layout l, std::int64_t n) {
  bool unit = false;
  for (int i = 0; i < l.count && !cx.refused(); ++i) {
    mode& m = l.at[i];
    if (m.stride.is_fixed(1) || m.stride.is_fixed(-1)) {
      m.extent = cx.mul(m.extent, fixed(n));
      unit = true;
    } else {
      m.stride = cx.mul(m.stride, fixed(n));
    }
  }
  if (!unit) cx.refuse(property::unit_stride_exists);
  return l;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
