// SPDX-License-Identifier: BSL-1.0
#include "value.hpp"

#include <tileproof/core/text.hpp>
#include <tileproof/core/tiler.hpp>

#include <string_view>
#include <utility>

namespace tileproof::explorer {

namespace {

std::string string_of(core::text const& t) { return std::string(std::string_view(t)); }

// The integers of a tuple, those along a basis vector with its indices: _1@0.
std::string text_of_extents(core::layout l) {
  core::text t;
  core::place p{};
  for (int i = 0; i < l.count; ++i) l.at[i].stride = l.at[i].extent;
  core::put(t, l, p, core::part::stride);
  return string_of(t);
}

}  // namespace

value integers(core::layout const& extents) {
  value v;
  v.of = extents;
  return v;
}
value integer(core::integer i) { return integers(core::single({i, core::fixed(0), 0})); }
value plain_layout(core::layout const& l) {
  value v;
  v.is = kind::layout;
  v.of = l;
  return v;
}
value tensor(core::layout const& offset, value const& layout) {
  value v = layout;
  v.is = kind::tensor;
  v.offset = offset;
  return v;
}
value swizzle(core::swizzle const& s) {
  value v;
  v.is = kind::swizzle;
  v.outside.push_back({true, s, {}, core::single({core::fixed(0), core::fixed(0), 0})});
  return v;
}
value list(std::vector<value> items) {
  value v;
  v.is = kind::list;
  v.items = std::move(items);
  return v;
}
value atom(std::string name) {
  value v;
  v.is = kind::atom;
  v.name = std::move(name);
  return v;
}

core::layout tiler_of(value const& v) {
  core::layout l;
  if (v.is == kind::layout) l.open(core::tile_token);
  l.copy(v.of);
  return core::as_tiler(l);
}

namespace {

std::string text_of(core::swizzle const& s) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
         std::to_string(s.shift) + ">";
}

}  // namespace

std::string text_of(value const& v) {
  switch (v.is) {
    case kind::integers: {
      bool along_axes = false;
      for (int i = 0; i < v.of.count; ++i) along_axes = along_axes || v.of.at[i].axis != 0;
      return along_axes ? text_of_extents(v.of) : string_of(core::shape_text(v.of));
    }
    case kind::swizzle:
      return text_of(v.outside[0].swizzle);
    case kind::atom:
      return v.name;
    case kind::list: {
      std::string s = "(";
      for (std::size_t i = 0; i < v.items.size(); ++i)
        s += (i > 0 ? "," : "") + text_of(v.items[i]);
      return s + ")";
    }
    default: {
      std::string s;
      if (v.is == kind::tensor) {
        core::layout at = v.offset;  // a pointer has no static offset
        for (int i = 0; i < at.count; ++i)
          if (at.at[i].extent.is_fixed()) at.at[i].extent = core::plain(at.at[i].extent.value);
        s = string_of(core::shape_text(at)) + " o ";
      }
      for (outer_function const& f : v.outside)
        s += (f.is_swizzle ? text_of(f.swizzle) : string_of(core::layout_text(f.layout))) + " o " +
             string_of(core::shape_text(f.offset)) + " o ";
      return s + string_of(core::layout_text(v.of));
    }
  }
}

std::string kind_of(value const& v) {
  switch (v.is) {
    case kind::integers:
      return v.is_integer() ? "an integer" : "a tuple of integers";
    case kind::layout:
      return v.is_swizzled() ? "a swizzled layout" : "a layout";
    case kind::tensor:
      return "a tensor";
    case kind::swizzle:
      return "a swizzle";
    case kind::list:
      return "a list of results";
    default:
      return "an atom";
  }
}

std::string with_caret(std::string const& line, failure const& why) {
  std::string marks;
  for (std::size_t i = 0; i < why.at && i < line.size(); ++i) marks += line[i] == '\t' ? '\t' : ' ';
  marks += '^';
  for (std::size_t i = 1; i < why.length && why.at + i < line.size(); ++i) marks += '~';
  return line + "\n" + marks;
}

}  // namespace tileproof::explorer
