// SPDX-License-Identifier: BSL-1.0
//
// Defines to_latex and print_latex: a layout, a TiledCopy or a TiledMMA as a LaTeX document with a
// TikZ picture. Host only.
//
//   print_latex(Layout<Shape<_4, _8>, Stride<_8, _1>>{});  // to stdout; pdflatex draws it
//   print_latex(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
//
// print/picture.hpp says what a picture shows. A cell that several threads hold names the first.
#pragma once

#include <tileproof/print/picture.hpp>

#include <cstdio>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Colours of cells, as TikZ takes them. Of a layout: by the offset, none or eight greys. Of threads
// and values: by the thread, eight colours. A function of these arguments may stand in their place.
struct TikzColor_White {
  char const* operator()(long long) const { return "white"; }
};
struct TikzColor_BWx8 {
  char const* operator()(long long offset) const {
    static char const* const greys[] = {"black!0",  "black!40", "black!20", "black!60",
                                        "black!10", "black!50", "black!30", "black!70"};
    return greys[static_cast<unsigned long long>(offset) % 8];
  }
};
struct TikzColor_TV {
  char const* operator()(int thread, int) const {
    static char const* const colours[] = {"blue!30", "green!30", "yellow!50", "red!30",
                                          "cyan!25", "lime!40",  "orange!30", "violet!25"};
    return colours[thread % 8];
  }
};

namespace detail {

// A line of a document: the pieces after one another.
template <class... Pieces>
void put_line(std::string& out, Pieces const&... pieces) {
  ((out += pieces), ...);
  out += '\n';
}
inline std::string at_cell(int row, int column) {
  return "(" + std::to_string(row) + "," + std::to_string(column) + ")";
}

// The two texts of a cell, "T3 V1", stand above each other.
inline std::string tikz_text(picture_cell const& cell) {
  std::size_t const space = cell.text.find(' ');
  if (cell.owners.empty() || space == std::string::npos) return cell.text;
  return "\\shortstack{" + cell.text.substr(0, space) + " \\\\ " + cell.text.substr(space + 1) +
         "}";
}

}  // namespace detail

// The picture as a LaTeX document. x points down and y to the right, so that a coordinate is (row,
// column). fill(cell) is the colour of a cell, a string. Cells that nothing owns are left out.
template <class Fill>
std::string to_latex(picture const& p, Fill const& fill) {
  std::string out;
  for (std::string const& title : p.titles) detail::put_line(out, "% ", title);
  detail::put_line(out, "\\documentclass{standalone}\n\\usepackage{tikz}\n\\begin{document}");
  detail::put_line(out, "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},",
                   "every node/.style={minimum size=1cm,outer sep=0pt}]");
  for (picture_grid const& g : p.grids) {
    for (int m = 0; m < g.rows; ++m)
      for (int n = 0; n < g.columns; ++n)
        if (picture_cell const& cell = g.at(m, n); !cell.text.empty())
          detail::put_line(out, "\\node[fill=", fill(cell), "] at ",
                           detail::at_cell(g.row + m, g.column + n), " {", detail::tikz_text(cell),
                           "};");
    detail::put_line(out, "\\draw[thick,shift={(-0.5,-0.5)}] ", detail::at_cell(g.row, g.column),
                     " grid ", detail::at_cell(g.row + g.rows, g.column + g.columns), ";");
    for (int m = 0; m < g.rows; ++m)
      detail::put_line(out, "\\node at ", detail::at_cell(g.row + m, g.column - 1),
                       " {\\Large\\texttt{", std::to_string(m), "}};");
    for (int n = 0; n < g.columns; ++n)
      detail::put_line(out, "\\node at ", detail::at_cell(g.row - 1, g.column + n),
                       " {\\Large\\texttt{", std::to_string(n), "}};");
  }
  detail::put_line(out, "\\end{tikzpicture}\n\\end{document}");
  return out;
}

// A layout of rank 1 or 2, with the colour of an offset; or a TiledCopy or a TiledMMA, with the
// colour of (thread,value).
template <class L, class Color = TikzColor_BWx8>
requires(is_layout_v<L>) std::string to_latex(L const& l, Color const& color = {}) {
  return to_latex(picture_of(l), [&](picture_cell const& c) { return color(c.number); });
}
template <class Tiled, class Color = TikzColor_TV>
requires(!is_layout_v<Tiled> && requires(Tiled const& t) { picture_of(t); }) std::string
    to_latex(Tiled const& tiled, Color const& color = {}) {
  return to_latex(picture_of(tiled), [&](picture_cell const& c) {
    return color(c.owners.front().thread, c.owners.front().value);
  });
}
template <class Color = TikzColor_TV, class TV, class Tile>
std::string to_latex_tv(TV const& tv, Tile const& tile, Color const& color = {}) {
  return to_latex(picture_of_tv(tv, tile), [&](picture_cell const& c) {
    return color(c.owners.front().thread, c.owners.front().value);
  });
}

// Writes the document to stdout.
template <class T, class... Color>
void print_latex(T const& x, Color const&... color) {
  std::fputs(to_latex(x, color...).c_str(), stdout);
}
template <class TV, class Tile, class... Color>
void print_latex_tv(TV const& tv, Tile const& tile, Color const&... color) {
  std::fputs(to_latex_tv(tv, tile, color...).c_str(), stdout);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
