// SPDX-License-Identifier: BSL-1.0
#include "value_json.hpp"

#include "command.hpp"
#include "unknowns.hpp"

namespace tileproof::explorer {

char const* kind_word(value const& v) {
  switch (v.is) {
    case kind::integers: return v.is_integer() ? "integer" : "tuple";
    case kind::layout: return "layout";
    case kind::tensor: return "tensor";
    case kind::swizzle: return "swizzle";
    case kind::list: return "list";
    case kind::mma: return "mma";
    case kind::copy: return "copy";
    case kind::tma: return "tma";
    case kind::order: return "order";
    case kind::protocol: return "protocol";
    default: return "atom";
  }
}

namespace {

struct json_writer {
  unknowns const* names;
  std::string out{};

  void put(core::integer v, core::axis_path axis) {
    core::layout const one = core::single({v, v, axis});
    if (axis == 0 && v.is_known())
      out += std::to_string(v.value);
    else if (axis == 0)
      out += json_string(names == nullptr ? "?" : names->text(v));
    else
      out += json_string(text_of(integers(one), names));
  }
  // The extents or the strides of the subtree at p, which moves past it.
  void put(core::layout const& l, core::place& p, bool strides) {
    std::int8_t const t = l.token[p.token++];
    if (t == core::keep_token) {
      out += "null";
    } else if (t == core::tile_token) {
      core::place q = p;
      out += "{\"shape\": ";
      put(l, p, false);
      out += ", \"stride\": ";
      put(l, q, true);
      out += '}';
    } else if (t == core::leaf_token) {
      core::mode const& m = l.at[p.leaf++];
      put(strides ? m.stride : m.extent, strides ? m.axis : 0);
    } else {
      out += '[';
      for (int i = 0; i < t; ++i) {
        if (i > 0) out += ',';
        put(l, p, strides);
      }
      out += ']';
    }
  }
  void put(core::layout const& l, bool strides) {
    core::place p{};
    put(l, p, strides);
  }
  // Integers and coordinates, whose axes stand with the extents.
  void extents(core::layout l) {
    bool along_axes = false;
    for (int i = 0; i < l.count; ++i) along_axes = along_axes || l.at[i].axis != 0;
    for (int i = 0; i < l.count && along_axes; ++i) l.at[i].stride = l.at[i].extent;
    put(l, along_axes);
  }
  void layout(core::layout const& l) {
    out += ", \"shape\": ";
    put(l, false);
    out += ", \"stride\": ";
    put(l, true);
  }
  void swizzle(core::swizzle const& s) {
    out += "[" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
           std::to_string(s.shift) + "]";
  }

  void put(value const& v) {
    out += std::string("{\"kind\": \"") + kind_word(v) + "\"";
    if (v.is == kind::integers) out += ", \"value\": ", extents(v.of);
    if (v.is == kind::swizzle) out += ", \"swizzle\": ", swizzle(v.outside[0].swizzle);
    if (v.is == kind::list) {
      out += ", \"items\": [";
      for (std::size_t i = 0; i < v.items.size(); ++i) {
        if (i > 0) out += ", ";
        put(v.items[i]);
      }
      out += ']';
    }
    if (v.has_layout()) layout(v.of);
    if (v.is == kind::tensor) out += ", \"offset\": ", extents(v.offset);
    if (v.has_layout() && v.is_swizzled()) {
      out += ", \"outside\": [";
      for (outer_function const& f : v.outside) {
        out += &f == v.outside.data() ? "{" : ", {";
        if (f.is_swizzle)
          out += "\"swizzle\": ", swizzle(f.swizzle);
        else
          out += "\"kind\": \"layout\"", layout(f.layout);
        out += ", \"offset\": ";
        extents(f.offset);
        out += '}';
      }
      out += ']';
    }
    bool const is_data =
        v.has_layout() || v.is == kind::integers || v.is == kind::swizzle || v.is == kind::list;
    if (!is_data) out += ", \"text\": " + json_string(text_of(v, names));
    out += '}';
  }
};

}  // namespace

std::string json_of(value const& v, unknowns const* names) {
  json_writer w{names};
  w.put(v);
  return w.out;
}

}  // namespace tileproof::explorer
