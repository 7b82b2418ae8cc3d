// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of_tma: a tile with the boxes in which TMA moves it. Host only.
//
//   // 128 x 64 elements of a row-major matrix, into a layout with a 64-byte swizzle: two boxes
//   auto sA = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_128, _64>{});
//   print_svg(picture_of_tma<half_t>(sA, gA.layout(), Shape<_128, _64>{}));
//
// A cell has the number of its box, or instruction, and its offset in shared memory; the first
// element of a box has a frame.
#pragma once

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/print/picture_of.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Draws a plan of a tile of rows x columns elements. Pre: plan.is holds, for this layout in shared
// memory and one block.
inline void draw_tma(picture& p, tma_plan const& plan, mapping const& shared, long long rows,
                     long long columns) {
  mapping const values(plan.values);
  core::arithmetic cx;
  long long const box =
      core::size(cx, plan.values, core::nth(plan.values, 0, core::nth(plan.values, 1))).value;
  long long const blocks = values.threads();
  picture_grid& g = p.add("boxes", 0, 0, rows, columns);
  for (std::int64_t x = 0; x < values.size; ++x) {
    long long const element = x / blocks % box;
    long long const number = x / blocks / box;
    std::int64_t const i = values(x);
    picture_cell& cell = g.at(static_cast<int>(i % rows), static_cast<int>(i / rows));
    cell.number = shared(i);
    cell.text = "B" + std::to_string(number) + "\n" + std::to_string(cell.number);
    cell.fill = colour_of_thread(number);
    if (element == 0) cell.mark = picture_mark::thin;
  }
  std::string lengths;
  for (int d = 0; d < plan.rank; ++d)
    lengths += (d == 0 ? "" : ",") + std::to_string(plan.length[d]);
  p.titles.push_back(std::to_string(values.size / box / blocks) + " TMA instructions, boxes of (" +
                     lengths + ") elements; a cell: box (B) and offset in shared memory");
}

}  // namespace detail

// The tile that Tile cuts from a tensor with layout `global`, and the boxes that bring it to the
// layout `shared` of Elements. Where TMA cannot move it, a title has the reason, and no box is
// drawn.
template <class Element, class Shared, class Global, class Tile>
picture picture_of_tma(Shared const& shared, Global const&, Tile const& tile) {
  using theorem = canonical_for_tma<Element>;
  constexpr mapping smem = detail::mapping_of<Shared>::value;
  constexpr mapping cut = detail::mapping_from<tma_tile<Global, Tile>>::make();
  picture p;
  p.titles.push_back("shared memory: " + detail::string_of(shared));
  tma_plan const plan = theorem::plan(smem, cut);
  if (!plan.is.holds()) {
    auto const why = detail::sentence_of_report<theorem>(plan.is, smem, cut);
    p.titles.emplace_back(why.data(), why.size());
    return p;
  }
  long long const rows = static_cast<long long>(size<0>(tile));
  detail::draw_tma(p, plan, smem, rows, smem.size / rows);
  return p;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
