// SPDX-License-Identifier: BSL-1.0
//
// Defines merge_modes: the modes of a global tensor that are one dimension of a tensor map, since
// the tile has all of the one and the other goes on where it ends. plan_tma merges where a map of
// the modes as they stand is refused.
//
//   (8,m):(1,8) of int8_t, whose second stride of 8 bytes no tensor map takes, with a tile of (8,8)
//   is 8m:1, with a box of 64 elements; coordinate (i,j) is i + 8j
//
// Outside of the tensor it is the same, as no tile ends inside a mode that it has all of.
#pragma once

#include <tileproof/prove/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A tile as mapping_from<tma_tile> gives it (tma/canonical.hpp), its modes merged.
struct tma_merge {
  mapping tile;
  bool is_merged = false;
  int modes = 0;                           // leaves of the global layout
  int to[core::max_leaves]{};              // the merged mode of each
  std::int64_t scale[core::max_leaves]{};  // and the step in it of the leaf's coordinate
};

// The number of elements that the tile has along a leaf, and whether they are all `extent` of them.
constexpr std::int64_t tile_along(core::layout const& tile, int leaf) {
  std::int64_t count = 1;
  for (int i = 0; i < tile.count; ++i)
    if (tile.at[i].axis == leaf) count *= tile.at[i].extent.value;
  return count;
}
constexpr bool tile_has_all(core::layout const& tile, int leaf, std::int64_t extent) {
  std::int64_t last = 0;
  for (int i = 0; i < tile.count; ++i)
    if (tile.at[i].axis == leaf) last += (tile.at[i].extent.value - 1) * tile.at[i].stride.value;
  return tile_along(tile, leaf) == extent && last == extent - 1;
}

// Merges modes whose part of the tile together has at most 256 elements, the most of a box.
constexpr tma_merge merge_modes(mapping const& from) {
  core::place const global = core::nth(from.of, 1);
  core::layout tile = core::subtree(from.of, core::nth(from.of, 0));
  tma_merge r{from};
  r.modes = from.of.count - global.leaf;
  std::int64_t extent[core::max_leaves]{};  // 0: a run-time integer
  std::int64_t stride[core::max_leaves]{};
  bool is_gone[core::max_leaves]{};
  for (int i = 0; i < r.modes; ++i) {
    extent[i] = from.of.at[global.leaf + i].extent.value - 1;
    stride[i] = from.of.at[global.leaf + i].stride.value;
    r.to[i] = i;
    r.scale[i] = 1;
  }
  auto const merge = [&](int i, int j) {
    for (int k = 0; k < tile.count; ++k)
      if (tile.at[k].axis == j)
        tile.at[k] = {tile.at[k].extent, core::fixed(tile.at[k].stride.value * extent[i]), i};
    for (int k = 0; k < r.modes; ++k)
      if (r.to[k] == j) {
        r.to[k] = i;
        r.scale[k] *= extent[i];
      }
    std::int64_t all = 0;
    extent[i] = core::mul_overflows(extent[i], extent[j], all) ? 0 : all;
    is_gone[j] = r.is_merged = true;
  };
  // True if mode j goes on where mode i ends, and the tile has all of i.
  auto const continues = [&](int i, int j) {
    std::int64_t end = 0;
    return i != j && !is_gone[i] && !is_gone[j] && extent[i] > 0 && stride[i] > 0 &&
           !core::mul_overflows(stride[i], extent[i], end) && stride[j] == end &&
           tile_has_all(tile, i, extent[i]) && extent[i] * tile_along(tile, j) <= 256;
  };
  for (int i = 0; i < r.modes; ++i)
    for (int j = 0; j < r.modes; ++j)
      if (continues(i, j)) {
        merge(i, j);
        j = -1;  // the longer mode may go on in one that came before
      }
  if (!r.is_merged) return r;

  int place[core::max_leaves]{};
  core::layout strides;
  for (int i = 0; i < r.modes; ++i) {
    place[i] = strides.count;
    if (is_gone[i]) continue;
    strides.push({core::fixed(extent[i] + 1), core::fixed(stride[i]), 0});
  }
  core::close_flat(strides);
  for (int k = 0; k < tile.count; ++k) tile.at[k].axis = place[tile.at[k].axis];
  for (int k = 0; k < r.modes; ++k) r.to[k] = place[r.to[k]];
  r.tile = mapping(core::pair(tile, strides));
  return r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
