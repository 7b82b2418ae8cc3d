// SPDX-License-Identifier: BSL-1.0
//
// Defines the rearrangements of tuples, which move modes and compute nothing: take, select, group,
// append, prepend, replace, repeat, unflatten, flatten, tuple_cat, unwrap; and depth, the levels of
// nesting.
//
//   group(2:1,3:2,4:6, 0, 2) is ((2,3),4):((1,2),6)
//
// The order of the elements in each result stands once, in namespace order, as a tree in preorder:
// a tuple of n modes is n, followed by its modes; element i is -1 - i. Element i is mode i of the
// operand, or the second operand where i is the number of modes. Plain values copy their modes in
// that order; algebra/rearrange.hpp builds tuples of whatever types from it.
#pragma once

#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace order {

constexpr void element(int*& out, int i) { *out++ = -1 - i; }

// Modes [b,e). Pre: b <= e, and there are e modes.
constexpr void take(int*& out, int b, int e) {
  *out++ = e - b;
  for (int i = b; i < e; ++i) element(out, i);
}
// All n modes, [b,e) gathered into one. Pre: b <= e <= n.
constexpr void group(int*& out, int n, int b, int e) {
  *out++ = n - (e - b) + 1;
  for (int i = 0; i < b; ++i) element(out, i);
  take(out, b, e);
  for (int i = e; i < n; ++i) element(out, i);
}
// All n modes, and after or before them the second operand as often as it takes for `rank` modes.
// Pre: n <= rank.
constexpr void append(int*& out, int n, int rank) {
  *out++ = rank;
  for (int i = 0; i < rank; ++i) element(out, i < n ? i : n);
}
constexpr void prepend(int*& out, int n, int rank) {
  *out++ = rank;
  for (int i = 0; i < rank; ++i) element(out, i < rank - n ? n : i - (rank - n));
}
// All n modes, the second operand in place of mode `at`. Pre: at < n.
constexpr void replace(int*& out, int n, int at) {
  *out++ = n;
  for (int i = 0; i < n; ++i) element(out, i == at ? n : i);
}
// The leaves of a profile, in the tokens of a layout, counted from 0.
constexpr void unflatten(int*& out, int const* profile, int tokens) {
  int next = 0;
  for (int t = 0; t < tokens; ++t) {
    if (profile[t] == leaf_token)
      element(out, next++);
    else
      *out++ = profile[t];
  }
}

}  // namespace order

namespace detail {

// Space for the order of a result that fits a layout.
struct order_of_modes {
  int at[max_tokens + 4]{};
  int* end = at;
};

// The modes of l, of which a leaf is one, and x, in an order.
constexpr layout in_order(int const* order, int const* end, layout const& l, layout const& x) {
  layout r;
  for (; order < end; ++order) {
    int const mode = -1 - *order;
    if (mode < 0)
      r.open(*order);
    else if (mode < rank(l))
      r.copy(l, nth(l, mode));
    else
      r.copy(x);
  }
  return r;
}

// l with x as often as it takes for `rank_of_result` modes, in the order that `write` gives them;
// full where no layout holds the result.
constexpr layout extended(void (*write)(int*&, int, int), layout const& l, layout const& x,
                          int rank_of_result) {
  if (rank_of_result == 1 && !is_tuple(l)) return l;
  if (rank_of_result > max_tokens) {
    layout r;
    r.full = true;
    return r;
  }
  order_of_modes o;
  write(o.end, rank(l), rank_of_result);
  return in_order(o.at, o.end, l, x);
}

}  // namespace detail

// The same on values, with the preconditions above.
constexpr layout take(layout const& l, int b, int e) {
  detail::order_of_modes o;
  order::take(o.end, b, e);
  return detail::in_order(o.at, o.end, l, l);
}
constexpr layout select(layout const& l, int const* of, int n) {
  layout r;
  r.open(n);
  for (int i = 0; i < n; ++i) r.copy(l, nth(l, of[i]));
  return r;
}
constexpr layout group(layout const& l, int b, int e) {
  detail::order_of_modes o;
  order::group(o.end, rank(l), b, e);
  return detail::in_order(o.at, o.end, l, l);
}
// A leaf that is to have rank 1 stays a leaf.
constexpr layout append(layout const& l, layout const& x, int rank_of_result) {
  return detail::extended(order::append, l, x, rank_of_result);
}
constexpr layout prepend(layout const& l, layout const& x, int rank_of_result) {
  return detail::extended(order::prepend, l, x, rank_of_result);
}
constexpr layout replace(layout const& l, int at, layout const& x) {
  detail::order_of_modes o;
  order::replace(o.end, rank(l), at);
  return detail::in_order(o.at, o.end, l, x);
}
// The tuple of n times l.
constexpr layout repeat(layout const& l, int n) {
  layout r;
  r.open(n);
  for (int i = 0; i < n; ++i) r.copy(l);
  return r;
}
// Pre: l has as many modes as the profile has leaves.
constexpr layout unflatten(layout const& l, layout const& profile) {
  detail::order_of_modes o;
  int tokens[max_tokens]{};
  for (int t = 0; t < profile.tokens; ++t) tokens[t] = profile.token[t];
  order::unflatten(o.end, tokens, profile.tokens);
  return detail::in_order(o.at, o.end, l, l);
}

// The leaves, and the terminals of a tiler, as a flat tuple; a leaf stays one.
constexpr layout flatten(layout const& l) {
  if (!is_tuple(l)) return l;
  layout r;
  r.open(0);
  for (place p{}; p.token < l.tokens;) {
    if (is_tuple(l, p))
      ++p.token;
    else
      p = r.copy(l, p), ++r.token[0];
  }
  return r;
}
// The tuple whose modes are those of a list.
constexpr layout tuple_of(layout const* list, int n) {
  layout r;
  r.open(n);
  for (int i = 0; i < n; ++i) r.copy(list[i]);
  return r;
}
// The modes of all of a list, one after the other, in one tuple.
constexpr layout tuple_cat(layout const* list, int n) {
  layout r;
  int modes = 0;
  for (int i = 0; i < n; ++i) modes += rank(list[i]);
  r.open(modes);
  for (int i = 0; i < n; ++i) splice(list[i], {}, r);
  return r;
}
// The only element of a tuple of one, at any depth.
constexpr layout unwrap(layout const& l) {
  place p{};
  while (is_tuple(l, p) && rank(l, p) == 1) p = first(l, p);
  return subtree(l, p);
}
// The levels of nesting; 0 for a leaf.
constexpr int depth(layout const& l, place p = {}) {
  if (!is_tuple(l, p)) return 0;
  int deepest = 0;
  int const n = rank(l, p);
  p = first(l, p);
  for (int i = 0; i < n; ++i, p = l.skip(p)) {
    int const d = depth(l, p);
    if (d > deepest) deepest = d;
  }
  return deepest + 1;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
