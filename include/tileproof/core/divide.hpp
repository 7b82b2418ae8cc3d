// SPDX-License-Identifier: BSL-1.0
//
// logical_divide(A,B) = composition(A, (B, complement(B, size(A)))), and its rearrangements.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>
#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// (n:1, rest) for a static n that divides the first mode of `a`, extents static: what the general
// way gives, at a fraction of its cost to a compiler. False where it is not so simple.
constexpr bool divide_run(context& cx, layout const& a, integer const& n, layout& out) {
  if (!n.is_fixed() || n.value <= 1) return false;
  for (int i = 0; i < a.count; ++i)
    if (!a.at[i].extent.is_fixed()) return false;
  layout const c = coalesce(cx, a);
  mode const& first = c.at[0];
  if (first.extent.value % n.value != 0) return false;
  bool const whole = first.extent.value == n.value;
  int const rest = whole ? c.count - 1 : c.count;
  out.open(2);
  out.leaf({n, first.stride, first.axis});
  if (rest > 1) out.open(rest);
  if (rest == 0) out.leaf({fixed(1), fixed(0), 0});
  if (!whole) out.leaf({fixed(first.extent.value / n.value), cx.mul(n, first.stride), first.axis});
  for (int i = 1; i < c.count; ++i) out.leaf(c.at[i]);
  return true;
}

}  // namespace detail

// (tile, rest). A loss or an excess of elements is not refused: a proof of the partition reports
// it.
constexpr layout divide(context& cx, layout const& a, layout const& tile) {
  layout r;
  if (tile.tokens == 1 && tile.at[0].stride.is_fixed(1) && tile.at[0].axis == 0 &&
      detail::divide_run(cx, a, tile.at[0].extent, r))
    return r;
  layout const rest = complement(cx, tile, size(cx, coalesce(cx, a)));
  if (cx.refused()) return a;
  return composition(cx, a, pair(tile, rest));
}

// The profile of the tiler, each terminal a (tile,rest).
constexpr layout logical_divide(context& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, divide, beyond_tiler::keep);
}

// ((tile...),(rest...))
constexpr layout zipped_divide(context& cx, layout const& a, layout const& tiler) {
  return zip_by_mode(cx, a, tiler, divide);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
