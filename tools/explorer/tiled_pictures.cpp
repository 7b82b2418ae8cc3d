// SPDX-License-Identifier: BSL-1.0
//
// Pictures of atoms, tiled copies and tiled MMAs.
#include "picture_parts.hpp"

#include <tileproof/core/product.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/print/picture_of.hpp>
#include <tileproof/prove/equivalent.hpp>
#include <tileproof/prove/partition.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

// The elements of an operand that no thread owns.
void blank(picture_grid& g) {
  for (picture_cell& cell : g.cells) cell.text = " ", cell.fill = 0xEEEEEE;
}

// C, A at its left, and B above it, (K,N).
drawing draw_operands(std::int64_t const (&extent)[3], core::layout const& a, core::layout const& b,
                      core::layout const& c, core::layout const* lanes, bool a_is_shared,
                      bool b_is_shared, std::string title) {
  drawing d;
  picture& p = d.result;
  p.titles.push_back(std::move(title));
  int const depth = static_cast<int>(extent[2]);
  std::string outside = draw_tv(p.add("C", 0, 0, extent[0], extent[1]), c, lanes);
  p.titles.push_back(title_of("C", c));
  picture_grid& of_a = p.add("A", 0, -depth - 1, extent[0], extent[2]);
  if (a_is_shared)
    blank(of_a);
  else
    outside += draw_tv(of_a, a, lanes);
  p.titles.push_back(a_is_shared ? "A: in shared memory, by descriptor" : title_of("A", a));
  picture_grid of_b("B", 0, 0, extent[1], extent[2]);
  if (b_is_shared)
    blank(of_b);
  else
    outside += draw_tv(of_b, b, lanes);
  p.titles.push_back(b_is_shared ? "B: in shared memory, by descriptor" : title_of("B", b));
  p.grids.push_back(tileproof::detail::transposed(of_b, -depth - 1, 0));
  if (!outside.empty()) return no_drawing(outside);
  for (picture_grid const& g : p.grids)
    for (picture_cell const& cell : g.cells)
      if (cell.text.empty() || cell.owners.size() != g.cells[0].owners.size())
        return no_drawing("the threads do not share out the elements of " + g.name + " evenly");
  return d;
}

}  // namespace

drawing draw_atom(mma_atom const& atom) {
  std::int64_t const extent[3] = {atom.extent[0], atom.extent[1], atom.extent[2]};
  return draw_operands(extent, atom.a, atom.b, atom.c, &atom.threads, atom.a_is_shared,
                       atom.b_is_shared, atom.name);
}

namespace {

// Both sides of a copy over a tile, one beside the other, or below where they are wide.
drawing draw_sides(core::layout const& source, core::layout const& destination,
                   core::layout const* lanes, std::int64_t rows, std::int64_t columns, bool by_rows,
                   std::string title) {
  drawing d;
  picture& p = d.result;
  p.titles.push_back(std::move(title));
  tileproof::detail::side_by_side at;
  std::string outside;
  bool const are_equal = equivalent::decide(mapping(source), mapping(destination)).holds();
  for (bool const is_source : {true, false}) {
    if (are_equal && !is_source) break;
    core::layout const& side = is_source ? source : destination;
    char const* const name = are_equal   ? "source and destination"
                             : is_source ? "source"
                                         : "destination";
    picture_grid g(name, 0, 0, by_rows ? columns : rows, by_rows ? rows : columns);
    outside += draw_tv(g, side, lanes);
    if (by_rows) g = tileproof::detail::transposed(g, 0, 0);
    g.row = at.row, g.column = at.column;
    at.next(g.rows, g.columns);
    p.titles.push_back(title_of(name, side));
    p.grids.push_back(std::move(g));
  }
  return outside.empty() ? d : no_drawing(outside);
}

std::string elements_of(int bits) { return std::to_string(bits) + "-bit elements"; }

}  // namespace

drawing draw_atom(copy_atom const& atom, int bits) {
  core::layout source, destination, reference;
  failure const why = in_elements(atom, bits, source, destination, reference);
  if (why) return no_drawing(why.what, why.is, "type");
  mapping const m(source);
  std::int64_t const elements = m.last + 1;
  std::int64_t const in_row = 128 / bits < elements ? (bits < 128 ? 128 / bits : 1) : elements;
  return draw_sides(source, destination, &atom.threads, elements / in_row, in_row, true,
                    atom.name + ", " + elements_of(bits));
}

namespace {

drawing too_large() {
  return no_drawing("a picture has at most " + std::to_string(most_cells) +
                    " cells, and an operand has more");
}

}  // namespace

drawing draw_tiled_copy(copy_tiling const& t, std::string title) {
  core::arithmetic cx;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(t.tile, rows, columns); !why.empty())
    return no_drawing(std::move(why));
  if (rows * columns > most_cells) return too_large();
  core::layout const from = t.side(cx, true);
  core::layout const to = t.side(cx, false);
  if (cx.refused()) return no_drawing(cx);
  return draw_sides(from, to, nullptr, rows, columns, false, std::move(title));
}

drawing draw_tiled_mma(mma_tiling const& t, std::string title) {
  std::int64_t const(&tile)[3] = t.tile;
  if (tile[0] * tile[1] > most_cells || tile[0] * tile[2] > most_cells ||
      tile[1] * tile[2] > most_cells)
    return too_large();
  core::arithmetic cx;
  core::layout const a = t.thread_value(cx, 0);
  core::layout const b = t.thread_value(cx, 1);
  core::layout const c = t.thread_value(cx, 2);
  if (cx.refused()) return no_drawing(cx);
  return draw_operands(tile, a, b, c, nullptr, t.atom.a_is_shared, t.atom.b_is_shared,
                       std::move(title));
}

}  // namespace tileproof::explorer
