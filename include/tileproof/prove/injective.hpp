// SPDX-License-Identifier: BSL-1.0
//
// injective: no two coordinates of a layout have the same offset. Use it for a layout through which
// threads write, or before asking for an inverse.
//
//   require<injective>(Layout<Shape<_4, _2>, Stride<_1, _4>>{});  // compiles
//   require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{});
//   // error: coordinates (3,0) and (0,1) both have offset 3
#pragma once

#include <tileproof/core/injective.hpp>
#include <tileproof/prove/remedy.hpp>
#include <tileproof/prove/require.hpp>
#include <tileproof/prove/runs_for_all.hpp>

#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Two different coordinates with the same offset, or the answer that there are none.
struct collision {
  report is;           // yes: there is no collision
  std::int64_t x = 0;  // two coordinates with one offset, x < y
  std::int64_t y = 0;
};

// Searches for two coordinates that differ in one of the leaves [0,counted) and share an offset. A
// swizzle is one to one, so only the layout inside it is searched. Coordinates as offsets are
// decided axis by axis. An empty layout has no collision.
constexpr collision find_collision(mapping const& m, int counted) {
  collision r;
  if (!m.fits) return {beyond_64_bits(m), 0, 0};
  if (m.size == 0) return r;
  core::arithmetic cx;
  std::int64_t difference[core::max_leaves]{};
  answer v = answer::yes;
  axis_list axes;
  axes.add(m);
  for (int k = 0; k < axes.count && v != answer::no; ++k) {
    core::layout on_axis = m.of;
    for (int i = 0; i < on_axis.count; ++i)
      if (on_axis.at[i].axis != axes.at[k]) on_axis.at[i].extent = core::fixed(1);
    answer const is = core::injective(cx, on_axis, counted, difference);
    if (is != answer::yes) v = is;
  }
  if (v == answer::undecided)
    return {undecided_because(
                cx.refused() ? open_because::beyond_64_bits : open_because::search_too_long,
                cx.refused() ? m.unfit : core::search_budget, m.size),
            0, 0};
  r.is.is = v;
  r.is.how = cx.spent > 0 ? decided::by_enumeration : decided::by_structure;
  r.is.points = m.size;
  std::int64_t unit = 1;
  for (int i = 0; i < m.of.count && v == answer::no; ++i) {
    if (difference[i] < 0)
      r.x -= difference[i] * unit;
    else
      r.y += difference[i] * unit;
    unit *= m.of.at[i].extent.value;
  }
  if (r.x > r.y) std::swap(r.x, r.y);
  return r;
}

// The remedy of a report that names two coordinates.
constexpr void put_remedy_of_collision(core::remedy& t, mapping const& m, int counted) {
  if (!m.fits) return;
  collision const c = find_collision(m, counted);
  if (c.is.is == answer::no) put_overlap(t, m, c.x, c.y);
}

}  // namespace detail

// No two coordinates of the layout have the same offset. (4,2):(1,4) has it; (4,2):(1,3) has not,
// since (3,0) and (0,1) both have offset 3.
//
// Decided from the strides alone if each stride, in ascending order, exceeds the largest sum that
// the modes below it reach (a number system, de Bruijn 1956); otherwise by a search over the digits
// of a collision. Undecided where the search exceeds its step limit, or an integer exceeds 64 bits.
// Offsets may be coordinates: an identity layout is injective. Witness: the two coordinates and the
// offset.
struct injective {
  static constexpr unsigned coordinates = 0b1;
  static constexpr char const* sentences[] = {
      "coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::stride_of_leaf;
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    detail::put_remedy_of_collision(t, m, m.of.count);
  }
  // For all values: in some order each stride exceeds what the modes before it reach.
  template <class Prover>
  static constexpr bool for_all(Prover& p, core::layout const& l) {
    bool is_placed[core::max_leaves]{};
    core::integer reach = core::fixed(0);
    for (int placed = 0; placed < l.count; ++placed) {
      int next = -1;
      for (int i = 0; i < l.count && next < 0; ++i) {
        if (is_placed[i] || l.at[i].axis != 0) continue;
        if (l.at[i].extent.is_fixed(1) ||
            p.proves(p.cx.less_equal(p.cx.add(reach, core::fixed(1)), l.at[i].stride)))
          next = i;
        for (int j = 0; j < l.count && next >= 0; ++j)  // the others do not fit below it
          if (j != i && !is_placed[j] && !l.at[i].extent.is_fixed(1) &&
              !p.proves(p.cx.less_equal(l.at[i].stride, l.at[j].stride)))
            next = -1;
      }
      if (next < 0) return false;
      is_placed[next] = true;
      reach = detail::reach_with(p, reach, l.at[next]);
    }
    return true;
  }
  static constexpr report decide(mapping const& m) {
    detail::collision const c = detail::find_collision(m, m.of.count);
    report r = c.is;
    if (r.is == answer::no)
      r.add(coordinate(clue::at_coordinate, m, c.x))
          .add(coordinate(clue::and_coordinate, m, c.y))
          .add(offset_at(clue::at_offset, m, c.x));
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
