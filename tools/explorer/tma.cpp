// SPDX-License-Identifier: BSL-1.0
#include "tma.hpp"

#include "words.hpp"

#include <tileproof/atom/tma/picture.hpp>
#include <tileproof/core/sentence.hpp>

#include <iterator>
#include <utility>

namespace tileproof::explorer {

namespace {

failure refused(core::arithmetic const& cx) {
  return {status::refused, std::string(std::string_view(core::sentence(cx.why))), 0, 0};
}
failure bad(std::string what) { return {status::bad_input, std::move(what), 0, 0}; }

bool has_known_leaves(core::layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_known() || !l.at[i].stride.is_known()) return false;
  return true;
}

}  // namespace

failure make_tma(value const& shared, value const& global, value const& tile, int bits,
                 tma_copy& out, int& wrong) {
  wrong = 0;
  bool const is_of_one_swizzle = shared.is == kind::layout && shared.outside.size() < 2 &&
                                 (shared.outside.empty() || (shared.outside[0].is_swizzle &&
                                                             shared.outside[0].offset.count == 1));
  if (!is_of_one_swizzle || !has_known_leaves(shared.of))
    return bad(
        "a layout of known integers in shared memory, with at most one swizzle, is expected, "
        "and this is " +
        kind_of(shared));
  wrong = 1;
  if (global.is != kind::layout || global.is_swizzled() || !has_known_leaves(global.of))
    return bad("a layout of known integers in global memory is expected, and this is " +
               kind_of(global));
  wrong = 2;
  if (tile.is != kind::integers)
    return bad("the tile that TMA moves, (_128,_64), is expected, and this is " + kind_of(tile));
  wrong = -1;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return {status::refused,
            "TMA moves elements of 8, 16, 32 or 64 bits, and these have " + std::to_string(bits), 0,
            0};
  out.bits = bits;
  out.shared = shared.outside.empty()
                   ? mapping(shared.of)
                   : mapping(shared.of, shared.outside[0].offset.at[0].extent.value,
                             shared.outside[0].swizzle);
  core::arithmetic cx;
  core::layout const whole = core::as_fixed(global.of);
  core::layout const tiler = core::as_tiler(core::as_fixed(tile.of));
  out.cut = core::composition_by(cx, core::identity(cx, whole), tiler);
  if (cx.refused()) return wrong = 2, refused(cx);
  out.global = mapping(core::composition_by(cx, whole, tiler));
  core::integer const first = core::size(cx, out.cut, core::nth(out.cut, 0));
  core::integer const all = core::size(cx, out.cut);
  if (cx.refused()) return wrong = 2, refused(cx);
  if (first.value < 1 || all.value != out.shared.size)
    return wrong = 2,
           failure{status::refused, "the tile has other elements than " + text_of(shared), 0, 0};
  out.rows = first.value;
  mapping const places = tileproof::detail::tma_tile_of(whole, out.cut);
  out.plan = tileproof::detail::plan_tma(out.shared, places, bits, 1);
  if (out.plan.is.holds()) return {};
  core::text t;
  mapping const* const of[] = {&out.shared, &places};
  tileproof::detail::put_sentence(t, out.plan.is, canonical_for_tma<std::int8_t>::sentences, {}, of,
                                  2);
  core::remedy remedy;
  tileproof::detail::put_tma_remedy(remedy, out.plan.is, out.shared, places, bits, 1);
  tileproof::detail::put_second(t, remedy);
  return {status::refused, std::string(std::string_view(t)), 0, 0};
}

tma_copy tma_of(value const& v) {
  tma_copy t;
  int wrong = 0;
  make_tma(v.items[2], v.items[1], v.items[3], bits_of_element(v.name), t, wrong);
  return t;
}

void draw_tma(picture& p, tma_copy const& t) {
  tileproof::detail::draw_tma(p, t.plan, t.shared, &t.global, t.bits, t.rows,
                              t.shared.size / t.rows);
}

std::vector<std::string> lines_of(tma_copy const& t) {
  picture p;
  draw_tma(p, t);
  p.titles.pop_back();  // about the cells
  return p.titles;
}

namespace {

constexpr std::string_view instructions[] = {"SM90_TMA_LOAD", "SM90_TMA_STORE",
                                             "SM90_TMA_REDUCE_ADD"};

value make_tma_copy(call& c) {
  value const& type = c.angles[0];
  int const bits = type.is == kind::atom ? bits_of_element(type.name) : 0;
  if (bits == 0) return c.expected(100, "an element type, half_t,");
  bool is_known = false;
  for (std::string_view const name : instructions) is_known = is_known || c.args[0].name == name;
  if (c.args[0].is != kind::atom || !is_known)
    return c.expected(0, "SM90_TMA_LOAD, SM90_TMA_STORE or SM90_TMA_REDUCE_ADD");
  value v;
  v.is = kind::tma;
  v.name = type.name;
  v.items = c.args;
  if (v.items.size() == 3) v.items.push_back(integers(core::product_each(c.cx, c.args[2].of)));
  tma_copy made;
  int wrong = 0;
  c.why = make_tma(v.items[2], v.items[1], v.items[3], bits, made, wrong);
  c.wrong = wrong < 0 ? -1 : wrong == 0 ? 2 : wrong == 1 ? 1 : c.has(3) ? 3 : -1;
  return v;
}
bool is_tma(call& c) {
  if (c.args[0].is == kind::tma) return true;
  c.expected(0, "a TMA copy, make_tma_copy<half_t>(SM90_TMA_LOAD,GLOBAL,SHARED),");
  return false;
}
value tma_box(call& c) {
  if (!is_tma(c)) return {};
  tma_copy const t = tma_of(c.args[0]);
  core::layout l;
  l.open(t.plan.rank);
  for (int d = 0; d < t.plan.rank; ++d) l.leaf({core::fixed(t.plan.length[d]), core::fixed(0), 0});
  return integers(l);
}
// Both modes of plan.values, (block,(element of a box,instruction)), without the block.
value tma_boxes(call& c) {
  if (!is_tma(c)) return {};
  core::layout const all = tma_of(c.args[0]).plan.values;
  return plain_layout(core::subtree(all, core::nth(all, 1)));
}

constexpr operation table[] = {
    {"SM90_TMA_LOAD", 0, 0, 0, 0, [](call&) { return atom("SM90_TMA_LOAD"); }, "SM90_TMA_LOAD",
     "TMA from global to shared memory"},
    {"SM90_TMA_STORE", 0, 0, 0, 0, [](call&) { return atom("SM90_TMA_STORE"); }, "SM90_TMA_STORE",
     "TMA from shared to global memory"},
    {"SM90_TMA_REDUCE_ADD", 0, 0, 0, 0, [](call&) { return atom("SM90_TMA_REDUCE_ADD"); },
     "SM90_TMA_REDUCE_ADD", "TMA from shared memory, added to global memory"},
    {"make_tma_copy", 3, 4, 1, 1, make_tma_copy, "make_tma_copy<T>(COPY,GLOBAL,SHARED[,TILE])",
     "the boxes in which TMA moves a tile of elements T"},
    {"tma_box", 1, 1, 0, 0, tma_box, "tma_box(TMA)",
     "the extents of a box, the contiguous one first"},
    {"tma_boxes", 1, 1, 0, 0, tma_boxes, "tma_boxes(TMA)",
     "(element of a box,box) -> index of the tile"}};

}  // namespace

operation_list tma_operations() { return {table, std::size(table)}; }

}  // namespace tileproof::explorer
