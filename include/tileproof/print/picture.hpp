// SPDX-License-Identifier: BSL-1.0
//
// Defines picture: a drawing as grids of cells with text, colour and frame, without the format it
// is written in. print/svg.hpp and print/latex.hpp write one; print/picture_of.hpp draws layouts,
// copies and MMAs. Use this header to draw something of your own. Host only; no exceptions and no
// streams are needed.
//
//   picture p;
//   picture_grid& g = p.add("sums", 0, 0, 2, 3);  // 2 x 3 cells at (0,0)
//   g.at(1, 2).text = "T3\nV1";                   // two lines
//   g.at(1, 2).fill = colour_of_thread(3);
#pragma once

#include <tileproof/config.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A colour, 0xRRGGBB. Black text has a contrast of at least 7 : 1 on all colours of this header.
using picture_colour = unsigned;
inline constexpr picture_colour picture_white = 0xFFFFFF;
inline constexpr picture_colour picture_red = 0xFF8888;  // of what is wrong

namespace detail {

// The colour, with the part `percent` of white.
constexpr picture_colour paler(picture_colour c, unsigned percent) {
  picture_colour r = 0;
  for (unsigned shift = 0; shift < 24; shift += 8) {
    unsigned const part = c >> shift & 255;
    r |= (part + (255 - part) * percent / 100) << shift;
  }
  return r;
}

}  // namespace detail

// The colour of a thread, a bank or a box: 32 of them, then again from the first. Eight hues that
// the colour-blind can tell apart (Paul Tol's "light" scheme), each in four shades.
constexpr picture_colour colour_of_thread(long long thread) {
  constexpr picture_colour hues[] = {0x77AADD, 0xEEDD88, 0xEE8866, 0x99DDFF,
                                     0xBBCC33, 0xFFAABB, 0x44BB99, 0xDDDDDD};
  constexpr unsigned white[] = {0, 30, 55, 75};
  unsigned long long const t = static_cast<unsigned long long>(thread);
  return detail::paler(hues[t % 8], white[t / 8 % 4]);
}
// The colour of an offset in [0,last]: white to blue, so that the order in memory shows.
constexpr picture_colour colour_of_offset(long long offset, long long last) {
  if (last <= 0) return picture_white;
  long long const x = offset < 0 ? 0 : offset > last ? last : offset;
  double const part = static_cast<double>(x) / static_cast<double>(last);
  return detail::paler(0x77AADD, 100 - static_cast<unsigned>(100 * part));
}

// A thread, and the index of one of its values.
struct picture_owner {
  int thread;
  int value;
};

// The frame of a cell: none; thin, for what an instruction accesses; thick, for what is wrong.
enum class picture_mark : unsigned char { none, thin, thick };

// A cell: its text, lines with '\n' between them; the number that CuTe's colours go by (the offset,
// the thread; 0 where offsets are coordinates); in a picture of threads and values all that own it,
// by thread, then by value: the text names the first. A cell without text is left out.
struct picture_cell {
  std::string text{};
  long long number = 0;
  std::vector<picture_owner> owners{};
  picture_colour fill = picture_white;
  picture_mark mark = picture_mark::none;
};

// A grid of rows x columns cells, row-major, whose upper left corner is at (row,column) of the
// picture. The names of rows and columns, or else their numbers, stand at its left and above it.
struct picture_grid {
  std::string name;
  int row;
  int column;
  int rows;
  int columns;
  std::vector<picture_cell> cells;
  std::vector<std::string> row_names{};
  std::vector<std::string> column_names{};
  // A line stands after so many rows or columns, a block; 0: after 8 of more than 16.
  long long row_block = 0;
  long long column_block = 0;

  picture_grid(std::string n, int r, int c, long long height, long long width)
      : name(std::move(n)),
        row(r),
        column(c),
        rows(static_cast<int>(height)),
        columns(static_cast<int>(width)),
        cells(static_cast<std::size_t>(height * width)) {}
  picture_cell& at(int m, int n) { return cells[index(m, n)]; }
  picture_cell const& at(int m, int n) const { return cells[index(m, n)]; }
  std::string row_name(int m) const { return name_of(row_names, m); }
  std::string column_name(int n) const { return name_of(column_names, n); }

 private:
  std::size_t index(int m, int n) const {
    return static_cast<std::size_t>(m) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(n);
  }
  static std::string name_of(std::vector<std::string> const& names, int i) {
    return names.empty() ? std::to_string(i) : names[static_cast<std::size_t>(i)];
  }
};

// An arrow from one cell of a grid to another: something happens before something else.
struct picture_arrow {
  int grid;
  int from_row, from_column;
  int to_row, to_column;
};

// Grids, arrows, and lines of text: the layouts that they draw.
struct picture {
  std::vector<picture_grid> grids{};
  std::vector<std::string> titles{};
  std::vector<picture_arrow> arrows{};

  picture_grid& add(std::string name, int row, int column, long long rows, long long columns) {
    grids.emplace_back(std::move(name), row, column, rows, columns);
    return grids.back();
  }
};

namespace detail {

// The lines of a text.
inline std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  lines.push_back(text.substr(begin));
  return lines;
}
// The lines of a cell; the last one counts the owners that are not named, "+3".
inline std::vector<std::string> lines_of(picture_cell const& cell) {
  std::vector<std::string> lines = lines_of(cell.text);
  if (cell.owners.size() > 1) lines.push_back("+" + std::to_string(cell.owners.size() - 1));
  return lines;
}

// The rows after which a line stands, or the columns: 0 where there is none.
inline int block_of(picture_grid const& g, bool of_rows) {
  int const all = of_rows ? g.rows : g.columns;
  long long const given = of_rows ? g.row_block : g.column_block;
  if (given > 0) return given > 1 && given < all ? static_cast<int>(given) : 0;
  return all > 16 && g.column_names.empty() ? 8 : 0;
}

// The characters of the longest line of a cell, one more beside a thick frame, or of the name of a
// column; and the most lines of a cell. They give all cells their size.
struct picture_measure {
  int characters = 1;
  int lines = 1;
};
inline picture_measure measure(picture const& p) {
  picture_measure m;
  for (picture_grid const& g : p.grids) {
    for (std::string const& name : g.column_names)
      if (static_cast<int>(name.size()) > m.characters)
        m.characters = static_cast<int>(name.size());
    for (picture_cell const& cell : g.cells) {
      if (cell.text.empty()) continue;
      std::vector<std::string> const lines = lines_of(cell);
      if (static_cast<int>(lines.size()) > m.lines) m.lines = static_cast<int>(lines.size());
      int const beside = cell.mark == picture_mark::thick;
      for (std::string const& line : lines)
        if (static_cast<int>(line.size()) + beside > m.characters)
          m.characters = static_cast<int>(line.size()) + beside;
    }
  }
  return m;
}

// Lines of at most `width` characters, cut after a space or a comma where there is one.
inline std::vector<std::string> wrapped(std::string const& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string rest = text;
  while (rest.size() > width) {
    std::size_t cut = rest.find_last_of(" ,", width - 1);
    cut = cut == std::string::npos || cut < width / 2 ? width : cut + 1;
    lines.push_back(rest.substr(0, cut));
    rest = "  " + rest.substr(cut);
  }
  lines.push_back(rest);
  return lines;
}

// Adds (thread,value) to the owners of a cell.
inline void add_owner(picture_cell& cell, long long thread, int value) {
  if (cell.owners.empty()) {
    cell.number = thread;
    cell.text = "T" + std::to_string(thread) + "\nV" + std::to_string(value);
    cell.fill = colour_of_thread(thread);
  }
  cell.owners.push_back({static_cast<int>(thread), value});
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
