// SPDX-License-Identifier: BSL-1.0
//
// stream_k_order: which k-tiles of which tiles each cluster of a persistent GEMM takes, where whole
// tiles would not fill the last turn. A line of tiles is a row or a column of the grid of tiles,
// whichever are fewer. Each line has its own clusters, as many as any other, and its k-tiles, one
// tile after the other, are dealt out evenly in runs. So a tile may have parts of several clusters,
// and the clusters of all lines read the same k-tiles of the operand that they share from L2. 3
// clusters, a line of 4 tiles of 5 k-tiles:
//
//   tile         0         1         2         3
//   k-tiles      0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4
//   cluster      0 0 0 0 0 0 0 1 1 1 1 1 1 1 2 2 2 2 2 2
//
// The cluster that has the first k-tile of a tile finishes it: it takes over the sums of the
// others, which have begun with them. Where a line has more tiles than two turns, the others are
// whole. After Osama, Merrill et al., "Stream-K: Work-centric Parallel Decomposition for Dense
// Matrix-Matrix Multiplication on the GPU", 2023.
#pragma once

#include <tileproof/kernel/common/tile_order.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The k-tiles [first, first + steps) of a tile.
template <class I>
struct basic_tile_part {
  I tile, first, steps;
  friend constexpr bool operator==(basic_tile_part const&, basic_tile_part const&) = default;
};
using tile_part = basic_tile_part<int>;

namespace detail {

// The tiles of a line that its clusters share: the others are whole turns.
template <class I>
constexpr I shared_tiles(I tiles, I clusters) {
  I const last = tiles % clusters;
  return last == I(0) ? I(0) : tiles < clusters ? tiles : last + clusters;
}
// The k-tiles of each cluster of a line's `all`, and how many clusters have one more.
template <class I>
constexpr I k_tiles_of_each(I all, I clusters) {
  return all / clusters;
}
template <class I>
constexpr I longer_shares(I all, I clusters) {
  return all % clusters;
}
// The k-tiles of a line before those of its cluster i: the first `longer` clusters have one more
// than of_each. R has the bits for k-tiles of a line.
template <class R, class I>
TILEPROOF_HOST_DEVICE constexpr R begin_of_share(I i, I of_each, I longer) {
  return R(i) * of_each + (i < longer ? i : longer);
}
// The share of a line's k-tiles [begin,end): they begin in tile `tile`, at its k-tile `first`, and
// are `left`, in `parts` parts of tiles of `steps` k-tiles.
template <class I>
struct share_of_line {
  I tile, first, left, parts;

  template <class R>
  TILEPROOF_HOST_DEVICE static constexpr share_of_line of(R begin, R end, I steps) {
    I const left = static_cast<I>(end - begin);
    I const tile = static_cast<I>(tile_at(begin, steps));
    I const first = static_cast<I>(begin - R(tile) * steps);
    return {tile, first, left, parts_of(first, left, steps)};
  }
  template <class R>
  TILEPROOF_HOST_DEVICE static constexpr R tile_at(R k, I steps) {
    return k / steps;
  }
  TILEPROOF_HOST_DEVICE static constexpr I parts_of(I first, I left, I steps) {
    return left == I(0) ? I(0) : (first + left + steps - I(1)) / steps;
  }
  TILEPROOF_HOST_DEVICE constexpr basic_tile_part<I> part(I i, I steps) const {
    I const from = i == I(0) ? first : I(0);
    I const end = first + left - i * steps;  // where the share ends, from this tile on
    return {tile + i, from, (end < steps ? end : steps) - from};
  }
};
// The number, in the order by lines, of a line's tile.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tile_of_line(I batch, I line, I in_line, I lines,
                                               I tiles_of_line) {
  return (batch * tiles_of_line + in_line) * lines + line;
}

}  // namespace detail

// A tile has `steps` k-tiles. Pre: numbers of tiles are not negative, steps and clusters are
// positive.
class stream_k_order {
 public:
  // The lines of a batch of a grid of tiles, the tiles of each, and the order in which the lines
  // are side by side.
  static constexpr int lines(tile_order const& grid) {
    return grid.rows < grid.columns ? grid.rows : grid.columns;
  }
  static constexpr int tiles_of_line(tile_order const& grid) {
    return grid.rows < grid.columns ? grid.columns : grid.rows;
  }
  static constexpr tile_order by_lines(tile_order const& grid) {
    return {grid.rows, grid.columns, grid.rows < grid.columns ? grid.rows : 1, grid.batches};
  }

  constexpr stream_k_order() = default;
  // Whole tiles: cluster i has the tiles i, i + clusters, ...
  constexpr stream_k_order(int tiles, int steps, int clusters)
      : tiles_of_line_(tiles), steps_(steps), of_line_(clusters) {}
  // Shared tiles of by_lines(grid), for of_line clusters a line.
  constexpr stream_k_order(tile_order const& grid, int steps, int of_line)
      : lines_(lines(grid)),
        tiles_of_line_(tiles_of_line(grid)),
        all_lines_(lines_ * grid.batches),
        steps_(steps),
        of_line_(of_line) {
    shared_ = detail::shared_tiles(tiles_of_line_, of_line);
    std::int64_t const all = std::int64_t{shared_} * steps;
    of_each_ = static_cast<int>(detail::k_tiles_of_each<std::int64_t>(all, of_line));
    longer_ = static_cast<int>(detail::longer_shares<std::int64_t>(all, of_line));
  }

  // The parts of one cluster, in its order: operator()(i), 0 <= i < tiles(). These are the trips of
  // a persistent GEMM (machine/machine.hpp), whose payload gets the number of a part.
  class share {
   public:
    TILEPROOF_HOST_DEVICE constexpr share(stream_k_order const& of, int cluster)
        : of_(of), line_(cluster % of.all_lines_), in_line_(cluster / of.all_lines_) {
      shared_ = detail::share_of_line<int>::of(of.begin_of(in_line_), of.begin_of(in_line_ + 1),
                                               of.steps_);
    }
    TILEPROOF_HOST_DEVICE constexpr int tiles() const { return shared_.parts + whole().tiles(); }
    TILEPROOF_HOST_DEVICE constexpr int tile(int i) const { return i; }
    TILEPROOF_HOST_DEVICE constexpr int steps(int i) const { return (*this)(i).steps; }
    TILEPROOF_HOST_DEVICE constexpr tile_part operator()(int i) const {
      if (i >= shared_.parts)
        return {tile_of(of_.shared_ + whole().tile(i - shared_.parts)), 0, of_.steps_};
      tile_part const p = shared_.part(i, of_.steps_);
      return {tile_of(p.tile), p.first, p.steps};
    }
    // The clusters that give to a part with the first k-tile: giver(j), 0 <= j < givers(part).
    TILEPROOF_HOST_DEVICE constexpr int givers(tile_part const& p) const {
      int n = 0;
      if (p.steps < of_.steps_) {
        std::int64_t const end = of_.begin_of(in_line_ + 1) + of_.steps_ - p.steps;
        while (of_.begin_of(in_line_ + 1 + n) < end) ++n;
      }
      return n;
    }
    TILEPROOF_HOST_DEVICE constexpr int giver(int j) const {
      return (in_line_ + 1 + j) * of_.all_lines_ + line_;
    }

   private:
    stream_k_order const& of_;
    int line_, in_line_;  // of tiles; among the clusters of the line
    detail::share_of_line<int> shared_{};

    // The tiles of the line that are not shared.
    TILEPROOF_HOST_DEVICE constexpr tiles_of_cluster whole() const {
      return {in_line_, of_.of_line_, of_.tiles_of_line_ - of_.shared_, of_.steps_};
    }
    TILEPROOF_HOST_DEVICE constexpr int tile_of(int in_line) const {
      return detail::tile_of_line(line_ / of_.lines_, line_ % of_.lines_, in_line, of_.lines_,
                                  of_.tiles_of_line_);
    }
  };
  TILEPROOF_HOST_DEVICE constexpr share of(int cluster) const { return {*this, cluster}; }

 private:
  int lines_ = 1, tiles_of_line_ = 0, all_lines_ = 1;  // of tiles: of a batch, of all batches
  int steps_ = 1, of_line_ = 1;                        // of_line_: clusters
  int shared_ = 0;                                     // tiles of a line
  int of_each_ = 0, longer_ = 0;  // k-tiles of a cluster; the first clusters have one more

  // The k-tiles of a line's shared tiles before those of its cluster i.
  TILEPROOF_HOST_DEVICE constexpr std::int64_t begin_of(int i) const {
    return detail::begin_of_share<std::int64_t>(i, of_each_, longer_);
  }
};

// The clusters of a line where sharing is faster than whole tiles, or 0: it must save more
// k-tiles of a cluster than it takes to hand over sums, some 8 for each part of a tile. A cluster
// gets 4 k-tiles or more, and a tile has 4 parts or so.
constexpr std::int64_t clusters_of_line(std::int64_t all_lines, std::int64_t tiles_of_line,
                                        std::int64_t steps, std::int64_t clusters) {
  if (all_lines * tiles_of_line == 0) return 0;
  std::int64_t n = clusters / all_lines;
  if (n > tiles_of_line * 4) n = tiles_of_line * 4;
  if (n > tiles_of_line * steps / 4) n = tiles_of_line * steps / 4;
  if (n == 0) return 0;
  std::int64_t const parts = n > tiles_of_line ? n / tiles_of_line : 1;
  std::int64_t const whole = (all_lines * tiles_of_line + clusters - 1) / clusters * steps;
  std::int64_t const shared = (tiles_of_line * steps + n - 1) / n + 8 * parts;
  return shared + shared / 10 < whole ? n : 0;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
