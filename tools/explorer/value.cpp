// SPDX-License-Identifier: BSL-1.0
#include "value.hpp"

#include "unknowns.hpp"

#include <tileproof/core/tiler.hpp>

#include <utility>

namespace tileproof::explorer {

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

// Writes values; one for each text.
struct writer {
  unknowns const* names;
  std::string out{};

  void put(core::integer v) {
    if (names != nullptr)
      out += names->text(v);
    else
      out += v.is_fixed()   ? "_" + std::to_string(v.value)
             : v.is_known() ? std::to_string(v.value)
                            : std::string("?");
  }
  // One integer along an axis: _1@0, and _1@1@0 along E<0,1>.
  void put(core::integer v, core::axis_path axis) {
    put(v);
    std::string indices;
    for (; axis != 0; axis /= 32) indices = "@" + std::to_string(axis % 32 - 1) + indices;
    out += indices;
  }
  // The extents or the strides of the subtree at p, which moves past it.
  void put(core::layout const& l, core::place& p, bool strides) {
    std::int8_t const t = l.token[p.token++];
    if (t == core::keep_token) {
      out += '_';
    } else if (t == core::tile_token) {
      core::place q = p;
      put(l, p, false);
      out += ':';
      put(l, q, true);
    } else if (t == core::leaf_token) {
      core::mode const& m = l.at[p.leaf++];
      put(strides ? m.stride : m.extent, strides ? m.axis : 0);
    } else {
      out += '(';
      for (int i = 0; i < t; ++i) {
        if (i > 0) out += ',';
        put(l, p, strides);
      }
      out += ')';
    }
  }
  void extents(core::layout l) {
    bool along_axes = false;
    for (int i = 0; i < l.count; ++i) along_axes = along_axes || l.at[i].axis != 0;
    for (int i = 0; i < l.count && along_axes; ++i) l.at[i].stride = l.at[i].extent;
    core::place p{};
    put(l, p, along_axes);
  }
  void layout(core::layout const& l) {
    core::place p{};
    put(l, p, false);
    out += ':';
    p = {};
    put(l, p, true);
  }
  void swizzle(core::swizzle const& s) {
    out += "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
           std::to_string(s.shift) + ">";
  }

  // Calls that make an atom, a tiling or a thread's slice of one.
  void tiling(value const& v) {
    std::size_t const whole = v.is == kind::mma ? 2 : 3;
    bool const is_slice = v.items.size() > whole;
    bool const is_tiled = v.items.size() >= whole;
    if (is_slice) out += "get_slice(";
    if (is_tiled) out += v.is == kind::mma ? "make_tiled_mma(" : "make_tiled_copy_impl(";
    bool const has_element = v.is == kind::copy && !v.items.empty();
    out += has_element ? "Copy_Atom<" + v.name + "," + v.items[0].name + ">" : v.name;
    for (std::size_t i = has_element ? 1 : 0; i < v.items.size(); ++i) {
      if (i == whole) out += ')';
      out += ',';
      put(v.items[i]);
    }
    if (is_tiled) out += ')';
  }

  // without(gemm_wgmma(stages=4),7).
  void protocol(value const& v) {
    if (!v.items.empty()) out += "without(";
    out += v.name;
    if (v.of.tokens > 0) {
      out += "(stages=";
      put(v.of.at[0].extent.is_known() ? core::plain(v.of.at[0].extent.value) : v.of.at[0].extent);
      out += ')';
    }
    if (v.items.empty()) return;
    out += ',';
    put(v.items[0]);
    out += ')';
  }
  void listed(value const& v) {
    out += '(';
    for (std::size_t i = 0; i < v.items.size(); ++i) {
      if (i > 0) out += ',';
      put(v.items[i]);
    }
    out += ')';
  }

  void put(value const& v) {
    switch (v.is) {
      case kind::integers: return extents(v.of);
      case kind::swizzle: return swizzle(v.outside[0].swizzle);
      case kind::atom: out += v.name; return;
      case kind::mma:
      case kind::copy: return tiling(v);
      case kind::tma: out += "make_tma_copy<" + v.name + ">"; return listed(v);
      case kind::order: out += "tile_order"; return extents(v.of);
      case kind::protocol: return protocol(v);
      case kind::list: return listed(v);
      default: break;
    }
    if (v.is == kind::tensor) {
      core::layout at = v.offset;  // a pointer has no static offset
      for (int i = 0; i < at.count; ++i)
        if (at.at[i].extent.is_fixed()) at.at[i].extent = core::plain(at.at[i].extent.value);
      extents(at);
      out += " o ";
    }
    for (outer_function const& f : v.outside) {
      if (f.is_swizzle)
        swizzle(f.swizzle);
      else
        layout(f.layout);
      out += " o ";
      extents(f.offset);
      out += " o ";
    }
    layout(v.of);
  }
};

}  // namespace

std::string text_of(value const& v, unknowns const* names) {
  writer w{names};
  w.put(v);
  return w.out;
}

namespace {

bool are_equal(core::layout const& a, core::layout const& b) {
  if (a.tokens != b.tokens || a.count != b.count) return false;
  for (int i = 0; i < a.tokens; ++i)
    if (a.token[i] != b.token[i]) return false;
  for (int i = 0; i < a.count; ++i)
    if (a.at[i].extent.value != b.at[i].extent.value || a.at[i].axis != b.at[i].axis) return false;
  return true;
}

std::uint64_t product_of_extents(core::layout const& l) {
  std::uint64_t n = 1;
  for (int i = 0; i < l.count; ++i) n *= static_cast<std::uint64_t>(l.at[i].extent.value);
  return n;
}

// The offset at an index; of coordinates a sum in which each axis has a weight of its own.
std::uint64_t offset_at(value const& v, std::uint64_t index) {
  auto const weight = [](core::axis_path axis) {
    return 1 + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(axis);
  };
  std::uint64_t x = 0;
  for (int i = 0; i < v.of.count; ++i) {
    core::mode const& m = v.of.at[i];
    std::uint64_t const extent = static_cast<std::uint64_t>(m.extent.value);
    std::uint64_t const c = i + 1 < v.of.count ? index % extent : index;
    index /= extent;
    x += c * static_cast<std::uint64_t>(m.stride.value) * weight(m.axis);
  }
  for (std::size_t k = v.outside.size(); k > 0; --k) {
    outer_function const& f = v.outside[k - 1];
    for (int i = 0; i < f.offset.count; ++i)
      x += static_cast<std::uint64_t>(f.offset.at[i].extent.value);
    if (f.is_swizzle) x = static_cast<std::uint64_t>(f.swizzle(static_cast<std::int64_t>(x)));
  }
  return x;
}

}  // namespace

bool are_equal(value const& a, value const& b) {
  if (a.is != b.is || a.items.size() != b.items.size() || a.outside.size() != b.outside.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!are_equal(a.items[i], b.items[i])) return false;
  if (a.is == kind::integers) return are_equal(a.of, b.of);
  if (!a.has_layout()) return true;
  std::uint64_t const size = product_of_extents(a.of);
  if (size != product_of_extents(b.of) || !are_equal(a.offset, b.offset)) return false;
  for (std::uint64_t i = 0; i < size && i < 4096; ++i)
    if (offset_at(a, i) != offset_at(b, i)) return false;
  return true;
}

std::string kind_of(value const& v) {
  switch (v.is) {
    case kind::integers: return v.is_integer() ? "an integer" : "a tuple of integers";
    case kind::layout: return v.is_swizzled() ? "a swizzled layout" : "a layout";
    case kind::tensor: return "a tensor";
    case kind::swizzle: return "a swizzle";
    case kind::list: return "a list of results";
    case kind::mma: return "an MMA";
    case kind::copy: return "a copy";
    case kind::tma: return "a TMA copy";
    case kind::order: return "an order of tiles";
    case kind::protocol: return "a protocol";
    default: return "an atom";
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
