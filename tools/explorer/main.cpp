// SPDX-License-Identifier: BSL-1.0
//
// tileproof: the layout algebra and its proofs on the command line. The subcommands are data
// (command.hpp); here they become options, and their texts go to standard output and error.
#include "command.hpp"
#include "operations.hpp"
#include "prompt.hpp"
#include "syntax.hpp"

#include <tileproof/version.hpp>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
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

// https://no-color.org: a NO_COLOR that is not empty.
bool shows_colours() {
  char const* const none = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0');
}

// Each line is a run; empty lines and comments (#) are left out. An answer is written before the
// program waits for the next line, so that it may answer another program.
status run_lines(command const& c, request in) {
  in.state = session_of(in);
  response all;
  for (std::string line;;) {
    if (std::cin.rdbuf()->in_avail() <= 0) std::cout << std::flush;
    if (!std::getline(std::cin, line)) break;
    if (line.empty() || is_comment(line)) continue;
    in.expressions = std::string_view(c.name) == "prove" ? expressions_of(c, line)
                                                         : std::vector<std::string>{line};
    response r;
    c.run(in, r);
    all.worsen(write_answer(in, r));
  }
  std::cout << std::flush;
  return all.is;
}

int run(command const& c, request& in) {
  bool const dash = in.expressions.size() == 1 && in.expressions[0] == "-";
  bool const reads = c.reads_lines && (in.expressions.empty() || dash) && !in.has("list");
  if (reads) return static_cast<int>(run_lines(c, in));
  response r;
  c.run(in, r);
  status const is = write_answer(in, r);
  std::cout << std::flush;
  return static_cast<int>(is);
}

}  // namespace

int main(int count, char** words) {
  std::ios::sync_with_stdio(false);
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
  std::string when = "auto";
  command const* chosen = nullptr;
  for (command const* const c : commands()) {
    CLI::App* const sub = app.add_subcommand(c->name, c->summary);
    sub->footer(help_of(*c));
    sub->add_option("words", in.expressions, c->arguments)->expected(0, -1)->type_name("");
    sub->add_flag("--json", in.json, "one JSON object a line");
    sub->add_option("--color", when, "colours: auto, always or never; auto obeys NO_COLOR")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
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
  std::vector<std::string> given(words + 1, words + count);
  if (!given.empty() && given[0] == "help") {  // tileproof help [COMMAND]
    given.erase(given.begin());
    given.insert(given.end(), "--help");
  }
  if (!given.empty() && given[0][0] != '-' && find_command(given[0]) == nullptr) {
    std::cerr << "error: " << no_command(given[0]) << '\n';
    return static_cast<int>(status::bad_input);
  }
  // A word after -- is an expression, also if it begins with a dash.
  auto const options_end = std::find(given.begin(), given.end(), "--");
  std::vector<std::string> const rest(options_end == given.end() ? options_end : options_end + 1,
                                      given.end());
  given.erase(options_end, given.end());
  try {
    for (std::string& word : given)  // CLI11 would take [4, 8] apart
      if (word[0] == '[') word = " " + word;
    std::reverse(given.begin(), given.end());
    app.parse(std::move(given));
  } catch (CLI::ExtrasError const& e) {
    std::string const what = e.what();
    std::string const word = what.substr(what.rfind(' ') + 1);
    std::vector<std::string> names{"--help", "--json", "--color"};
    command const* const c = find_command(words[1]);
    for (option const& o : c == nullptr ? std::vector<option>() : c->options)
      names.push_back(o.written());
    std::string const meant = most_similar(word.substr(0, word.find('=')), names);
    std::cerr << "error: `" << word << "` is no option of " << words[1]
              << (meant.empty() ? "" : ": did you mean " + meant + "?") << '\n';
    return static_cast<int>(status::bad_input);
  } catch (CLI::ParseError const& e) {
    int const status = app.exit(e);
    return status == 0 ? 0 : static_cast<int>(status::bad_input);
  }
  in.colour = when == "always" || (when == "auto" && shows_colours());
  in.expressions.insert(in.expressions.end(), rest.begin(), rest.end());
  take_fallbacks(*chosen, in);
  if (std::string_view(chosen->name) == "repl") return static_cast<int>(answer_lines(in));
  return run(*chosen, in);
}
