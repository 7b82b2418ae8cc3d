// SPDX-License-Identifier: BSL-1.0
//
// tileproof completion bash|zsh|fish: a script that completes subcommands, options, properties and
// the words that options take.
#include "completion.hpp"

#include "atoms.hpp"
#include "properties.hpp"
#include "protocols.hpp"

namespace tileproof::explorer {

std::vector<std::string> first_words(command const& c) {
  std::vector<std::string> words;
  std::string_view const name = c.name;
  if (name == "prove")
    for (property const& p : properties()) words.emplace_back(p.name);
  if (name == "draw" || name == "print" || name == "explain")
    for (named_protocol const& p : protocols()) words.emplace_back(p.name);
  if (name == "draw" || name == "print")
    for (std::vector<std::string> const& names : {mma_atom_names(), copy_atom_names()})
      for (std::string const& atom : names)
        if (atom.find('<') == std::string::npos) words.push_back(atom);
  if (name == "suggest") words = {"swizzle", "width", "threads"};
  if (name == "completion") words = {"bash", "zsh", "fish"};
  return words;
}
std::vector<std::string> words_of(option const& o) {
  std::string_view const name = o.name;
  if (name == "op")
    return {"ld",          "st",          "ldmatrix.x1", "ldmatrix.x2", "ldmatrix.x4",
            "stmatrix.x1", "stmatrix.x2", "stmatrix.x4", "cp.async.ca", "cp.async.cg"};
  if (name == "width") return {"8", "16", "32", "64", "128"};
  if (name == "type") return {"half_t", "bfloat16_t", "float", "double", "int8_t", "float_e4m3_t"};
  if (name == "format") return {"svg", "latex"};
  if (name == "memory") return {"global", "shared"};
  return {};
}

namespace {

std::string joined(std::vector<std::string> const& words) {
  std::string s;
  for (std::string const& w : words) s += (s.empty() ? "" : " ") + w;
  return s;
}
std::string names_of_commands() {
  std::vector<std::string> names;
  for (command const* const c : commands()) names.emplace_back(c->name);
  return joined(names);
}

std::string bash() {
  std::string s =
      "# Completion of tileproof for bash.\n"
      "_tileproof() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    words='" +
      names_of_commands() +
      " --help --version'\n"
      "  else\n"
      "    case ${COMP_WORDS[1]}:$before in\n";
  for (command const* const c : commands()) {
    std::string options = "--help --json";
    for (option const& o : c->options) {
      options += " " + o.written();
      std::string const words = joined(words_of(o));
      if (!words.empty())
        s += std::string("      ") + c->name + ":" + o.written() + ") words='" + words + "' ;;\n";
    }
    std::string const first = joined(first_words(*c));
    if (!first.empty())
      s += std::string("      ") + c->name + ":" + c->name + ") words='" + first + " " + options +
           "' ;;\n";
    s += std::string("      ") + c->name + ":*) words='" + options + "' ;;\n";
  }
  return s +
         "    esac\n"
         "  fi\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _tileproof tileproof\n";
}

// Text for a description in single quotes of zsh and fish.
std::string quoted(std::string_view text) {
  std::string s;
  for (char const c : text) s += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return s;
}

std::string zsh() {
  std::string s =
      "#compdef tileproof\n"
      "# Completion of tileproof for zsh.\n"
      "local -a commands\n"
      "commands=(\n";
  for (command const* const c : commands())
    s += std::string("  '") + c->name + ":" + quoted(c->summary) + "'\n";
  s += ")\n"
       "if (( CURRENT == 2 )); then\n"
       "  _describe command commands\n"
       "  return\n"
       "fi\n"
       "case ${words[2]} in\n";
  for (command const* const c : commands()) {
    s +=
        std::string("  ") + c->name + ")\n    _arguments '--help' '--json[one JSON object a line]'";
    for (option const& o : c->options) {
      s += " '" + o.written() + "[" + quoted(o.help) + "]";
      if (o.argument[0] != '\0')
        s += std::string(":") + o.argument + ":(" + joined(words_of(o)) + ")";
      s += "'";
    }
    s += " '*::words:(" + joined(first_words(*c)) + ")' ;;\n";
  }
  return s + "esac\n";
}

std::string fish() {
  std::string s = "# Completion of tileproof for fish.\ncomplete -c tileproof -f\n";
  for (command const* const c : commands()) {
    s += std::string("complete -c tileproof -n __fish_use_subcommand -a ") + c->name + " -d '" +
         quoted(c->summary) + "'\n";
    std::string const seen =
        std::string("complete -c tileproof -n '__fish_seen_subcommand_from ") + c->name + "'";
    s += seen + " -l json -d 'one JSON object a line'\n";
    std::string const first = joined(first_words(*c));
    if (!first.empty()) s += seen + " -a '" + first + "'\n";
    for (option const& o : c->options) {
      s += seen + (o.name[1] == '\0' ? " -s " : " -l ") + o.name + " -d '" + quoted(o.help) + "'";
      if (o.argument[0] != '\0') s += " -x";
      std::string const words = joined(words_of(o));
      if (!words.empty()) s += " -a '" + words + "'";
      s += "\n";
    }
  }
  return s;
}

void run(request const& in, response& r) {
  std::string const shell = in.expressions.size() == 1 ? in.expressions[0] : "";
  if (shell == "bash")
    r.out = bash();
  else if (shell == "zsh")
    r.out = zsh();
  else if (shell == "fish")
    r.out = fish();
  else
    r.bad("one of the words bash, zsh and fish is expected after `completion`");
}

}  // namespace

extern command const completion_command{
    "completion",
    "bash|zsh|fish",
    "print a completion script for a shell",
    "The installation puts the scripts where the shells look for them. Without one: "
    "`eval \"$(tileproof completion bash)\"`.",
    {},
    {{"completion bash", "the script for bash"}},
    false,
    run};

}  // namespace tileproof::explorer
