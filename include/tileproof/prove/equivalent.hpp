// SPDX-License-Identifier: BSL-1.0
//
// equivalent: two layouts are the same function of the coordinate's index. Use it to state that a
// layout that an algorithm derived is the one that you meant:
//
//   require<equivalent>(Layout<Shape<_2, _3>, Stride<_1, _2>>{}, Layout<_6>{});  // compiles
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/prove/require.hpp>
#include <tileproof/prove/warp.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The result of a comparison. If the answer is no, `at` is the first index at which the functions
// differ, or the smaller size if one layout is a prefix of the other.
struct difference {
  report is;
  std::int64_t at = 0;
};

// Compares two layouts without a swizzle by their coalesced forms. That form is unique for a static
// layout: its first stride is f(1) - f(0), its first extent is the length of the linear prefix of
// f, and so on.
constexpr difference plain_difference(mapping const& a, mapping const& b) {
  difference r;
  r.is.is = answer::no;
  core::arithmetic cx;
  core::layout const x = core::coalesce(cx, a.of);
  core::layout const y = core::coalesce(cx, b.of);
  std::int64_t const least = a.size < b.size ? a.size : b.size;
  if (least > 0 && a.offset != b.offset) return r;
  std::int64_t unit = 1;
  for (int i = 0; i < x.count && i < y.count; ++i) {
    std::int64_t const m = x.at[i].extent.value;
    std::int64_t const n = y.at[i].extent.value;
    r.at = unit < least ? unit : least;
    if (x.at[i].stride.value != y.at[i].stride.value) return r;
    unit *= m < n ? m : n;
    r.at = unit < least ? unit : least;
    if (m != n) return r;
  }
  if (a.size == b.size) r.is.is = answer::yes;
  return r;
}

// True where the sum of strides never carries and therefore is an xor. Two such functions are equal
// if they agree at 0 and at every power of two.
constexpr bool is_xor_of_bits(mapping const& m) {
  std::uint64_t used = static_cast<std::uint64_t>(m.offset);
  return m.first >= 0 && adds_without_carry(m.of, used);
}

// Compares layouts with integer offsets, with or without swizzles.
constexpr difference difference_of_integers(mapping const& a, mapping const& b) {
  difference r;
  if (!a.fits || !b.fits) return {beyond_64_bits(a.fits ? b : a), 0};
  if (a.size == 0 || b.size == 0) {  // the function without a coordinate
    r.is.is = a.size == b.size ? answer::yes : answer::no;
    return r;
  }
  bool const same_swizzle = (!a.is_swizzled() && !b.is_swizzled()) || a.swizzle == b.swizzle;
  std::int64_t const least = a.size < b.size ? a.size : b.size;
  r.at = least;
  if (same_swizzle) {
    r = plain_difference(a, b);
  } else if (is_xor_of_bits(a) && is_xor_of_bits(b)) {
    if (a(0) != b(0)) r.at = 0;
    for (std::int64_t x = 1; x < least && r.at == least; x *= 2)
      if (a(x) != b(x)) r.at = x;
    r.is.is = r.at == least && a.size == b.size ? answer::yes : answer::no;
  } else {
    std::int64_t const seen = least < enumeration_bound ? least : enumeration_bound;
    r.is.how = decided::by_enumeration;
    r.at = seen;
    for (std::int64_t x = 0; x < seen && r.at == seen; ++x)
      if (a(x) != b(x)) r.at = x;
    r.is.is = r.at == seen && seen == least && a.size == b.size ? answer::yes : answer::no;
    if (r.at == seen && seen < least) r.is = undecided_about(least);
  }
  r.is.points = a.size;
  return r;
}

// Compares along every axis: two coordinates differ if they differ along one. Pre: both have
// integers as offsets, or both have coordinates.
constexpr difference difference_of(mapping const& a, mapping const& b) {
  if (!a.has_coordinates()) return difference_of_integers(a, b);
  axis_list axes;
  axes.add(a);
  axes.add(b);
  difference r = difference_of_integers(a.along(axes.at[0]), b.along(axes.at[0]));
  for (int k = 1; k < axes.count; ++k) {
    difference const d = difference_of_integers(a.along(axes.at[k]), b.along(axes.at[k]));
    bool const is_first = d.is.is == answer::no && (r.is.is != answer::no || d.at < r.at);
    if (is_first || (d.is.is == answer::undecided && r.is.is == answer::yes)) r = d;
  }
  return r;
}

// The answer no for a layout with integer offsets compared with one whose offsets are coordinates.
constexpr report integers_and_coordinates(mapping const& a, mapping const& b) {
  return a.has_coordinates() ? other_offsets(a, 0, 2) : other_offsets(b, 1, 2);
}

// Adds the offsets at x: that of a as `expected`, that of b as `found`.
constexpr report& say_values(report& r, mapping const& a, mapping const& b, std::int64_t x) {
  axis_list axes;
  axes.add(a);
  axes.add(b);
  return r.add(offset_at(clue::found, b, x, axes)).add(offset_at(clue::expected, a, x, axes));
}

}  // namespace detail

// Both layouts have the same size and the same offset at every index x in [0,size), shapes aside:
// (2,3):(1,2) and 6:1 are equivalent.
//
// Decided from the strides alone if neither is swizzled, if both have the same swizzle, or if both
// are sums without carries; otherwise by visiting at most enumeration_bound coordinates. Undecided
// where more agree and remain. Offsets may be coordinates; they never equal integers. Witness: the
// first coordinate that differs with both offsets, or both sizes. The report of (2,3):(1,2) and
// (2,3):(3,1):
//   "no: at coordinate (1,0), found 3, expected 1"
struct equivalent {
  static constexpr unsigned coordinates = 0b11;
  static constexpr char const* sentences[] = {
      "at coordinate {at_coordinate}, {0} has offset {expected} and {1} has {found}",
      "{0} has {expected} coordinates, and {1} has {found}", nullptr};
  static constexpr report decide(mapping const& a, mapping const& b) {
    if (a.has_coordinates() != b.has_coordinates()) return detail::integers_and_coordinates(a, b);
    detail::difference const d = detail::difference_of(a, b);
    report r = d.is;
    if (r.is != answer::no) return r;
    if (d.at < a.size && d.at < b.size)
      return detail::say_values(r.add(coordinate(clue::at_coordinate, a, d.at)), a, b, d.at);
    return r.say(clue::found, b.size).say(clue::expected, a.size);  // sizes
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
