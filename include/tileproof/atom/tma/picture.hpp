// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of_tma: a tile with the boxes in which TMA moves it. Host only.
//
//   // 128 x 64 elements of a row-major matrix, into a layout with a 64-byte swizzle: two boxes
//   auto sA = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_128, _64>{});
//   print_svg(picture_of_tma<half_t>(sA, gA.layout(), Shape<_128, _64>{}));
//
// A cell has the number of its box, or instruction, and its byte in shared memory. It is 16 bytes,
// which swizzles move as one, where the elements of a box that are neighbours in memory fill whole
// ones in the tile; otherwise one element. The first cell of a box has a frame. The titles say
// which box an instruction moves, the swizzle mode, and where a box begins in the tile and in both
// memories.
#pragma once

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/print/picture_of.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Whether the `n` elements of the tile from index i on, `step` apart, are neighbours in shared
// memory.
constexpr bool are_neighbours(mapping const& shared, std::int64_t i, std::int64_t step,
                              std::int64_t n) {
  for (std::int64_t k = 1; k < n; ++k)
    if (shared(i + k * step) != shared(i) + k) return false;
  return true;
}

// "a box: 64 x 128 elements, 16384 bytes; ...": what an instruction moves.
inline std::string box_of_tma(tma_plan const& plan, mapping const& shared, int bits) {
  std::int64_t elements = 1;
  std::string s = "a box: ";
  for (int d = 0; d < plan.rank; ++d) {
    elements *= plan.length[d];
    s += (d == 0 ? "" : " x ") + std::to_string(plan.length[d]);
  }
  s += " elements, " + std::to_string(elements * bits / 8) + " bytes; swizzle mode ";
  int const b = shared.swizzle.bits;
  return s + (b == 0 ? "none" : std::to_string(16 << b) + " bytes");
}

// Draws a plan of a tile of rows x columns elements with so many bits. `global`, if known, maps an
// index of the tile to its element in global memory. Pre: plan.is holds, for this layout in shared
// memory and one block.
inline void draw_tma(picture& p, tma_plan const& plan, mapping const& shared, mapping const* global,
                     int bits, long long rows, long long columns) {
  mapping const values(plan.values);
  core::arithmetic cx;
  long long const box =
      core::size(cx, plan.values, core::nth(plan.values, 0, core::nth(plan.values, 1))).value;
  long long const blocks = values.threads();
  // The elements of 16 bytes are one cell, along the mode of the tile in which they lie.
  long long const unit = 128 / bits;
  std::int64_t const step = box > 1 ? values(blocks) - values(0) : 1;
  bool merges = unit > 1 && plan.extent[0] % unit == 0 &&
                ((step == 1 && rows % unit == 0) || (step == rows && columns % unit == 0));
  for (std::int64_t x = 0; x < values.size && merges; x += blocks)
    if (x / blocks % box % unit == 0) merges = are_neighbours(shared, values(x), step, unit);
  long long const in_rows = merges && step == 1 && rows > 1 ? unit : 1;
  long long const in_columns = merges && in_rows == 1 ? unit : 1;
  picture_grid& g = p.add("boxes", 0, 0, rows / in_rows, columns / in_columns);
  std::vector<std::string> begins;
  for (std::int64_t x = 0; x < values.size; ++x) {
    long long const element = x / blocks % box;
    long long const number = x / blocks / box;
    std::int64_t const i = values(x);
    long long const row = i % rows;
    long long const column = i / rows;
    if (row % in_rows != 0 || column % in_columns != 0) continue;
    picture_cell& cell =
        g.at(static_cast<int>(row / in_rows), static_cast<int>(column / in_columns));
    cell.number = shared(i) * bits / 8;
    cell.text = "B" + std::to_string(number) + "\n" + std::to_string(cell.number);
    cell.fill = colour_of_thread(number);
    if (element != 0) continue;
    cell.mark = picture_mark::thin;
    if (begins.size() == 8) begins.push_back("...");
    if (begins.size() > 8) continue;
    begins.push_back("B" + std::to_string(number) + " begins at (" + std::to_string(row) + "," +
                     std::to_string(column) + ") of the tile, byte " + std::to_string(cell.number) +
                     " of shared memory" +
                     (global == nullptr ? std::string()
                                        : ", byte " + std::to_string((*global)(i)*bits / 8) +
                                              " of the tile in global memory"));
  }
  for (long long m = 0; m < g.rows && in_rows > 1; ++m)
    g.row_names.push_back(std::to_string(m * in_rows));
  for (long long n = 0; n < g.columns && in_columns > 1; ++n)
    g.column_names.push_back(std::to_string(n * in_columns));
  long long const count = values.size / box / blocks;
  p.titles.push_back(std::to_string(count) +
                     (count == 1 ? " TMA instruction; " : " TMA instructions; ") +
                     box_of_tma(plan, shared, bits));
  for (std::string& line : begins) p.titles.push_back(std::move(line));
  p.titles.push_back(std::string("a cell: ") + (merges ? "16 bytes" : "an element") +
                     ", its box (B) and its byte in shared memory; frame: a box begins");
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
  detail::draw_tma(p, plan, smem, nullptr, sizeof_bits_v<Element>, rows, smem.size / rows);
  return p;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
