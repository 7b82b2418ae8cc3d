// SPDX-License-Identifier: BSL-1.0
//
// Pictures of atoms, tiled copies and tiled MMAs.
#include "picture_parts.hpp"

#include <tileproof/core/product.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/print/picture_of.hpp>
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
  return outside.empty() ? d : no_drawing(outside);
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
    return no_drawing(atom.name + " moves no whole number of " + elements_of(bits), status::refused,
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
      return no_drawing(
          "a layout of at most two modes, (_32,_4):(_4,_1), is expected, and this is " +
              kind_of(*v),
          status::bad_input, name);
    if (std::string why = extents_of(v->of, rows, columns); !why.empty())
      return no_drawing(std::move(why), status::refused, name);
  }
  core::arithmetic cx;
  core::layout source, destination, reference;
  if (!in_elements(cx, atom, bits, source, destination, reference))
    return no_drawing(atom.name + " moves no whole number of " + elements_of(bits), status::refused,
                      "type");
  core::layout const thr = core::as_fixed(threads.of);
  core::layout const val = core::as_fixed(values.of);
  core::layout const places = core::ranked_product(cx, thr, val, core::interleave::rakes);
  core::layout const tv = core::raked_thread_value(cx, thr, val);
  if (cx.refused()) return no_drawing(cx);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(places, rows, columns); !why.empty())
    return no_drawing(std::move(why));
  mapping const all(tv);
  mapping const one(reference);
  core::layout const tile = core::product_each(cx, places);
  report const owned = owns_every_element<>::decide(all, mapping(tile));
  if (!owned.holds()) {
    auto const why =
        tileproof::detail::sentence_of_report<owns_every_element<>>(owned, all, mapping(tile));
    return no_drawing(std::string(why.data(), why.size()));
  }
  if (all.threads() % one.threads() != 0 || all.values() % one.values() != 0)
    return no_drawing("the copy has " + std::to_string(all.threads()) + " threads of " +
                      std::to_string(all.values()) + " values each, and one instruction takes " +
                      std::to_string(one.threads()) + " threads of " +
                      std::to_string(one.values()) + " values: both must be multiples");
  core::layout const from = core::copy_thread_value(cx, tv, reference, source);
  core::layout const to = core::copy_thread_value(cx, tv, reference, destination);
  if (cx.refused()) return no_drawing(cx);
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
    return no_drawing(
        "a layout of at most three modes, (_2,_2,_1):(_1,_2,_0), is expected, and this "
        "is " +
            kind_of(atoms),
        status::bad_input, "atoms");
  if (tile != nullptr && tile->is != kind::integers)
    return no_drawing("the tile of an MMA is a tuple of integers and `_`, (_32,_32,_16)",
                      status::bad_input, "tile");
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(atoms.of, rows, columns); !why.empty())
    return no_drawing(std::move(why), status::refused, "atoms");
  core::arithmetic cx;
  core::layout const along = core::padded(core::as_fixed(atoms.of), 3);
  core::integer const all = core::size(cx, along);
  if (cx.refused() || all.value * core::size(cx, atom.threads).value > 1024)
    return no_drawing("a block has at most 1024 threads, and these atoms have more",
                      status::refused, "atoms");
  core::layout const both = core::product(cx, atom.threads, along);
  core::layout const inverse = core::right_inverse(cx, both);
  if (cx.refused()) return no_drawing(cx);
  if (core::size(cx, inverse).value != core::size(cx, both).value)
    return no_drawing(
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
      return no_drawing("the tile of an MMA is a tuple of integers and `_`, (_32,_32,_16)",
                        status::bad_input, "tile");
    extent[i] = tile->of.at[p.leaf].extent.value;
    if (extent[i] < 1 || extent[i] > most_cells || extent[i] % reach != 0)
      return no_drawing("in mode " + std::to_string(i) + " of (M,N,K) the tile has " +
                            std::to_string(extent[i]) + " elements, and the atoms together have " +
                            std::to_string(reach) + ": a multiple of it is needed, of at most " +
                            std::to_string(most_cells),
                        status::refused, "tile");
    permutation.leaf({core::fixed(extent[i]), core::fixed(1), 0});
  }
  if (extent[0] * extent[1] > most_cells || extent[0] * extent[2] > most_cells ||
      extent[1] * extent[2] > most_cells)
    return no_drawing("a picture has at most " + std::to_string(most_cells) +
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
  if (cx.refused()) return no_drawing(cx);
  return draw_operands(extent, tv[0], tv[1], tv[2], nullptr, atom.a_is_shared, atom.b_is_shared,
                       "tiled MMA by " + atom.name + ", atoms " + text_of(atoms));
}

}  // namespace tileproof::explorer
