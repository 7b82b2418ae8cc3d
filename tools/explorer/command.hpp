// SPDX-License-Identifier: BSL-1.0
//
// Defines command, one subcommand of the program as data: its options, its examples and the
// function that runs it. A subcommand is one file that defines a `command`, and one row of
// `commands` in commands.cpp. main.cpp, the completions and the manual page read the same rows, and
// so does every other caller: run takes strings and gives strings, without streams.
#pragma once

#include "value.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

// The arguments of a run, checked for their names only.
struct request {
  std::vector<std::string> expressions;  // the words after the subcommand, in order
  std::map<std::string, std::string, std::less<>> options;  // those given, and the fallbacks
  bool json = false;
  bool colour = false;  // standard output is a terminal

  std::string_view option(std::string_view name) const {
    auto const at = options.find(name);
    return at == options.end() ? std::string_view{} : std::string_view(at->second);
  }
  bool has(std::string_view name) const { return !option(name).empty(); }
  bool reads_run_time() const { return has("run-time"); }
};

// The texts of a run, and the status with which the program exits.
struct response {
  std::string out;
  std::string err;
  status is = status::result;

  // Keeps the worse status: bad_input before refused before result.
  void worsen(status s) {
    if (s > is) is = s;
  }
  // Writes a failure about a line to err, with a caret, and keeps its status.
  void fail(std::string const& line, failure const& why);
  // Writes "error: ..." for input that no line is to blame for.
  void bad(std::string const& what);
};

struct option {
  char const* name;      // without the dashes
  char const* argument;  // BITS; empty for a flag, whose value is then "1"
  char const* fallback;  // empty: none
  char const* help;

  // As it is written: --tile, -o.
  std::string written() const { return std::string(name[1] == '\0' ? "-" : "--") + name; }
};
// The option of each command that evaluates expressions.
inline constexpr option run_time_option{
    "run-time", "", "", "read 4 as a run-time integer also in a line without one such as _4"};
struct example {
  char const* command;  // after `tileproof `
  char const* meaning;
};

struct command {
  char const* name;
  char const* arguments;  // EXPR...
  char const* summary;    // one line
  char const* details;    // paragraphs for --help and the manual page
  std::vector<option> options;
  std::vector<example> examples;
  bool reads_lines;  // without expressions, those of standard input are read, one a line
  void (*run)(request const&, response&);
};

std::vector<command const*> const& commands();

// "text" with what JSON escapes.
std::string json_string(std::string_view text);
// ["a", "b"].
std::string json_list(std::vector<std::string> const& texts);

}  // namespace tileproof::explorer
