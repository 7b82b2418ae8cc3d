// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

namespace tileproof::explorer {

extern command const banks_command;
extern command const completion_command;
extern command const draw_command;
extern command const eval_command;
extern command const explain_command;
extern command const manual_command;
extern command const prove_command;
extern command const sectors_command;
extern command const suggest_command;

std::vector<command const*> const& commands() {
  static std::vector<command const*> const all = {
      &eval_command,  &prove_command,   &explain_command,    &suggest_command, &draw_command,
      &banks_command, &sectors_command, &completion_command, &manual_command};
  return all;
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
