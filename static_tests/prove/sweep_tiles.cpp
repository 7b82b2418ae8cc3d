// SPDX-License-Identifier: BSL-1.0
//
// Compares tiles_cover, tiles_evenly and the predicate `coordinate < extent` with brute force.

#include "sweep_properties.hpp"

#include <tileproof/core/divide.hpp>

#include <utility>
#include <vector>

using namespace sweep;

namespace {

struct tile {
  enum { whole, number, layout } is = whole;  // `_`, n or a layout
  oracle::layout of{};
};

struct tiles {
  tally cover{"tiles_cover", true};
  tally evenly{"tiles_evenly", true};
  tally predicate{"coordinate < extent"};

  // One tile for each mode of a shape, or (with `flat`) a single one for all of it.
  void operator()(std::vector<std::vector<integer>> const& modes, std::vector<tile> const& tilers,
                  bool flat) {
    oracle::layout all;
    core::layout shape;
    shape_of(modes, flat, all, shape);
    core::layout tiler;
    if (!flat) {
      tiler.open(static_cast<int>(tilers.size()));
    }
    oracle::layout print;
    for (tile const& t : tilers) {
      if (t.is == tile::whole) {
        tiler.open(core::keep_token);
        print.s[print.n++] = 0;
        continue;
      }
      core::layout const of = t.is == tile::layout
                                  ? subject(t.of).of.of
                                  : core::single({core::fixed(t.of.s[0]), core::fixed(0), 0});
      if (t.is == tile::layout && !flat) {
        tiler.open(core::tile_token);
      }
      tiler.copy(of);
      for (int i = 0; i < t.of.n; ++i) {
        print.s[print.n] = t.of.s[i];
        print.d[print.n++] = t.of.d[i];
      }
    }
    mapping by(tiler);
    by.is_layout = flat && tilers[0].is == tile::layout;

    // The elements that the division visits, mode by mode.
    std::vector<oracle::table> visit;
    std::vector<integer> extents;
    integer failing = -1;
    unsigned residue = 0;
    unsigned below = 0;
    for (std::size_t i = 0; i < (flat ? 1 : modes.size()); ++i) {
      integer extent = 1;
      for (std::size_t k = i; k < (flat ? modes.size() : i + 1); ++k) {
        for (integer const s : modes[k]) {
          extent *= s;
        }
      }
      extents.push_back(extent);
      core::layout divided = core::single({core::fixed(extent), core::fixed(1), 0});
      bool const is_tiled = i < tilers.size() && tilers[i].is != tile::whole;
      integer elements = extent;
      core::arithmetic cx;
      if (is_tiled) {
        elements = oracle::size(tilers[i].of);
        divided = core::divide(cx, divided, subject(tilers[i].of).of.of);
      }
      oracle::layout l;
      for (int k = 0; k < divided.count; ++k) {
        l.s[l.n] = divided.at[k].extent.value;
        l.d[l.n++] = divided.at[k].stride.value;
      }
      oracle::table seen;
      oracle::tabulate(l, seen);
      bool const covers = !cx.refused() && oracle::covers(seen, elements, extent);
      if (!covers && failing < 0) {
        failing = static_cast<integer>(i);
      }
      residue |= oracle::leaves_residue(seen, extent) ? 1u << i : 0;
      below |= oracle::visits_below_zero(seen) ? 1u << i : 0;
      visit.push_back(seen);
    }

    mapping const a(shape);
    report const r = tileproof::tiles_cover::decide(a, by);
    unsigned reported = 0;
    bool ascending = true;
    unsigned reported_below = 0;
    for (int i = 0; i < r.count; ++i) {
      for (int k = 0; r.clues[i].what == &clue::residue_in_modes && k < r.clues[i].count; ++k) {
        ascending = ascending && reported >> r.clues[i].at[k] == 0;
        reported |= 1u << r.clues[i].at[k];
      }
      for (int k = 0; r.clues[i].what == &clue::below_zero_in_modes && k < r.clues[i].count; ++k) {
        reported_below |= 1u << r.clues[i].at[k];
      }
    }
    cover.judge(r, failing < 0,
                r.holds() ? ascending && reported == residue && reported_below == below
                          : r(clue::in_mode) == failing,
                all, print);
    report const e = tileproof::tiles_evenly::decide(a, by);
    evenly.judge(
        e, failing < 0 && residue == 0,
        e.holds() || (failing < 0 ? e.has(clue::residue_in_modes) : e(clue::in_mode) == failing),
        all, print);
    // Tiles at coordinates below 0 are named, and make_predicate refuses them.
    if (r.holds() && below == 0) {
      bool const is_exact = oracle::predicate_is_exact(visit, extents, reported);
      predicate.judge(report{}, true, is_exact, all, print);
    }
  }

  static void shape_of(std::vector<std::vector<integer>> const& modes, bool flat,
                       oracle::layout& all, core::layout& shape) {
    if (modes.size() != 1 || !flat) {
      shape.open(static_cast<int>(modes.size()));
    }
    for (auto const& mode : modes) {
      if (mode.size() != 1) {
        shape.open(static_cast<int>(mode.size()));
      }
      for (integer const s : mode) {
        shape.leaf({core::fixed(s), core::fixed(0), 0});
        all.s[all.n++] = s;
      }
    }
  }

  void print() const {
    cover.print();
    evenly.print();
    predicate.print();
  }
};

tile draw_tile(draw& from, bool may_be_whole) {
  tile t;
  t.is = may_be_whole && from.once_in(6) ? tile::whole
         : from.once_in(2)               ? tile::number
                                         : tile::layout;
  t.of.n = t.is == tile::layout ? static_cast<int>(from.between(1, 2)) : 1;
  integer reach = from.once_in(2) ? 1 : from.between(1, 5);
  for (int i = 0; i < t.of.n; ++i) {
    t.of.s[i] = from.between(1, 5);
    t.of.d[i] = t.is == tile::number ? 1 : from.once_in(12) ? from.between(-3, 6) : reach;
    reach *= t.of.s[i] * (from.once_in(2) ? 1 : from.between(1, 3));
  }
  if (t.of.n == 2 && from.once_in(2)) {
    std::swap(t.of.s[0], t.of.s[1]);
    std::swap(t.of.d[0], t.of.d[1]);
  }
  return t;
}

}  // namespace

void sweep_tiles() {
  tiles divided;
  draw from(13);
  for (integer s = 1; s <= 12; ++s) {
    each(1, {1, 2, 3, 4, 5, 6}, {-2, -1, 0, 1, 2, 3, 4, 5, 6, 12},
         [&](oracle::layout const& l) { divided({{s}}, {{tile::layout, l}}, true); });
    each(2, {1, 2, 3, 4}, {-1, 0, 1, 2, 3, 4, 6, 8},
         [&](oracle::layout const& l) { divided({{s}}, {{tile::layout, l}}, true); });
  }
  for (int i = 0; i < 250'000; ++i) {
    std::vector<std::vector<integer>> modes;
    std::vector<tile> tilers;
    bool const flat = from.once_in(4);
    auto const n = from.between(1, 3);
    for (integer k = 0; k < n; ++k) {
      modes.push_back({from.between(1, 9)});
      if (from.once_in(4)) {
        modes.back() = {from.between(1, 3), from.between(1, 4)};
      }
    }
    auto const tiled = flat ? 1 : from.between(1, n);
    for (integer k = 0; k < tiled; ++k) {
      tilers.push_back(draw_tile(from, !flat));
    }
    divided(modes, tilers, flat);
  }
  divided.print();
}
