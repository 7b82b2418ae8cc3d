// SPDX-License-Identifier: BSL-1.0
//
// The explorer as a WebAssembly module: two functions, run and words, that the page calls.
#include "../atoms.hpp"
#include "../completion.hpp"
#include "../operations.hpp"
#include "../properties.hpp"
#include "../protocols.hpp"

#include <algorithm>
#include <cstdlib>

using namespace tileproof::explorer;

namespace {

std::string answer;

// The commands of the page: those that take expressions.
bool is_of_page(command const& c) {
  return std::string_view(c.arguments).find("EXPR") != std::string_view::npos;
}
// The options of the page: no file is written.
bool is_of_page(option const& o) { return std::string_view(o.name) != "o"; }

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

// Writes JSON: lists and objects that are closed in the order in which they are opened.
struct json_writer {
  std::string s{};

  void comma() {
    if (!s.empty() && s.back() != '[' && s.back() != '{' && s.back() != ':') s += ',';
  }
  void name(char const* n) {
    comma();
    s += json_string(n) + ":";
  }
  void text(char const* n, std::string_view v) {
    name(n);
    s += json_string(v);
  }
  void list(char const* n, std::vector<std::string> const& v) {
    name(n);
    s += json_list(v);
  }
  void open(char bracket) {
    comma();
    s += bracket;
  }
  void close(char bracket) { s += bracket; }

  // One entry of the list of names: {"usage": "composition(A,B)", "meaning": "..."}.
  void entry(std::string_view usage, std::string_view meaning) {
    open('{');
    text("usage", usage);
    text("meaning", meaning);
    close('}');
  }
  void of_command(command const& c) {
    open('{');
    text("name", c.name);
    text("arguments", c.arguments);
    text("summary", c.summary);
    text("details", c.details);
    list("first", first_words(c));
    name("options");
    open('[');
    for (option const& o : c.options) {
      if (!is_of_page(o)) continue;
      open('{');
      text("name", o.name);
      text("argument", o.argument);
      text("fallback", o.fallback);
      text("help", o.help);
      list("words", words_of(o));
      close('}');
    }
    close(']');
    name("examples");
    open('[');
    for (example const& e : c.examples) entry(e.command, e.meaning);
    close(']');
    close('}');
  }
};

void run_command(std::vector<std::string> const& fields, response& r) {
  command const* const chosen = find_command(fields[0]);
  if (chosen == nullptr || !is_of_page(*chosen) || fields.size() != 3)
    return r.bad(no_command(fields[0]));
  request in;
  for (std::string const& line : split(fields[1], '\n')) {
    std::size_t const equals = line.find('=');
    std::string const name = line.substr(0, equals);
    if (line.empty()) continue;
    if (std::none_of(chosen->options.begin(), chosen->options.end(),
                     [&](option const& o) { return is_of_page(o) && name == o.name; }))
      r.bad("`--" + name + "` is no option of " + chosen->name);
    else
      in.options[name] = equals == std::string::npos ? "1" : line.substr(equals + 1);
  }
  take_fallbacks(*chosen, in);
  for (std::string const& line : split(fields[2], '\n'))
    if (!line.empty() && line[0] != '#') in.expressions.push_back(line);
  if (r.err.empty()) chosen->run(in, r);
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
  response r;
  run_command(fields, r);
  answer = static_cast<char>('0' + static_cast<int>(r.is)) + r.out + '\x1f' + r.err;
  return answer.c_str();
}

// All that can be written, as JSON: the commands with their options and examples, and operations,
// properties, atoms and pipelines with their meanings. Up to a 0, and valid until the next call.
extern "C" [[clang::export_name("words")]] char const* words() {
  json_writer j;
  j.open('{');
  j.name("commands");
  j.open('[');
  for (command const* const c : commands())
    if (is_of_page(*c)) j.of_command(*c);
  j.close(']');
  j.name("operations");
  j.open('[');
  for (operation_list const& group : every_operation())
    for (operation const& o : group) j.entry(o.usage, o.meaning);
  j.close(']');
  j.name("properties");
  j.open('[');
  for (property const& p : properties())
    j.entry(std::string(p.name) + std::string(p.parameters) + " " + std::string(p.arguments),
            p.meaning);
  j.close(']');
  j.name("atoms");
  j.open('[');
  for (std::string const& atom : mma_atom_names()) j.entry(atom, "MMA atom");
  for (std::string const& atom : copy_atom_names()) j.entry(atom, "copy atom");
  j.close(']');
  j.name("pipelines");
  j.open('[');
  for (named_protocol const& p : protocols())
    j.entry(std::string(p.name) + (p.has_stages() ? "<" + std::to_string(p.stages) + ">" : ""),
            p.meaning);
  j.close(']');
  j.close('}');
  answer = j.s;
  return answer.c_str();
}
