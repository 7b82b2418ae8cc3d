// SPDX-License-Identifier: BSL-1.0
//
// Compact strides of a shape: by columns, by rows, in any order.
#pragma once

#include <tileproof/algebra/int_tuple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The strides in place of the extents.
constexpr core::layout strides_as_ints(core::layout l) {
  for (int i = 0; i < l.count; ++i) l.at[i].extent = l.at[i].stride;
  return l;
}

struct compact_left_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& s,
                                    core::layout const& start) {
    return strides_as_ints(core::compact_left(cx, s, start.at[0].extent));
  }
};
struct compact_right_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& s,
                                    core::layout const& start) {
    return strides_as_ints(core::compact_right(cx, s, start.at[0].extent));
  }
};
struct compact_order_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& s,
                                    core::layout const& order) {
    return strides_as_ints(core::compact_order(cx, s, order));
  }
};

}  // namespace detail

// The first mode has stride `start`, each further one the product of the extents before it. A
// static extent of 1 has stride 0.
template <class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_col_major(Shape const& shape,
                                                       Start const& start = {}) {
  return detail::call_ints<detail::compact_left_op>(shape, start);
}
// The last mode has stride `start`.
template <class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_row_major(Shape const& shape,
                                                       Start const& start = {}) {
  return detail::call_ints<detail::compact_right_op>(shape, start);
}
// The mode of the least order has stride 1, and so on. `order` is weakly congruent to the shape.
template <class Shape, class Order>
TILEPROOF_HOST_DEVICE constexpr auto compact_order(Shape const& shape, Order const& order) {
  return detail::call_ints<detail::compact_order_op>(shape, order);
}

// Column-major: the first mode is the fastest.
struct LayoutLeft {
  template <class Shape>
  using Apply = decltype(compact_col_major(std::declval<Shape const&>()));
};
// Row-major: the last mode is the fastest.
struct LayoutRight {
  template <class Shape>
  using Apply = decltype(compact_row_major(std::declval<Shape const&>()));
};
using GenColMajor = LayoutLeft;
using GenRowMajor = LayoutRight;

template <class Major, class Shape, class Start = Int<1>>
TILEPROOF_HOST_DEVICE constexpr auto compact_major(Shape const& shape, Start const& start = {}) {
  if constexpr (std::is_same_v<Major, LayoutRight>)
    return compact_row_major(shape, start);
  else
    return compact_col_major(shape, start);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
