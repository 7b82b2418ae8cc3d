// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "operations.hpp"

namespace tileproof::explorer {

extern command const banks_command;
extern command const completion_command;
extern command const draw_command;
extern command const eval_command;
extern command const explain_command;
extern command const manual_command;
extern command const print_command;
extern command const prove_command;
extern command const repl_command;
extern command const sectors_command;
extern command const suggest_command;

std::vector<command const*> const& commands() {
  static std::vector<command const*> const all = {
      &eval_command,  &prove_command,      &explain_command, &suggest_command,
      &print_command, &draw_command,       &banks_command,   &sectors_command,
      &repl_command,  &completion_command, &manual_command};
  return all;
}

command const* find_command(std::string_view name) {
  for (command const* const c : commands())
    if (c->name == name) return c;
  return nullptr;
}

void take_fallbacks(command const& c, request& in) {
  for (option const& o : c.options)
    if (o.fallback[0] != '\0') in.options.emplace(o.name, o.fallback);
}

std::string no_command(std::string const& word) {
  std::vector<std::string> names;
  for (command const* const c : commands()) names.emplace_back(c->name);
  std::string const meant = most_similar(word, names);
  std::string s = "`" + word + "` is no command: ";
  if (!meant.empty()) s += "did you mean " + meant + "? ";
  s += "the commands are";
  for (std::string const& name : names)
    s += (name == names.front() ? " " : name == names.back() ? " and " : ", ") + name;
  return s;
}

std::shared_ptr<session> session_of(request const& in) {
  return in.state ? in.state : std::make_shared<session>(in.reads_run_time());
}

std::vector<std::string> expressions_of(command const& c, std::string_view line) {
  std::vector<std::string> words;
  auto const trimmed = [](std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
    return s;
  };
  line = trimmed(line);
  bool const binds = line.substr(0, 4) == "let ";
  bool const begins_with_word =
      std::string_view(c.name) == "prove" || std::string_view(c.name) == "suggest";
  if (begins_with_word && !binds) {  // up to a space outside of angle brackets
    std::size_t end = 0;
    for (int depth = 0; end < line.size() && (depth > 0 || line[end] != ' '); ++end)
      depth += (line[end] == '<') - (line[end] == '>');
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  while (!(line = trimmed(line)).empty()) {
    std::size_t const end = line.find(';');
    words.emplace_back(trimmed(line.substr(0, end)));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return words;
}

void response::fail(std::string const& line, failure const& why) {
  err += (why.is == status::refused ? "refused: " : "error: ") + why.what + "\n" +
         with_caret(line, why) + "\n";
  worsen(why.is);
}
void response::bad(std::string const& what) {
  err += "error: " + what + "\n";
  worsen(status::bad_input);
}

std::string json_string(std::string_view text) {
  constexpr char const* hex = "0123456789abcdef";
  std::string s = "\"";
  for (char const c : text) {
    unsigned char const u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      s += '\\';
      s += c;
    } else if (u < 0x20 || u >= 0x7f) {  // bytes beyond ASCII: as the characters U+0080 to U+00ff
      s += "\\u00";
      s += hex[u / 16];
      s += hex[u % 16];
    } else {
      s += c;
    }
  }
  return s + "\"";
}

std::string json_list(std::vector<std::string> const& texts) {
  std::string s = "[";
  for (std::size_t i = 0; i < texts.size(); ++i) s += (i > 0 ? ", " : "") + json_string(texts[i]);
  return s + "]";
}

}  // namespace tileproof::explorer
