// SPDX-License-Identifier: BSL-1.0
#include "text_table.hpp"

#include <algorithm>

namespace tileproof::explorer {

namespace {

// Black on the nearest of the 6 x 6 x 6 colours of a terminal.
std::string coloured(std::string const& text, picture_colour fill) {
  auto const level = [&](int shift) {
    int const part = static_cast<int>(fill >> shift & 255);
    return part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40;
  };
  int const colour = 16 + 36 * level(16) + 6 * level(8) + level(0);
  return "\x1b[30;48;5;" + std::to_string(colour) + "m" + text + "\x1b[0m";
}

// T0V1, and the number of other owners, +1; ! where it is wrong.
std::string text_of(picture_cell const& cell) {
  std::string s;
  for (std::string const& line : tileproof::detail::lines_of(cell)) {
    bool const joins = s.empty() || line[0] == 'V' || line[0] == '+';
    s += (joins ? "" : " ") + line;
  }
  return cell.mark == picture_mark::thick ? s + "!" : s;
}

std::string padded(std::string const& s, std::size_t width) {
  return std::string(width > s.size() ? width - s.size() : 0, ' ') + s;
}

struct table {
  picture_grid const& g;
  bool colours;
  std::string out{};
  std::size_t name_width = 0;
  std::size_t width = 1;

  void measure() {
    for (int m = 0; m < g.rows; ++m) name_width = std::max(name_width, g.row_name(m).size());
    for (int n = 0; n < g.columns; ++n) width = std::max(width, g.column_name(n).size());
    for (picture_cell const& cell : g.cells) width = std::max(width, text_of(cell).size());
  }
  bool begins_block(int n, bool of_rows) const {
    int const block = tileproof::detail::block_of(g, of_rows);
    return block > 0 && n > 0 && n % block == 0;
  }
  void end_line() {
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  void header() {
    out += std::string(name_width + 4, ' ');
    for (int n = 0; n < g.columns; ++n)
      out += (begins_block(n, false) ? "  " : "") + padded(g.column_name(n), width) + " ";
    end_line();
  }
  void line_between() {
    out += std::string(name_width + 4, ' ');
    for (int n = 0; n < g.columns; ++n)
      out += (begins_block(n, false) ? "+-" : "") + std::string(width + 1, '-');
    end_line();
  }
  void row(int m) {
    out += "  " + padded(g.row_name(m), name_width) + "  ";
    for (int n = 0; n < g.columns; ++n) {
      picture_cell const& cell = g.at(m, n);
      std::string const text = padded(text_of(cell), width);
      out += begins_block(n, false) ? "| " : "";
      out += (colours && !cell.text.empty() ? coloured(text, cell.fill) : text) + " ";
    }
    end_line();
  }
  void put() {
    measure();
    header();
    for (int m = 0; m < g.rows; ++m) {
      if (begins_block(m, true)) line_between();
      row(m);
    }
  }
};

}  // namespace

std::string to_text(picture const& p, bool colours) {
  std::string s;
  for (std::string const& title : p.titles) s += title + "\n";
  for (picture_grid const& g : p.grids) {
    if (p.grids.size() > 1) s += (g.name.empty() ? "" : "\n" + g.name) + "\n";
    table t{g, colours};
    t.put();
    s += t.out;
  }
  return s;
}

}  // namespace tileproof::explorer
