// SPDX-License-Identifier: BSL-1.0
//
// Reads the cells of a picture back from SVG and from LaTeX: row, column, lines of text, colour and
// frame of each; and checks an SVG for legibility. It shares nothing with the code that writes
// them.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace parsed {

inline int failures = 0;

inline void expect(bool is_right, char const* what) {
  if (is_right) return;
  ++failures;
  std::printf("wrong: %s\n", what);
}

struct cell {
  std::vector<std::string> lines{};
  unsigned fill = 0;
  int mark = 0;  // 1: thin, 2: thick

  friend bool operator==(cell const& a, cell const& b) {
    return a.lines == b.lines && a.fill == b.fill && a.mark == b.mark;
  }
};
// By row and column of the picture.
using cells = std::map<std::pair<int, int>, cell>;

// The contents of an SVG, and its faults: overlapping cells, text outside of its cell, low
// contrast.
struct picture {
  cells at{};
  int faults = 0;
  int width = 0;  // of a cell
  int height = 0;
  std::vector<std::pair<std::pair<int, int>, std::pair<int, int>>> arrows{};  // in pixels
};

inline std::string attribute(std::string const& tag, std::string const& name) {
  std::size_t const at = tag.find(" " + name + "=\"");
  if (at == std::string::npos) return {};
  std::size_t const begin = at + name.size() + 3;
  return tag.substr(begin, tag.find('"', begin) - begin);
}
inline int integer(std::string const& tag, std::string const& name) {
  return std::atoi(attribute(tag, name).c_str());
}
inline int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

inline std::string unescaped(std::string s) {
  for (auto const& [from, to] : {std::pair<char const*, char const*>{"&lt;", "<"},
                                 {"&gt;", ">"},
                                 {"&quot;", "\""},
                                 {"&amp;", "&"}})
    for (std::size_t at; (at = s.find(from)) != std::string::npos;)
      s.replace(at, std::string(from).size(), to);
  return s;
}

// The contrast of two colours by WCAG 2, from 1 to 21.
inline double luminance(unsigned c) {
  double sum = 0;
  double const weight[] = {0.0722, 0.7152, 0.2126};
  for (int i = 0; i < 3; ++i, c >>= 8) {
    double const x = (c & 255) / 255.0;
    sum += weight[i] * (x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
  }
  return sum;
}
inline double contrast(unsigned a, unsigned b) {
  double const x = luminance(a);
  double const y = luminance(b);
  return (std::fmax(x, y) + 0.05) / (std::fmin(x, y) + 0.05);
}

inline picture svg(std::string const& d) {
  picture p;
  if (d.compare(0, 5, "<svg ") != 0 || d.substr(d.size() - 7) != "</svg>\n") ++p.faults;
  cell* last = nullptr;
  int x = 0;
  int y = 0;
  int depth = 0;
  int const left = std::atoi(attribute(d, "viewBox").c_str());
  int const right = left + integer(d, "width");
  for (std::size_t at = 0; (at = d.find('<', at)) != std::string::npos;) {
    std::size_t const end = d.find('>', at);
    if (end == std::string::npos) return ++p.faults, p;
    std::string const tag = d.substr(at, end - at + 1);
    at = end + 1;
    if (tag == "</g>") last = nullptr;  // the group of the cells ends
    depth += tag[1] == '/' ? -1 : tag[tag.size() - 2] == '/' ? 0 : 1;
    if (tag.compare(0, 6, "<rect ") == 0) {
      std::string const stroke = attribute(tag, "stroke");
      x = integer(tag, "x"), y = integer(tag, "y");
      if (x < left || x + integer(tag, "width") > right) ++p.faults;
      if (stroke == "#777") {
        p.width = integer(tag, "width"), p.height = integer(tag, "height");
        auto const place = std::pair{floor_div(y, p.height), floor_div(x, p.width)};
        bool const aligned = place.first * p.height == y && place.second * p.width == x;
        if (!aligned || p.at.count(place) != 0) ++p.faults;
        last = &p.at[place];
        last->fill =
            static_cast<unsigned>(std::strtoul(attribute(tag, "fill").c_str() + 1, nullptr, 16));
        if (contrast(last->fill, 0x111111) < 7) ++p.faults;
      } else if (stroke == "#B00020" || (stroke == "#111" && attribute(tag, "fill") == "none")) {
        auto const found = p.at.find({floor_div(y, p.height), floor_div(x, p.width)});
        if (found == p.at.end() || found->second.mark != 0)
          ++p.faults;
        else
          found->second.mark = stroke == "#111" ? 1 : 2;
      }
    } else if (tag.compare(0, 6, "<text ") == 0 && last != nullptr) {
      std::string const text = unescaped(d.substr(at, d.find('<', at) - at));
      last->lines.push_back(text);
      // Its middle is the cell's; 6.7 pixels a character; 9 above the line, 3 below.
      int const baseline = integer(tag, "y");
      if (integer(tag, "x") != x + p.width / 2 || text.size() * 6.7 > p.width || baseline - 9 < y ||
          baseline + 2 > y + p.height)
        ++p.faults;
    } else if (tag.compare(0, 9, "<path d=\"") == 0 && attribute(tag, "stroke") == "#B00020") {
      int from_x, from_y, to_x, to_y;
      if (std::sscanf(attribute(tag, "d").c_str(), "M%d %dL%d %d", &from_x, &from_y, &to_x,
                      &to_y) == 4)
        p.arrows.push_back({{from_x, from_y}, {to_x, to_y}});
    }
  }
  if (depth != 0) ++p.faults;
  return p;
}

// The cells of a TikZ picture; false where a line cannot be read, or two cells have one place.
inline bool tikz(std::string const& d, cells& out) {
  bool is_sound = true;
  int row = 0;
  int column = 0;
  std::size_t begin = 0;
  for (std::size_t end; (end = d.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::string const line = d.substr(begin, end - begin);
    unsigned fill;
    int read = 0;
    if (std::sscanf(line.c_str(), "\\row{%d}{%d}{%%", &row, &column) == 2) {
    } else if (line == "\\none") {
      ++column;
    } else if (std::sscanf(line.c_str(), "\\cell{%6X}{%n", &fill, &read) == 1 && read > 0) {
      std::string text = line.substr(static_cast<std::size_t>(read));
      is_sound = is_sound && text.size() >= 2 && text.substr(text.size() - 2) == "}%" &&
                 out.count({row, column}) == 0;
      text.resize(text.size() - 2);
      cell& c = out[{row, column++}];
      c.fill = fill;
      for (std::size_t cut; (cut = text.find("\\\\")) != std::string::npos;
           text = text.substr(cut + 2))
        c.lines.push_back(text.substr(0, cut));
      c.lines.push_back(text);
      for (std::string& l : c.lines)
        for (std::size_t k; (k = l.find('\\')) != std::string::npos;) l.erase(k, 1);
    } else if (std::size_t const at = line.find("shift={(-0.45,-0.45)}] (");
               at != std::string::npos) {
      int m, n;
      if (std::sscanf(line.c_str() + at, "shift={(-0.45,-0.45)}] (%d,%d)", &m, &n) != 2)
        is_sound = false;
      else
        out[{m, n}].mark = line.find("ultra") == std::string::npos ? 1 : 2;
    }
  }
  return is_sound && d.find("\\end{document}") != std::string::npos;
}

}  // namespace parsed
