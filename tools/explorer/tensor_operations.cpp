// SPDX-License-Identifier: BSL-1.0
//
// Slices, tiles and partitions. In place of a tensor a layout may stand: the tensor at offset 0.
#include "operations.hpp"
#include "tile_orders.hpp"

#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/partition.hpp>
#include <tileproof/core/rearrange.hpp>

#include <iterator>

namespace tileproof::explorer {

namespace {

// a + b, integers or coordinates of one profile.
core::layout sum(core::arithmetic& cx, core::layout a, core::layout const& b) {
  if (!core::is_tuple(a) && core::is_tuple(b)) return b;  // an offset 0 before coordinates
  for (int i = 0; i < a.count && i < b.count; ++i)
    a.at[i].extent = cx.add(a.at[i].extent, b.at[i].extent);
  return a;
}

core::layout zero() { return core::number(core::fixed(0)); }

// The tensor of a layout: at offset 0 unless it is one already.
value as_tensor(value const& v) { return v.is == kind::tensor ? v : tensor(zero(), v); }

bool is_coordinate(call& c, int i) {
  if (c.args[static_cast<std::size_t>(i)].is == kind::integers) return true;
  c.expected(i, "a coordinate");
  return false;
}
core::layout const* step_of(call& c, int i) {
  if (!c.has(i)) return nullptr;
  return is_coordinate(c, i) ? &c.args[static_cast<std::size_t>(i)].of : nullptr;
}

value inner_partition(call& c) {
  if (!c.is_function(0) || !c.is_tiler(1) || !is_coordinate(c, 2)) return {};
  core::layout const* const step = step_of(c, 3);
  if (c.why) return {};
  return part(c, c.args[0],
              core::local_tile(c.cx, c.args[0].of, tiler_of(c.args[1]), c.args[2].of, step));
}
value outer_partition(call& c) {
  if (!c.is_function(0) || !c.is_tiler(1) || !is_coordinate(c, 2)) return {};
  core::layout const* const step = step_of(c, 3);
  if (c.why) return {};
  return part(c, c.args[0],
              core::outer_partition(c.cx, c.args[0].of, tiler_of(c.args[1]), c.args[2].of, step));
}
value local_partition(call& c) {
  if (!c.is_function(0) || !c.is_plain_function(1) || !c.is_integer(2)) return {};
  core::layout const* const step = step_of(c, 3);
  if (c.why) return {};
  return part(c, c.args[0],
              core::local_partition(c.cx, c.args[0].of, c.args[1].of, c.args[2].integer(), step));
}

value make_tensor(call& c) {
  if (c.args.size() == 1) return c.is_function(0) ? as_tensor(c.args[0]) : value{};
  if (!c.are_integers(0)) return {};
  return c.args[1].is == kind::layout ? tensor(c.args[0].of, c.args[1]) : c.expected(1, "a layout");
}

// The outer functions of v at an offset inside them.
core::layout outside(call& c, value const& v, core::layout at) {
  for (std::size_t i = v.outside.size(); i > 0; --i) {
    outer_function const& f = v.outside[i - 1];
    at = sum(c.cx, at, f.offset);
    if (!f.is_swizzle) {
      at = core::slice(c.cx, f.layout, at).offset;
      continue;
    }
    core::integer& x = at.at[0].extent;
    if (!core::is_tuple(at) && !x.is_known()) {
      c.why = {status::bad_input, "a swizzle of an offset that is unknown has no value", 0, 0};
      return at;
    }
    if (core::is_tuple(at) || x.value < 0) {
      c.why = {status::refused,
               "a swizzle is of offsets that are integers of at least 0, and this one is " +
                   text_of(integers(at)),
               0, 0};
      return at;
    }
    x.value = f.swizzle(x.value);
  }
  return at;
}

value at_coordinate(call& c, value const& l, core::layout const& coord) {
  core::sliced const s = core::slice(c.cx, l.of, coord);
  if (c.cx.refused()) return {};
  bool keeps = false;
  for (int i = 0; i < coord.tokens; ++i) keeps = keeps || coord.token[i] == core::keep_token;
  if (keeps && l.is == kind::tensor) return part(c, l, s);
  if (keeps) {
    value r = l;
    r.of = s.kept;
    if (l.is_swizzled()) r.outside.back().offset = sum(c.cx, r.outside.back().offset, s.offset);
    return r;
  }
  core::layout const offset = outside(c, l, s.offset);
  return integers(l.is == kind::tensor ? sum(c.cx, l.offset, offset) : offset);
}

value slice(call& c) {
  if (!is_coordinate(c, 0)) return {};
  if (!c.args[1].has_layout()) {
    if (!c.are_integers(1)) return {};
    return integers(core::slice_tuple(c.cx, c.args[0].of, c.args[1].of));
  }
  value r = c.args[1];
  core::sliced const s = core::slice(c.cx, r.of, c.args[0].of);
  if (r.is == kind::tensor) return part(c, r, s);
  r.of = s.kept;
  if (r.is_swizzled()) r.outside.back().offset = sum(c.cx, r.outside.back().offset, s.offset);
  return r;
}
value dice(call& c) {
  if (!is_coordinate(c, 0)) return {};
  value r = c.args[1];
  if (!r.has_layout() && r.is != kind::integers) return c.expected(1, "a layout or a tuple");
  r.of = core::dice(c.cx, r.of, c.args[0].of);
  return r;
}
value slice_and_offset(call& c) {
  if (!is_coordinate(c, 0) || !c.is_plain_function(1)) return {};
  core::sliced const s = core::slice(c.cx, c.args[1].of, c.args[0].of);
  return list({plain_layout(s.kept), integers(s.offset)});
}
value domain_offset(call& c) {
  if (!c.are_integers(0) || !c.is_function(1)) return {};
  core::layout const at = core::slice(c.cx, c.args[1].of, c.args[0].of).offset;
  if (c.cx.refused()) return {};
  value r = c.args[1];
  if (r.is_swizzled()) r.outside.back().offset = sum(c.cx, r.outside.back().offset, at);
  if (r.is == kind::layout) return list({r, integers(r.is_swizzled() ? zero() : at)});
  if (!r.is_swizzled()) r.offset = sum(c.cx, r.offset, at);
  return r;
}

constexpr operation table[] = {
    {"make_tensor", 1, 2, 0, 0, make_tensor, "make_tensor([OFFSET,]L)",
     "the tensor whose elements are their offsets"},
    {"local_tile", 3, 4, 0, 0, inner_partition, "local_tile(T,TILER,COORD[,STEP])",
     "the tile at a coordinate"},
    {"inner_partition", 3, 4, 0, 0, inner_partition, "inner_partition(T,TILER,COORD[,STEP])",
     "the tile at a coordinate"},
    {"local_partition", 3, 4, 0, 0, local_partition, "local_partition(T,THREADS,I[,STEP])",
     "the elements of thread I"},
    {"outer_partition", 3, 4, 0, 0, outer_partition, "outer_partition(T,TILER,COORD[,STEP])",
     "the element at a coordinate of every tile"},
    {"slice", 2, 2, 0, 0, slice, "slice(COORD,L)", "the modes that `_` keeps"},
    {"dice", 2, 2, 0, 0, dice, "dice(STEP,L)", "the modes where the Step has an integer"},
    {"slice_and_offset", 2, 2, 0, 0, slice_and_offset, "slice_and_offset(COORD,L)",
     "the modes that `_` keeps, and the offset of the others"},
    {"domain_offset", 2, 2, 0, 0, domain_offset, "domain_offset(COORD,L)",
     "L seen from a coordinate"},
};

}  // namespace

operation_list tensor_operations() { return {table, std::size(table)}; }

// layout(c0,c1,...), tensor(c), swizzle(x).
value part(call& c, value const& of, core::sliced const& s) {
  value r = as_tensor(of);
  r.of = s.kept;
  if (r.is_swizzled())
    r.outside.back().offset = sum(c.cx, r.outside.back().offset, s.offset);
  else
    r.offset = sum(c.cx, r.offset, s.offset);
  return r;
}

value apply(call& c) {
  value const& f = c.args[0];
  if (c.args.size() == 1) return c.expected(0, "a coordinate in the parentheses");
  if (f.is == kind::order) return tile_at(c);
  if (!f.has_layout() && f.is != kind::swizzle)
    return c.expected(0, "a layout, a tensor or a swizzle before the parentheses");
  std::vector<core::layout> modes;
  for (int i = 1; i < static_cast<int>(c.args.size()); ++i) {
    if (!is_coordinate(c, i)) return {};
    modes.push_back(c.args[static_cast<std::size_t>(i)].of);
  }
  core::layout const coord =
      modes.size() == 1 ? modes[0] : core::tuple_of(modes.data(), static_cast<int>(modes.size()));
  if (f.is == kind::swizzle) {
    if (!c.is_integer(1)) return {};
    return integers(outside(c, swizzle(f.outside[0].swizzle), coord));
  }
  return at_coordinate(c, f, coord);
}

}  // namespace tileproof::explorer
