// SPDX-License-Identifier: BSL-1.0
//
// Pictures against the layouts that they draw: each cell once, with the layout's own value; each
// (thread,value) at its place; and the LaTeX document has a node for each cell.
#include "parsed.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/print/latex.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <set>
#include <string>

using namespace tileproof;
using parsed::expect;

namespace {

int count_of(std::string const& document, std::string const& piece) {
  int n = 0;
  for (std::size_t at = 0; (at = document.find(piece, at)) != std::string::npos; ++at) ++n;
  return n;
}

// The document is one tikzpicture, its braces match, and no node stands at the place of another.
bool is_document(std::string const& d) {
  int depth = 0;
  for (char const c : d) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  std::set<std::string> places;
  int nodes = 0;
  for (std::size_t at = 0; (at = d.find("\\node", at)) != std::string::npos; ++at, ++nodes) {
    std::size_t const open = d.find(" at (", at);
    places.insert(d.substr(open, d.find(')', open) - open));
  }
  return depth == 0 && static_cast<int>(places.size()) == nodes &&
         count_of(d, "\\begin{document}") == 1 && count_of(d, "\\end{document}") == 1 &&
         count_of(d, "\\begin{tikzpicture}") == 1 && count_of(d, "\\end{tikzpicture}") == 1;
}

// Each cell of the picture of a layout has the layout's value, and so has the document.
template <class L>
void check_layout(L const& l, char const* what) {
  picture const p = picture_of(l);
  std::string const d = to_latex(l);
  expect(p.grids.size() == 1 && is_document(d), what);
  int const rows = static_cast<int>(size<0>(l));
  int const columns = static_cast<int>(size<1>(l));
  expect(count_of(d, "\\node[fill=") == rows * columns, what);
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < columns; ++n) {
      std::string const offset = std::to_string(static_cast<long long>(l(m, n)));
      expect(p.grids[0].at(m, n).text == offset && p.grids[0].at(m, n).number == l(m, n), what);
      std::string const node =
          " at (" + std::to_string(m) + "," + std::to_string(n) + ") {" + offset + "};\n";
      expect(count_of(d, node) == 1, what);
    }
}

// Each (thread,value) of a TV layout owns the cell of its place, once, and no cell has others.
template <class TV>
void check_owners(picture_grid const& g, TV const& tv, int rows, bool transposed,
                  char const* what) {
  std::set<std::pair<int, int>> seen;
  int owners = 0;
  for (int m = 0; m < g.rows; ++m)
    for (int n = 0; n < g.columns; ++n)
      for (picture_owner const& o : g.at(m, n).owners) {
        ++owners;
        seen.insert({o.thread, o.value});
        int const row = transposed ? n : m;
        int const column = transposed ? m : n;
        expect(static_cast<long long>(tv(o.thread, o.value)) == row + rows * column, what);
      }
  int const all = static_cast<int>(size(tv));
  expect(owners == all && static_cast<int>(seen.size()) == all, what);
}

template <class MMA>
void check_mma(MMA const& mma, char const* what) {
  picture const p = picture_of(mma);
  expect(p.grids.size() == 3 && is_document(to_latex(mma)), what);
  int const m = static_cast<int>(mma.template tile_size_mnk<0>());
  int const n = static_cast<int>(mma.template tile_size_mnk<1>());
  check_owners(p.grids[0], mma.get_layoutC_TV(), m, false, what);
  check_owners(p.grids[1], mma.get_layoutA_TV(), m, false, what);
  check_owners(p.grids[2], mma.get_layoutB_TV(), n, true, what);
  // A stands at the left of C, B above it, and neither touches it.
  expect(p.grids[1].row == 0 && p.grids[1].rows == p.grids[0].rows &&
             p.grids[1].column + p.grids[1].columns < 0 && p.grids[2].column == 0 &&
             p.grids[2].columns == p.grids[0].columns && p.grids[2].row + p.grids[2].rows < 0,
         what);
}

template <class Copy>
void check_copy(Copy const& copy, char const* what) {
  picture const p = picture_of(copy);
  expect(p.grids.size() == 2 && is_document(to_latex(copy)), what);
  check_owners(p.grids[0], copy.get_layoutS_TV(), p.grids[0].rows, false, what);
  check_owners(p.grids[1], copy.get_layoutD_TV(), p.grids[1].rows, false, what);
}

}  // namespace

int main() {
  check_layout(Layout<Shape<_4, _8>, Stride<_8, _1>>{}, "row-major");
  check_layout(make_layout(make_shape(3, make_shape(_2{}, 5)), make_stride(7, make_stride(-2, 21))),
               "run-time leaves and a negative stride");
  check_layout(composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}), "swizzle");
  expect(to_latex(Layout<_3, _2>{}).find(" at (2,0) {4};") != std::string::npos, "rank 1");
  expect(picture_of(make_identity_layout(Shape<_2, _3>{})).grids[0].at(1, 2).text == "(1,2)",
         "coordinates");
  expect(
      count_of(to_latex(Layout<Shape<_2, _2>>{}, TikzColor_White{}), "fill=white") == 4 &&
          count_of(to_latex(Layout<Shape<_2, _2>>{}, [](int o) { return o > 1 ? "red" : "blue"; }),
                   "fill=red") == 2,
      "colours");

  check_mma(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}), "m16n8k16");
  check_mma(make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2, _1>>{},
                           Tile<_32, _32, _16>{}),
            "2 x 2 warps");
  check_mma(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_4, _2, _1>>{}), "FMA");
  check_copy(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                             Layout<Shape<_4, _2>, Stride<_2, _1>>{}, Layout<Shape<_1, _4>>{}),
             "plain copy");
  check_copy(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{},
                               make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{})),
             "ldmatrix");

  // The threads of an atom are lanes: the second half of sm_70's eight are lanes 16 to 19.
  expect(picture_of(MMA_Atom<SM70_8x8x4_F16F16F16F16_TN>{}).grids[1].at(4, 0).text == "T16\nV0",
         "quad pair");

  // A TV layout by itself, as places and as coordinates of its tile.
  auto const tv = Layout<Shape<Shape<_2, _2>, _2>, Stride<Stride<_1, _4>, _2>>{};
  std::string const by_place = to_latex_tv(tv, Shape<_4, _2>{});
  expect(by_place.find(" at (3,1) {\\shortstack{T3 \\\\ V1}};") != std::string::npos, "TV");
  auto const by_coordinate =
      to_latex_tv(composition(make_identity_tensor(Shape<_4, _2>{}), tv), Shape<_4, _2>{});
  expect(by_place.substr(by_place.find("\\doc")) == by_coordinate, "TV as coordinates");
  return parsed::failures == 0 ? 0 : 1;
}
