// SPDX-License-Identifier: BSL-1.0
//
// The layout algebra: coalesce, composition, complement, inverses, divides, products, recast.
// Behind a swizzle and in a tensor each acts on the inner layout, as in
// algebra/composed_layout.hpp.
#include "modes.hpp"
#include "operations.hpp"
#include "words.hpp"

#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/core/product.hpp>
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
  return c.are_integers(1)
             ? around(c, core::coalesce_by(c.cx, core::filter_zeros(first(c)), second(c)))
             : value{};
}
value complement(call& c) {
  if (!c.is_plain_function(0)) return {};
  if (!c.has(1)) return plain_layout(core::complement(c.cx, first(c)));
  if (!c.args[1].has_layout() && !c.are_integers(1)) return {};
  return plain_layout(core::complement(c.cx, first(c), core::size(c.cx, second(c))));
}

// Inverses of layouts; a swizzle is its own.
template <core::layout (*F)(core::arithmetic&, core::layout const&)>
value inverse(call& c) {
  if (c.args[0].is == kind::swizzle) return c.args[0];
  return c.is_plain_function(0) ? plain_layout(F(c.cx, first(c))) : value{};
}
value nullspace(call& c) {
  return c.is_plain_function(0) ? plain_layout(core::nullspace(c.cx, first(c))) : value{};
}
value max_common_layout(call& c) {
  if (!c.is_plain_function(0) || !c.is_plain_function(1)) return {};
  return plain_layout(core::max_common_layout(c.cx, first(c), second(c)));
}
value max_common_vector(call& c) {
  value const common = max_common_layout(c);
  return integer(core::size(c.cx, common.of));
}

// Operations of a layout and a tiler.
using by_tiler = core::layout (*)(core::arithmetic&, core::layout const&, core::layout const&);
template <by_tiler F>
value tiled_by(call& c) {
  if (!c.is_function(0) || !c.is_tiler(1)) return {};
  return around(c, F(c.cx, first(c), tiler_of(c.args[1])));
}
core::layout zipped_divide(core::arithmetic& cx, core::layout const& a, core::layout const& t) {
  return core::zipped_divide(cx, a, t);
}
template <by_tiler F, core::layout (*Arrange)(core::layout const&)>
core::layout arranged(core::arithmetic& cx, core::layout const& a, core::layout const& t) {
  core::layout const both = F(cx, a, t);
  return cx.refused() ? a : Arrange(both);
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
  core::layout const shape = modes.size() == 1 ? modes[0] : tuple_of(modes);
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

constexpr operation table[] = {
    {"coalesce", 1, 2, 0, 0, coalesce, "coalesce(L[,PROFILE])",
     "the same function with as few modes as possible"},
    {"filter_zeros", 1, 1, 0, 0, filter_zeros, "filter_zeros(L)", "extent 1 where the stride is 0"},
    {"filter", 1, 2, 0, 0, filter, "filter(L[,PROFILE])", "coalesce without the modes of stride 0"},
    {"composition", 2, 3, 0, 0, compose, "composition(A,B)", "the layout c -> A(B(c))"},
    {"complement", 1, 2, 0, 0, complement, "complement(L[,M])",
     "the layout of the offsets at which L is repeated to cover [0,M)"},
    {"right_inverse", 1, 1, 0, 0, inverse<core::right_inverse>, "right_inverse(L)",
     "R with L(R(i)) == i"},
    {"left_inverse", 1, 1, 0, 0, inverse<core::left_inverse>, "left_inverse(L)",
     "I with L(I(L(i))) == L(i)"},
    {"nullspace", 1, 1, 0, 0, nullspace, "nullspace(L)", "N with L(N(i)) == 0"},
    {"max_common_layout", 2, 2, 0, 0, max_common_layout, "max_common_layout(A,B)",
     "the longest run that is contiguous in A and B"},
    {"max_common_vector", 2, 2, 0, 0, max_common_vector, "max_common_vector(A,B)",
     "the number of elements that are contiguous in A and B"},
    {"logical_divide", 2, 2, 0, 0, tiled_by<core::logical_divide>, "logical_divide(L,TILER)",
     "(tile,rest) by mode"},
    {"zipped_divide", 2, 2, 0, 0, tiled_by<zipped_divide>, "zipped_divide(L,TILER)",
     "((tiles),(rests))"},
    {"tiled_divide", 2, 2, 0, 0, tiled_by<arranged<zipped_divide, core::tiled>>,
     "tiled_divide(L,TILER)", "((tiles),rest,...)"},
    {"flat_divide", 2, 2, 0, 0, tiled_by<arranged<zipped_divide, core::flattened>>,
     "flat_divide(L,TILER)", "(tile,...,rest,...)"},
    {"logical_product", 2, 2, 0, 0, tiled_by<core::logical_product>, "logical_product(L,TILER)",
     "(block,repetitions) by mode"},
    {"zipped_product", 2, 2, 0, 0, tiled_by<core::zipped_product>, "zipped_product(L,TILER)",
     "((blocks),(repetitions))"},
    {"tiled_product", 2, 2, 0, 0, tiled_by<arranged<core::zipped_product, core::tiled>>,
     "tiled_product(L,TILER)", "((blocks),repetition,...)"},
    {"flat_product", 2, 2, 0, 0, tiled_by<arranged<core::zipped_product, core::flattened>>,
     "flat_product(L,TILER)", "(block,...,repetition,...)"},
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

namespace {

value behind(outer_function const& f, value inner) {
  inner.outside.insert(inner.outside.begin(), f);
  return inner;
}

}  // namespace

// The pairs: swizzle or layout, with an offset between or not, before a layout; a layout and a
// tiler; an integer or a coordinate before a layout, which is a tensor.
value compose(call& c) {
  value const& a = c.args[0];
  value const& b = c.args.back();
  bool const has_offset = c.args.size() == 3;
  if (a.is == kind::integers) {
    if (!c.are_integers(0)) return {};
    if (b.is != kind::layout) return c.expected(1, "a layout behind the offset of a tensor");
    return tensor(a.of, b);
  }
  if (a.is == kind::swizzle || has_offset) {
    if (a.is != kind::swizzle && a.is != kind::layout)
      return c.expected(0, "a swizzle or a layout");
    if (has_offset && !c.are_integers(1)) return {};
    int const last = has_offset ? 2 : 1;
    if (b.is != kind::layout) return c.expected(last, "a layout behind the swizzle");
    if (a.is == kind::layout && !core::all_fixed(a.of))
      return c.expected(0, "a static layout in front of a swizzle");
    outer_function f;
    f.is_swizzle = a.is == kind::swizzle;
    if (f.is_swizzle)
      f.swizzle = a.outside[0].swizzle;
    else
      f.layout = a.of;
    f.offset = has_offset ? c.args[1].of : core::number(core::fixed(0));
    return behind(f, b);
  }
  if (!c.is_function(0)) return {};
  if (!c.is_tiler(1)) return {};
  return around(c, b.is == kind::layout ? core::composition(c.cx, a.of, b.of)
                                        : core::composition_by(c.cx, a.of, tiler_of(b)));
}

}  // namespace tileproof::explorer
