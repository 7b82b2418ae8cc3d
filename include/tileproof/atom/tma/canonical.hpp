// SPDX-License-Identifier: BSL-1.0
//
// canonical_for_tma: the copy engine can move a tile to and from a layout in shared memory.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/atom/tma/plan.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The tile that Tiler cuts out of a tensor of layout Global, whose leaves may be run-time integers.
template <class Global, class Tiler>
struct tma_tile {};

namespace detail {

// As a mapping: mode 0 is the tile, its axes the leaves of the global layout; mode 1 has, for each
// leaf, the stride, or 0 where it is a run-time integer.
template <class Global, class Tiler>
struct mapping_from<tma_tile<Global, Tiler>> {
  static constexpr bool is_static = true;
  static constexpr mapping make() {
    using cut =
        decltype(composition(make_identity_layout(tileproof::shape(std::declval<Global const&>())),
                             std::declval<Tiler const&>()));
    static_assert(__is_empty(cut), "tileproof: a tile of run-time extents has no box");
    core::layout const global = reading_of<Global>::value.into;
    core::arithmetic cx;
    core::layout const whole = core::identity(cx, global);
    core::layout tile = reading_of<cut>::value.into;
    for (int i = 0; i < tile.count; ++i) {
      int leaf = 0;
      while (leaf < whole.count && whole.at[leaf].axis != tile.at[i].axis) ++leaf;
      tile.at[i].axis = leaf;
    }
    core::layout strides;
    for (int i = 0; i < global.count; ++i) {
      bool const known = global.at[i].stride.is_fixed() && !global.at[i].extent.is_fixed(1);
      strides.push({core::fixed(1), core::fixed(known ? global.at[i].stride.value : 0), 0});
    }
    core::close_flat(strides);
    return mapping(core::pair(tile, strides));
  }
  static constexpr mapping make(tma_tile<Global, Tiler> const&) { return make(); }
};

}  // namespace detail

// Of a shared layout and a tma_tile: the copy engine moves the tile, by boxes whose elements it
// writes and reads where the layout has them; each of `Blocks` blocks of a cluster orders its share
// of every box.
template <class Element, int Blocks = 1>
struct canonical_for_tma {
  static_assert(sizeof_bits_v<Element> >= 8 && sizeof_bits_v<Element> <= 64,
                "canonical_for_tma: an element has 1, 2, 4 or 8 bytes");
  static constexpr unsigned coordinates = 0b10;
  static constexpr tma_plan plan(mapping const& shared, mapping const& tile) {
    return detail::plan_tma(shared, tile, sizeof_bits_v<Element>, Blocks);
  }
  static constexpr report decide(mapping const& shared, mapping const& tile) {
    report r = plan(shared, tile).is;
    r.points = shared.size;
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
