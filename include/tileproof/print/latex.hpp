// SPDX-License-Identifier: BSL-1.0
//
// Defines to_latex and print_latex: a picture, a layout, a TiledCopy or a TiledMMA as a LaTeX
// document with a TikZ picture. Host only.
//
//   print_latex(Layout<Shape<_4, _8>, Stride<_8, _1>>{});  // to stdout; pdflatex draws it
//   print_latex(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
//
// print/picture_of.hpp says what a picture shows. A cell that several threads hold names the first.
#pragma once

#include <tileproof/print/picture_of.hpp>

#include <cstdio>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Colours of cells, as TikZ takes them. A picture of a layout is white, or has eight greys by the
// offset; one of threads and values has eight colours by the thread. A function of these arguments
// may stand in their place.
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

// Writes a picture as TikZ: x points down and y to the right, so that a coordinate is (row,column).
class tikz_writer {
 public:
  explicit tikz_writer(picture const& p) : p_(p) {}

  // Cells of 1 cm with the colours fill(cell), as CuTe draws them. Cells without text are left out.
  template <class Fill>
  std::string as_cute(Fill const& fill) {
    begin("", "x={(0cm,-1cm)},y={(1cm,0cm)}", "minimum size=1cm");
    for (picture_grid const& g : p_.grids) {
      for (int m = 0; m < g.rows; ++m)
        for (int n = 0; n < g.columns; ++n)
          if (picture_cell const& cell = g.at(m, n); !cell.text.empty())
            put("\\node[fill=", fill(cell), "] at ", at(g.row + m, g.column + n), " {",
                stacked(lines_of(cell.text)), "};\n");
      put("\\draw[thick,shift={(-0.5,-0.5)}] ", at(g.row, g.column), " grid ",
          at(g.row + g.rows, g.column + g.columns), ";\n");
      for (int m = 0; m < g.rows; ++m)
        put("\\node at ", at(g.row + m, g.column - 1), " {\\Large\\texttt{", std::to_string(m),
            "}};\n");
      for (int n = 0; n < g.columns; ++n)
        put("\\node at ", at(g.row - 1, g.column + n), " {\\Large\\texttt{", std::to_string(n),
            "}};\n");
    }
    return end();
  }

  // Cells as large as their text, with their own colours; names, frames, arrows and titles.
  std::string document() {
    picture_measure const m = measure(p_);
    std::string const width = tenths(m.characters > 3 ? 2 * m.characters + 2 : 8);
    std::string const height = tenths(m.lines > 1 ? 4 * m.lines + 2 : 6);
    step_ = "xstep=" + width + ",ystep=" + height;
    begin(
        "[margin=3mm]", "x={(0cm,-" + height + ")},y={(" + width + ",0cm)},font=\\ttfamily",
        "minimum width=" + width + ",minimum height=" + height + ",inner sep=0pt",
        // A row is one box: TeX has not the memory for a node for each of 128 x 64 cells.
        "\\newcommand\\cell[2]{{\\color[HTML]{#1}\\vrule width " + width + " height " +
            half(height) + " depth " + half(height) + "}\\kern-" + width +
            "\\lower2.5pt\\hbox{$\\vcenter{\\baselineskip=9pt\\lineskiplimit=-9pt\\line{#2}}$}}\n" +
            "\\renewcommand\\line[1]{\\hbox to " + width +
            "\\bgroup\\hss#1\\hss\\egroup}\n\\newcommand\\nextline{\\hss\\egroup\\hbox to " +
            width + "\\bgroup\\hss}\n\\newcommand\\none{\\kern" + width +
            "}\n\\newcommand\\row[3]{\\pgftext[base,left,at=\\pgfpointxy{#1}{#2-.5}]" +
            "{\\hbox{\\ttfamily\\let\\\\\\nextline#3}}}\n");
    for (picture_arrow const& a : p_.arrows) {  // drawn first: cells cover them
      picture_grid const& g = p_.grids[static_cast<std::size_t>(a.grid)];
      bool const right = a.to_column > a.from_column;
      bool const down = a.to_row > a.from_row;
      if (a.from_column != a.to_column)  // from side to side
        put("\\draw[-latex,thick,red!70!black] (", std::to_string(g.row + a.from_row), ",",
            before(g.column + a.from_column + right), ") -- (", std::to_string(g.row + a.to_row),
            ",", before(g.column + a.to_column + !right), ");\n");
      else
        put("\\draw[-latex,thick,red!70!black] (", before(g.row + a.from_row + down), ",",
            std::to_string(g.column + a.from_column), ") -- (", before(g.row + a.to_row + !down),
            ",", std::to_string(g.column + a.to_column), ");\n");
    }
    for (picture_grid const& g : p_.grids) put_grid(g);
    int column = 0;
    int row = 0;
    for (picture_grid const& g : p_.grids) {
      column = g.column < column ? g.column : column;
      row = g.row + g.rows > row ? g.row + g.rows : row;
    }
    std::string all;
    for (std::string const& title : p_.titles)
      for (std::string const& l : wrapped(title, 90))
        all += (all.empty() ? "" : " \\\\ ") + escaped(l);
    if (!all.empty())
      put("\\node[anchor=north west,align=left] at ", at(row, column), " {", all, "};\n");
    return end();
  }

 private:
  picture const& p_;
  std::string out_;
  std::string step_{};  // of a grid: a cell

  template <class... Pieces>
  void put(Pieces const&... pieces) {
    ((out_ += pieces), ...);
  }
  void begin(std::string const& options, std::string const& picture, std::string const& node,
             std::string const& macros = {}) {
    for (std::string const& title : p_.titles)
      for (std::string const& l : lines_of(title)) put("% ", l, "\n");
    put("\\documentclass", options, "{standalone}\n\\usepackage{tikz}\n", macros,
        "\\begin{document}\n\\begin{tikzpicture}[", picture, ",\nevery node/.style={", node,
        ",outer sep=0pt}]\n");
  }
  std::string end() {
    put("\\end{tikzpicture}\n\\end{document}\n");
    return std::move(out_);
  }

  static std::string at(int row, int column) {
    return "(" + std::to_string(row) + "," + std::to_string(column) + ")";
  }
  // The edge of a cell: half a unit before its middle.
  static std::string before(int n) {
    return (n > 0 ? std::to_string(n - 1) : n == 0 ? "-0" : std::to_string(n)) + ".5";
  }
  static std::string tenths(int n) {
    return std::to_string(n / 10) + "." + std::to_string(n % 10) + "cm";
  }
  static std::string joined(std::vector<std::string> const& lines, char const* between) {
    std::string r;
    for (std::size_t i = 0; i < lines.size(); ++i) r += (i == 0 ? "" : between) + escaped(lines[i]);
    return r;
  }
  static std::string stacked(std::vector<std::string> const& lines) {
    return lines.size() == 1 ? escaped(lines[0]) : "\\shortstack{" + joined(lines, " \\\\ ") + "}";
  }
  static std::string half(std::string const& length) { return "0.5\\dimexpr" + length + "\\relax"; }
  static std::string escaped(std::string const& s) {
    std::string r;
    for (char const c : s) {
      bool const is_special =
          c == '_' || c == '%' || c == '&' || c == '#' || c == '$' || c == '{' || c == '}';
      if (is_special) r += '\\';
      r += c == '~' || c == '^' || c == '\\' ? ' ' : c;
    }
    return r;
  }
  static std::string hex(picture_colour c) {
    char text[7];
    std::snprintf(text, sizeof text, "%06X", c & 0xFFFFFF);
    return text;
  }

  void put_line(std::string const& from, std::string const& to) {
    put("\\draw[thick,shift={(-0.5,-0.5)}] ", from, " -- ", to, ";\n");
  }
  void put_grid(picture_grid const& g) {
    std::string lines;  // around the cells
    bool is_full = true;
    for (picture_cell const& cell : g.cells) is_full = is_full && !cell.text.empty();
    if (is_full)
      lines = " " + at(g.row, g.column) + " grid " + at(g.row + g.rows, g.column + g.columns);
    for (int m = 0; m < g.rows; ++m) {
      put("\\row{", std::to_string(g.row + m), "}{", std::to_string(g.column), "}{%\n");
      for (int n = 0; n < g.columns; ++n) {
        picture_cell const& cell = g.at(m, n);
        if (cell.text.empty()) {
          put("\\none\n");
          continue;
        }
        put("\\cell{", hex(cell.fill), "}{", joined(lines_of(cell), "\\\\"), "}%\n");
        if (is_full || (n > 0 && !g.at(m, n - 1).text.empty())) continue;
        int end = n;
        while (end < g.columns && !g.at(m, end).text.empty()) ++end;
        lines += " " + at(g.row + m, g.column + n) + " grid " + at(g.row + m + 1, g.column + end);
      }
      put("}\n");
    }
    if (!lines.empty()) put("\\draw[black!50,shift={(-0.5,-0.5)},", step_, "]", lines, ";\n");
    int const row_block = block_of(g, true);
    int const column_block = block_of(g, false);
    for (int m = row_block; m < g.rows && row_block > 0; m += row_block)
      put_line(at(g.row + m, g.column), at(g.row + m, g.column + g.columns));
    for (int n = column_block; n < g.columns && column_block > 0; n += column_block)
      put_line(at(g.row, g.column + n), at(g.row + g.rows, g.column + n));
    put("\\draw[thick,shift={(-0.5,-0.5)}] ", at(g.row, g.column), " rectangle ",
        at(g.row + g.rows, g.column + g.columns), ";\n");
    for (int m = 0; m < g.rows; ++m)
      put("\\node[anchor=east,minimum width=0pt] at (", std::to_string(g.row + m), ",",
          before(g.column), ") {", escaped(g.row_name(m)), "\\,};\n");
    for (int n = 0; n < g.columns; ++n)
      put("\\node[anchor=south,minimum height=0pt] at (", before(g.row), ",",
          std::to_string(g.column + n), ") {\\strut ", escaped(g.column_name(n)), "};\n");
    if (g.name.size() > 2)
      put("\\node[anchor=south west,minimum width=0pt] at (", before(g.row), ",", before(g.column),
          ") {\\bfseries\\shortstack[l]{", escaped(g.name), " \\\\ \\strut}};\n");
    else
      put("\\node at ", at(g.row - 1, g.column - 1), " {\\bfseries ", escaped(g.name), "};\n");
    for (picture_mark const mark : {picture_mark::thin, picture_mark::thick})
      for (int m = 0; m < g.rows; ++m)
        for (int n = 0; n < g.columns; ++n)
          if (g.at(m, n).mark == mark)
            put("\\draw[", mark == picture_mark::thin ? "thick" : "ultra thick,red!70!black",
                ",shift={(-0.45,-0.45)}] ", at(g.row + m, g.column + n),
                " rectangle +(0.9,0.9);\n");
  }
};

}  // namespace detail

// The picture as a LaTeX document. fill(cell) is the colour of a cell, a string as TikZ takes it;
// the cells are then those of CuTe's print_latex, without names and frames.
inline std::string to_latex(picture const& p) { return detail::tikz_writer(p).document(); }
template <class Fill>
std::string to_latex(picture const& p, Fill const& fill) {
  return detail::tikz_writer(p).as_cute(fill);
}

// A layout of rank 1 or 2, with the colour of an offset; or a TiledCopy or a TiledMMA, with the
// colour of (thread,value).
template <class L, class Color = TikzColor_BWx8>
  requires layout_like<L>
std::string to_latex(L const& l, Color const& color = {}) {
  return to_latex(picture_of(l), [&](picture_cell const& c) { return color(c.number); });
}
template <class Tiled, class Color = TikzColor_TV>
  requires(!layout_like<Tiled> && requires(Tiled const& t) { picture_of(t); })
std::string to_latex(Tiled const& tiled, Color const& color = {}) {
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
