// SPDX-License-Identifier: BSL-1.0
//
// Defines coalesce, the same function with as few modes as the static leaves allow, and filter,
// coalesce without the modes that do not move the offset.
//
//   coalesce((2,(1,6)):(1,(6,2))) is 12:1
//   filter((4,2,8):(1,0,4)) is 32:1
//
// All are O(leaves). Neighbouring modes merge only if both are static: the number of modes of a
// result must follow from the types.
#pragma once

#include <tileproof/core/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Appends m to a coalesced list: s0:d0 and s1:s0*d0 become s0*s1:d0. A static extent is not merged
// with a run-time one, so that what is known of it is kept.
constexpr void merge(arithmetic& cx, layout& list, mode const& m) {
  constexpr std::int32_t fixed_node = integer::fixed_node;
  if (list.count > 0 && m.extent.node == fixed_node && m.stride.node == fixed_node) {
    mode& back = list.at[list.count - 1];
    std::int64_t reach = 0;
    if (back.extent.node == fixed_node && back.stride.node == fixed_node && back.axis == m.axis &&
        !mul_overflows(back.extent.value, back.stride.value, reach) && reach == m.stride.value) {
      back.extent = cx.mul(back.extent, m.extent);
      return;
    }
  }
  list.push(m);
}

// The leaves between two places as a flat layout that is the same function on [0, size). Modes of
// static extent 1 are dropped; _1:_0 where none is left.
constexpr layout coalesce_leaves(arithmetic& cx, layout const& l, place const& begin,
                                 place const& end) {
  layout r;
  for (int i = begin.leaf; i < end.leaf; ++i)
    if (!l.at[i].extent.is_fixed(1)) merge(cx, r, l.at[i]);
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}
// coalesce_leaves of all leaves.
constexpr layout coalesce(arithmetic& cx, layout const& l) {
  return coalesce_leaves(cx, l, {}, l.end());
}

// coalesce that keeps the function on all of [0, infinity): the stride of a last mode of extent 1
// stays, since the last mode extends without bound. Composition needs it: B may reach past the size
// of A.
constexpr layout coalesce_unbounded(arithmetic& cx, layout const& l, place p = {}) {
  place const end = l.skip(p);
  layout r;
  for (int i = p.leaf; i < end.leaf; ++i) {
    mode m = l.at[i];
    bool const last = i + 1 == end.leaf;
    if (m.extent.is_fixed(1) && !last) continue;
    if (m.extent.is_fixed(1)) m.extent = fixed(2);  // any extent: only its stride matters
    merge(cx, r, m);
  }
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}

namespace detail {

// Coalesces each mode of l that stands at a terminal of the profile at q, and appends the result to
// `out`: the profile (_1,_1) leaves two modes. Modes beyond the profile stay as they are. Refused:
// tiler_rank_fits.
constexpr void coalesce_by(arithmetic& cx, layout const& l, place p, layout const& profile, place q,
                           layout& out) {
  if (!is_tuple(profile, q)) {
    out.copy(coalesce_leaves(cx, l, p, l.skip(p)));
    return;
  }
  int const n = rank(profile, q);
  int const m = rank(l, p);
  if (n > m) cx.refuse({property::tiler_rank_fits, 0, 0, n, m});
  if (cx.refused()) return;
  out.open(m);
  p = first(l, p);
  q = first(profile, q);
  for (int i = 0; i < m; ++i, p = l.skip(p)) {
    if (i < n) {
      coalesce_by(cx, l, p, profile, q, out);
      q = profile.skip(q);
    } else {
      out.copy(l, p);
    }
  }
}

}  // namespace detail

// coalesce by mode, of the whole of l.
constexpr layout coalesce_by(arithmetic& cx, layout const& l, layout const& profile) {
  layout r;
  detail::coalesce_by(cx, l, {}, profile, {}, r);
  return r;
}

// The layout with extent 1 for every mode of static stride 0: broadcast modes count once.
constexpr layout filter_zeros(layout l) {
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].stride.is_fixed(0)) l.at[i].extent = fixed(1);
  return l;
}

// coalesce(filter_zeros(l)): the function without its broadcasts.
constexpr layout filter(arithmetic& cx, layout const& l) { return coalesce(cx, filter_zeros(l)); }
// filter by mode, as coalesce_by has them.
constexpr layout filter_by(arithmetic& cx, layout const& l, layout const& profile) {
  return coalesce_by(cx, filter_zeros(l), profile);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
