// SPDX-License-Identifier: BSL-1.0
//
// The operations that make and take apart integers, shapes and coordinates.
#include "operations.hpp"

#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/evenly_divides.hpp>
#include <tileproof/core/stride.hpp>

namespace tileproof::explorer {

namespace {

core::layout const& first(call const& c) { return c.args[0].of; }
core::layout const& second(call const& c) { return c.args[1].of; }

// Shape<_4,_8>, make_shape(4,8): the tuple of the arguments, in which a layout is a terminal.
value tuple_from(call& c, std::vector<value> const& from, int offset) {
  core::layout l;
  l.open(static_cast<int>(from.size()));
  for (std::size_t i = 0; i < from.size(); ++i) {
    value const& v = from[i];
    if (v.is == kind::layout && !v.is_swizzled())
      l.open(core::tile_token);
    else if (v.is != kind::integers)
      return c.expected(static_cast<int>(i) + offset, "an integer, a tuple or a layout");
    l.copy(v.of);
  }
  return integers(l);
}
value tuple_type(call& c) { return tuple_from(c, c.angles, 100); }
value make_tuple(call& c) { return tuple_from(c, c.args, 0); }

value parameters(call& c) {
  for (std::size_t i = 0; i < c.angles.size(); ++i)
    if (c.angles[i].is == kind::list)  // or a few lines with `let` would double it each time
      return c.expected(100 + static_cast<int>(i), "a parameter, and no list of them,");
  return list(c.angles);
}

value make_int(call& c) {
  std::int64_t v = 0;
  if (!c.number(0, INT64_MIN, INT64_MAX, v)) return {};
  return integer(core::fixed(v));
}
value make_basis(call& c) {
  core::axis_path path = 0;
  for (std::size_t i = c.angles.size(); i > 0; --i) {
    std::int64_t v = 0;
    if (!c.number(static_cast<int>(i - 1), 0, 30, v)) return {};
    path = path * 32 + static_cast<core::axis_path>(v) + 1;
  }
  return integers(core::single({core::fixed(1), core::fixed(1), path}));
}

// One function of two integers or congruent tuples.
template <core::integer (*F)(call&, core::integer, core::integer)>
value on_integers(call& c) {
  if (!c.is_number(0) || !c.is_number(1)) return {};
  return integer(F(c, c.args[0].integer(), c.args[1].integer()));
}
core::integer like(std::int64_t v, core::integer const& a, core::integer const& b) {
  return {v, a.node < b.node ? a.node : b.node};
}
core::integer gcd_of(call& c, core::integer a, core::integer b) {
  if (a.value == INT64_MIN || b.value == INT64_MIN)
    c.cx.refuse(core::property::integers_fit_64_bits);
  return c.cx.refused() ? a : like(core::gcd(a.value, b.value), a, b);
}
core::integer lcm_of(call& c, core::integer a, core::integer b) {
  core::integer const g = gcd_of(c, a, b);
  if (c.cx.refused() || g.value == 0) return g;
  return c.cx.mul(like(core::magnitude(a.value) / g.value, a, b),
                  like(core::magnitude(b.value), a, b));
}
core::integer min_of(call& c, core::integer a, core::integer b) { return c.cx.min(a, b); }
core::integer max_of(call&, core::integer a, core::integer b) {
  return like(a.value < b.value ? b.value : a.value, a, b);
}

template <core::layout (*F)(core::arithmetic&, core::layout const&, core::layout const&)>
value on_tuples(call& c) {
  if (!c.are_integers(0) || !c.are_integers(1)) return {};
  return integers(F(c.cx, first(c), second(c)));
}

// Relations are 1 or 0, of shapes or of layouts.
template <core::integer (*F)(core::arithmetic&, core::layout const&, core::layout const&)>
value relation(call& c) {
  for (int i = 0; i < 2; ++i)
    if (!c.args[static_cast<std::size_t>(i)].has_layout() && !c.are_integers(i)) return {};
  return integer(F(c.cx, first(c), second(c)));
}
core::integer are_congruent(core::arithmetic&, core::layout const& a, core::layout const& b) {
  return core::fixed(core::congruent(a, b));
}
core::integer are_weakly_congruent(core::arithmetic&, core::layout const& a,
                                   core::layout const& b) {
  return core::fixed(core::weakly_congruent(a, b));
}

value product(call& c) {
  if (!c.are_integers(0)) return {};
  return integer(core::size(c.cx, first(c)));
}
value product_each(call& c) {
  if (!c.are_integers(0)) return {};
  return integers(core::is_tuple(first(c)) ? core::product_each(c.cx, first(c)) : first(c));
}

core::integer start_of(call& c) {
  return c.has(1) && c.is_integer(1) ? c.args[1].integer() : core::fixed(1);
}
value compact_col_major(call& c) {
  if (!c.are_integers(0)) return {};
  return integers(core::strides_left(c.cx, first(c), start_of(c)));
}
value compact_row_major(call& c) {
  if (!c.are_integers(0)) return {};
  return integers(core::strides_right(c.cx, first(c), start_of(c)));
}
value compact_order(call& c) {
  if (!c.are_integers(0) || !c.are_integers(1)) return {};
  return integers(core::strides_in_order(c.cx, first(c), second(c)));
}

value crd2idx(call& c) {
  if (!c.are_integers(0)) return {};
  if (c.args[1].has_layout()) {
    std::vector<value> const args{c.args[1], c.args[0]};
    call inner{c.cx, args, c.angles};
    return apply(inner);
  }
  if (!c.are_integers(1)) return {};
  if (!c.has(2)) return integer(core::crd2idx(c.cx, first(c), second(c)));
  if (!c.are_integers(2)) return {};
  core::layout const l = core::zipped(c.cx, second(c), c.args[2].of);
  return c.cx.refused() ? value{} : integers(core::slice(c.cx, l, first(c)).offset);
}
value idx2crd(call& c) {
  if (!c.are_integers(0)) return {};
  bool const in_layout = c.args[1].is == kind::layout && !c.args[1].is_swizzled();
  if (!in_layout && !c.has(2)) {
    if (!c.are_integers(1)) return {};
    return integers(core::refine(c.cx, first(c), second(c)));
  }
  if (!c.is_integer(0)) return {};
  if (in_layout) return integers(core::idx2crd(c.cx, c.args[0].integer(), second(c)));
  if (!c.are_integers(1) || !c.are_integers(2)) return {};
  core::layout const l = core::zipped(c.cx, second(c), c.args[2].of);
  return c.cx.refused() ? value{} : integers(core::idx2crd(c.cx, c.args[0].integer(), l));
}
value crd2crd(call& c) {
  for (int i = 0; i < 3; ++i)
    if (!c.are_integers(i)) return {};
  return integers(core::crd2crd(c.cx, first(c), second(c), c.args[2].of));
}

// ---- comparisons, as in algebra/compare.hpp

core::integer negation(core::arithmetic& cx, core::integer const& v) {
  return cx.sub(core::fixed(1), v);
}
core::integer less(core::arithmetic& cx, core::integer const& a, core::integer const& b) {
  return negation(cx, cx.less_equal(b, a));
}

// a and b, a or b: static only where both are, as the operators of static integers have it.
core::integer as_both(core::integer r, core::integer const& a, core::integer const& b) {
  bool const is_static = a.is_fixed() && b.is_fixed();
  return r.is_fixed() && !is_static ? core::plain(r.value) : r;
}
core::integer both(core::arithmetic& cx, core::integer const& a, core::integer const& b) {
  return as_both(cx.both(a, b), a, b);
}
core::integer either(core::arithmetic& cx, core::integer const& a, core::integer const& b) {
  return as_both(cx.either(a, b), a, b);
}

// Mode i, as a layout.
core::layout mode(core::layout const& l, int i) { return core::subtree(l, core::nth(l, i)); }

// Each integer of a is less than the one of b that stands there; an integer beside a tuple is
// compared with its size.
core::integer every_less(core::arithmetic& cx, core::layout const& a, core::layout const& b) {
  if (!core::is_tuple(a)) return less(cx, a.at[0].extent, core::size(cx, b));
  if (!core::is_tuple(b) || core::rank(a) > core::rank(b)) return core::fixed(0);
  core::integer all = core::fixed(1);
  for (int i = 0; i < core::rank(a); ++i)
    all = both(cx, all, every_less(cx, mode(a, i), mode(b, i)));
  return all;
}

core::integer are_equal(core::arithmetic& cx, core::layout const& a, core::layout const& b) {
  if (!core::congruent(a, b)) return core::fixed(0);
  core::integer all = core::fixed(1);
  for (int i = 0; i < a.count; ++i) all = both(cx, all, cx.equal(a.at[i].extent, b.at[i].extent));
  return all;
}

// Lexicographic order: the first element that differs decides, counted from the front or the back.
template <bool FromBack>
core::integer ordered_less(core::arithmetic& cx, core::layout const& a, core::layout const& b) {
  if (!core::is_tuple(a) || !core::is_tuple(b)) {
    if (core::is_tuple(a) != core::is_tuple(b))
      cx.refuse({core::property::coordinate_rank_fits, 0, 0, core::rank(a), core::rank(b)});
    return less(cx, a.at[0].extent, b.at[0].extent);
  }
  int const x = core::rank(a);
  int const y = core::rank(b);
  core::integer r = core::fixed(x < y);
  for (int i = x < y ? x : y; i > 0; --i) {
    core::layout const p = mode(a, FromBack ? x - i : i - 1);
    core::layout const q = mode(b, FromBack ? y - i : i - 1);
    r = either(cx, ordered_less<FromBack>(cx, p, q), both(cx, are_equal(cx, p, q), r));
  }
  return r;
}

// A < B of an order, and by exchange and negation the other three.
using order = core::integer (*)(core::arithmetic&, core::layout const&, core::layout const&);
template <order Less, bool Exchanged, bool Negated>
value compare(call& c) {
  if (!c.are_integers(0) || !c.are_integers(1)) return {};
  core::integer const r =
      Exchanged ? Less(c.cx, second(c), first(c)) : Less(c.cx, first(c), second(c));
  return integer(Negated ? negation(c.cx, r) : r);
}

constexpr operation table[] = {
    {"Parameters", 0, 0, 0, 127, parameters, "Parameters<A,...>",
     "the list of its arguments, as of a property"},
    {"Int", 0, 0, 1, 1, make_int, "Int<N>", "the static integer _N"},
    {"E", 0, 0, 1, 5, make_basis, "E<I,...>", "the basis vector _1@I, a stride of coordinates"},
    {"Shape", 0, 0, 0, 127, tuple_type, "Shape<_4,_8>", "the tuple of its arguments"},
    {"Stride", 0, 0, 0, 127, tuple_type, "Stride<_1,_4>", "the tuple of its arguments"},
    {"Coord", 0, 0, 0, 127, tuple_type, "Coord<_1,_2>", "the tuple of its arguments"},
    {"Tile", 0, 0, 0, 127, tuple_type, "Tile<_4,_8>", "the tuple of its arguments"},
    {"Step", 0, 0, 0, 127, tuple_type, "Step<_1,X,_1>", "the tuple of its arguments"},
    {"make_tuple", 0, 127, 0, 0, make_tuple, "make_tuple(A,...)", "the tuple of its arguments"},
    {"make_shape", 0, 127, 0, 0, make_tuple, "make_shape(A,...)", "the tuple of its arguments"},
    {"make_stride", 0, 127, 0, 0, make_tuple, "make_stride(A,...)", "the tuple of its arguments"},
    {"make_coord", 0, 127, 0, 0, make_tuple, "make_coord(A,...)", "the tuple of its arguments"},
    {"make_tile", 0, 127, 0, 0, make_tuple, "make_tile(A,...)", "the tuple of its arguments"},
    {"make_step", 0, 127, 0, 0, make_tuple, "make_step(A,...)", "the tuple of its arguments"},
    {"gcd", 2, 2, 0, 0, on_integers<gcd_of>, "gcd(A,B)", "the greatest common divisor"},
    {"lcm", 2, 2, 0, 0, on_integers<lcm_of>, "lcm(A,B)", "the least common multiple"},
    {"min", 2, 2, 0, 0, on_integers<min_of>, "min(A,B)", "the smaller integer"},
    {"max", 2, 2, 0, 0, on_integers<max_of>, "max(A,B)", "the larger integer"},
    {"product", 1, 1, 0, 0, product, "product(S)", "the product of the integers of a tuple"},
    {"product_each", 1, 1, 0, 0, product_each, "product_each(S)", "the size of each mode"},
    {"ceil_div", 2, 2, 0, 0, on_tuples<core::ceil_div>, "ceil_div(A,B)", "A / B rounded up"},
    {"round_up", 2, 2, 0, 0, on_tuples<core::round_up>, "round_up(A,B)",
     "the least multiple of B that is at least A"},
    {"shape_div", 2, 2, 0, 0, on_tuples<core::shape_div>, "shape_div(A,B)",
     "A / B where one divides the other"},
    {"inner_product", 2, 2, 0, 0, on_tuples<core::inner_product>, "inner_product(A,B)",
     "the sum of the products of the integers"},
    {"congruent", 2, 2, 0, 0, relation<are_congruent>, "congruent(A,B)",
     "whether A and B have one profile"},
    {"weakly_congruent", 2, 2, 0, 0, relation<are_weakly_congruent>, "weakly_congruent(A,B)",
     "whether the profile of B refines that of A"},
    {"compatible", 2, 2, 0, 0, relation<core::compatible>, "compatible(A,B)",
     "whether every coordinate of A is one of B"},
    {"weakly_compatible", 2, 2, 0, 0, relation<core::weakly_compatible>, "weakly_compatible(A,B)",
     "whether A repeats over B a whole number of times"},
    {"evenly_divides", 2, 2, 0, 0, relation<core::evenly_divides>, "evenly_divides(A,B)",
     "whether tiles of shape B cover A without a remainder"},
    {"compact_col_major", 1, 2, 0, 0, compact_col_major, "compact_col_major(S[,START])",
     "column-major strides of a shape"},
    {"compact_row_major", 1, 2, 0, 0, compact_row_major, "compact_row_major(S[,START])",
     "row-major strides of a shape"},
    {"compact_order", 2, 2, 0, 0, compact_order, "compact_order(S,ORDER)",
     "compact strides, the mode of the least order first"},
    {"elem_less", 2, 2, 0, 0, compare<every_less, false, false>, "elem_less(A,B)",
     "A < B, element by element"},
    {"elem_leq", 2, 2, 0, 0, compare<every_less, true, true>, "elem_leq(A,B)",
     "not B < A, element by element"},
    {"elem_gtr", 2, 2, 0, 0, compare<every_less, true, false>, "elem_gtr(A,B)",
     "B < A, element by element"},
    {"elem_geq", 2, 2, 0, 0, compare<every_less, false, true>, "elem_geq(A,B)",
     "not A < B, element by element"},
    {"lex_less", 2, 2, 0, 0, compare<ordered_less<false>, false, false>, "lex_less(A,B)",
     "A < B, the first element decides"},
    {"lex_leq", 2, 2, 0, 0, compare<ordered_less<false>, true, true>, "lex_leq(A,B)",
     "not B < A, the first element decides"},
    {"lex_gtr", 2, 2, 0, 0, compare<ordered_less<false>, true, false>, "lex_gtr(A,B)",
     "B < A, the first element decides"},
    {"lex_geq", 2, 2, 0, 0, compare<ordered_less<false>, false, true>, "lex_geq(A,B)",
     "not A < B, the first element decides"},
    {"colex_less", 2, 2, 0, 0, compare<ordered_less<true>, false, false>, "colex_less(A,B)",
     "A < B, the last element decides"},
    {"colex_leq", 2, 2, 0, 0, compare<ordered_less<true>, true, true>, "colex_leq(A,B)",
     "not B < A, the last element decides"},
    {"colex_gtr", 2, 2, 0, 0, compare<ordered_less<true>, true, false>, "colex_gtr(A,B)",
     "B < A, the last element decides"},
    {"colex_geq", 2, 2, 0, 0, compare<ordered_less<true>, false, true>, "colex_geq(A,B)",
     "not A < B, the last element decides"},
    {"crd2idx", 2, 3, 0, 0, crd2idx, "crd2idx(C,S[,D])", "the index of a coordinate"},
    {"idx2crd", 2, 3, 0, 0, idx2crd, "idx2crd(I,S[,D])", "the coordinate of an index"},
    {"crd2crd", 3, 3, 0, 0, crd2crd, "crd2crd(C,FROM,TO)",
     "the coordinate of shape TO with the index of C in FROM"},
};

}  // namespace

value arithmetic(call& c) {
  for (int const i : {0, 1}) {
    if (!c.is_integer(i)) return {};
    if (c.args[static_cast<std::size_t>(i)].of.at[0].axis != 0) return c.expected(i, "an integer");
  }
  core::integer const a = c.args[0].integer();
  core::integer const b = c.args[1].integer();
  char const sign = c.name[0];
  bool const divides = sign == '/' || sign == '%';
  if (divides && b.is_known() && b.value == 0) return c.expected(1, "an integer other than 0");
  switch (sign) {
    case '+': return integer(c.cx.add(a, b));
    case '-': return integer(c.cx.sub(a, b));
    case '*': return integer(c.cx.mul(a, b));
    case '/': return integer(c.cx.div(a, b));
    default: return integer(c.cx.mod(a, b));
  }
}

operation_list tuple_operations() { return {table, std::size(table)}; }

}  // namespace tileproof::explorer
