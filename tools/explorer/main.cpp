// SPDX-License-Identifier: BSL-1.0
//
// tileproof: the layout algebra and its proofs on the command line. The subcommands are data
// (command.hpp); here they become options, and their texts go to standard output and error.
#include "command.hpp"
#include "syntax.hpp"

#include <tileproof/version.hpp>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace tileproof::explorer;

namespace {

std::string help_of(command const& c) {
  std::string s = "\n";
  s += c.details;
  s += "\n\nExamples:\n";
  for (example const& e : c.examples)
    s += std::string("  tileproof ") + e.command + "\n      " + e.meaning + "\n";
  return s;
}

// One line each; empty lines and comments (#) are left out.
void read_lines(std::vector<std::string>& out) {
  for (std::string line; std::getline(std::cin, line);)
    if (!line.empty() && !is_comment(line)) out.push_back(line);
}

int unknown_command(char const* word) {
  std::cerr << "error: `" << word << "` is no command; the commands are";
  for (command const* const c : commands())
    std::cerr << (c == commands().front()  ? " "
                  : c == commands().back() ? " and "
                                           : ", ")
              << c->name;
  std::cerr << '\n';
  return static_cast<int>(status::bad_input);
}

int run(command const& c, request& in) {
  if (in.expressions.empty() && c.reads_lines) read_lines(in.expressions);
  response r;
  c.run(in, r);
  if (std::string const file(in.option("o")); !file.empty() && r.is == status::result) {
    std::ofstream to(file);
    to << r.out << std::flush;
    if (!to) r.bad("cannot write " + file);
  } else {
    std::cout << r.out << std::flush;
  }
  std::cerr << r.err;
  return static_cast<int>(r.is);
}

}  // namespace

int main(int count, char** words) {
  CLI::App app("Layouts of GPU kernels: evaluated, proved and explained.", "tileproof");
  std::string const version = "tileproof " + std::to_string(TILEPROOF_VERSION_MAJOR) + "." +
                              std::to_string(TILEPROOF_VERSION_MINOR) + "." +
                              std::to_string(TILEPROOF_VERSION_PATCH);
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(
      "\nExit status: 0 a result, 1 refused or refuted, 2 bad input.\n"
      "`tileproof COMMAND --help` has examples.");
  request in;
  in.colour = isatty(STDOUT_FILENO) != 0;
  command const* chosen = nullptr;
  for (command const* const c : commands()) {
    CLI::App* const sub = app.add_subcommand(c->name, c->summary);
    sub->footer(help_of(*c));
    sub->add_option("words", in.expressions, c->arguments)->expected(0, -1)->type_name("");
    sub->add_flag("--json", in.json, "one JSON object a line");
    sub->callback([c, &chosen] { chosen = c; });
    for (option const& o : c->options) {
      std::string const name = o.written();
      if (o.argument[0] == '\0') {
        sub->add_flag_callback(name, [&in, &o] { in.options[o.name] = "1"; }, o.help);
        continue;
      }
      sub->add_option_function<std::string>(
             name, [&in, &o](std::string const& v) { in.options[o.name] = v; }, o.help)
          ->type_name(o.argument);
    }
  }
  bool known = count < 2 || words[1][0] == '-';
  for (command const* const c : commands()) known = known || std::string(words[1]) == c->name;
  if (!known) return unknown_command(words[1]);
  int options_end = 1;  // a word after -- is an expression, also if it begins with a dash
  while (options_end < count && std::string(words[options_end]) != "--") ++options_end;
  try {
    // CLI11 would take [4, 8] apart.
    std::vector<std::string> given(words + 1, words + options_end);
    for (std::string& word : given)
      if (word[0] == '[') word = " " + word;
    std::reverse(given.begin(), given.end());
    app.parse(std::move(given));
  } catch (CLI::ParseError const& e) {
    int const status = app.exit(e);
    return status == 0 ? 0 : static_cast<int>(status::bad_input);
  }
  for (int i = options_end + 1; i < count; ++i) in.expressions.emplace_back(words[i]);
  for (option const& o : chosen->options)
    if (o.fallback[0] != '\0') in.options.emplace(o.name, o.fallback);
  return run(*chosen, in);
}
