// SPDX-License-Identifier: BSL-1.0
//
// Defines read<T>(): the core's view of an argument of the algebra, from its type alone.
//
// Layout<Shape<_4,int>,Stride<_1,int>> reads as (_4,?0):(_1,?1): the profile in tokens, static
// integers with their value, run-time leaves as the number of their slot in the argument
// (types/leaf_store.hpp), and one bit that says whether a leaf has 64 bits. as_nodes and
// with_values replace the numbers by nodes of a program and by values.
#pragma once

#include <tileproof/core/tiler.hpp>
#include <tileproof/types/basis.hpp>
#include <tileproof/types/tuple.hpp>
#include <tileproof/types/underscore.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class Shape, class Stride>
struct Layout;

namespace detail {

// The core value of one argument, and the run-time leaves met on the way.
struct reading {
  core::layout into;
  int stored = 0;          // number of run-time leaves so far
  std::uint64_t wide = 0;  // bit i: stored leaf i has 64 bits

  // A run-time leaf: its number among the stored leaves, marked plain until as_nodes or
  // with_values.
  constexpr core::integer next(bool is_wide) {
    wide |= std::uint64_t{is_wide} << stored;
    return core::plain(stored++);
  }

  // A tuple of n static integers in one step.
  constexpr void list(std::int64_t const* value, int n) {
    into.open(n);
    for (int i = 0; i < n; ++i) into.leaf({core::fixed(value[i]), core::fixed(0), 0});
  }
};

// reader<T>::into(r) appends T to r. An integer becomes an extent with stride 0. The primary
// template is a run-time integer; a static_assert refuses every type that the algebra does not
// know.
template <class T>
struct reader {
  static_assert(
      is_integral_v<T>,
      "tileproof: an integer, a static integer, a tuple, a layout or `_` is expected here");
  static constexpr void into(reading& r) {
    r.into.leaf({r.next(sizeof(T) > 4), core::fixed(0), 0});
  }
};
template <auto V>
struct reader<C<V>> {
  static constexpr void into(reading& r) { r.into.leaf({core::fixed(V), core::fixed(0), 0}); }
};
template <>
struct reader<Underscore> {
  static constexpr void into(reading& r) { r.into.open(core::keep_token); }
};
template <class T, int... Ns>
struct reader<ScaledBasis<T, Ns...>> {
  static constexpr void into(reading& r) {
    reader<T>::into(r);
    r.into.at[r.into.count - 1].axis = axis_of<Ns...>();
  }
};
template <class... Ts>
struct reader<tuple<Ts...>> {
  static constexpr void into(reading& r) {
    r.into.open(sizeof...(Ts));
    (reader<Ts>::into(r), ...);
  }
};
template <auto V0, auto... V>  // the common case, without an instantiation for each leaf
struct reader<tuple<C<V0>, C<V>...>> {
  static constexpr void into(reading& r) {
    std::int64_t const value[] = {V0, V...};
    r.list(value, 1 + sizeof...(V));
  }
};
template <class... Ts>
struct reader<ArithmeticTuple<Ts...>> : reader<tuple<Ts...>> {};

// The reading of a type on its own; a layout reads as a terminal of a tiler (see reading_of).
template <class T>
constexpr reading read() {
  reading r;
  reader<T>::into(r);
  return r;
}

// The leaf of one profile that has no partner in the other; -1 where they are congruent.
constexpr int first_difference(core::layout const& a, core::layout const& b) {
  int leaf = 0;
  for (int i = 0; i < a.tokens && i < b.tokens; ++i) {
    if (a.token[i] != b.token[i]) return leaf;
    if (a.token[i] == core::leaf_token) ++leaf;
  }
  return a.tokens == b.tokens ? -1 : leaf;
}

// A layout: the shape is read first, then the stride with the count going on, as the leaves are
// stored; then each stride joins its extent. Pre: both have one profile, as Layout checks.
template <class Shape, class Stride>
constexpr reading read_layout() {
  reading r;
  reader<Shape>::into(r);
  reading d;
  d.stored = r.stored;
  d.wide = r.wide;
  reader<Stride>::into(d);
  for (int i = 0; i < r.into.count; ++i) {
    r.into.at[i].stride = d.into.at[i].extent;
    r.into.at[i].axis = d.into.at[i].axis;
  }
  r.stored = d.stored;
  r.wide = d.wide;
  return r;
}

// A layout inside a tuple is a terminal of a tiler: a marked tree of its own.
template <class Shape, class Stride>
struct reader<Layout<Shape, Stride>> {
  static constexpr void into(reading& r) {
    reading l = read_layout<Shape, Stride>();
    r.into.open(core::tile_token);
    for (int i = 0; i < l.into.count; ++i) {
      core::mode& m = l.into.at[i];
      if (!m.extent.is_fixed()) m.extent.value += r.stored;
      if (!m.stride.is_fixed()) m.stride.value += r.stored;
    }
    r.wide |= l.wide << r.stored;
    r.stored += l.stored;
    r.into.copy(l.into);
  }
};

// The reading of an argument, computed once for each type. A layout that is an argument is no
// terminal.
template <class T>
struct reading_of {
  static constexpr reading value = read<T>();
};
template <class Shape, class Stride>
struct reading_of<Layout<Shape, Stride>> {
  static constexpr reading value = read_layout<Shape, Stride>();
};

// The reading of a tiler: every terminal is marked, an integer n as the tile n:1, a lone layout
// too.
template <class T>
struct tiler_reading_of {
  static constexpr reading make() {
    reading r = read<T>();
    r.into = core::as_tiler(r.into);
    return r;
  }
  static constexpr reading value = make();
};

// The reading with run-time leaf K as node base + K of a recorder.
constexpr core::layout as_nodes(reading const& r, int base) {
  core::layout l = r.into;
  if (r.stored == 0) return l;
  auto const as_node = [&](core::integer& v) {
    if (!v.is_fixed()) v = {0, base + static_cast<int>(v.value)};
  };
  for (int i = 0; i < l.count; ++i) {
    as_node(l.at[i].extent);
    as_node(l.at[i].stride);
  }
  return l;
}

// The reading with run-time leaf K as the plain value values[K].
constexpr core::layout with_values(reading const& r, std::int64_t const* values) {
  core::layout l = r.into;
  for (int i = 0; i < l.count; ++i) {
    core::mode& m = l.at[i];
    if (!m.extent.is_fixed()) m.extent = core::plain(values[m.extent.value]);
    if (!m.stride.is_fixed()) m.stride = core::plain(values[m.stride.value]);
  }
  return l;
}

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
