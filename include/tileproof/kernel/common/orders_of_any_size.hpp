// SPDX-License-Identifier: BSL-1.0
//
// orders_are_right: theorems of the orders of tiles for every grid, on which visits_every_tile_once
// and visits_every_tile_of_groups rely. static_tests/kernel/orders_of_any_size.cpp requires them
// once for all kernels.
#pragma once

#include <tileproof/kernel/common/place_in_groups.hpp>
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/theorem.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The quotients of a place whose tile is known. A quotient k of n and d is right where k * d <= n <
// (k + 1) * d.
template <class I>
constexpr bool is_quotient(I const& n, I const& d, I const& k) {
  return k * d <= n && n < k * d + d;
}
template <class I>
struct known_quotients {
  I group, of_group, column;
  bool* are_right;
  constexpr I by_group(I const& n) const {
    *are_right = *are_right && is_quotient(n, of_group, group);
    return group;
  }
  constexpr bool is_whole(I const&, I const& more, I const& full) const { return more >= full; }
  constexpr I by_rows(I const& n, I const& here, bool) const {
    *are_right = *are_right && is_quotient(n, here, column);
    return column;
  }
};

// Row `row` of group `group`, which has `more` rows to the last one, and column `column` are the
// place of a number below rows * columns. As there are as many numbers, each is of one tile.
struct places_have_numbers {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"rows of a group", 1, most},
                                                   {"columns", 1, most},
                                                   {"group", 0, most},
                                                   {"more", 1, most},
                                                   {"row", 0, most},
                                                   {"column", 0, most}};
  template <class I>
  static constexpr bool holds(I const& of_group, I const& columns, I const& group, I const& more,
                              I const& row, I const& column) {
    I const here = more >= of_group ? of_group : more;
    if (!(row < here && column < columns)) return true;
    // The tiles of the group before and with this one, step by step.
    if (!(here * column + here <= here * columns && here * columns <= of_group * columns &&
          here * columns <= more * columns))
      return false;
    I const rows = group * of_group + more;
    I const tile = group * of_group * columns + row + here * column;
    bool are_right = tile < rows * columns;
    place_of_tile<I> const p =
        place_in_groups<I>(tile, rows, columns, of_group,
                           known_quotients<I>{group, of_group * columns, column, &are_right});
    return are_right && p.group == group && p.column == column && p.row == group * of_group + row;
  }
};
// A number of a grid of several batches is that of a batch and of a tile in it.
struct batches_follow_one_another {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"rows", 1, most},
                                                   {"columns", 1, most},
                                                   {"batches", 1, most},
                                                   {"batch", 0, most},
                                                   {"tile", 0, most}};
  template <class I>
  static constexpr bool holds(I const& rows, I const& columns, I const& batches, I const& batch,
                              I const& tile) {
    if (!(tile < rows * columns && batch < batches)) return true;
    I const number = batch * rows * columns + tile;
    return is_quotient(number, rows * columns, batch) &&
           number_in_batch<I>(number, batch, rows, columns) == tile;
  }
};
// They are below the number of all.
struct batches_are_counted {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"tiles of a batch", 1, most}, {"batches", 1, most}, {"batch", 0, most}, {"tile", 0, most}};
  template <class I>
  static constexpr bool holds(I const& of_batch, I const& batches, I const& batch, I const& tile) {
    return !(tile < of_batch && batch < batches) || batch * of_batch + tile < of_batch * batches;
  }
};
struct last_group_has_the_rest {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"rows of a group", 1, most}, {"groups", 0, most}, {"more", 1, most}};
  template <class I>
  static constexpr bool holds(I const& of_group, I const& groups, I const& more) {
    I const rows = groups * of_group + more;
    return !(more < of_group) ||
           (rows / of_group == groups && rows_of_last_group<I>(rows, of_group) == more);
  }
};

// ---- stream-k

// The tiles that are left after whole turns of a line's clusters are shared, with the last turn's;
// their k-tiles are those of each cluster and one more of some.
struct lines_are_shared {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"clusters", 1, most}, {"turns", 0, most}, {"rest", 0, most}};
  template <class I>
  static constexpr bool holds(I const& clusters, I const& turns, I const& rest) {
    if (!(rest < clusters)) return true;
    I const tiles = turns * clusters + rest;
    I const expected = rest == I(0) ? I(0) : turns == I(0) ? rest : rest + clusters;
    return tiles / clusters == turns && shared_tiles<I>(tiles, clusters) == expected;
  }
};
struct k_tiles_are_shared {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"clusters", 1, most}, {"of each", 0, most}, {"longer", 0, most}};
  template <class I>
  static constexpr bool holds(I const& clusters, I const& of_each, I const& longer) {
    if (!(longer < clusters)) return true;
    I const all = of_each * clusters + longer;
    return k_tiles_of_each<I>(all, clusters) == of_each &&
           longer_shares<I>(all, clusters) == longer;
  }
};

// The shares of the clusters of a line follow one another, from its first k-tile to its last.
struct shares_follow_clusters {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"k-tiles of each", 0, most},
                                                   {"clusters", 1, most},
                                                   {"longer shares", 0, most},
                                                   {"cluster", 0, most}};
  template <class I>
  static constexpr bool holds(I const& of_each, I const& clusters, I const& longer,
                              I const& cluster) {
    if (!(longer < clusters && cluster < clusters)) return true;
    I const begin = begin_of_share<I, I>(cluster, of_each, longer);
    I const end = begin_of_share<I, I>(cluster + I(1), of_each, longer);
    return begin_of_share<I, I>(I(0), of_each, longer) == I(0) && begin <= end &&
           begin_of_share<I, I>(clusters, of_each, longer) == clusters * of_each + longer;
  }
};
// A share that begins at k-tile `first` of a tile has the parts in which it has k-tiles.
struct shares_have_parts {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"steps", 1, most}, {"first", 0, most}, {"k-tiles", 0, most}, {"part", 0, most}};
  template <class I>
  static constexpr bool holds(I const& steps, I const& first, I const& left, I const& part) {
    if (!(first < steps)) return true;
    bool const has_k_tiles = I(0) < left && part * steps < first + left;
    return (part < share_of_line<I>::parts_of(first, left, steps)) == has_k_tiles;
  }
};
// A k-tile of a share is in one of its parts, and no other is. `k` is the k-tile's number in tile
// `tile` of the line.
struct shares_are_parts {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"steps", 1, most}, {"first tile", 0, most},
                                                   {"first", 0, most}, {"k-tiles", 1, most},
                                                   {"part", 0, most},  {"k", 0, most}};
  template <class I>
  static constexpr bool holds(I const& steps, I const& first_tile, I const& first, I const& left,
                              I const& part, I const& k) {
    if (!(first < steps && k < steps)) return true;
    if (share_of_line<I>::tile_at(first_tile * steps + first, steps) != first_tile) return false;
    share_of_line<I> const share{first_tile, first, left, I(0)};
    basic_tile_part<I> const p = share.part(part, steps);
    I const at = part * steps + k;  // from the first tile on
    bool const is_in_share = first <= at && at < first + left;
    return p.tile == first_tile + part && is_in_share == (p.first <= k && k < p.first + p.steps);
  }
};
// A line's tile has one number of the order by lines.
struct tiles_of_lines_have_numbers {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"lines", 1, most},
                                                   {"tiles of a line", 1, most},
                                                   {"batch", 0, most},
                                                   {"line", 0, most},
                                                   {"tile", 0, most}};
  template <class I>
  static constexpr bool holds(I const& lines, I const& tiles, I const& batch, I const& line,
                              I const& tile) {
    if (!(line < lines && tile < tiles)) return true;
    I const in_batches = batch * tiles + tile;
    return is_quotient(tile_of_line<I>(batch, line, tile, lines, tiles), lines, in_batches) &&
           is_quotient(in_batches, tiles, batch);
  }
};

using orders_are_right = theorems<theorem<holds_for_all_integers<places_have_numbers>>,
                                  theorem<holds_for_all_integers<batches_follow_one_another>>,
                                  theorem<holds_for_all_integers<batches_are_counted>>,
                                  theorem<holds_for_all_integers<last_group_has_the_rest>>,
                                  theorem<holds_for_all_integers<lines_are_shared>>,
                                  theorem<holds_for_all_integers<k_tiles_are_shared>>,
                                  theorem<holds_for_all_integers<shares_follow_clusters>>,
                                  theorem<holds_for_all_integers<shares_have_parts>>,
                                  theorem<holds_for_all_integers<shares_are_parts>>,
                                  theorem<holds_for_all_integers<tiles_of_lines_have_numbers>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
