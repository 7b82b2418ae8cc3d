// SPDX-License-Identifier: BSL-1.0
//
// Defines command, one subcommand of the program as data: its options, its examples and the
// function that runs it. A subcommand is one file that defines a `command`, and one row of
// `commands` in commands.cpp. main.cpp, the completions and the manual page read the same rows, and
// so does every other caller: run takes strings and gives strings, without streams.
#pragma once

#include "evaluate.hpp"
#include "value.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

struct command;

// The arguments of a run, checked for their names only.
struct request {
  std::vector<std::string> expressions;  // the words after the subcommand, in order
  std::map<std::string, std::string, std::less<>> options;  // those given, and the fallbacks
  std::shared_ptr<session> state{};                         // of the lines before; null: none
  bool json = false;
  bool colour = false;  // the texts may have colours

  std::string_view option(std::string_view name) const {
    auto const at = options.find(name);
    return at == options.end() ? std::string_view{} : std::string_view(at->second);
  }
  bool has(std::string_view name) const { return !option(name).empty(); }
  bool reads_run_time() const { return has("run-time"); }
};

// The session of a run: that of the lines before, or a new one.
std::shared_ptr<session> session_of(request const& in);

// A line of a file or of the prompt as the expressions of a command: they stand between semicolons,
// and the first word is one of its own where the command begins with a word (prove, suggest).
std::vector<std::string> expressions_of(command const& c, std::string_view line);

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
  // Without expressions standard input is read: each line is a run of its own, with the names that
  // `let` has bound in those before.
  bool reads_lines;
  void (*run)(request const&, response&);
};

std::vector<command const*> const& commands();
// The command of that name; null where there is none.
command const* find_command(std::string_view name);
// Gives the options that are not given the fallbacks of the command.
void take_fallbacks(command const& c, request& in);
// "`evla` is no command: did you mean eval? The commands are eval, prove, ...".
std::string no_command(std::string const& word);

// "text" with what JSON escapes.
std::string json_string(std::string_view text);
// ["a", "b"].
std::string json_list(std::vector<std::string> const& texts);

}  // namespace tileproof::explorer
