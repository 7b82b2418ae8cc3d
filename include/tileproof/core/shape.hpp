// SPDX-License-Identifier: BSL-1.0
//
// Defines relations and arithmetic of integer tuples: congruent, compatible, product_each,
// ceil_div, shape_div, round_up, inner_product. An integer tuple is a core::layout of which only
// the extents count; strides are 0.
//
//   compatible(24, (4,6))    1: every coordinate of 24 is one of (4,6)
//   ceil_div((10,8), (4,8))  (3,1)
//
// A relation is an integer, 1 or 0: fixed where the types decide, recorded where run-time leaves
// do. All are O(leaves).
#pragma once

#include <tileproof/core/stride.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// An integer as an integer tuple.
constexpr layout number(integer v) { return single({v, fixed(0), 0}); }

// The size of each mode of a shape: ((2,3),4) gives (6,4).
constexpr layout product_each(arithmetic& cx, layout const& shape) {
  layout r;
  if (is_tuple(shape)) r.open(rank(shape));
  place p = first(shape);
  for (int i = 0; i < rank(shape); ++i, p = shape.skip(p))
    r.leaf({size(cx, shape, p), fixed(0), 0});
  return r;
}

// Whether a and b have one profile: the same tuples of tuples, whatever the integers.
constexpr bool congruent(layout const& a, layout const& b) {
  if (a.tokens != b.tokens) return false;
  for (int i = 0; i < a.tokens; ++i)
    if (a.token[i] != b.token[i]) return false;
  return true;
}

namespace detail {

// Whether the profile of b refines that of a: every leaf of a stands where b has a leaf or a tuple.
// (2,(3,4)) refines (6,12).
constexpr bool weakly_congruent(layout const& a, place p, layout const& b, place q) {
  if (!is_tuple(a, p)) return true;
  if (!is_tuple(b, q) || rank(a, p) != rank(b, q)) return false;
  int const n = rank(a, p);
  p = first(a, p);
  q = first(b, q);
  for (int i = 0; i < n; ++i) {
    if (!weakly_congruent(a, p, b, q)) return false;
    p = a.skip(p);
    q = b.skip(q);
  }
  return true;
}

}  // namespace detail

constexpr bool weakly_congruent(layout const& a, layout const& b) {
  return detail::weakly_congruent(a, {}, b, {});
}

// weakly_congruent, and relation(leaf of a, size of what stands there in b) holds everywhere.
using condition = integer (*)(arithmetic&, integer, integer);
// Whether the profile of b refines that of a, and relation(leaf of a, size of the part of b that
// stands there) holds everywhere.
constexpr integer refines(arithmetic& cx, layout const& a, place p, layout const& b, place q,
                          condition relation) {
  if (!is_tuple(a, p)) return relation(cx, a.at[p.leaf].extent, size(cx, b, q));
  if (!is_tuple(b, q) || rank(a, p) != rank(b, q)) return fixed(0);
  int const n = rank(a, p);
  p = first(a, p);
  q = first(b, q);
  integer all = fixed(1);
  for (int i = 0; i < n; ++i) {
    all = cx.both(all, refines(cx, a, p, b, q, relation));
    p = a.skip(p);
    q = b.skip(q);
  }
  return all;
}

// Whether every coordinate of a is a coordinate of b: sizes agree at the leaves of a. 24 is
// compatible with (4,6), and (4,6) with (4,(2,3)).
constexpr integer compatible(arithmetic& cx, layout const& a, layout const& b) {
  return refines(cx, a, {}, b, {},
                 [](arithmetic& c, integer x, integer y) { return c.equal(x, y); });
}

// Whether the leaves of a divide the sizes of the parts of b that stand there: 4 and (8,3).
constexpr integer weakly_compatible(arithmetic& cx, layout const& a, layout const& b) {
  return refines(cx, a, {}, b, {},
                 [](arithmetic& c, integer x, integer y) { return c.divides(x, y); });
}

// The quotient of two integers that divide_shape uses at the leaves.
using quotient = integer (*)(arithmetic&, integer, integer);

// a over b: element by element for two tuples, modes of a beyond b kept. A tuple over an integer
// divides mode by mode, with over(b, size of the mode) going on to the next. Refused
// (tiler_rank_fits) where b has more modes. With ceil_div, (6,4) over (2,4) is (3,1), over 12 it is
// (1,2).
constexpr layout divide_shape(arithmetic& cx, layout const& a, place p, layout const& b, place q,
                              quotient over) {
  layout r;
  if (!is_tuple(a, p) && !is_tuple(b, q))
    return number(over(cx, a.at[p.leaf].extent, b.at[q.leaf].extent));
  if (is_tuple(b, q)) {
    int const n = rank(a, p);
    int const m = rank(b, q);
    if (m > n || !is_tuple(a, p)) {
      cx.refuse({property::tiler_rank_fits, 0, 0, m, n});
      return r;
    }
    r.open(n);
    p = first(a, p);
    q = first(b, q);
    for (int i = 0; i < n && !cx.refused(); ++i, p = a.skip(p)) {
      if (i >= m) {
        r.copy(a, p);
        continue;
      }
      r.copy(divide_shape(cx, a, p, b, q, over));
      q = b.skip(q);
    }
    return r;
  }
  integer left = b.at[q.leaf].extent;
  int const n = rank(a, p);
  r.open(n);
  p = first(a, p);
  for (int i = 0; i < n && !cx.refused(); ++i, p = a.skip(p)) {
    integer const have = size(cx, a, p);
    r.copy(divide_shape(cx, a, p, number(left), {}, over));
    left = over(cx, left, have);
  }
  return r;
}

// a / b rounded up, arranged as divide_shape says.
constexpr layout ceil_div(arithmetic& cx, layout const& a, layout const& b) {
  return divide_shape(cx, a, {}, b, {},
                      [](arithmetic& c, integer x, integer y) { return c.ceil_div(x, y); });
}

// x / y where one divides the other: 1 where y is the larger. Refused otherwise (extents_divide),
// with x and y.
constexpr integer exact_quotient(arithmetic& cx, integer x, integer y) {
  cx.require(cx.either(cx.divides(y, x), cx.divides(x, y)),
             {property::extents_divide, 0, 0, x.value, y.value});
  return cx.ceil_div(x, y);
}
// ceil_div where at every leaf one side divides the other. Refused otherwise: extents_divide.
constexpr layout shape_div(arithmetic& cx, layout const& a, layout const& b) {
  return divide_shape(cx, a, {}, b, {}, exact_quotient);
}

// The least multiple of y that is at least x: 12 for 10 and 4.
constexpr integer rounded_up(arithmetic& cx, integer x, integer y) {
  return cx.mul(cx.ceil_div(x, y), y);
}
// The least multiples of b that are at least a, arranged as divide_shape says.
constexpr layout round_up(arithmetic& cx, layout const& a, layout const& b) {
  return divide_shape(cx, a, {}, b, {}, rounded_up);
}

// The sum of the products of the leaves of two congruent tuples: a coordinate and strides give an
// offset. Refused: shape_and_stride_congruent.
constexpr layout inner_product(arithmetic& cx, layout const& a, layout const& b) {
  if (!congruent(a, b)) {
    cx.refuse({property::shape_and_stride_congruent, 0, 0, a.count, b.count});
    return a;
  }
  integer sum = fixed(0);
  for (int i = 0; i < a.count; ++i) sum = cx.add(sum, cx.mul(a.at[i].extent, b.at[i].extent));
  return number(sum);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
