// SPDX-License-Identifier: BSL-1.0
//
// Each worked example of vectors.tsv, parsed at run time and evaluated by the core. Leaves keep
// their marks: `_4` is fixed, `4` a plain value. The notation is explained in that file.
#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/partition.hpp>
#include <tileproof/core/sentence.hpp>

#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace core = tileproof::core;

namespace {

struct term {
  core::layout value;
  bool is_layout = false;

  core::layout tiler() const {
    core::layout l;
    if (is_layout) l.open(core::tile_token);
    l.copy(value);
    return core::as_tiler(l);
  }
};

struct call {
  std::string function;  // empty where a layout is applied: it is the first argument
  std::vector<term> arguments;
};

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  // name(term,...), or layout(coordinate).
  call whole() {
    call c;
    auto const is_letter = [](char l) { return l >= 'a' && l <= 'z'; };
    if (is_letter(front()))
      while (is_letter(front()) || front() == '_') c.function += next();
    if (c.function.empty()) c.arguments.push_back(one());
    expect('(');
    do c.arguments.push_back(one());
    while (take(','));
    expect(')');
    if (!text_.empty()) throw std::runtime_error("left over: " + std::string(text_));
    return c;
  }

 private:
  char front() const { return text_.empty() ? '\0' : text_[0]; }
  char next() {
    char const c = front();
    text_.remove_prefix(1);
    return c;
  }
  bool take(char c) {
    if (front() != c) return false;
    next();
    return true;
  }
  void expect(char c) {
    if (!take(c))
      throw std::runtime_error(std::string("no ") + c + " before " + std::string(text_));
  }

  // tree, or shape:stride.
  term one() {
    term t{tree()};
    if (!take(':')) return t;
    core::arithmetic cx;
    t = {core::zipped(cx, t.value, tree()), true};
    if (cx.refused()) throw std::runtime_error(core::sentence(cx.why).at);
    return t;
  }

  // An integer, `_`, X, or a list; in a list, a layout is a terminal.
  core::layout tree() {
    core::layout l;
    if (take('X')) {
      l.open(core::keep_token);
    } else if (take('(')) {
      l = list(')');
    } else if (take('<')) {
      l = list('>');
    } else {
      bool const is_static = take('_');
      std::int64_t v = 0;
      bool digits = false;
      for (; front() >= '0' && front() <= '9'; digits = true) v = v * 10 + (next() - '0');
      if (!digits && !is_static)
        throw std::runtime_error("no integer before " + std::string(text_));
      if (!digits)
        l.open(core::keep_token);
      else
        l = core::number(is_static ? core::fixed(v) : core::plain(v));
    }
    return l;
  }

  core::layout list(char close) {
    std::vector<term> items;
    do items.push_back(one());
    while (take(','));
    expect(close);
    core::layout l;
    l.open(static_cast<int>(items.size()));
    for (term const& t : items) {
      if (t.is_layout) l.open(core::tile_token);
      l.copy(t.value);
    }
    return l;
  }

  std::string_view text_;
};

std::string text_of(core::layout const& l) { return core::layout_text(l).at; }

// "offset o layout": the offset in elements.
std::string text_of(core::sliced const& s) {
  return std::to_string(s.offset.at[0].extent.value) + " o " + text_of(s.kept);
}

std::string evaluate(core::arithmetic& cx, call const& c) {
  std::string const& f = c.function;
  std::vector<term> const& args = c.arguments;
  core::layout const& a = args[0].value;
  if (f.empty()) return std::to_string(core::slice(cx, a, args[1].value).offset.at[0].extent.value);
  if (f == "coalesce" && args.size() == 1) return text_of(core::coalesce(cx, a));
  if (f == "right_inverse") return text_of(core::right_inverse(cx, a));

  if (args.size() < 2) throw std::runtime_error("an argument is missing");
  core::layout const& b = args[1].value;
  if (f == "coalesce") return text_of(core::coalesce_by(cx, a, b));
  if (f == "complement") return text_of(core::complement(cx, a, core::size(cx, b)));
  if (f == "composition" && args[1].is_layout) return text_of(core::composition(cx, a, b));
  if (f == "composition") return text_of(core::composition_by(cx, a, args[1].tiler()));
  if (f == "logical_divide") return text_of(core::logical_divide(cx, a, args[1].tiler()));
  if (f == "zipped_divide") return text_of(core::zipped_divide(cx, a, args[1].tiler()));
  if (f == "logical_product") return text_of(core::logical_product(cx, a, args[1].tiler()));
  if (f == "blocked_product")
    return text_of(core::ranked_product(cx, a, b, core::interleave::blocks));
  if (f == "raked_product") return text_of(core::ranked_product(cx, a, b, core::interleave::rakes));

  if (args.size() < 3) throw std::runtime_error("an argument is missing");
  core::layout const& at = args[2].value;
  core::layout const* const step = args.size() > 3 ? &args[3].value : nullptr;
  if (f == "local_tile") return text_of(core::local_tile(cx, a, args[1].tiler(), at, step));
  if (f == "local_partition")
    return text_of(core::local_partition(cx, a, b, at.at[0].extent, step));
  throw std::runtime_error("unknown function " + f);
}

bool holds(std::string const& line) {
  std::size_t const first = line.find('\t');
  std::size_t const second = line.find('\t', first + 1);
  if (second == std::string::npos) throw std::runtime_error("not three fields: " + line);
  std::string const expression = line.substr(first + 1, second - first - 1);
  std::string const expected = line.substr(second + 1);
  core::arithmetic cx;
  std::string const result = evaluate(cx, parser(expression).whole());
  if (!cx.refused() && result == expected) return true;
  std::cout << line.substr(0, first) << ": " << expression << " is "
            << (cx.refused() ? std::string(core::sentence(cx.why).at) : result) << ", not "
            << expected << '\n';
  return false;
}

}  // namespace

int main(int count, char** argv) try {
  std::ifstream file(count > 1 ? argv[1] : "");
  int lines = 0;
  int held = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++lines;
    held += holds(line);
  }
  std::cout << held << " vectors hold at run time, of " << lines << '\n';
  return held == lines && lines > 0 ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
