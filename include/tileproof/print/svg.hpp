// SPDX-License-Identifier: BSL-1.0
//
// Defines to_svg and print_svg: a picture, a layout, a TiledCopy or a TiledMMA as an SVG file,
// which browsers, editors and GitHub show. Host only.
//
//   print_svg(composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
//   print_svg(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));  // to stdout
//
// A cell is a <rect> followed by a <text> for each of its lines. The paper is white, so that the
// file can stand on a dark page.
#pragma once

#include <tileproof/print/picture_of.hpp>

#include <cstdio>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Writes a picture. Lengths are in pixels.
class svg_writer {
 public:
  explicit svg_writer(picture const& p) : p_(p) {
    picture_measure const m = measure(p);
    width_ = widest(m.characters, 3);
    height_ = line * (m.lines > 1 ? m.lines : 1) + 8;
    bound();
  }

  std::string document() {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", right_ - left_, "\" height=\"",
        bottom_ - top_, "\" viewBox=\"", left_, " ", top_, " ", right_ - left_, " ", bottom_ - top_,
        "\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" ",
        "font-size=\"11\" text-anchor=\"middle\" fill=\"#111\" role=\"img\">\n");
    if (!p_.titles.empty()) put("<title>", escaped(p_.titles.front()), "</title>\n");
    put("<rect x=\"", left_, "\" y=\"", top_, "\" width=\"", right_ - left_, "\" height=\"",
        bottom_ - top_, "\" rx=\"6\" fill=\"#FFFFFF\"/>\n");
    for (std::size_t i = 0; i < titles_.size(); ++i)
      put("<text x=\"", left_ + margin, "\" y=\"",
          top_ + margin + line * (static_cast<int>(i) + 1) - 3, "\" text-anchor=\"start\">",
          escaped(titles_[i]), "</text>\n");
    for (picture_arrow const& a : p_.arrows) put_arrow(a);  // drawn first: cells cover them
    for (picture_grid const& g : p_.grids) put_grid(g);
    put("</svg>\n");
    return std::move(out_);
  }

 private:
  static constexpr int line = 13;
  static constexpr int margin = 10;
  picture const& p_;
  std::string out_;
  std::vector<std::string> titles_;
  int width_, height_;  // of a cell
  int left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;

  static int widest(int characters, int at_least) {
    return 7 * (characters > at_least ? characters : at_least) + 6;
  }
  static bool is_long(std::string const& name) { return name.size() > 2; }

  // The frame of the picture: grids, the names around them, titles above.
  void bound() {
    bool is_first = true;
    for (picture_grid const& g : p_.grids) {
      int names = 3;
      for (std::string const& n : g.row_names)
        names = static_cast<int>(n.size()) > names ? static_cast<int>(n.size()) : names;
      int const left = g.column * width_ - widest(names, 3);
      int const top = g.row * height_ - 2 * line - (is_long(g.name) ? line : 0);
      int const named =
          g.column * width_ + (is_long(g.name) ? widest(static_cast<int>(g.name.size()), 3) : 0);
      int const end = (g.column + g.columns) * width_;
      int const bottom = (g.row + g.rows) * height_;
      if (is_first || left < left_) left_ = left;
      if (is_first || top < top_) top_ = top;
      if (is_first || end > right_) right_ = end;
      if (named > right_) right_ = named;
      if (is_first || bottom > bottom_) bottom_ = bottom;
      is_first = false;
    }
    left_ -= margin, right_ += margin, bottom_ += margin;
    if (right_ - left_ < 460) right_ = left_ + 460;
    for (std::string const& t : p_.titles)
      for (std::string& l : wrapped(t, static_cast<std::size_t>(right_ - left_ - 2 * margin) / 7))
        titles_.push_back(std::move(l));
    top_ -= margin + line * static_cast<int>(titles_.size());
  }

  void put(int n) { out_ += std::to_string(n); }
  void put(std::string const& s) { out_ += s; }
  void put(char const* s) { out_ += s; }
  template <class A, class B, class... More>
  void put(A const& a, B const& b, More const&... more) {
    put(a);
    put(b);
    (put(more), ...);
  }
  static std::string escaped(std::string const& s) {
    std::string r;
    for (char const c : s) {
      if (c == '&')
        r += "&amp;";
      else if (c == '<')
        r += "&lt;";
      else if (c == '>')
        r += "&gt;";
      else if (c == '"')
        r += "&quot;";
      else
        r += c;
    }
    return r;
  }
  static std::string hex(picture_colour c) {
    char text[8];
    std::snprintf(text, sizeof text, "#%06X", c & 0xFFFFFF);
    return text;
  }

  int x_of(picture_grid const& g, int n) const { return (g.column + n) * width_; }
  int y_of(picture_grid const& g, int m) const { return (g.row + m) * height_; }

  void put_frame(int x, int y, int width, int height, char const* stroke, char const* thickness) {
    put("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height,
        "\" fill=\"none\" stroke=\"", stroke, "\" stroke-width=\"", thickness, "\"/>\n");
  }
  void put_grid(picture_grid const& g) {
    int const x = x_of(g, 0);
    int const y = y_of(g, 0);
    if (is_long(g.name))
      put("<text x=\"", x, "\" y=\"", y - 2 * line,
          "\" text-anchor=\"start\" font-weight=\"bold\">", escaped(g.name), "</text>\n");
    else if (!g.name.empty())
      put("<text x=\"", x - line, "\" y=\"", y - line + 4, "\" font-weight=\"bold\">",
          escaped(g.name), "</text>\n");
    put("<g fill=\"#444\">\n");
    for (int n = 0; n < g.columns; ++n)
      put("<text x=\"", x_of(g, n) + width_ / 2, "\" y=\"", y - 5, "\">", escaped(g.column_name(n)),
          "</text>\n");
    for (int m = 0; m < g.rows; ++m)
      put("<text x=\"", x - 5, "\" y=\"", y_of(g, m) + height_ / 2 + 4, "\" text-anchor=\"end\">",
          escaped(g.row_name(m)), "</text>\n");
    put("</g>\n<g stroke-width=\"0.5\">\n");
    for (int m = 0; m < g.rows; ++m)
      for (int n = 0; n < g.columns; ++n) put_cell(g, m, n);
    put("</g>\n");
    int const row_block = block_of(g, true);
    int const column_block = block_of(g, false);
    for (int m = row_block; m < g.rows && row_block > 0; m += row_block)
      put_line(x, y_of(g, m), x_of(g, g.columns), y_of(g, m));
    for (int n = column_block; n < g.columns && column_block > 0; n += column_block)
      put_line(x_of(g, n), y, x_of(g, n), y_of(g, g.rows));
    put_frame(x, y, g.columns * width_, g.rows * height_, "#333", "1");
    for (int m = 0; m < g.rows; ++m)
      for (int n = 0; n < g.columns; ++n) {
        picture_mark const mark = g.at(m, n).mark;
        if (mark == picture_mark::thin)
          put_frame(x_of(g, n) + 1, y_of(g, m) + 1, width_ - 2, height_ - 2, "#111", "1.5");
        if (mark == picture_mark::thick)
          put_frame(x_of(g, n) + 2, y_of(g, m) + 2, width_ - 4, height_ - 4, "#B00020", "3");
      }
  }
  void put_line(int x, int y, int to_x, int to_y) {
    put("<path d=\"M", x, " ", y, "L", to_x, " ", to_y,
        "\" stroke=\"#333\" stroke-width=\"1.2\"/>\n");
  }
  void put_cell(picture_grid const& g, int m, int n) {
    picture_cell const& cell = g.at(m, n);
    if (cell.text.empty()) return;
    int const x = x_of(g, n);
    int const y = y_of(g, m);
    put("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width_, "\" height=\"", height_, "\" fill=\"",
        hex(cell.fill), "\" stroke=\"#777\">");
    if (cell.owners.size() > 1) {  // all of them, where the pointer rests
      put("<title>");
      for (picture_owner const& o : cell.owners)
        put("T", o.thread, "V", o.value, &o == &cell.owners.back() ? "" : " ");
      put("</title>");
    }
    put("</rect>");
    std::vector<std::string> const lines = lines_of(cell);
    int const first = y + (height_ - line * static_cast<int>(lines.size())) / 2 + line - 3;
    for (std::size_t i = 0; i < lines.size(); ++i)
      put("<text x=\"", x + width_ / 2, "\" y=\"", first + line * static_cast<int>(i), "\">",
          escaped(lines[i]), "</text>");
    put("\n");
  }
  // From side to side, or from edge to edge in one column; a dot at its end.
  void put_arrow(picture_arrow const& a) {
    picture_grid const& g = p_.grids[static_cast<std::size_t>(a.grid)];
    int const right = (a.to_column > a.from_column) - (a.to_column < a.from_column);
    int const down = right != 0 ? 0 : a.to_row > a.from_row ? 1 : -1;
    int const x = x_of(g, a.from_column) + width_ / 2 * (1 + right);
    int const y = y_of(g, a.from_row) + height_ / 2 * (1 + down);
    int const to_x = x_of(g, a.to_column) + width_ / 2 * (1 - right);
    int const to_y = y_of(g, a.to_row) + height_ / 2 * (1 - down);
    put("<path d=\"M", x, " ", y, "L", to_x, " ", to_y,
        "\" stroke=\"#B00020\" stroke-width=\"1.5\"/>", "<circle cx=\"", to_x, "\" cy=\"", to_y,
        "\" r=\"3.5\" fill=\"#B00020\"/>\n");
  }
};

}  // namespace detail

// The picture as an SVG document.
inline std::string to_svg(picture const& p) { return detail::svg_writer(p).document(); }
// A layout of rank 1 or 2, a TiledCopy, a TiledMMA or an MMA_Atom.
template <class T>
  requires requires(T const& x) { picture_of(x); }
std::string to_svg(T const& x) {
  return to_svg(picture_of(x));
}

// Writes the document to stdout.
template <class T>
  requires requires(T const& x) { to_svg(x); }
void print_svg(T const& x) {
  std::fputs(to_svg(x).c_str(), stdout);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
