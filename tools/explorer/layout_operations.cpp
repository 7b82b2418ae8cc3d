// SPDX-License-Identifier: BSL-1.0
//
// The operations that make layouts, look at their parts and rearrange their modes.
#include "operations.hpp"

#include <tileproof/algebra/rearrange.hpp>
#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/rearrange.hpp>
#include <tileproof/core/sentence.hpp>
#include <tileproof/core/slice.hpp>
#include <tileproof/core/stride.hpp>

#include <iterator>

namespace tileproof::explorer {

namespace {

core::layout const& first(call const& c) { return c.args[0].of; }
core::layout const& second(call const& c) { return c.args[1].of; }

// Refuses with a pattern of algebra/rearrange.hpp.
value refused(call& c, char const* pattern, std::initializer_list<std::int64_t> found,
              std::int64_t expected) {
  core::clue_numbers at[2] = {{&clue::found, 0, {}}, {&clue::expected, 1, {expected}}};
  for (std::int64_t const f : found) at[0].at[at[0].count++] = f;
  core::text t;
  core::put(t, pattern, {at, 2}, {});
  c.why = {status::refused, std::string(std::string_view(t)), 0, 0};
  return {};
}

// The first argument with other integers or another layout inside.
value like(call const& c, core::layout const& l) {
  value v = c.args[0];
  v.of = l;
  return v;
}
// A layout, a tensor or a tuple of integers.
bool is_tree(call& c, int i) {
  value const& v = c.args[static_cast<std::size_t>(i)];
  if (v.has_layout() || v.is == kind::integers) return true;
  c.expected(i, "a layout or a tuple of integers");
  return false;
}

// The mode of a tree at the indices in angle brackets: get<1,0>. False where one does not exist.
bool at_indices(call& c, core::layout const& from, core::layout& out) {
  core::place p{};
  for (std::size_t k = 0; k < c.angles.size(); ++k) {
    std::int64_t i = 0;
    if (!c.number(static_cast<int>(k), 0, 127, i)) return false;
    if (i >= core::rank(from, p)) {
      c.cx.refuse({core::property::mode_exists, 0, 0, i, core::rank(from, p)});
      return false;
    }
    p = core::nth(from, static_cast<int>(i), p);
  }
  out = core::subtree(from, p);
  return true;
}

core::layout shape_of(value const& v) {
  core::layout l = v.of;
  for (int i = 0; v.has_layout() && i < l.count; ++i) {
    l.at[i].stride = core::fixed(0);
    l.at[i].axis = 0;
  }
  return l;
}

// ---- making

value make_swizzle(call& c) {
  std::int64_t n[3]{};
  for (int i = 0; i < static_cast<int>(c.angles.size()); ++i)
    if (!c.number(i, i == 2 ? -30 : 0, 30, n[i])) return {};
  if (c.angles.size() == 2) n[2] = n[0];
  core::swizzle const s{static_cast<int>(n[0]), static_cast<int>(n[1]), static_cast<int>(n[2])};
  if (core::magnitude(n[2]) < n[0])
    return refused(c,
                   "Swizzle<{found:0},{found:1},{found:2}>: the bits that are read and those that "
                   "are changed overlap: |S| must be at least B, {expected}",
                   {n[0], n[1], n[2]}, n[0]);
  if (n[0] + n[1] + core::magnitude(n[2]) > 60)
    return c.expected(100, "a swizzle of offsets below 2^60");
  return swizzle(s);
}

bool is_major(value const& v, bool& right) {
  right = v.name == "LayoutRight" || v.name == "GenRowMajor";
  return v.is == kind::atom && (right || v.name == "LayoutLeft" || v.name == "GenColMajor");
}

value layout_from(call& c, std::vector<value> const& from, int offset) {
  if (from[0].is == kind::layout) {  // the layout whose modes are the given ones
    std::vector<core::layout> modes;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i].is != kind::layout || from[i].is_swizzled())
        return c.expected(static_cast<int>(i) + offset, "a layout without a swizzle");
      modes.push_back(from[i].of);
    }
    return plain_layout(core::tuple_of(modes.data(), static_cast<int>(modes.size())));
  }
  bool right = false;
  bool const by_major = from.size() == 2 && is_major(from[1], right);
  for (std::size_t i = 0; i < from.size() && !(i == 1 && by_major); ++i)
    if (from[i].is != kind::integers)
      return c.expected(static_cast<int>(i) + offset, "an integer or a tuple of integers");
  if (from.size() > 2) return c.expected(offset + 2, "a shape and a stride, and nothing more,");
  if (from.size() == 1 || by_major)
    return plain_layout(right ? core::compact_right(c.cx, from[0].of)
                              : core::compact_left(c.cx, from[0].of));
  return plain_layout(core::zipped(c.cx, from[0].of, from[1].of));
}
value layout_type(call& c) { return layout_from(c, c.angles, 100); }
value make_layout(call& c) { return layout_from(c, c.args, 0); }

value make_ordered_layout(call& c) {
  bool right = false;
  if (!c.are_integers(0)) return {};
  if (is_major(c.args[1], right)) return make_layout(c);
  if (!c.are_integers(1)) return {};
  return plain_layout(core::compact_order(c.cx, first(c), second(c)));
}
value make_layout_like(call& c) {
  if (!c.is_plain(0)) return {};
  return plain_layout(core::compact_like(c.cx, first(c)));
}
value make_identity_layout(call& c) {
  if (!c.are_integers(0)) return {};
  return plain_layout(core::identity(c.cx, first(c)));
}

// c -> A(offset + B(c)), and its parts.
value make_composed_layout(call& c) {
  if (c.args[1].is != kind::integers) return c.expected(1, "the offset between the functions");
  return compose(c);
}
value outer_part(call& c) {
  value const& l = c.args[0];
  if (l.is != kind::layout || !l.is_swizzled()) return c.expected(0, "a swizzled layout");
  return l.outside[0].is_swizzle ? swizzle(l.outside[0].swizzle)
                                 : plain_layout(l.outside[0].layout);
}
value inner_part(call& c) {
  value l = c.args[0];
  if (l.is != kind::layout || !l.is_swizzled()) return c.expected(0, "a swizzled layout");
  l.outside.erase(l.outside.begin());
  return l;
}
value offset_part(call& c) {
  value const& l = c.args[0];
  if (l.is == kind::layout && l.is_swizzled()) return integers(l.outside[0].offset);
  return l.is == kind::tensor ? integers(l.offset) : c.expected(0, "a swizzled layout or a tensor");
}

value compact_major(call& c) {
  bool right = false;
  if (!is_major(c.angles[0], right)) return c.expected(100, "LayoutLeft or LayoutRight");
  if (!c.are_integers(0) || (c.has(1) && !c.is_integer(1))) return {};
  core::integer const start = c.has(1) ? c.args[1].integer() : core::fixed(1);
  return integers(right ? core::strides_right(c.cx, first(c), start)
                        : core::strides_left(c.cx, first(c), start));
}

// The coordinate of an offset in a compact layout.
template <core::layout (*F)(core::arithmetic&, core::integer, core::layout)>
value coordinate_of(call& c) {
  if (!c.is_plain_function(0) || !c.is_integer(1)) return {};
  return integers(F(c.cx, c.args[1].integer(), first(c)));
}
core::layout by_modes(core::arithmetic& cx, core::integer index, core::layout l) {
  return core::idx2crd_by_modes(cx, index, l);
}
core::layout by_index(core::arithmetic& cx, core::integer index, core::layout l) {
  return core::number(core::crd2idx(cx, core::idx2crd(cx, index, l), l));
}

// ---- parts

value part_layout(call& c) {
  core::layout l;
  if (!c.is_layout(0) || !at_indices(c, first(c), l)) return {};
  value r = like(c, l);
  if (r.is == kind::tensor) r.is = kind::layout, r.offset = {};
  return r;
}
value get(call& c) {
  core::layout l;
  return is_tree(c, 0) && at_indices(c, first(c), l) ? like(c, l) : value{};
}
value shape(call& c) {
  core::layout l;
  if (!is_tree(c, 0) || !at_indices(c, shape_of(c.args[0]), l)) return {};
  return integers(l);
}
value stride(call& c) {
  core::layout l;
  if (!c.is_layout(0) || !at_indices(c, core::strides_of(first(c)), l)) return {};
  if (c.args[0].is_swizzled()) return c.expected(0, "a layout without a swizzle");
  return integers(l);
}
value size(call& c) {
  core::layout l;
  if (!is_tree(c, 0) || !at_indices(c, first(c), l)) return {};
  return integer(core::size(c.cx, l));
}
value rank(call& c) {
  core::layout l;
  if (!is_tree(c, 0) || !at_indices(c, first(c), l)) return {};
  return integer(core::fixed(core::rank(l)));
}
value depth_of(call& c) {
  core::layout l;
  if (!is_tree(c, 0) || !at_indices(c, first(c), l)) return {};
  return integer(core::fixed(core::depth(l)));
}
value cosize(call& c) {
  core::layout l;
  if (!c.is_layout(0) || !at_indices(c, first(c), l)) return {};
  core::integer n = core::cosize(c.cx, l);
  for (std::size_t i = c.args[0].outside.size(); i > 0; --i) {
    outer_function const& f = c.args[0].outside[i - 1];
    if (!f.is_swizzle || core::is_tuple(f.offset))
      return c.expected(0, "a layout, or one with a swizzle,");
    n = core::rounded_up(c.cx, c.cx.add(f.offset.at[0].extent, n), core::fixed(f.swizzle.period()));
  }
  return integer(n);
}

// ---- rearranging

value take(call& c) {
  std::int64_t b = 0;
  std::int64_t e = 0;
  if (!is_tree(c, 0) || !c.number(0, 0, 127, b) || !c.number(1, 0, 127, e)) return {};
  int const n = core::rank(first(c));
  if (b > e || e > n) return refused(c, modes_exist::sentences[0], {b, e}, n);
  return like(c, core::take(first(c), static_cast<int>(b), static_cast<int>(e)));
}
// Whether there is a mode i.
bool is_mode(call& c, std::int64_t i) {
  int const n = core::rank(first(c));
  if (i >= n) c.cx.refuse({core::property::mode_exists, 0, 0, i, n});
  return !c.cx.refused();
}
value select(call& c) {
  if (!is_tree(c, 0)) return {};
  std::vector<int> chosen;
  for (int k = 0; k < static_cast<int>(c.angles.size()); ++k) {
    std::int64_t i = 0;
    if (!c.number(k, 0, 127, i) || !is_mode(c, i)) return {};
    chosen.push_back(static_cast<int>(i));
  }
  return like(c, core::select(first(c), chosen.data(), static_cast<int>(chosen.size())));
}
value group(call& c) {
  std::int64_t b = 0;
  std::int64_t e = 0;
  if (!is_tree(c, 0) || !c.number(0, 0, 127, b) || !c.number(1, 0, 127, e)) return {};
  if (b > e) return refused(c, modes_exist::sentences[0], {b, e}, core::rank(first(c)));
  if (!is_mode(c, e - 1)) return {};
  return like(c, core::group(first(c), static_cast<int>(b), static_cast<int>(e)));
}

// append and prepend: modes x until the rank is N, or one without N. For a layout, x is _1:_0 if it
// is left out.
value extended(call& c, core::layout (*by)(core::layout const&, core::layout const&, int)) {
  if (!is_tree(c, 0)) return {};
  core::layout x = core::single({core::fixed(1), core::fixed(0), 0});
  if (c.has(1)) {
    value const& v = c.args[1];
    bool const fits =
        c.args[0].has_layout() ? v.is == kind::layout && !v.is_swizzled() : v.is == kind::integers;
    if (!fits) return c.expected(1, c.args[0].has_layout() ? "a layout" : "an integer or a tuple");
    x = v.of;
  } else if (!c.args[0].has_layout()) {
    return c.expected(0, "a layout, or a second argument,");
  }
  int const modes = core::rank(first(c));
  std::int64_t n = modes + 1;
  if (!c.angles.empty() && !c.number(0, 0, 127, n)) return {};
  if (n < modes) return refused(c, rank_is_at_most::sentences[0], {modes}, n);
  return like(c, by(first(c), x, static_cast<int>(n)));
}
value append(call& c) { return extended(c, core::append); }
value prepend(call& c) { return extended(c, core::prepend); }

value replace(call& c) {
  std::int64_t i = 0;
  if (!is_tree(c, 0) || !c.number(0, 0, 127, i)) return {};
  if (c.args[0].has_layout() ? !c.is_plain(1) : !c.are_integers(1)) return {};
  return is_mode(c, i) ? like(c, core::replace(first(c), static_cast<int>(i), second(c))) : value{};
}
value flatten(call& c) { return is_tree(c, 0) ? like(c, core::flatten(first(c))) : value{}; }

value unflatten(call& c) {
  if (!c.are_integers(0) || !c.are_integers(1)) return {};
  std::int64_t const n = core::rank(first(c));
  if (n != second(c).count)
    return refused(c, leaves_match_profile::sentences[0], {n}, second(c).count);
  return integers(core::unflatten(first(c), second(c)));
}
value unwrap(call& c) { return c.are_integers(0) ? integers(core::unwrap(first(c))) : value{}; }
value tuple_cat(call& c) {
  std::vector<core::layout> tuples;
  for (int i = 0; i < static_cast<int>(c.args.size()); ++i) {
    value const& v = c.args[static_cast<std::size_t>(i)];
    if (v.is != kind::integers) return c.expected(i, "an integer or a tuple");
    tuples.push_back(v.of);
  }
  return integers(core::tuple_cat(tuples.data(), static_cast<int>(tuples.size())));
}
value repeat(call& c) {
  std::int64_t n = 0;
  if (!c.are_integers(0) || !c.number(0, 0, 127, n)) return {};
  return integers(core::repeat(first(c), static_cast<int>(n)));
}

constexpr operation table[] = {
    {"Sw", 0, 0, 2, 3, make_swizzle, "Sw<B,M,S>", "a swizzle"},
    {"Swizzle", 0, 0, 2, 3, make_swizzle, "Swizzle<B,M,S>", "a swizzle"},
    {"Layout", 0, 0, 1, 2, layout_type, "Layout<S[,D]>", "the layout S:D, column-major without D"},
    {"make_layout", 1, 16, 0, 0, make_layout, "make_layout(S[,D])",
     "the layout S:D; D may be LayoutLeft or LayoutRight"},
    {"make_ordered_layout", 2, 2, 0, 0, make_ordered_layout, "make_ordered_layout(S,ORDER)",
     "the compact layout, the mode of the least order first"},
    {"make_layout_like", 1, 1, 0, 0, make_layout_like, "make_layout_like(L)",
     "the compact layout with the strides in the order of L's"},
    {"make_identity_layout", 1, 1, 0, 0, make_identity_layout, "make_identity_layout(S)",
     "the layout of each coordinate to itself"},
    {"make_composed_layout", 3, 3, 0, 0, make_composed_layout, "make_composed_layout(A,OFFSET,B)",
     "the layout c -> A(OFFSET + B(c))"},
    {"layout_a", 1, 1, 0, 0, outer_part, "layout_a(L)", "the outer function of a composed layout"},
    {"layout_b", 1, 1, 0, 0, inner_part, "layout_b(L)", "the inner layout of a composed layout"},
    {"offset", 1, 1, 0, 0, offset_part, "offset(L)",
     "the offset inside a composed layout, or of a tensor"},
    {"compact_major", 1, 2, 1, 1, compact_major, "compact_major<MAJOR>(S[,START])",
     "compact strides; MAJOR is LayoutLeft or LayoutRight"},
    {"get_hier_coord", 2, 2, 0, 0, coordinate_of<core::idx2crd>, "get_hier_coord(L,I)",
     "the coordinate of offset I in a compact layout"},
    {"get_flat_coord", 2, 2, 0, 0, coordinate_of<by_modes>, "get_flat_coord(L,I)",
     "the same, one integer a mode"},
    {"get_1d_coord", 2, 2, 0, 0, coordinate_of<by_index>, "get_1d_coord(L,I)",
     "the same, as a linear index"},
    {"layout", 1, 1, 0, 8, part_layout, "layout<I,...>(L)", "mode I of L, as a layout"},
    {"get", 1, 1, 1, 8, get, "get<I,...>(L)", "mode I"},
    {"shape", 1, 1, 0, 8, shape, "shape<I,...>(L)", "the shape"},
    {"stride", 1, 1, 0, 8, stride, "stride<I,...>(L)", "the stride"},
    {"size", 1, 1, 0, 8, size, "size<I,...>(L)", "the number of coordinates"},
    {"rank", 1, 1, 0, 8, rank, "rank<I,...>(L)", "the number of modes"},
    {"depth", 1, 1, 0, 8, depth_of, "depth<I,...>(L)", "the levels of nesting"},
    {"cosize", 1, 1, 0, 8, cosize, "cosize<I,...>(L)",
     "the length of the interval that the offsets lie in"},
    {"take", 1, 1, 2, 2, take, "take<B,E>(L)", "modes B to E - 1"},
    {"select", 1, 1, 1, 16, select, "select<I,...>(L)", "modes I, ..., in this order"},
    {"group", 1, 1, 2, 2, group, "group<B,E>(L)", "modes B to E - 1 gathered into one"},
    {"group_modes", 1, 1, 2, 2, group, "group_modes<B,E>(L)", "modes B to E - 1 gathered into one"},
    {"append", 1, 2, 0, 1, append, "append<N>(L[,X])", "modes X after those of L, up to rank N"},
    {"prepend", 1, 2, 0, 1, prepend, "prepend<N>(L[,X])", "modes X before those of L"},
    {"replace", 2, 2, 1, 1, replace, "replace<N>(L,X)", "X in place of mode N"},
    {"flatten", 1, 1, 0, 0, flatten, "flatten(L)", "the modes without nesting"},
    {"unflatten", 2, 2, 0, 0, unflatten, "unflatten(T,PROFILE)",
     "the integers of T nested as PROFILE"},
    {"unwrap", 1, 1, 0, 0, unwrap, "unwrap(T)", "the only element of a tuple of one"},
    {"tuple_cat", 1, 16, 0, 0, tuple_cat, "tuple_cat(A,B,...)", "the elements of all tuples"},
    {"repeat", 1, 1, 1, 1, repeat, "repeat<N>(T)", "the tuple of N times T"},
};

}  // namespace

operation_list layout_operations() { return {table, std::size(table)}; }

}  // namespace tileproof::explorer
