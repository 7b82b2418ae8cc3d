// SPDX-License-Identifier: BSL-1.0
#include "prompt.hpp"

#include "operations.hpp"
#include "properties.hpp"
#include "syntax.hpp"

#include <unistd.h>

#ifdef TILEPROOF_HAS_LIBEDIT
#include <editline/readline.h>
#endif

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

namespace tileproof::explorer {

namespace {

#ifdef TILEPROOF_HAS_LIBEDIT
std::vector<std::string> all_words() {
  std::vector<std::string> words{"let"};
  for (command const* const c : commands()) words.emplace_back(c->name);
  for (operation_list const& group : every_operation())
    for (operation const& o : group) words.emplace_back(o.name);
  for (property const& p : properties()) words.emplace_back(p.name);
  return words;
}

// The next word that begins with `start`, for libedit.
char* next_word(char const* start, int state) {
  static std::vector<std::string> const words = all_words();
  static std::size_t at = 0;
  if (state == 0) at = 0;
  for (; at < words.size(); ++at)
    if (words[at].compare(0, std::strlen(start), start) == 0) return strdup(words[at++].c_str());
  return nullptr;
}
#endif

bool is_terminal() { return isatty(STDIN_FILENO) != 0; }

bool read_line(std::string& line) {
#ifdef TILEPROOF_HAS_LIBEDIT
  if (is_terminal()) {
    char* const text = readline("tileproof> ");
    if (text == nullptr) return false;
    line = text;
    if (!line.empty()) add_history(text);
    std::free(text);
    return true;
  }
#endif
  if (is_terminal()) std::cout << "tileproof> " << std::flush;
  return static_cast<bool>(std::getline(std::cin, line));
}

// The option with this word, --tile or -o; null where the command has none.
option const* option_of(command const& c, std::string_view word) {
  for (option const& o : c.options)
    if (o.written() == word) return &o;
  return nullptr;
}

// Takes the options out of a line: `--name value`, `--name=value`, a flag, or --json.
bool take_options(command const& c, std::string& line, request& in, response& r) {
  std::string rest;
  std::size_t at = 0;
  auto const word = [&] {
    while (at < line.size() && line[at] == ' ') ++at;
    std::string w;
    for (int depth = 0; at < line.size() && (depth > 0 || line[at] != ' '); ++at) {
      depth += (line[at] == '(') - (line[at] == ')');
      w += line[at];
    }
    return w;
  };
  while (at < line.size()) {
    std::string w = word();
    bool const is_option = w.size() > 1 && w[0] == '-' && (w[1] < '0' || w[1] > '9');
    if (!is_option) {
      rest += (rest.empty() ? "" : " ") + w;
      continue;
    }
    if (w == "--json") {
      in.json = true;
      continue;
    }
    std::size_t const equals = w.find('=');
    option const* const o = option_of(c, w.substr(0, equals));
    if (o == nullptr) {
      r.bad("`" + w + "` is no option of " + c.name);
      return false;
    }
    in.options[o->name] = o->argument[0] == '\0'        ? "1"
                          : equals == std::string::npos ? word()
                                                        : w.substr(equals + 1);
  }
  line = rest;
  return true;
}

// Answers a line; the request is `in`, with the options of the line.
void answer(std::string line, request& in, response& r) {
  std::size_t const end = line.find(' ');
  command const* c = find_command(line.substr(0, end));
  if (c != nullptr && std::string_view(c->name) != "repl") {
    line = end == std::string::npos ? std::string() : line.substr(end);
    if (!take_options(*c, line, in, r)) return;
    in.expressions = expressions_of(*c, line);
  } else {
    c = find_command("eval");
    in.expressions = {line};
  }
  take_fallbacks(*c, in);
  c->run(in, r);
}

}  // namespace

status write_answer(request const& in, response& r) {
  if (std::string const file(in.option("o")); !file.empty() && file != "-" && !r.out.empty()) {
    std::ofstream to(file);
    to << r.out << std::flush;
    if (!to) r.bad("cannot write " + file);
  } else {
    std::cout << r.out;
  }
  if (!r.err.empty()) std::cerr << std::flush << r.err;
  return r.is;
}

status answer_lines(request const& in) {
  request base = in;
  base.state = session_of(in);
  response all;
#ifdef TILEPROOF_HAS_LIBEDIT
  rl_completion_entry_function = next_word;
#endif
  for (std::string line; read_line(line);) {
    if (line == "quit" || line == "exit") break;
    if (line.find_first_not_of(' ') == std::string::npos || is_comment(line)) continue;
    request one = base;
    response r;
    answer(line, one, r);
    all.worsen(write_answer(one, r));
    std::cout << std::flush;
  }
  if (is_terminal()) std::cout << std::endl;
  return is_terminal() ? status::result : all.is;
}

}  // namespace tileproof::explorer
