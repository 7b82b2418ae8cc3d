// SPDX-License-Identifier: BSL-1.0
//
// Defines find_common_run: the runs of coordinates along which two layouts of one domain both grow
// by 1.
//
// A copy from one layout to the other may move a whole run with one vector access. (4,8):(1,4) and
// (4,8):(1,8) have runs of 4 elements, and runs begin at multiples of 4.
#pragma once

#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// `order` is a bijection on the domain. a and b each grow by 1 along the coordinates order(k *
// run), order(k * run + 1), ..., order((k + 1) * run - 1), for every k. Each offset at which such a
// run begins is a multiple of `unit`; 0 where the only such offset is 0. A copy visits the
// coordinates by `order`, and may move `run` elements at a time.
struct common_run {
  layout order{};
  std::int64_t run = 1;
  std::int64_t unit = 0;
};

namespace detail {

// The digits of a coordinate: coordinate x has digit x / step mod extent, which moves the offset by
// its stride.
struct digits {
  layout of{};
  integer step[max_leaves]{};

  constexpr digits(arithmetic& cx, layout const& l) : of(coalesce(cx, l)) {
    prefix_products(cx, of, step);
  }

  // Takes away the lowest `n` values of digit i. Pre: n divides its extent.
  constexpr void take(arithmetic& cx, int i, std::int64_t n) {
    of.at[i].extent = cx.div(of.at[i].extent, fixed(n));
    of.at[i].stride = cx.mul(of.at[i].stride, fixed(n));
    step[i] = cx.mul(step[i], fixed(n));
  }
};

// The number that an extent is known to be a multiple of; 1 for a plain one, about which no fact is
// known.
constexpr std::int64_t known_extent(arithmetic const& cx, integer extent) {
  return extent.is_known() && !extent.is_fixed() ? 1 : cx.multiple(extent);
}

// The number of values that digit i of x and digit j of y share, as the next ones at offset
// `reach`; 1 where they share none, or where the strides are not static.
constexpr std::int64_t shared(arithmetic const& cx, digits const& x, int i, digits const& y, int j,
                              std::int64_t reach) {
  mode const& a = x.of.at[i];
  mode const& b = y.of.at[j];
  if (!a.stride.is_fixed(reach) || !b.stride.is_fixed(reach) || a.axis != 0 || b.axis != 0 ||
      !(x.step[i] == y.step[j]))
    return 1;
  return gcd(known_extent(cx, a.extent), known_extent(cx, b.extent));
}

// Appends a digit to the order, as part of the last one where it continues that.
constexpr void append(arithmetic& cx, layout& order, integer extent, integer step) {
  if (order.count > 0) {
    mode& back = order.at[order.count - 1];
    if (back.extent.is_fixed() && cx.mul(back.extent, back.stride) == step) {
      back.extent = cx.mul(back.extent, extent);
      return;
    }
  }
  order.push({extent, step, 0});
}

// The gcd of n and the strides that are left in x.
constexpr std::int64_t common_stride(arithmetic const& cx, digits const& x, std::int64_t n) {
  for (int i = 0; i < x.of.count; ++i) {
    mode const& m = x.of.at[i];
    if (m.extent.is_fixed(1) || m.stride.is_fixed(0)) continue;
    n = m.axis == 0 ? gcd(n, cx.multiple(m.stride)) : 1;
  }
  return n;
}

}  // namespace detail

// The common run of two layouts. Pre: a and b have one size. Repeats: take a digit that both have
// at stride `run`, until none is left. Static strides only lengthen the run; a run-time extent
// counts with its known divisor.
constexpr common_run find_common_run(arithmetic& cx, layout const& a, layout const& b) {
  detail::digits x(cx, a);
  detail::digits y(cx, b);
  common_run r;
  for (bool longer = true; longer && !cx.refused();) {
    longer = false;
    for (int i = 0; i < x.of.count && !longer; ++i)
      for (int j = 0; j < y.of.count && !longer; ++j) {
        std::int64_t const n = detail::shared(cx, x, i, y, j, r.run);
        longer = n > 1;
        if (!longer) continue;
        detail::append(cx, r.order, fixed(n), x.step[i]);
        x.take(cx, i, n);
        y.take(cx, j, n);
        r.run *= n;
      }
  }
  for (int i = 0; i < x.of.count; ++i)
    if (!x.of.at[i].extent.is_fixed(1)) detail::append(cx, r.order, x.of.at[i].extent, x.step[i]);
  if (r.order.count == 0) r.order.push({fixed(1), fixed(0), 0});
  close_flat(r.order);
  r.unit = detail::common_stride(cx, y, detail::common_stride(cx, x, 0));
  return r;
}
// Its order alone.
constexpr layout common_order(arithmetic& cx, layout const& a, layout const& b) {
  return find_common_run(cx, a, b).order;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
