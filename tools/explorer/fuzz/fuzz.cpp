// SPDX-License-Identifier: BSL-1.0
//
// A target of libFuzzer: no input crashes the evaluator, a command, or what they print. The first
// line of an input names the command and its options, each further line is an expression.
//
//   clang++ -std=c++20 -O1 -g -fno-exceptions -fsanitize=fuzzer,address,undefined
//     -fno-sanitize-recover=undefined -I include tools/explorer/fuzz/fuzz.cpp [the sources of
//     explorer_lib in tools/explorer/meson.build] -o fuzz
//   ./fuzz -max_total_time=600 -timeout=10 -rss_limit_mb=2048 new_inputs tools/explorer/fuzz/corpus
//
// fuzz/replay.cpp runs the inputs of a folder without libFuzzer, for the tests.
#include "../command.hpp"
#include "../evaluate.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

using namespace tileproof::explorer;

namespace {

// The words of a line, separated by spaces.
std::vector<std::string> words_of(std::string const& line) {
  std::vector<std::string> words(1);
  for (char const c : line) {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const input(reinterpret_cast<char const*>(data), size);
  std::vector<std::string> lines(1);
  for (char const c : input) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  std::vector<std::string> const words = words_of(lines[0]);
  command const* chosen = find_command(words[0]);
  if (chosen == nullptr) chosen = commands().front();
  request in;
  in.expressions.assign(lines.begin() + 1, lines.end());
  // One line is that of a file or of the prompt, with expressions between semicolons.
  if (in.expressions.size() == 1) in.expressions = expressions_of(*chosen, lines[1]);
  in.json = words.back() == "--json";
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::size_t const equals = words[i].find('=');
    if (equals != std::string::npos)
      in.options[words[i].substr(0, equals)] = words[i].substr(equals + 1);
  }
  take_fallbacks(*chosen, in);
  response r;
  chosen->run(in, r);
  // Text that eval prints is read again as the same value.
  if (std::string_view(chosen->name) != "eval") return 0;
  session s;
  for (std::string const& line : in.expressions) {
    outcome const o = s.run(line);
    if (!o.holds() || !o.conditions.empty() || !o.result.has_layout()) continue;
    std::string const text = s.line(o.result);
    outcome const again = s.run(text);
    bool const has_formula = text.find_first_of("?%/*+") != std::string::npos;
    if (!has_formula && again.holds() && s.line(again.result) != text) __builtin_trap();
  }
  return 0;
}
