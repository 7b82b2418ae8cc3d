// SPDX-License-Identifier: BSL-1.0
//
// The layout of the same memory in elements of another width.
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/recast.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <int N>
struct upcast_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::upcast(cx, l, N);
  }
};
template <int N>
struct downcast_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::downcast(cx, l, N);
  }
};

}  // namespace detail

// N elements become one. Refused where a static mode cuts through a group of N.
template <int N, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto upcast(Layout<S, D> const& l) {
  return detail::call<detail::upcast_op<N>>(l);
}
// One element becomes N consecutive ones. Refused unless a mode has stride 1.
template <int N, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto downcast(Layout<S, D> const& l) {
  return detail::call<detail::downcast_op<N>>(l);
}

// The bits of an element.
template <class T>
struct sizeof_bits : C<static_cast<int>(sizeof(T) * 8)> {};
template <class T>
struct sizeof_bits<T const> : sizeof_bits<T> {};
template <class T>
inline constexpr int sizeof_bits_v = sizeof_bits<T>::value;

// A layout of Old elements as one of New elements.
template <class Old, class New, class L>
TILEPROOF_HOST_DEVICE constexpr auto recast_layout(L const& l) {
  constexpr int from = sizeof_bits_v<Old>;
  constexpr int to = sizeof_bits_v<New>;
  if constexpr (from == to) {
    return l;
  } else if constexpr (from % to == 0) {
    return downcast<from / to>(l);
  } else if constexpr (to % from == 0) {
    return upcast<to / from>(l);
  } else {
    constexpr int g = decltype(gcd(Int<from>{}, Int<to>{}))::value;
    return downcast<from / g>(upcast<to / g>(l));
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
