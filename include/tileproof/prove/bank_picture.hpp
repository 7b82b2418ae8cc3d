// SPDX-License-Identifier: BSL-1.0
//
// Defines picture_of_banks: a tile in shared memory, coloured by bank, with the lanes of the warp
// instruction that has the worst bank conflict. Host only.
//
//   using tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;                        // of f16
//   using rows = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, _64>, _8>>;  // (lane,value)
//   // before and after the swizzle, one beside the other:
//   print_svg(picture_of_banks<ldmatrix<4>, half_t>(rows{}, tile{},
//                                                   composition(Swizzle<3, 3, 3>{}, tile{})));
//
// A cell has its offset, its bank, and the lane that accesses it at that step; a thick frame where
// lanes of one phase access different words of one bank, a thin one where they do not.
#pragma once

#include <tileproof/print/picture_of.hpp>
#include <tileproof/prove/bank_conflicts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The accesses of a block to a tile: smem maps the index of an element, column-major, to its offset
// in shared memory; tv maps (thread,value) to that index.
struct tile_access {
  mapping smem{};
  mapping tv{};
  shared_instruction is{};
  int bits = 0;  // of an element

  std::int64_t width() const { return is.bits < bits ? 1 : is.bits / bits; }
  std::int64_t warps() const { return (tv.threads() + warp_size - 1) / warp_size; }
  std::int64_t steps() const { return (tv.values() + width() - 1) / width(); }
  // The index in the tile of value v of thread t, and its offset in shared memory.
  std::int64_t index(std::int64_t t, std::int64_t v) const { return tv(t + tv.threads() * v); }
  std::int64_t offset(std::int64_t t, std::int64_t v) const { return smem(index(t, v)); }

  // True if every thread's values are vectors of consecutive elements, each aligned to the access,
  // inside of the tile.
  bool is_possible() const {
    if (is.matrices != 0 && tv.threads() % warp_size != 0) return false;
    if (tv.values() % width() != 0) return false;
    for (std::int64_t t = 0; t < tv.threads(); ++t)
      for (std::int64_t v = 0; v < tv.values(); ++v) {
        std::int64_t const i = index(t, v);
        if (i < 0 || i >= smem.size || smem(i) < 0) return false;
        std::int64_t const first = offset(t, v - v % width());
        if (smem(i) != first + v % width() || first % width() != 0) return false;
      }
    return true;
  }
  // The addresses of one warp instruction.
  warp_access at(std::int64_t warp, std::int64_t step) const {
    warp_access a;
    for (int lane = 0; lane < warp_size && warp * warp_size + lane < tv.threads(); ++lane) {
      a.address[lane] = offset(warp * warp_size + lane, step * width()) * bits / 8;
      a.active |= std::uint32_t{1} << lane;
    }
    return a;
  }
  int bank(std::int64_t offset_) const { return static_cast<int>(offset_ * bits / 32 % 32); }
};

// The cost of all instructions of a block, and its worst one.
struct access_cost {
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;
  std::int64_t warp = 0;
  std::int64_t step = 0;
  shared_cost worst{};
};
inline access_cost cost_of(tile_access const& x) {
  access_cost r;
  for (std::int64_t w = 0; w < x.warps(); ++w)
    for (std::int64_t k = 0; k < x.steps(); ++k) {
      shared_cost const c = cost_of(x.is, x.at(w, k));
      r.wavefronts += c.wavefronts;
      r.minimum += c.minimum;
      if (c.ways <= r.worst.ways) continue;
      r.worst = c, r.warp = w, r.step = k;
    }
  return r;
}

// The lanes that an instruction serves in one phase.
constexpr int lanes_of_phase(shared_instruction is) {
  return is.matrices != 0 || is.bits == 128 ? 8 : is.bits == 64 ? 16 : warp_size;
}
// Whether lane `lane` accesses another word of the bank of this word than a lane of its phase does.
inline bool meets_another(shared_instruction is, warp_access const& a, int lane,
                          std::int64_t word) {
  int const words = is.bits > 32 ? is.bits / 32 : 1;
  int const first = lane - lane % lanes_of_phase(is);
  for (int i = first; i < first + lanes_of_phase(is); ++i)
    for (std::int64_t w = a.address[i] / 4; a.is_active(i) && w < a.address[i] / 4 + words; ++w)
      if (w != word && w % 32 == word % 32) return true;
  return false;
}

// Draws the grid, and returns the cost. The lanes are left out where the instruction cannot make
// these accesses. Pre: x.smem.size is rows * columns.
inline access_cost draw_banks(picture& p, std::string name, tile_access const& x, long long rows,
                              long long columns, int row, int column) {
  picture_grid& g = p.add(std::move(name), row, column, rows, columns);
  for (long long i = 0; i < rows * columns; ++i) {
    picture_cell& cell = g.at(static_cast<int>(i % rows), static_cast<int>(i / rows));
    cell.number = x.smem(i);
    cell.text = std::to_string(cell.number) + "\nb" + std::to_string(x.bank(cell.number));
    cell.fill = colour_of_thread(x.bank(cell.number));
  }
  if (!x.is_possible()) {
    p.titles.push_back(g.name + ": no such access, a thread's values are not aligned vectors of " +
                       std::to_string(x.width()) + " elements of the tile");
    return {};
  }
  access_cost const cost = cost_of(x);
  warp_access const a = x.at(cost.warp, cost.step);
  for (int lane = 0; lane < warp_size; ++lane)
    for (std::int64_t v = cost.step * x.width();
         a.is_active(lane) && v < (cost.step + 1) * x.width(); ++v) {
      std::int64_t const i = x.index(cost.warp * warp_size + lane, v);
      picture_cell& cell = g.at(static_cast<int>(i % rows), static_cast<int>(i / rows));
      bool const conflicts = meets_another(x.is, a, lane, cell.number * x.bits / 32);
      if (cell.mark == picture_mark::none) cell.text += "\nL" + std::to_string(lane);
      if (cell.mark != picture_mark::thick)
        cell.mark = conflicts ? picture_mark::thick : picture_mark::thin;
    }
  std::string title = g.name + ": " + std::to_string(cost.wavefronts) + " wavefronts where " +
                      std::to_string(cost.minimum) + (cost.minimum == 1 ? " is" : " are") +
                      " possible";
  if (cost.worst.ways > 1) {
    title += "; " + std::to_string(cost.worst.ways) + "-way bank conflict in warp " +
             std::to_string(cost.warp) + ", step " + std::to_string(cost.step) + ": lanes";
    for (int k = 0; k < cost.worst.meeting; ++k)
      title += (k == 0 ? " " : ", ") + std::to_string(cost.worst.lane[k]);
    title += " in bank " + std::to_string(cost.worst.bank);
  }
  p.titles.push_back(std::move(title));
  return cost;
}

// The legend of the cells.
inline std::string legend_of_banks() {
  return "a cell: offset, bank (b) and lane (L) of the worst step; dark frame: a lane "
         "accesses it; red frame: another lane of its phase accesses another word of the bank";
}

}  // namespace detail

// The tile in each of these layouts, side by side: before and after a swizzle. `smem` maps a
// coordinate (m,n) to an offset in Elements; tv maps (thread,value) to the index of an element of
// the tile, column-major. Access is an instruction of prove/shared_memory.hpp. Where the
// instruction cannot make these accesses, a title states it, and no lanes are drawn.
template <class Access, class Element, class TV, class... Smem>
picture picture_of_banks(TV const& tv, Smem const&... smem) {
  picture p;
  detail::side_by_side at;
  auto const draw = [&](auto const& layout) {
    long long extent[2];
    detail::rows_and_columns(shape(layout), extent);
    detail::tile_access const x{
        detail::mapping_from<std::remove_cvref_t<decltype(layout)>>::make(layout),
        detail::mapping_from<TV>::make(tv), Access::value, sizeof_bits_v<Element>};
    detail::draw_banks(p, detail::string_of(layout), x, extent[0], extent[1], at.row, at.column);
    at.next(extent[0], extent[1]);
  };
  (draw(smem), ...);
  p.titles.push_back(detail::legend_of_banks());
  return p;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
