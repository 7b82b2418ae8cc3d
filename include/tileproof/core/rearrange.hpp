// SPDX-License-Identifier: BSL-1.0
//
// Defines the rearrangements of tuples, which move modes and compute nothing: take, select, group,
// append, prepend, replace, repeat, unflatten, flatten, tuple_cat, unwrap; and depth, the levels of
// nesting.
//
//   group(2:1,3:2,4:6, 0, 2) is ((2,3),4):((1,2),6)
//
// Each is written once, as the order in which it writes tuples and elements to an `Out`:
// out.open(n) begins a tuple of n modes, which follow, and out.element(i) writes mode i of the
// operand, or the second operand where i is the number of modes. For plain values an `Out` copies
// the modes of a layout; algebra/rearrange.hpp has one that notes them, and builds a tuple of
// whatever types from that.
#pragma once

#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace arrange {

// Modes [b,e). Pre: b <= e, and there are e modes.
template <class Out>
constexpr void take(Out& out, int b, int e) {
  out.open(e - b);
  for (int i = b; i < e; ++i) out.element(i);
}
// The modes of a list of n numbers.
template <class Out, class Number>
constexpr void select(Out& out, Number const* of, int n) {
  out.open(n);
  for (int i = 0; i < n; ++i) out.element(static_cast<int>(of[i]));
}
// All n modes, [b,e) gathered into one. Pre: b <= e <= n.
template <class Out>
constexpr void group(Out& out, int n, int b, int e) {
  out.open(n - (e - b) + 1);
  for (int i = 0; i < b; ++i) out.element(i);
  take(out, b, e);
  for (int i = e; i < n; ++i) out.element(i);
}
// All n modes, and behind or before them the second operand as often as it takes for `rank` modes.
// Pre: n <= rank.
template <class Out>
constexpr void append(Out& out, int n, int rank) {
  out.open(rank);
  for (int i = 0; i < rank; ++i) out.element(i < n ? i : n);
}
template <class Out>
constexpr void prepend(Out& out, int n, int rank) {
  out.open(rank);
  for (int i = 0; i < rank; ++i) out.element(i < rank - n ? n : i - (rank - n));
}
// All n modes, the second operand in place of mode `at`. Pre: at < n.
template <class Out>
constexpr void replace(Out& out, int n, int at) {
  out.open(n);
  for (int i = 0; i < n; ++i) out.element(i == at ? n : i);
}
// The modes as the leaves of a profile, whose tokens are those of a layout. Pre: as many.
template <class Out, class Token>
constexpr void unflatten(Out& out, Token const* profile, int tokens) {
  int next = 0;
  for (int t = 0; t < tokens; ++t) {
    if (profile[t] == leaf_token)
      out.element(next++);
    else
      out.open(profile[t]);
  }
}

}  // namespace arrange

namespace detail {

// Copies the modes of `of`; a leaf is one mode.
struct copied_modes {
  layout const& of;
  layout const& second;
  layout into{};

  constexpr void open(int n) { into.open(n); }
  constexpr void element(int i) {
    if (i < rank(of))
      into.copy(of, nth(of, i));
    else
      into.copy(second);
  }
};

}  // namespace detail

// The same on values, with the preconditions above. A leaf counts as a tuple of one.
constexpr layout take(layout const& l, int b, int e) {
  detail::copied_modes out{l, l};
  arrange::take(out, b, e);
  return out.into;
}
constexpr layout select(layout const& l, int const* of, int n) {
  detail::copied_modes out{l, l};
  arrange::select(out, of, n);
  return out.into;
}
constexpr layout group(layout const& l, int b, int e) {
  detail::copied_modes out{l, l};
  arrange::group(out, rank(l), b, e);
  return out.into;
}
// A leaf that is to have rank 1 stays a leaf.
constexpr layout append(layout const& l, layout const& x, int rank_of_result) {
  if (rank_of_result == 1 && !is_tuple(l)) return l;
  detail::copied_modes out{l, x};
  arrange::append(out, rank(l), rank_of_result);
  return out.into;
}
constexpr layout prepend(layout const& l, layout const& x, int rank_of_result) {
  if (rank_of_result == 1 && !is_tuple(l)) return l;
  detail::copied_modes out{l, x};
  arrange::prepend(out, rank(l), rank_of_result);
  return out.into;
}
constexpr layout replace(layout const& l, int at, layout const& x) {
  detail::copied_modes out{l, x};
  arrange::replace(out, rank(l), at);
  return out.into;
}
// The tuple of n times l.
constexpr layout repeat(layout const& l, int n) {
  layout r;
  r.open(n);
  for (int i = 0; i < n; ++i) r.copy(l);
  return r;
}
constexpr layout unflatten(layout const& l, layout const& profile) {
  detail::copied_modes out{l, l};
  arrange::unflatten(out, profile.token, profile.tokens);
  return out.into;
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
