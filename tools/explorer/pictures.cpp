// SPDX-License-Identifier: BSL-1.0
#include "operations.hpp"
#include "picture_parts.hpp"

#include <tileproof/core/sentence.hpp>
#include <tileproof/print/picture_of.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

// "(1,3): T0 V1 and T4 V2".
std::string owners_of(picture_grid const& g, std::size_t i) {
  std::size_t const columns = static_cast<std::size_t>(g.columns);
  std::string s = "(" + std::to_string(i / columns) + "," + std::to_string(i % columns) + ")";
  std::vector<picture_owner> const& of = g.cells[i].owners;
  for (std::size_t k = 0; k < of.size() && k < 4; ++k)
    s += (k == 0               ? ": "
          : k + 1 == of.size() ? " and "
                               : ", ") +
         std::string("T") + std::to_string(of[k].thread) + " V" + std::to_string(of[k].value);
  return of.size() > 4 ? s + ", ..." : s;
}

}  // namespace

void accuse(drawing& d, std::size_t grid) {
  picture_grid& g = d.result.grids[grid];
  std::size_t const each = g.cells.empty() ? 1 : g.cells[0].owners.size();
  std::size_t count[2]{};  // of elements with several owners, and with none
  std::size_t first[2]{};
  bool is_even = each > 1;  // all elements have as many owners
  for (picture_cell const& cell : g.cells) is_even = is_even && cell.owners.size() == each;
  for (std::size_t i = 0; i < g.cells.size() && !is_even; ++i) {
    picture_cell& cell = g.cells[i];
    if (cell.owners.size() == 1) continue;
    int const has_none = cell.owners.empty();
    if (count[has_none]++ == 0) first[has_none] = i;
    cell.fill = picture_red;
    cell.mark = picture_mark::thick;
    if (has_none) cell.text = "none";
  }
  std::string const of = g.name.empty() ? "" : g.name + ": ";
  auto const say = [&](std::size_t n, char const* what, std::string const& example) {
    d.faults.push_back(of + std::to_string(n) + (n == 1 ? " element has " : " elements have ") +
                       what + ", " + (n == 1 ? "" : "the first ") + example);
  };
  if (is_even)
    d.faults.push_back(of + "each element has " + std::to_string(each) + " owners (+" +
                       std::to_string(each - 1) + "), " + owners_of(g, 0));
  if (count[0] > 0) say(count[0], "several owners", owners_of(g, first[0]));
  if (count[1] > 0) say(count[1], "no owner", owners_of(g, first[1]));
  for (std::string const& fault : d.faults)
    d.result.titles.push_back((is_even ? "" : "wrong: ") + fault);
}

drawing no_drawing(std::string what, status is, std::string option) {
  drawing d;
  d.why.is = is;
  d.why.what = std::move(what);
  d.option = std::move(option);
  return d;
}
drawing no_drawing(core::arithmetic const& cx) {
  return no_drawing(std::string(std::string_view(core::sentence(cx.why))));
}

std::string extents_of(core::layout const& l, std::int64_t& rows, std::int64_t& columns) {
  core::arithmetic cx;
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_known() || l.at[i].extent.value < 1)
      return "a picture needs known extents of at least 1, and one of " + text_of(plain_layout(l)) +
             " is not";
    else if (!l.at[i].stride.is_known())
      return "a picture needs known strides, and one of " + text_of(plain_layout(l)) + " is not";
  core::integer const all = core::size(cx, l);
  core::integer const first =
      core::is_tuple(l) && core::rank(l) > 0 ? core::size(cx, l, core::first(l)) : all;
  if (cx.refused() || all.value > most_cells)
    return "a picture has at most " + std::to_string(most_cells) + " cells, and " +
           text_of(plain_layout(l)) + " has more: draw a tile of it";
  rows = first.value;
  columns = all.value / first.value;
  return {};
}

std::string title_of(char const* name, core::layout const& l) {
  return std::string(name) + ": " + text_of(plain_layout(l));
}

std::string draw_tv(picture_grid& g, core::layout const& tv, core::layout const* lanes) {
  core::arithmetic cx;
  auto const threads = core::size(cx, tv, core::nth(tv, 0)).value;
  auto const values = core::size(cx, tv, core::nth(tv, 1)).value;
  return tileproof::detail::draw_places(
      g, static_cast<int>(threads), static_cast<int>(values),
      [&](int t, int v) { return core::apply(tv, t + threads * v); },
      [&](int t) { return lanes == nullptr ? t : static_cast<int>(core::apply(*lanes, t)); });
}

namespace {

// The extent of the first mode of a tuple with several: the blocks into which a mode is cut. 0 for
// an integer.
std::int64_t block_of_mode(core::layout const& l, core::place p) {
  core::layout const mode = core::subtree(l, p);
  if (!core::is_tuple(mode) || core::rank(mode) < 2) return 0;
  core::arithmetic cx;
  return core::size(cx, mode, core::first(mode)).value;
}

}  // namespace

drawing draw_layout(value const& layout) {
  if (!layout.has_layout())
    return no_drawing(
        "a layout, a tensor or the name of an atom can be drawn, and this is " + kind_of(layout),
        status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(layout.of, rows, columns); !why.empty())
    return no_drawing(std::move(why));
  drawing d;
  picture_grid& g = d.result.add("", 0, 0, rows, columns);
  bool const has_columns = core::is_tuple(layout.of) && core::rank(layout.of) > 1;
  if (has_columns) {
    g.row_block = block_of_mode(layout.of, core::nth(layout.of, 0));
    core::arithmetic cx;
    g.column_block = core::rank(layout.of) > 2
                         ? core::size(cx, layout.of, core::nth(layout.of, 1)).value
                         : block_of_mode(layout.of, core::nth(layout.of, 1));
  }
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    core::arithmetic cx;
    std::vector<value> const args = {layout, integer(core::plain(i))};
    call c{cx, args, {}};
    value const offset = apply(c);
    if (c.why) return no_drawing(c.why.what, c.why.is);
    if (offset.of.full) cx.refuse(core::property::leaves_fit_capacity);
    if (cx.refused()) return no_drawing(cx);
    picture_cell& cell = g.at(static_cast<int>(i % rows), static_cast<int>(i / rows));
    core::layout at = offset.of;
    for (int k = 0; k < at.count; ++k) at.at[k].extent = core::plain(at.at[k].extent.value);
    cell.text = text_of(integers(at));
    if (offset.is_integer() && at.at[0].axis == 0) cell.number = at.at[0].extent.value;
  }
  tileproof::detail::colour_by_offset(g);
  d.result.titles.push_back(text_of(layout));
  if (core::rank(layout.of) > 2)
    d.result.titles.push_back("rows: mode 0; columns: modes 1 to " +
                              std::to_string(core::rank(layout.of) - 1));
  return d;
}

bool is_small(mapping const& m) {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  return m.fits && m.first > -most && m.last < most;
}

std::string fault_of_tv(value const& tv) {
  if (tv.is != kind::layout || tv.is_swizzled() || core::rank(tv.of) != 2 || !core::is_tuple(tv.of))
    return "a layout (thread,value) without a swizzle is expected, and this is " +
           (tv.has_layout() ? text_of(tv) : kind_of(tv));
  std::int64_t threads = 0;
  std::int64_t values = 0;
  std::string why = extents_of(tv.of, threads, values);
  if (why.empty() && !is_small(mapping(tv.of)))
    why = "the places of " + text_of(tv) + " are too large to be drawn";
  return why;
}

namespace {

// The extents of a tile, given as a shape.
std::string tile_of(value const& tile, std::int64_t& rows, std::int64_t& columns) {
  if (tile.is != kind::integers || core::rank(tile.of) > 2)
    return "the shape of a tile, (_16,_8), is expected, and this is " +
           (tile.is == kind::integers ? text_of(tile) : kind_of(tile));
  for (int i = 0; i < tile.of.tokens; ++i)
    if (tile.of.token[i] < core::leaf_token)
      return "the extents of a tile are integers, and these are " + text_of(tile);
  return extents_of(tile.of, rows, columns);
}

}  // namespace

drawing draw_thread_values(value const& tv, value const& tile) {
  if (std::string why = fault_of_tv(tv); !why.empty())
    return no_drawing(std::move(why), status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = tile_of(tile, rows, columns); !why.empty())
    return no_drawing(std::move(why), status::bad_input, "tile");
  drawing d;
  picture_grid& g = d.result.add("", 0, 0, rows, columns);
  mapping const m(tv.of);
  std::string outside;
  if (m.has_coordinates()) {
    auto const threads = m.threads();
    mapping const row = m.along(1);
    mapping const column = m.along(2);
    outside = tileproof::detail::draw_places(
        g, static_cast<int>(threads), static_cast<int>(m.values()),
        [&](int t, int v) { return row(t + threads * v) + rows * column(t + threads * v); });
  } else {
    outside = draw_tv(g, tv.of, nullptr);
  }
  if (!outside.empty()) return no_drawing(outside + " " + text_of(tile));
  d.result.titles.push_back(text_of(tv) + " in " + text_of(tile));
  accuse(d, 0);
  return d;
}

}  // namespace tileproof::explorer
