// SPDX-License-Identifier: BSL-1.0
//
// The layout algebra: coalesce, composition, complement, inverses, divides, products, recast. With
// a swizzle and in a tensor each acts on the inner layout, as in algebra/composed_layout.hpp.
#include "operations.hpp"
#include "words.hpp"

#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/rearrange.hpp>
#include <tileproof/core/recast.hpp>

#include <iterator>

namespace tileproof::explorer {

namespace {

core::layout const& first(call const& c) { return c.args[0].of; }
core::layout const& second(call const& c) { return c.args[1].of; }

// The first argument around another inner layout.
value around(call const& c, core::layout const& l) {
  value v = c.args[0];
  v.of = l;
  return v;
}

value coalesce(call& c) {
  if (!c.is_function(0)) return {};
  if (!c.has(1)) return around(c, core::coalesce(c.cx, first(c)));
  return c.are_integers(1) ? around(c, core::coalesce_by(c.cx, first(c), second(c))) : value{};
}
value filter_zeros(call& c) {
  return c.is_function(0) ? around(c, core::filter_zeros(first(c))) : value{};
}
value filter(call& c) {
  if (!c.is_function(0)) return {};
  if (!c.has(1)) return around(c, core::filter(c.cx, first(c)));
  return c.are_integers(1) ? around(c, core::filter_by(c.cx, first(c), second(c))) : value{};
}
value complement(call& c) {
  if (!c.is_plain_function(0)) return {};
  if (!c.has(1)) return plain_layout(core::complement_of_cosize(c.cx, first(c)));
  if (!c.args[1].has_layout() && !c.are_integers(1)) return {};
  return plain_layout(core::complement_in(c.cx, first(c), second(c)));
}

// The layout composed with a function at an offset.
value after(outer_function const& f, value inner) {
  inner.outside.insert(inner.outside.begin(), f);
  return inner;
}
outer_function of_swizzle(core::swizzle const& s) {
  return {true, s, {}, core::number(core::fixed(0))};
}
outer_function of_layout(core::layout const& l, core::integer offset) {
  return {false, {}, l, core::number(offset)};
}

// a after a swizzled layout b, as in algebra/swizzled_operand.hpp: a swizzle of a layout where it
// is one, and otherwise a stays outside.
value after_swizzle(core::layout const& a, value const& b) {
  outer_function const& f = b.outside[0];
  core::arithmetic trial;
  int const k = core::swizzle_passes(core::coalesce(trial, a), f.swizzle.period());
  bool const at_zero = f.offset.at[0].extent.is_fixed(0);
  if (k >= 0 && at_zero && core::all_fixed(b.of)) {
    core::layout const inner = core::composition(trial, a, b.of);
    if (!trial.refused())
      return after(of_swizzle({f.swizzle.bits, f.swizzle.base + k, f.swizzle.shift}),
                   plain_layout(inner));
  }
  return after(of_layout(a, core::fixed(0)), b);
}

// Whether argument 0 is a layout with one swizzle, all static, at offset 0 where that is asked.
bool is_static_swizzled(call& c, bool at_zero) {
  value const& l = c.args[0];
  if (l.is == kind::layout && l.outside.size() == 1 && l.outside[0].is_swizzle &&
      core::all_fixed(l.of) && l.outside[0].offset.count == 1 &&
      l.outside[0].offset.at[0].extent.is_fixed() &&
      (!at_zero || l.outside[0].offset.at[0].extent.value == 0))
    return true;
  c.expected(0, at_zero ? "a layout, or a static one with a swizzle at offset 0,"
                        : "a layout, or a static one with a swizzle,");
  return false;
}

// Inverses of layouts; a swizzle is its own, and the inverse of S o L is (inverse of L) o S.
value right_inverse(call& c) {
  value const& l = c.args[0];
  if (l.is == kind::swizzle) return l;
  if (!l.is_swizzled())
    return c.is_plain_function(0) ? plain_layout(core::right_inverse(c.cx, first(c))) : value{};
  if (!is_static_swizzled(c, true) || !c.is_function(0)) return {};
  core::layout const inner = core::right_inverse(c.cx, first(c));
  core::integer const n = core::size(c.cx, inner);
  if (c.cx.refused()) return {};
  core::integer const numbers = core::fixed(core::closed_under(l.outside[0].swizzle, n.value));
  value const index = plain_layout(core::compact_left(c.cx, core::number(numbers)));
  return after_swizzle(inner, after(of_swizzle(l.outside[0].swizzle), index));
}
value left_inverse(call& c) {
  value const& l = c.args[0];
  if (l.is == kind::swizzle) return l;
  if (!l.is_swizzled())
    return c.is_plain_function(0) ? plain_layout(core::left_inverse(c.cx, first(c))) : value{};
  if (!is_static_swizzled(c, false) || !c.is_function(0)) return {};
  core::swizzle const s = l.outside[0].swizzle;
  core::integer const at = l.outside[0].offset.at[0].extent;
  core::layout const inner = core::left_inverse(c.cx, first(c));
  core::integer const cosize =
      core::rounded_up(c.cx, c.cx.add(at, core::cosize(c.cx, first(c))), core::fixed(s.period()));
  if (c.cx.refused()) return {};
  value const index =
      after(of_swizzle(s), plain_layout(core::compact_left(c.cx, core::number(cosize))));
  if (at.value == 0) return after_swizzle(inner, index);
  return after(of_layout(inner, c.cx.sub(core::fixed(0), at)), index);
}
value nullspace(call& c) {
  return c.is_plain_function(0) ? plain_layout(core::nullspace(c.cx, first(c))) : value{};
}
value max_common_layout(call& c) {
  if (!c.is_plain_function(0) || !c.is_plain_function(1)) return {};
  return plain_layout(core::max_common_layout(c.cx, first(c), second(c)));
}
// With a swizzle at most the 2^M elements that it keeps together, and no more than divides the
// offset.
value max_common_vector(call& c) {
  bool const first_is = c.args[0].is_swizzled();
  bool const second_is = c.args[1].is_swizzled();
  if (first_is == second_is) {
    value const common = max_common_layout(c);
    return integer(core::size(c.cx, common.of));
  }
  value const& l = c.args[first_is ? 0 : 1];
  if (!c.is_function(0) || !c.is_function(1)) return {};
  if (l.outside.size() != 1 || !l.outside[0].is_swizzle || l.outside[0].offset.count != 1 ||
      !l.outside[0].offset.at[0].extent.is_known())
    return c.expected(first_is ? 0 : 1, "a layout with one swizzle at a known offset");
  core::integer const inner =
      core::size(c.cx, core::max_common_layout(c.cx, l.of, c.args[first_is ? 1 : 0].of));
  if (c.cx.refused() || !inner.is_known()) return integer(core::fixed(1));
  core::integer const at = l.outside[0].offset.at[0].extent;
  std::int64_t const kept = core::gcd(at.value, std::int64_t{1} << l.outside[0].swizzle.base);
  return integer({core::gcd(inner.value, kept), inner.node < at.node ? inner.node : at.node});
}

// Operations of a layout and a tiler.
using by_tiler = core::layout (*)(core::arithmetic&, core::layout const&, core::layout const&);
template <by_tiler F>
value tiled_by(call& c) {
  if (!c.is_function(0) || !c.is_tiler(1)) return {};
  return around(c, F(c.cx, first(c), tiler_of(c.args[1])));
}
template <core::interleave Order>
value ranked_product(call& c) {
  if (!c.is_function(0) || !c.is_plain_function(1)) return {};
  return around(c, core::ranked_product(c.cx, first(c), second(c), Order));
}
value tile_to_shape(call& c) {
  if (!c.is_function(0) || !c.are_integers(1)) return {};
  core::layout order = core::number(core::fixed(0));
  if (c.has(2) && c.args[2].is == kind::atom) {
    if (c.args[2].name == "LayoutRight" || c.args[2].name == "GenRowMajor")
      order = core::last_mode_first(core::rank(second(c)));
  } else if (c.has(2)) {
    if (!c.are_integers(2)) return {};
    order = c.args[2].of;
  }
  return around(c, core::tile_to_shape(c.cx, first(c), second(c), order));
}
value with_shape(call& c) {
  if (!c.is_function(0)) return {};
  std::vector<core::layout> modes;
  for (int i = 1; i < static_cast<int>(c.args.size()); ++i) {
    if (!c.are_integers(i)) return {};
    modes.push_back(c.args[static_cast<std::size_t>(i)].of);
  }
  core::layout const shape =
      modes.size() == 1 ? modes[0] : core::tuple_of(modes.data(), static_cast<int>(modes.size()));
  return around(c, core::composition(c.cx, first(c), core::compact_left(c.cx, shape)));
}

// ---- recast

// log2 of a power of two; -1 for other numbers.
int log2_of(std::int64_t n) {
  int k = 0;
  while (k < 62 && std::int64_t{1} << k < n) ++k;
  return std::int64_t{1} << k == n ? k : -1;
}
// The layout, or what is around it, in elements n times as wide (or as narrow).
value recast_by(call& c, std::int64_t n, bool wider) {
  if (c.args[0].is != kind::swizzle && !c.is_function(0)) return {};
  if (c.args[0].is == kind::tensor) return c.expected(0, "a layout or a swizzle");
  value v = c.args[0];
  for (outer_function& f : v.outside) {
    int const k = log2_of(n);
    if (f.is_swizzle && (k < 0 || (wider && f.swizzle.base < k))) {
      c.why = {status::refused,
               "upcast<" + std::to_string(n) + "> of " + text_of(swizzle(f.swizzle)) +
                   (k < 0 ? ": upcast and downcast of a swizzle need a power of two"
                          : ": the swizzle moves parts of a wide element; M must be at least " +
                                std::to_string(k)),
               0, 0};
      return {};
    }
    if (f.is_swizzle)
      f.swizzle.base += wider ? -k : k;
    else
      f.layout = wider ? core::upcast(c.cx, f.layout, n) : core::downcast(c.cx, f.layout, n);
    for (int i = 0; i < f.offset.count; ++i) {
      core::integer& at = f.offset.at[i].extent;
      if (wider)
        c.cx.require(c.cx.divides(core::fixed(n), at),
                     {core::property::swizzle_offset_divides, 0, 0, at.value, n});
      at = wider ? c.cx.div(at, core::fixed(n)) : c.cx.mul(at, core::fixed(n));
    }
  }
  if (v.is == kind::layout && !c.cx.refused())
    v.of = wider ? core::upcast(c.cx, v.of, n) : core::downcast(c.cx, v.of, n);
  return v;
}
value upcast(call& c) {
  std::int64_t n = 0;
  return c.number(0, 1, INT32_MAX, n) ? recast_by(c, n, true) : value{};
}
value downcast(call& c) {
  std::int64_t n = 0;
  return c.number(0, 1, INT32_MAX, n) ? recast_by(c, n, false) : value{};
}
value recast(call& c) {
  std::int64_t bits[2]{};
  for (int i = 0; i < 2; ++i) {
    value const& v = c.angles[static_cast<std::size_t>(i)];
    bits[i] = v.is == kind::atom ? bits_of_element(v.name) : 0;
    if (bits[i] == 0) return c.expected(100 + i, "the name of an element type, such as half_t");
  }
  std::int64_t const g = core::gcd(bits[0], bits[1]);
  value v = c.args[0];
  if (bits[1] != g) v = recast_by(c, bits[1] / g, true);
  if (c.why || c.cx.refused() || bits[0] == g) return v;
  std::vector<value> const args{v};
  call narrower{c.cx, args, c.angles};
  v = recast_by(narrower, bits[0] / g, false);
  c.why = narrower.why;
  return v;
}

// The tiler of the arguments after the first: one argument as it is, several by mode.
bool tiler_of_arguments(call& c, core::layout& tiler) {
  if (c.args.size() == 2) {
    if (c.is_tiler(1)) tiler = tiler_of(c.args[1]);
    return !c.why && !c.cx.refused();
  }
  tiler.open(static_cast<int>(c.args.size()) - 1);
  for (int i = 1; i < static_cast<int>(c.args.size()); ++i) {
    if (!c.is_tiler(i)) return false;
    tiler.copy(tiler_of(c.args[static_cast<std::size_t>(i)]));
  }
  return true;
}
value compose_with(call& c) {
  if (c.args.size() == 2) return compose(c);
  core::layout tiler;
  if (!c.is_function(0) || !tiler_of_arguments(c, tiler)) return {};
  return around(c, core::composition_by(c.cx, first(c), tiler));
}
value tile(call& c) {
  core::layout tiler;
  if (!c.is_function(0) || !tiler_of_arguments(c, tiler)) return {};
  return around(c, core::tiled_divide(c.cx, first(c), tiler));
}

constexpr operation table[] = {
    {"coalesce", 1, 2, 0, 0, coalesce, "coalesce(L[,PROFILE])",
     "the same function with as few modes as possible"},
    {"filter_zeros", 1, 1, 0, 0, filter_zeros, "filter_zeros(L)", "extent 1 where the stride is 0"},
    {"filter", 1, 2, 0, 0, filter, "filter(L[,PROFILE])", "coalesce without the modes of stride 0"},
    {"composition", 2, 3, 0, 0, compose, "composition(A,B)", "the layout c -> A(B(c))"},
    {"compose", 2, 16, 0, 0, compose_with, "compose(A,B,...)", "composition, by mode for several"},
    {"tile", 2, 16, 0, 0, tile, "tile(L,TILER,...)", "tiled_divide, by mode for several"},
    {"complement", 1, 2, 0, 0, complement, "complement(L[,M])",
     "the layout of the offsets at which L is repeated to cover [0,M)"},
    {"right_inverse", 1, 1, 0, 0, right_inverse, "right_inverse(L)", "R with L(R(i)) == i"},
    {"left_inverse", 1, 1, 0, 0, left_inverse, "left_inverse(L)", "I with L(I(L(i))) == L(i)"},
    {"nullspace", 1, 1, 0, 0, nullspace, "nullspace(L)", "N with L(N(i)) == 0"},
    {"max_common_layout", 2, 2, 0, 0, max_common_layout, "max_common_layout(A,B)",
     "the longest run that is contiguous in A and B"},
    {"max_common_vector", 2, 2, 0, 0, max_common_vector, "max_common_vector(A,B)",
     "the number of elements that are contiguous in A and B"},
    {"logical_divide", 2, 2, 0, 0, tiled_by<core::logical_divide>, "logical_divide(L,TILER)",
     "(tile,rest) by mode"},
    {"zipped_divide", 2, 2, 0, 0, tiled_by<core::zipped_divide>, "zipped_divide(L,TILER)",
     "((tiles),(rests))"},
    {"tiled_divide", 2, 2, 0, 0, tiled_by<core::tiled_divide>, "tiled_divide(L,TILER)",
     "((tiles),rest,...)"},
    {"flat_divide", 2, 2, 0, 0, tiled_by<core::flat_divide>, "flat_divide(L,TILER)",
     "(tile,...,rest,...)"},
    {"logical_product", 2, 2, 0, 0, tiled_by<core::logical_product>, "logical_product(L,TILER)",
     "(block,repetitions) by mode"},
    {"zipped_product", 2, 2, 0, 0, tiled_by<core::zipped_product>, "zipped_product(L,TILER)",
     "((blocks),(repetitions))"},
    {"tiled_product", 2, 2, 0, 0, tiled_by<core::tiled_product>, "tiled_product(L,TILER)",
     "((blocks),repetition,...)"},
    {"flat_product", 2, 2, 0, 0, tiled_by<core::flat_product>, "flat_product(L,TILER)",
     "(block,...,repetition,...)"},
    {"blocked_product", 2, 2, 0, 0, ranked_product<core::interleave::blocks>,
     "blocked_product(A,B)", "the product by mode, blocks kept together"},
    {"raked_product", 2, 2, 0, 0, ranked_product<core::interleave::rakes>, "raked_product(A,B)",
     "the product by mode, blocks interleaved"},
    {"tile_to_shape", 2, 3, 0, 0, tile_to_shape, "tile_to_shape(L,SHAPE[,ORDER])",
     "L repeated until it has the shape"},
    {"with_shape", 2, 16, 0, 0, with_shape, "with_shape(L,S,...)",
     "the same function of the index, with another shape"},
    {"upcast", 1, 1, 1, 1, upcast, "upcast<N>(L)", "N elements become one"},
    {"downcast", 1, 1, 1, 1, downcast, "downcast<N>(L)", "one element becomes N"},
    {"recast", 1, 1, 2, 2, recast, "recast<OLD,NEW>(L)", "the layout in elements of another type"},
    {"recast_layout", 1, 1, 2, 2, recast, "recast_layout<OLD,NEW>(L)",
     "the layout in elements of another type"},
};

}  // namespace

operation_list algebra_operations() { return {table, std::size(table)}; }

// The pairs: swizzle or layout, with an offset between or not, before a layout; a layout and a
// tiler; an integer or a coordinate before a layout, which is a tensor.
value compose(call& c) {
  value const& a = c.args[0];
  value const& b = c.args.back();
  bool const has_offset = c.args.size() == 3;
  if (a.is == kind::integers) {
    if (!c.are_integers(0)) return {};
    if (b.is != kind::layout) return c.expected(1, "a layout after the offset of a tensor");
    return tensor(a.of, b);
  }
  if (a.is == kind::swizzle || has_offset) {
    if (a.is != kind::swizzle && a.is != kind::layout)
      return c.expected(0, "a swizzle or a layout");
    if (has_offset && !c.are_integers(1)) return {};
    int const last = has_offset ? 2 : 1;
    if (b.is != kind::layout) return c.expected(last, "a layout after the swizzle");
    if (a.is == kind::layout && !core::all_fixed(a.of))
      return c.expected(0, "a static layout in front of a swizzle");
    outer_function f;
    f.is_swizzle = a.is == kind::swizzle;
    if (f.is_swizzle)
      f.swizzle = a.outside[0].swizzle;
    else
      f.layout = a.of;
    f.offset = has_offset ? c.args[1].of : core::number(core::fixed(0));
    return after(f, b);
  }
  if (!c.is_function(0)) return {};
  bool const is_after_one =
      b.is == kind::layout && b.outside.size() == 1 && b.outside[0].is_swizzle;
  if (a.is == kind::layout && !a.is_swizzled() && is_after_one) {
    if (!core::all_fixed(a.of)) return c.expected(0, "a static layout in front of a swizzle");
    return c.is_function(1) ? after_swizzle(a.of, b) : value{};
  }
  if (!c.is_tiler(1)) return {};
  return around(c, b.is == kind::layout ? core::composition(c.cx, a.of, b.of)
                                        : core::composition_by(c.cx, a.of, tiler_of(b)));
}

}  // namespace tileproof::explorer
