// SPDX-License-Identifier: BSL-1.0
//
// is_whole_tile: whether a tile lies inside an extent, so that a block accesses it without a
// predicate; and the theorem that then no element of it is outside.
#pragma once

#include <tileproof/prove/for_all_integers.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tile number `at`, of `tile` elements.
template <class At, class Tile, class Extent>
TILEPROOF_HOST_DEVICE constexpr bool is_whole_tile(At at, Tile tile, Extent extent) {
  return (at + 1) * tile <= extent;
}
template <std::int64_t Tile>
struct whole_tiles_are_inside {
  static constexpr integers::unknown unknowns[] = {
      {"extent", 1, std::int64_t{1} << 60}, {"tile", 0, INT32_MAX}, {"element", 0, Tile - 1}};
  template <class I>
  static constexpr bool holds(I const& extent, I const& at, I const& element) {
    return !is_whole_tile(at, I(Tile), extent) || at * I(Tile) + element < extent;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
