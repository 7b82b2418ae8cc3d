// SPDX-License-Identifier: BSL-1.0
//
// Defines complement(A,M): the layout R of the offsets at which A must be repeated to fill [0,M).
//
//   complement((2,2):(1,6), 24) is (3,2):(2,12): A has the offsets 0, 1, 6, 7; repeated at
//   0, 2, 4 it fills [0,12), and again at 12 it fills [0,24)
//
// R is ordered and (A,R) is injective. Modes of R fill the gaps between the strides of A, whatever
// M is; after them come the fewest repetitions with which cosize(A,R) >= M. (A,R) is a bijection
// onto an interval wherever some R makes it one: by de Bruijn's theorem on number systems ("On
// number systems", 1956) that is where each stride of A, in ascending order, is a multiple of the
// interval that the modes below it and their gaps fill.
//
// Both ways below, static and with run-time leaves, walk the modes of A in ascending order of their
// strides and keep two integers: `filled`, a multiple of which starts every block so far, and
// `reach`, the cosize of a block. They are equal as long as the blocks fill an interval.
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// Refuses plain values among which the modes of A below the stride d reach further than d, with the
// reason: A is not injective, or its modes interleave, which only the static way can complement.
constexpr void refuse_interleaved(arithmetic& cx, layout const& a, std::int64_t reach,
                                  std::int64_t d) {
  for (int i = 0; i < a.count; ++i)
    if (a.at[i].extent.value < 1)
      return cx.refuse({property::run_time_extents_are_positive, i, 0, a.at[i].extent.value, 1});
  arithmetic trial;
  bool const shared = injective(trial, filter(trial, as_fixed(a))) == answer::no;
  cx.refuse(shared ? refusal{property::injective, 0, 0, 0, 0}
                   : refusal{property::run_time_modes_nest, 0, 0, d, reach});
}

// complement(A,M) where leaves of f, A without its static modes of stride 0, are not static. A mode
// of one element, or of stride 0, counts as one that starts where the modes below it end. The order
// of the strides is not known while compiling: sort_at_run_time records it. Before it is coalesced,
// the result has a mode for each gap, of extent 1 where there is none, and one for the repetitions.
constexpr layout complement_at_run_time(arithmetic& cx, layout f, integer const& m) {
  layout r;
  bool ordered = true;
  integer tag[max_leaves]{};
  layout const a = f;
  for (int i = 0; i < f.count; ++i) {
    tag[i] = fixed(0);
    integer& s = f.at[i].extent;
    integer& d = f.at[i].stride;
    if (d.is_fixed()) continue;
    ordered = f.count == 1;
    integer const still = cx.equal(d, fixed(0));
    s = cx.select(still, fixed(1), s);
    d = cx.add(cx.abs(d), still);
  }
  if (ordered)
    sort_by_stride(f);
  else
    sort_at_run_time(cx, f, tag);

  // `filled`: a multiple of which starts every block so far; `reach`: the cosize of a block.
  integer filled = fixed(1);
  integer reach = fixed(1);
  bool interval = true;  // filled == reach
  bool sure = true;
  for (int i = 0; i < f.count; ++i) {
    integer const s = f.at[i].extent;
    integer d = f.at[i].stride;
    bool const divides = cx.divides(filled, d).is_fixed(1);
    bool const last = i + 1 == f.count;
    // The last one counts as a mode also where it is 1, if plain values too show that it divides.
    bool const is_plain = filled.is_fixed(1) || (filled.is_fixed() && d.is_fixed());
    bool const counts = divides && last && (is_plain || !cx.has_ranges());
    integer const one = s.is_fixed() || counts ? fixed(s.is_fixed(1)) : cx.equal(s, fixed(1));
    if (i > 0 && !divides)  // otherwise the condition holds anyway
      cx.expect(cx.either(one, cx.less_equal(interval ? filled : reach, d)),
                {property::run_time_modes_nest, 0, 0, d.value, reach.value}, sure);
    if (cx.refused()) return r;
    if (!sure) return refuse_interleaved(cx, a, (interval ? filled : reach).value, d.value), r;
    d = cx.select(one, filled, d);
    integer gap = cx.div(d, filled);
    if (!interval)  // `filled` may pass a stride that no mode reaches
      gap = cx.add(gap, cx.less_equal(cx.add(d, fixed(1)), filled));
    r.push(mode{gap, filled, 0});
    if (interval && !divides) reach = filled;
    interval = interval && divides;
    if (!interval)
      reach = cx.add(cx.add(reach, cx.mul(cx.sub(gap, fixed(1)), filled)),
                     cx.mul(cx.sub(s, fixed(1)), d));
    filled = cx.mul(d, s);
  }
  r.push({cx.ceil_div(interval ? m : cx.add(m, cx.sub(filled, reach)), filled), filled, 0});
  if (r.full) cx.refuse(property::leaves_fit_capacity);
  close_flat(r);
  return coalesce(cx, r);
}

}  // namespace detail

// The complement of A in [0,m). Pre: extents and m are at least 1. Refused where A, its stride-0
// modes dropped, is not injective (injective, injectivity_decided), where strides are coordinates
// (stride_order_known), and with run-time leaves where its modes interleave (run_time_modes_nest).
// A negative stride counts as its magnitude. O(leaves^2), and a search within the budget where the
// strides do not nest.
constexpr layout complement(arithmetic& cx, layout const& a, integer m) {
  layout f = filter(cx, a);
  layout r;
  if (f.count == 1 && f.at[0].stride.is_fixed(0)) return coalesce(cx, single({m, fixed(1), 0}));
  for (int i = 0; i < f.count; ++i) {
    if (f.at[i].axis != 0) cx.refuse({property::stride_order_known, i, 0, 0, 0});
    if (cx.refused()) return r;
    integer& d = f.at[i].stride;  // a negative stride only shifts the offsets
    if (d.is_fixed() && d.value < 0) d = fixed(-d.value);
  }
  if (!all_fixed(f)) return detail::complement_at_run_time(cx, f, m);
  if (f.count > 1) sort_by_stride(f);
  if (f.count > 1) {
    answer const v = injective(cx, f);
    if (v == answer::no) cx.refuse({property::injective, 0, 0, 0, 0});
    if (v == answer::undecided) cx.refuse({property::injectivity_decided, 0, 0, 0, 0});
    if (cx.refused()) return r;
  }

  // `filled`: a multiple of which starts every block so far; `reach`: the cosize of a block.
  integer filled = fixed(1);
  integer reach = fixed(1);
  bool interval = true;
  for (int i = 0; i < f.count; ++i) {
    mode const& s = f.at[i];
    // A later mode starts inside the block of the earlier ones: then the whole of A is repeated.
    if (reach.value > s.stride.value) {  // modes interleave: no gap can be filled
      r.count = 0;
      reach = cosize(cx, f);
      filled = reach;
      interval = false;
      break;
    }
    integer const gap = s.stride.value < filled.value ? fixed(1) : cx.div(s.stride, filled);
    interval = interval && s.stride.value % filled.value == 0;
    if (!gap.is_fixed(1)) r.push({gap, filled, 0});
    reach = cx.add(cx.add(reach, cx.mul(cx.sub(gap, fixed(1)), filled)),
                   cx.mul(cx.sub(s.extent, fixed(1)), s.stride));
    filled = cx.mul(s.stride, s.extent);
  }
  integer const missing = interval ? m : cx.add(m, cx.sub(filled, reach));
  r.push({cx.ceil_div(missing, filled), filled, 0});
  if (r.full) cx.refuse(property::leaves_fit_capacity);
  close_flat(r);
  return coalesce(cx, r);
}

// The complement in [0,size(target)).
constexpr layout complement_in(arithmetic& cx, layout const& a, layout const& target) {
  return complement(cx, a, size(cx, target));
}
// The complement in [0,cosize(A)), modes of stride 0 dropped: it fills the gaps of A.
constexpr layout complement_of_cosize(arithmetic& cx, layout const& a) {
  return complement(cx, a, cosize(cx, filter(cx, a)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
