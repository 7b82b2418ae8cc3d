// SPDX-License-Identifier: BSL-1.0
//
// Defines logical_divide(A,B) = composition(A, (B, complement(B, size(A)))), by mode, and
// zipped_divide, which gathers its tiles and rests.
//
//   logical_divide((4,2,3):(2,1,8), 4:2) is ((2,2),(2,3)):((4,1),(2,8)): mode 0 is a tile,
//   every second index of A; mode 1 steps from tile to tile
//
// The tile has the shape of B. Where B does not divide A, the rest may reach past the end of A:
// that tiles cover a tensor exactly is a proof's to show (prove/partition.hpp), not a condition
// here. Refused where the complement or the composition is.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>
#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// (n:1, rest) for a static n that divides the first mode of `a` once coalesced, extents static: the
// general way gives the same at a higher cost to a compiler. False where the case is not so simple,
// with nothing appended.
constexpr bool divide_run(arithmetic& cx, layout const& a, place const& p, integer const& n,
                          layout& tile, layout& rest) {
  if (n.value <= 1) return false;
  place const end = a.skip(p);
  for (int i = p.leaf; i < end.leaf; ++i)
    if (!a.at[i].extent.is_fixed()) return false;
  layout const c = coalesce_leaves(cx, a, p, end);
  mode const& first = c.at[0];
  if (first.extent.value % n.value != 0) return false;
  bool const whole = first.extent.value == n.value;
  int const left = whole ? c.count - 1 : c.count;
  tile.leaf({n, first.stride, first.axis});
  if (left > 1) rest.open(left);
  if (left == 0) rest.leaf({fixed(1), fixed(0), 0});
  if (!whole) rest.leaf({fixed(first.extent.value / n.value), cx.mul(n, first.stride), first.axis});
  for (int i = 1; i < c.count; ++i) rest.leaf(c.at[i]);
  return true;
}

// (tile, rest) where a run-time extent follows static ones that the tile divides: the rest keeps
// the modes of `a`, so that what is static of them stays so. (8,n):(1,8) by 4:1 has the rest
// (2,n):(4,8). The tile and its gaps fill an interval of static size inside the leading modes; the
// general way would count the modes beyond in one run-time extent. False where the case is not so,
// with nothing appended.
constexpr bool divide_static_part(arithmetic& cx, layout const& a, layout const& by, layout& tile,
                                  layout& rest) {
  if (all_fixed(a) || !all_fixed(by)) return false;
  layout const c = coalesce(cx, a);
  layout const f = filter(cx, by);
  if (all_fixed(c) || c.count < 2) return false;
  for (int i = 0; i < f.count; ++i)
    if (f.at[i].axis != 0 || f.at[i].stride.value < 0 || f.at[i].extent.value < 1) return false;
  arithmetic trial;
  layout const gaps = complement(trial, by, fixed(1));
  if (trial.refused()) return false;
  layout const tiled = pair(f, gaps);
  integer const filled = cosize(trial, tiled);
  if (trial.refused() || !filled.is_fixed(size(trial, tiled).value)) return false;

  // The leading modes that the interval takes, and those beyond.
  layout head;
  layout beyond;
  std::int64_t left = filled.value;
  for (int i = 0; i < c.count; ++i) {
    integer const& n = c.at[i].extent;
    integer const& d = c.at[i].stride;
    if (left == 1) {
      beyond.push(c.at[i]);
    } else if (!n.is_fixed() || n.value < 1) {
      return false;
    } else if (left % n.value == 0) {
      head.push(c.at[i]);
      left /= n.value;
    } else if (n.value % left == 0) {
      head.push({fixed(left), d, c.at[i].axis});
      beyond.push({fixed(n.value / left), cx.mul(d, fixed(left)), c.at[i].axis});
      left = 1;
    } else {
      return false;
    }
  }
  if (left > 1 || head.count == 0 || beyond.count == 0) return false;
  close_flat(head);
  bool const has_gaps = !gaps.at[0].extent.is_fixed(1) || gaps.count > 1;
  layout const both = composition(cx, head, has_gaps ? pair(by, gaps) : by);
  if (cx.refused()) return true;
  place const gap = has_gaps ? tile.copy(both, first(both)) : place{};
  if (!has_gaps) tile.copy(both);
  if (has_gaps) {
    rest.open(2);
    rest.copy(both, gap);
  }
  if (beyond.count > 1) rest.open(beyond.count);
  for (int i = 0; i < beyond.count; ++i) rest.leaf(beyond.at[i]);
  return true;
}

// Appends the tile and the rest of the subtree at p by the terminal at q. `tile` and `rest` may be
// one layout.
constexpr void divide(arithmetic& cx, layout const& a, place const& p, layout const& tiler,
                      place const& q, layout& tile, layout& rest) {
  if (is_run(tiler, q) && divide_run(cx, a, p, tiler.at[q.leaf].extent, tile, rest)) return;
  layout const of = subtree(a, p);
  layout const by = subtree(tiler, q);
  if (divide_static_part(cx, of, by, tile, rest)) return;
  layout const beyond = complement(cx, by, size(cx, coalesce(cx, of)));
  if (cx.refused()) return;
  layout const both = composition(cx, of, pair(by, beyond));
  if (cx.refused()) return;
  rest.copy(both, tile.copy(both, first(both)));
}
// divide as an operation of by_mode: appends the pair (tile,rest).
constexpr void divide_in_place(arithmetic& cx, layout const& a, place const& p, layout const& tiler,
                               place const& q, layout& out) {
  out.open(2);
  divide(cx, a, p, tiler, q, out, out);
}

}  // namespace detail

// (tile, rest) of the whole of a by one layout. A loss or an excess of elements is not refused: a
// proof of the partition reports it.
constexpr layout divide(arithmetic& cx, layout const& a, layout const& tile) {
  layout r;
  detail::divide_in_place(cx, a, {}, tile, {}, r);
  return r;
}

// The profile of the tiler, each terminal a (tile,rest); modes of a beyond the tiler are kept.
constexpr layout logical_divide(arithmetic& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, detail::divide_in_place, beyond_tiler::keep);
}

// ((tile...),(rest...)) of the subtree at p, and of the whole.
constexpr layout zipped_divide_at(arithmetic& cx, layout const& a, place const& p,
                                  layout const& tiler) {
  return zip_by_mode(cx, a, p, tiler, detail::divide);
}
constexpr layout zipped_divide(arithmetic& cx, layout const& a, layout const& tiler) {
  return zipped_divide_at(cx, a, {}, tiler);
}

// (tile, rest...), and (tile..., rest...).
constexpr layout tiled_divide(arithmetic& cx, layout const& a, layout const& tiler) {
  layout const both = zipped_divide(cx, a, tiler);
  return cx.refused() ? a : tiled(both);
}
constexpr layout flat_divide(arithmetic& cx, layout const& a, layout const& tiler) {
  layout const both = zipped_divide(cx, a, tiler);
  return cx.refused() ? a : flattened(both);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
