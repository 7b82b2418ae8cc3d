// SPDX-License-Identifier: BSL-1.0
//
// place_in_groups: the tile of a grid that has a number, where tiles are numbered in groups of
// rows: a group goes down its rows first, then to the next column; one batch after the other. This
// is the formula of tile_order, grouped_order and attention_order. Every tile of every grid has a
// number, and no two of them one: orders_of_any_size.hpp.
#pragma once

#include <tileproof/kernel/common/divisor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

template <class I>
struct place_of_tile {
  I row, column, group;
};

// Tile `tile` of a grid of rows x columns in groups of `of_group` rows, of which the last may have
// fewer. Quotients divides: by_group(n) = n / (of_group * columns), by_rows(n, here, is_whole) = n
// / here, where a group has `here` rows, and of_group of them if is_whole; is_whole(group, more,
// of_group) is true where more > of_group, and false where more < of_group.
template <class I, class Quotients>
TILEPROOF_HOST_DEVICE constexpr place_of_tile<I> place_in_groups(I tile, I rows, I columns,
                                                                 I of_group, Quotients const& q) {
  I const group = q.by_group(tile);
  I const first = group * of_group;
  I const more = rows - first;
  bool const is_whole = q.is_whole(group, more, of_group);
  I const here = is_whole ? of_group : more;
  I const rest = tile - first * columns;
  I const column = q.by_rows(rest, here, is_whole);
  return {first + rest - column * here, column, group};
}
// These quotients by factors that the host has computed.
struct divisors_of_groups {
  divisor of_group, of_rows, of_last_rows;
  TILEPROOF_HOST_DEVICE constexpr int by_group(int n) const { return n / of_group; }
  TILEPROOF_HOST_DEVICE constexpr int by_rows(int n, int, bool is_whole) const {
    return is_whole ? n / of_rows : n / of_last_rows;
  }
};
// The number of a tile among those of its batch.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I number_in_batch(I tile, I batch, I rows, I columns) {
  return tile - batch * rows * columns;
}
// The rows of the last group, where it has fewer than the others.
template <class I>
constexpr I rows_of_last_group(I rows, I of_group) {
  return rows % of_group;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
