// SPDX-License-Identifier: BSL-1.0
//
// Defines core::layout: a hierarchical layout as a plain value, a profile in preorder beside its
// leaves.
//
//   ((4,2),8):((1,16),4)   token = {2, 2, leaf, leaf, leaf}, at = {4:1, 2:16, 8:4}
//   place {0,0}            the whole; first is {1,0}, the mode (4,2); skip of that is {4,2}, the 8
//
// A place (token, leaf) points at a subtree; skip gives the place past its end, first the place of
// its first mode.
//
// Invariants: `count` is the number of leaf tokens; every token k >= 0 is followed by k subtrees;
// where `full` is set the value is cut off and must not be used. Shapes, coordinates and lists of
// integers are layouts too, of which only the extents count; tilers mark their terminals. All
// functions are O(leaves).
#pragma once

#include <tileproof/core/arithmetic.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Capacities. Larger arrays cost every constant expression: 64 leaves take 25 to 42 % more compile
// time.
inline constexpr int max_leaves = 16;
// A binary tree of 16 leaves has 31 tokens; tilers add a mark for each terminal.
inline constexpr int max_tokens = 48;

// Tokens. A tuple of k modes is the token k >= 0, followed by its modes.
inline constexpr std::int8_t leaf_token = -1;
inline constexpr std::int8_t tile_token = -2;  // in a tiler: one terminal, a layout, follows
inline constexpr std::int8_t keep_token = -3;  // `_`: in a tiler or coordinate, the whole mode

// Axis 0 is the integers. Any other axis is the path of a basis vector E<i,j,...>: a number in base
// 32 whose digits, the first index the lowest, are the indices plus one.
using axis_path = std::int32_t;

// A leaf: extent:stride, where the stride is a multiple of the basis vector of `axis`.
struct mode {
  integer extent;
  integer stride;
  axis_path axis;

  friend constexpr bool operator==(mode const&, mode const&) = default;
};

// The place at which a subtree of a layout begins, in the tokens and in the leaves.
struct place {
  int token;
  int leaf;
};

// The value shape:stride. A coordinate, a shape or a list of integers uses the extents alone; a
// tiler marks its terminals with tile_token and keep_token. Built from left to right: open a tuple,
// then append its modes by leaf or copy.
struct layout {
  std::int8_t token[max_tokens]{};
  std::int8_t tokens = 0;
  std::int8_t count = 0;
  bool full = false;  // a leaf or token did not fit
  mode at[max_leaves]{};

  // Appends a token: a tuple of t modes, which the caller appends next, or a mark.
  constexpr void open(int t) {
    if (tokens == max_tokens || t > 127)
      full = true;
    else
      token[tokens++] = static_cast<std::int8_t>(t);
  }

  // Appends a leaf without its token; close_flat writes the tokens of a flat list.
  constexpr void push(mode const& m) {  // a leaf, without its token
    if (count == max_leaves)
      full = true;
    else
      at[count++] = m;
  }

  // Appends a leaf with its token.
  constexpr void leaf(mode const& m) {
    open(leaf_token);
    push(m);
  }

  // The place past the end of the subtree at p.
  constexpr place skip(place const& p) const {
    int next = p.token;
    int leaf = p.leaf;
    for (int open_modes = 1; open_modes > 0 && next < tokens; --open_modes) {
      int const t = token[next++];
      if (t == leaf_token)
        ++leaf;
      else if (t >= 0)
        open_modes += t;
      else if (t == tile_token)
        ++open_modes;
    }
    return {next, leaf < count ? leaf : count};  // a full layout may lack leaves
  }
  // The place past the end of all trees.
  constexpr place end() const { return {tokens, count}; }

  // Appends the tokens and leaves between two places of `from`.
  constexpr void copy(layout const& from, place const& begin, place const& end) {
    full = full || from.full || tokens + end.token - begin.token > max_tokens ||
           count + end.leaf - begin.leaf > max_leaves;
    for (int i = begin.token; i < end.token && tokens < max_tokens; ++i)
      token[tokens++] = from.token[i];
    for (int i = begin.leaf; i < end.leaf && count < max_leaves; ++i) at[count++] = from.at[i];
  }
  // Appends the subtree of `from` at p, and returns the place past its end.
  constexpr place copy(layout const& from, place const& p) {
    place const end = from.skip(p);
    copy(from, p, end);
    return end;
  }
  // Appends all trees of a list.
  constexpr void copy(layout const& list) { copy(list, {}, list.end()); }

  friend constexpr bool operator==(layout const& x, layout const& y) {
    if (x.tokens != y.tokens || x.count != y.count) return false;
    for (int i = 0; i < x.tokens; ++i)
      if (x.token[i] != y.token[i]) return false;
    for (int i = 0; i < x.count; ++i)
      if (!(x.at[i] == y.at[i])) return false;
    return true;
  }
};

// The layout of one leaf.
constexpr layout single(mode const& m) {
  layout l;
  l.token[0] = leaf_token;
  l.at[0] = m;
  l.tokens = l.count = 1;
  return l;
}

// Whether a tuple, not a leaf, stands at p.
constexpr bool is_tuple(layout const& l, place p = {}) { return l.token[p.token] >= 0; }

// The number of modes at p; 1 for a leaf.
constexpr int rank(layout const& l, place p = {}) { return is_tuple(l, p) ? l.token[p.token] : 1; }

// The first mode of the tuple at p; p itself where there is none to enter.
constexpr place first(layout const& l, place p = {}) {
  return is_tuple(l, p) ? place{p.token + 1, p.leaf} : p;
}

// Mode i of the tuple at p.
constexpr place nth(layout const& l, int i, place p = {}) {
  p = first(l, p);
  for (; i > 0; --i) p = l.skip(p);
  return p;
}

// The subtree at p as a layout of its own.
constexpr layout subtree(layout const& l, place const& p) {
  if (p.token == 0) return l;
  layout r;
  r.copy(l, p);
  return r;
}

// The layout with the two modes a and b.
constexpr layout pair(layout const& a, layout const& b) {
  layout r;
  r.open(2);
  r.copy(a);
  r.copy(b);
  return r;
}

// Gives a list of pushed leaves the profile of a flat layout: a leaf, or a tuple of leaves.
constexpr void close_flat(layout& l) {
  l.tokens = 0;
  if (l.count != 1) l.token[l.tokens++] = l.count;
  for (int i = 0; i < l.count; ++i) l.token[l.tokens++] = leaf_token;
}

// The number of coordinates: the product of the extents between two places, of a subtree, or of
// all.
constexpr integer size(arithmetic& cx, layout const& l, place const& begin, place const& end) {
  integer n = fixed(1);
  for (int i = begin.leaf; i < end.leaf; ++i) n = cx.mul(n, l.at[i].extent);
  return n;
}
constexpr integer size(arithmetic& cx, layout const& l, place const& p) {
  return size(cx, l, p, l.skip(p));
}
constexpr integer size(arithmetic& cx, layout const& l) { return size(cx, l, {}, l.end()); }

// out[i]: the stride of leaf i in the column-major layout of the same shape.
constexpr void prefix_products(arithmetic& cx, layout const& l, integer* out) {
  integer n = fixed(1);
  for (int i = 0; i < l.count; ++i) {
    out[i] = n;
    n = cx.mul(n, l.at[i].extent);
  }
}

// 1 + the sum of (extent - 1) * |stride|: the length of the interval that the offsets lie in.
// (4,8):(1,10) has 1 + 3 + 70 = 74.
constexpr integer cosize(arithmetic& cx, layout const& l) {
  integer n = fixed(1);
  for (int i = 0; i < l.count; ++i) {
    integer const steps = cx.sub(l.at[i].extent, fixed(1));
    n = cx.add(n, cx.mul(steps, cx.abs(l.at[i].stride)));
  }
  return n;
}

// Whether all extents and strides are static: then a computation may decide anything while
// compiling.
constexpr bool all_fixed(layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed() || !l.at[i].stride.is_fixed()) return false;
  return true;
}

// The layout with all of its known integers made static: exact algorithms then decide on plain
// values.
constexpr layout as_fixed(layout l) {
  for (int i = 0; i < l.count; ++i) {
    l.at[i].extent = fixed(l.at[i].extent.value);
    l.at[i].stride = fixed(l.at[i].stride.value);
  }
  return l;
}

// The offset of the linear coordinate x >= 0 along one axis; the last mode extends without bound:
// 4:2 at 5 is 10. Pre: the integers are known, and the products fit 64 bits (see values_fit).
constexpr std::int64_t apply(layout const& l, std::int64_t x, axis_path axis = 0) {
  std::int64_t sum = 0;
  for (int i = 0; i < l.count; ++i) {
    mode const& m = l.at[i];
    std::int64_t const c = i + 1 == l.count ? x : x % m.extent.value;
    x /= m.extent.value;
    if (m.axis == axis) sum += c * m.stride.value;
  }
  return sum;
}

// Whether the sum of `terms` offsets of l, at coordinates of magnitude `top` and below, fits 64
// bits. Pre: the integers are known.
constexpr bool values_fit(layout const& l, std::int64_t top, int terms) {
  std::int64_t bound = 0;
  std::int64_t unit = 1;
  for (int i = 0; i < l.count; ++i) {
    std::int64_t const n = l.at[i].extent.value;
    std::int64_t const d = l.at[i].stride.value;
    std::int64_t const left = top / unit;
    std::int64_t const digit = i + 1 == l.count || left < n ? left : n - 1;
    std::int64_t part = 0;
    if (d == INT64_MIN || mul_overflows(digit, magnitude(d), part) ||
        add_overflows(bound, part, bound))
      return false;
    if (mul_overflows(unit, n, unit)) unit = INT64_MAX;
  }
  return bound <= INT64_MAX / terms;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
