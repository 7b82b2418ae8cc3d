// SPDX-License-Identifier: BSL-1.0
#include "pictures.hpp"

#include "operations.hpp"

#include <tileproof/atom/tma/picture.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/sentence.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/prove/bank_picture.hpp>
#include <tileproof/prove/partition.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

drawing refused(std::string what, status is = status::refused, std::string option = {}) {
  drawing d;
  d.why.is = is;
  d.why.what = std::move(what);
  d.option = std::move(option);
  return d;
}
drawing refused(core::arithmetic const& cx) {
  return refused(std::string(std::string_view(core::sentence(cx.why))));
}

// Rows and columns: the size of mode 0, and that of all others. Empty, or a reason why not.
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

// A layout (thread,value) -> place of rows x columns, as print/picture_of.hpp draws it. `lanes`
// maps a thread to its lane; null: to itself. Returns what lies outside of the tile.
std::string draw_tv(picture_grid& g, core::layout const& tv, core::layout const* lanes) {
  core::arithmetic cx;
  auto const threads = core::size(cx, tv, core::nth(tv, 0)).value;
  auto const values = core::size(cx, tv, core::nth(tv, 1)).value;
  return tileproof::detail::draw_places(
      g, static_cast<int>(threads), static_cast<int>(values),
      [&](int t, int v) { return core::apply(tv, t + threads * v); },
      [&](int t) { return lanes == nullptr ? t : static_cast<int>(core::apply(*lanes, t)); });
}

}  // namespace

drawing draw_layout(value const& layout) {
  if (!layout.has_layout())
    return refused(
        "a layout, a tensor or the name of an atom can be drawn, and this is " + kind_of(layout),
        status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(layout.of, rows, columns); !why.empty())
    return refused(std::move(why));
  drawing d;
  picture_grid& g = d.result.add("", 0, 0, rows, columns);
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    core::arithmetic cx;
    std::vector<value> const args = {layout, integer(core::plain(i))};
    call c{cx, args, {}};
    value const offset = apply(c);
    if (c.why) return refused(c.why.what, c.why.is);
    if (offset.of.full) cx.refuse(core::property::leaves_fit_capacity);
    if (cx.refused()) return refused(cx);
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

namespace {

// Whether offsets, in bits of any element, fit 64 bits.
bool is_small(mapping const& m) {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  return m.fits && m.first > -most && m.last < most;
}

// Whether a value is a layout (thread,value) without a swizzle; its size is at most most_cells.
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
    return refused(std::move(why), status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = tile_of(tile, rows, columns); !why.empty())
    return refused(std::move(why), status::bad_input, "tile");
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
  if (!outside.empty()) return refused(outside + " " + text_of(tile));
  d.result.titles.push_back(text_of(tv) + " in " + text_of(tile));
  return d;
}

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
  if (!outside.empty()) return refused(outside);
  for (picture_grid const& g : p.grids)
    for (picture_cell const& cell : g.cells)
      if (cell.text.empty() || cell.owners.size() != g.cells[0].owners.size())
        return refused("the threads do not share out the elements of " + g.name + " evenly");
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
  for (bool const is_source : {true, false}) {
    core::layout const& side = is_source ? source : destination;
    char const* const name = is_source ? "source" : "destination";
    picture_grid g(name, 0, 0, by_rows ? columns : rows, by_rows ? rows : columns);
    outside += draw_tv(g, side, lanes);
    if (by_rows) g = tileproof::detail::transposed(g, 0, 0);
    g.row = at.row, g.column = at.column;
    at.next(g.rows, g.columns);
    p.titles.push_back(title_of(name, side));
    p.grids.push_back(std::move(g));
  }
  return outside.empty() ? d : refused(outside);
}

// A side of a copy in elements: (thread,value) -> element.
bool in_elements(core::arithmetic& cx, copy_atom const& atom, int bits, core::layout& source,
                 core::layout& destination, core::layout& reference) {
  for (core::layout const* const side : {&atom.source, &atom.destination})
    if (core::size(cx, *side, core::nth(*side, 1)).value % bits != 0) return false;
  source = core::upcast(cx, atom.source, bits);
  destination = core::upcast(cx, atom.destination, bits);
  reference = core::upcast(cx, atom.reference, bits);
  return !cx.refused();
}

std::string elements_of(int bits) { return std::to_string(bits) + "-bit elements"; }

}  // namespace

drawing draw_atom(copy_atom const& atom, int bits) {
  core::arithmetic cx;
  core::layout source, destination, reference;
  if (!in_elements(cx, atom, bits, source, destination, reference))
    return refused(atom.name + " moves no whole number of " + elements_of(bits), status::refused,
                   "type");
  mapping const m(source);
  std::int64_t const elements = m.last + 1;
  std::int64_t const in_row = 128 / bits < elements ? (bits < 128 ? 128 / bits : 1) : elements;
  return draw_sides(source, destination, &atom.threads, elements / in_row, in_row, true,
                    atom.name + ", " + elements_of(bits));
}

drawing draw_tiled_copy(copy_atom const& atom, int bits, value const& threads,
                        value const& values) {
  for (value const* const v : {&threads, &values}) {
    char const* const name = v == &threads ? "threads" : "values";
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    if (v->is != kind::layout || v->is_swizzled() || core::rank(v->of) > 2)
      return refused("a layout of at most two modes, (_32,_4):(_4,_1), is expected, and this is " +
                         kind_of(*v),
                     status::bad_input, name);
    if (std::string why = extents_of(v->of, rows, columns); !why.empty())
      return refused(std::move(why), status::refused, name);
  }
  core::arithmetic cx;
  core::layout source, destination, reference;
  if (!in_elements(cx, atom, bits, source, destination, reference))
    return refused(atom.name + " moves no whole number of " + elements_of(bits), status::refused,
                   "type");
  core::layout const thr = core::as_fixed(threads.of);
  core::layout const val = core::as_fixed(values.of);
  core::layout const places = core::ranked_product(cx, thr, val, core::interleave::rakes);
  core::layout const tv = core::raked_thread_value(cx, thr, val);
  if (cx.refused()) return refused(cx);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(places, rows, columns); !why.empty())
    return refused(std::move(why));
  mapping const all(tv);
  mapping const one(reference);
  core::layout const tile = core::product_each(cx, places);
  report const owned = owns_every_element<>::decide(all, mapping(tile));
  if (!owned.holds()) {
    auto const why =
        tileproof::detail::sentence_of_report<owns_every_element<>>(owned, all, mapping(tile));
    return refused(std::string(why.data(), why.size()));
  }
  if (all.threads() % one.threads() != 0 || all.values() % one.values() != 0)
    return refused("the copy has " + std::to_string(all.threads()) + " threads of " +
                   std::to_string(all.values()) + " values each, and one instruction takes " +
                   std::to_string(one.threads()) + " threads of " + std::to_string(one.values()) +
                   " values: both must be multiples");
  core::layout const from = core::copy_thread_value(cx, tv, reference, source);
  core::layout const to = core::copy_thread_value(cx, tv, reference, destination);
  if (cx.refused()) return refused(cx);
  return draw_sides(from, to, nullptr, rows, columns, false,
                    "tiled copy by " + atom.name + ", " + elements_of(bits) + ", threads " +
                        text_of(threads) + ", values " + text_of(values));
}

namespace {

// The modes of an operand: of the extents of an MMA, of its permutation.
core::layout two_of(core::layout const& l, int const (&modes)[2]) {
  core::layout r;
  r.open(2);
  for (int const m : modes) r.copy(l, core::nth(l, m));
  return r;
}

}  // namespace

drawing draw_tiled_mma(mma_atom const& atom, value const& atoms, value const* tile) {
  if (atoms.is != kind::layout || atoms.is_swizzled() || core::rank(atoms.of) > 3)
    return refused(
        "a layout of at most three modes, (_2,_2,_1):(_1,_2,_0), is expected, and this "
        "is " +
            kind_of(atoms),
        status::bad_input, "atoms");
  if (tile != nullptr && tile->is != kind::integers)
    return refused("the tile of an MMA is a tuple of integers and `_`, (_32,_32,_16)",
                   status::bad_input, "tile");
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(atoms.of, rows, columns); !why.empty())
    return refused(std::move(why), status::refused, "atoms");
  core::arithmetic cx;
  core::layout const along = core::padded(core::as_fixed(atoms.of), 3);
  core::integer const all = core::size(cx, along);
  if (cx.refused() || all.value * core::size(cx, atom.threads).value > 1024)
    return refused("a block has at most 1024 threads, and these atoms have more", status::refused,
                   "atoms");
  core::layout const both = core::product(cx, atom.threads, along);
  core::layout const inverse = core::right_inverse(cx, both);
  if (cx.refused()) return refused(cx);
  if (core::size(cx, inverse).value != core::size(cx, both).value)
    return refused(
        "two atoms have the same threads: the layout of the atoms is no bijection onto "
        "[0," +
            std::to_string(all.value) + ")",
        status::refused, "atoms");
  core::layout threads;  // (V,M,N,K)
  threads.open(4);
  threads.copy(both, core::nth(both, 0));
  core::layout const rest = core::subtree(both, core::nth(both, 1));
  for (int i = 0; i < 3; ++i) threads.copy(rest, core::nth(rest, i));
  std::int64_t extent[3];
  core::layout own, permutation;
  own.open(3);
  permutation.open(3);
  for (int i = 0; i < 3; ++i) {
    std::int64_t const reach =
        atom.extent[i] * core::size(cx, threads, core::nth(threads, 1 + i)).value;
    own.leaf({core::fixed(atom.extent[i]), core::fixed(1), 0});
    extent[i] = reach;
    bool const is_given = tile != nullptr && core::is_tuple(tile->of) && i < core::rank(tile->of);
    core::place const p = is_given ? core::nth(tile->of, i) : core::place{};
    if (!is_given || tile->of.token[p.token] == core::keep_token) {
      permutation.leaf({core::fixed(reach), core::fixed(1), 0});
      continue;
    }
    if (tile->of.token[p.token] != core::leaf_token)
      return refused("the tile of an MMA is a tuple of integers and `_`, (_32,_32,_16)",
                     status::bad_input, "tile");
    extent[i] = tile->of.at[p.leaf].extent.value;
    if (extent[i] < 1 || extent[i] > most_cells || extent[i] % reach != 0)
      return refused("in mode " + std::to_string(i) + " of (M,N,K) the tile has " +
                         std::to_string(extent[i]) + " elements, and the atoms together have " +
                         std::to_string(reach) + ": a multiple of it is needed, of at most " +
                         std::to_string(most_cells),
                     status::refused, "tile");
    permutation.leaf({core::fixed(extent[i]), core::fixed(1), 0});
  }
  if (extent[0] * extent[1] > most_cells || extent[0] * extent[2] > most_cells ||
      extent[1] * extent[2] > most_cells)
    return refused("a picture has at most " + std::to_string(most_cells) +
                   " cells, and an operand has more");
  core::layout const by_index = core::right_inverse(cx, threads);
  constexpr int modes[3][2] = {{0, 2}, {1, 2}, {0, 1}};
  core::layout tv[3];
  core::layout const* const of[3] = {&atom.a, &atom.b, &atom.c};
  for (int k = 0; k < 3 && !cx.refused(); ++k) {
    if ((k == 0 && atom.a_is_shared) || (k == 1 && atom.b_is_shared)) continue;
    core::mma_operand o;
    o.atom = core::detail::by_mode_0(*of[k]);
    o.atom_shape = core::as_tiler(two_of(own, modes[k]));
    o.permutation = core::as_tiler(two_of(permutation, modes[k]));
    o.modes[0] = modes[k][0], o.modes[1] = modes[k][1];
    core::layout whole;
    whole.open(2);
    whole.leaf({core::fixed(extent[modes[k][0]]), core::fixed(1), 0});
    whole.leaf({core::fixed(extent[modes[k][1]]), core::fixed(extent[modes[k][0]]), 0});
    tv[k] = core::mma_thread_value(cx, whole, o, threads, by_index);
  }
  if (cx.refused()) return refused(cx);
  return draw_operands(extent, tv[0], tv[1], tv[2], nullptr, atom.a_is_shared, atom.b_is_shared,
                       "tiled MMA by " + atom.name + ", atoms " + text_of(atoms));
}

namespace {

// A layout behind at most one swizzle, as a mapping. Empty, or a reason why not.
std::string mapping_of(value const& v, mapping& out) {
  bool const is_plain =
      v.is == kind::layout && v.outside.size() < 2 &&
      (v.outside.empty() || (v.outside[0].is_swizzle && v.outside[0].offset.count == 1));
  if (!is_plain)
    return "a layout behind at most one swizzle is expected, and this is " +
           (v.has_layout() ? text_of(v) : kind_of(v));
  out = v.outside.empty()
            ? mapping(v.of)
            : mapping(v.of, v.outside[0].offset.at[0].extent.value, v.outside[0].swizzle);
  if (!is_small(out) || out.has_coordinates() || out.first < 0)
    return "offsets in shared memory are integers from 0 to 2^48, and those of " + text_of(v) +
           " are not";
  return {};
}

std::string text_of(core::swizzle const& s, core::layout const& l) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
         std::to_string(s.shift) + "> o _0 o " + text_of(plain_layout(l));
}

}  // namespace

drawing draw_banks(value const& smem, value const& tv, shared_instruction is, int bits) {
  tileproof::detail::tile_access x;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = mapping_of(smem, x.smem); !why.empty())
    return refused(std::move(why), status::bad_input);
  if (std::string why = extents_of(smem.of, rows, columns); !why.empty())
    return refused(std::move(why));
  if (std::string why = fault_of_tv(tv); !why.empty())
    return refused(std::move(why), status::bad_input, "access");
  x.tv = mapping(tv.of);
  x.is = is;
  x.bits = bits;
  if (x.tv.has_coordinates())
    return refused("(thread,value) -> index of the tile is expected, and these are coordinates",
                   status::bad_input, "access");
  if (!x.is_possible())
    return refused("an instruction of " + std::to_string(is.bits) +
                       " bits cannot make this access: "
                       "a thread's values are no aligned vectors of " +
                       std::to_string(x.width()) + " elements of " + explorer::text_of(smem),
                   status::refused, "access");
  drawing d;
  picture& p = d.result;
  tileproof::detail::side_by_side at;
  auto const draw = [&](std::string name) {
    auto const cost =
        tileproof::detail::draw_banks(p, std::move(name), x, rows, columns, at.row, at.column);
    at.next(rows, columns);
    return cost;
  };
  mapping const given = x.smem;
  if (given.is_swizzled()) x.smem = mapping(smem.of);
  auto const before =
      x.is_possible() ? draw(explorer::text_of(plain_layout(smem.of))) : decltype(draw("")){};
  if (given.is_swizzled()) {
    x.smem = given;
    draw(explorer::text_of(smem));
  } else if (before.worst.ways > 1) {
    core::arithmetic cx;
    core::layout const reads =
        core::composition(cx, core::as_fixed(smem.of), core::as_fixed(tv.of));
    if (!cx.refused()) {
      core::swizzle const best =
          tileproof::detail::best_swizzle_of(is, mapping(reads), bits, before.warp, before.step);
      x.smem = mapping(smem.of, 0, best);
      if (best.bits > 0 && x.is_possible()) draw(text_of(best, smem.of));
    }
  }
  p.titles.push_back(tileproof::detail::legend_of_banks());
  return d;
}

namespace {

template <class Element>
drawing draw_tma_of(mapping const& shared, core::layout const& global, core::layout const& cut,
                    std::int64_t rows) {
  using theorem = canonical_for_tma<Element>;
  mapping const tile = tileproof::detail::tma_tile_of(global, cut);
  tma_plan const plan = theorem::plan(shared, tile);
  if (!plan.is.holds()) {
    auto const why = tileproof::detail::sentence_of_report<theorem>(plan.is, shared, tile);
    return refused(std::string(why.data(), why.size()));
  }
  drawing d;
  tileproof::detail::draw_tma(d.result, plan, shared, rows, shared.size / rows);
  return d;
}

}  // namespace

drawing draw_tma(value const& smem, value const& global, value const& tile, int bits) {
  mapping shared;
  if (std::string why = mapping_of(smem, shared); !why.empty())
    return refused(std::move(why), status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(smem.of, rows, columns); !why.empty())
    return refused(std::move(why));
  if (global.is != kind::layout || global.is_swizzled())
    return refused("a layout in global memory is expected, and this is " + kind_of(global),
                   status::bad_input, "global");
  if (tile.is != kind::integers)
    return refused("the tile that TMA moves, (_128,_64), is expected, and this is " + kind_of(tile),
                   status::bad_input, "tile");
  core::arithmetic cx;
  core::layout const whole = core::as_fixed(global.of);
  core::layout const cut =
      core::composition_by(cx, core::identity(cx, whole), core::as_tiler(core::as_fixed(tile.of)));
  if (cx.refused()) return refused(cx);
  core::integer const first = core::size(cx, cut, core::nth(cut, 0));
  if (cx.refused() || first.value < 1 || core::size(cx, cut).value != shared.size)
    return refused("the tile has other elements than " + explorer::text_of(smem), status::refused,
                   "tile");
  drawing d = bits == 8    ? draw_tma_of<std::uint8_t>(shared, whole, cut, first.value)
              : bits == 16 ? draw_tma_of<std::uint16_t>(shared, whole, cut, first.value)
              : bits == 32 ? draw_tma_of<std::uint32_t>(shared, whole, cut, first.value)
              : bits == 64 ? draw_tma_of<std::uint64_t>(shared, whole, cut, first.value)
                           : refused("TMA moves elements of 8, 16, 32 or 64 bits, and these have " +
                                         std::to_string(bits),
                                     status::refused, "type");
  if (d.holds())
    d.result.titles.insert(d.result.titles.begin(), "shared memory " + explorer::text_of(smem) +
                                                        ", global memory " +
                                                        explorer::text_of(global));
  return d;
}

}  // namespace tileproof::explorer
