// SPDX-License-Identifier: BSL-1.0
//
// injective: no two coordinates have one offset.
#pragma once

#include <tileproof/core/injective.hpp>
#include <tileproof/prove/require.hpp>

#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct collision {
  report is;           // yes: there is none
  std::int64_t x = 0;  // two coordinates with one offset, x < y
  std::int64_t y = 0;
};

// Looks for two coordinates that differ in one of the leaves [0,counted) and share an offset. A
// swizzle is one to one, so the layout inside it decides. Along each axis the strides decide alone.
// An empty layout has no coordinates.
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
    return {undecided_because(cx.refused() ? open_because::beyond_64_bits
                                            : open_because::search_too_long,
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

}  // namespace detail

// By structure where the strides, in ascending order, each exceed what the modes below them reach
// (a number system, de Bruijn 1956); otherwise by a bounded search over the digits of a collision.
// Offsets may be coordinates: an identity layout is injective.
struct injective {
  static constexpr unsigned coordinates = 0b1;
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
