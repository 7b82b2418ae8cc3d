// SPDX-License-Identifier: BSL-1.0
//
// Defines the rearrangements of algebra/rearrange.hpp for plain values: modes of a core::layout,
// which is a layout or an integer tuple, are taken, joined and nested.
#pragma once

#include <tileproof/core/layout.hpp>
#include <tileproof/core/tiler.hpp>

#include <vector>

namespace tileproof::explorer {

namespace core = tileproof::core;

// The number of levels of nesting; 0 for an integer.
inline int depth(core::layout const& l, core::place p = {}) {
  if (!core::is_tuple(l, p)) return 0;
  int deepest = 0;
  int const n = core::rank(l, p);
  p = core::first(l, p);
  for (int i = 0; i < n; ++i, p = l.skip(p)) {
    int const d = depth(l, p);
    if (d > deepest) deepest = d;
  }
  return deepest + 1;
}

// The tuple of these trees.
inline core::layout tuple_of(std::vector<core::layout> const& modes) {
  core::layout r;
  r.open(static_cast<int>(modes.size()));
  for (core::layout const& m : modes) r.copy(m);
  return r;
}

// The modes of a tuple; an integer is one mode.
inline std::vector<core::layout> modes_of(core::layout const& l) {
  std::vector<core::layout> modes;
  if (!core::is_tuple(l)) return {l};
  core::place p = core::first(l);
  for (int i = 0; i < core::rank(l); ++i, p = l.skip(p)) {
    modes.emplace_back();
    modes.back().copy(l, p);
  }
  return modes;
}

// The leaves without their nesting; an integer stays one.
inline core::layout flat(core::layout const& l) {
  if (!core::is_tuple(l)) return l;
  std::vector<core::layout> leaves;
  for (core::layout const& m : modes_of(l))
    for (core::layout const& leaf : core::is_tuple(m) ? modes_of(flat(m)) : modes_of(m))
      leaves.push_back(leaf);
  return tuple_of(leaves);
}

}  // namespace tileproof::explorer
