// SPDX-License-Identifier: BSL-1.0
//
// The explorer as a WebAssembly module: one function, run, that the page calls.
#include "../command.hpp"

#include <cstdlib>

using namespace tileproof::explorer;

namespace {

std::string answer;

// The fields of `text`, which `separator` parts.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t const end = std::min(text.find(separator, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

// Memory for `bytes` characters that the page fills before it calls run.
extern "C" [[clang::export_name("allocate")]] char* allocate(std::size_t bytes) {
  return static_cast<char*>(std::malloc(bytes));
}

// Runs a command. `text` holds, parted by the character 31: the command, its options as NAME=VALUE
// and the expressions, the last two a line each. Frees text. Result: the exit status as a digit,
// what the command prints, and after another character 31 its errors; up to a 0, and valid until
// the next call.
extern "C" [[clang::export_name("run")]] char const* run(char* text) {
  std::vector<std::string> const fields = split(text, '\x1f');
  std::free(text);
  request in;
  response r;
  command const* chosen = nullptr;
  for (command const* const c : commands())
    if (fields[0] == c->name) chosen = c;
  if (chosen == nullptr || fields.size() != 3) {
    r.bad("`" + fields[0] + "` is no command");
  } else {
    for (option const& o : chosen->options)
      if (o.fallback[0] != '\0') in.options.emplace(o.name, o.fallback);
    for (std::string const& line : split(fields[1], '\n')) {
      std::size_t const equals = line.find('=');
      if (line.empty()) continue;
      bool is_known = false;
      for (option const& o : chosen->options) is_known |= line.substr(0, equals) == o.name;
      if (!is_known)
        r.bad("`--" + line.substr(0, equals) + "` is no option of " + chosen->name);
      else
        in.options[line.substr(0, equals)] =
            equals == std::string::npos ? "1" : line.substr(equals + 1);
    }
    for (std::string& line : split(fields[2], '\n'))
      if (!line.empty() && line[0] != '#') in.expressions.push_back(std::move(line));
    if (r.err.empty()) chosen->run(in, r);
  }
  answer = static_cast<char>('0' + static_cast<int>(r.is)) + r.out + '\x1f' + r.err;
  return answer.c_str();
}
