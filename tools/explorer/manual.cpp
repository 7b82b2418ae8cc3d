// SPDX-License-Identifier: BSL-1.0
//
// tileproof manual: the manual page, written from the same tables as --help.
#include "command.hpp"
#include "operations.hpp"
#include "properties.hpp"

namespace tileproof::explorer {

namespace {

// Text for roff: backslashes and hyphens escaped, no dot or apostrophe at the beginning of a line.
std::string roff(std::string_view text) {
  std::string s;
  for (char const c : text) {
    if (c == '\\') {
      s += "\\e";
    } else if (c == '-') {
      s += "\\-";
    } else if (c == '\'') {
      s += "\\(aq";
    } else if (c == '.' && s.empty()) {
      s += "\\&.";
    } else if (c == '`') {
      s += "\\(ga";
    } else {
      s += c;
    }
  }
  return s;
}

void run(request const&, response& r) {
  std::string& s = r.out;
  s = ".\\\" Written by `tileproof manual`.\n"
      ".TH TILEPROOF 1\n"
      ".SH NAME\n"
      "tileproof \\- layouts of GPU kernels: evaluated, proved and explained\n"
      ".SH SYNOPSIS\n";
  for (command const* const c : commands())
    s += std::string(".B tileproof ") + c->name + "\n.RI [ option \" ...] \" " + "\"" +
         roff(c->arguments) + "\"\n.br\n";
  s +=
      ".SH DESCRIPTION\n"
      "The program evaluates expressions of CuTe\\(aqs layout algebra, decides the properties "
      "that\n"
      "the library proves while compiling, and shows how a result comes about. In an expression\n"
      "_4 is a static and 4 a run\\-time integer, shape:stride a layout, <a,b> a tiler by mode, A\n"
      "o B a composition, L(c) the offset of a coordinate, ? an unknown run\\-time integer and ?8\n"
      "one that is a multiple of 8.\n"
      ".SH COMMANDS\n";
  for (command const* const c : commands()) {
    s += std::string(".SS ") + c->name + " " + roff(c->arguments) + "\n" + roff(c->details) + "\n";
    s += ".TP\n.B \\-\\-json\none JSON object a line\n";
    for (option const& o : c->options) {
      s += ".TP\n.BR " + roff(o.written());
      if (o.argument[0] != '\0') s += std::string(" \\ \\fI") + roff(o.argument) + "\\fR";
      s += "\n" + roff(o.help);
      if (o.fallback[0] != '\0') s += std::string(" (default ") + roff(o.fallback) + ")";
      s += "\n";
    }
  }
  s += ".SH OPERATIONS\n";
  for (operation_list const& group : every_operation())
    for (operation const& o : group)
      s += ".TP\n.B \"" + roff(o.usage) + "\"\n" + roff(o.meaning) + "\n";
  s += ".SH PROPERTIES\n";
  for (property const& p : properties())
    s += ".TP\n.B \"" + roff(p.name) + roff(p.parameters) + " " + roff(p.arguments) + "\"\n" +
         roff(p.meaning) + "\n";
  s += ".SH EXIT STATUS\n"
       ".TP\n.B 0\na result, or a property that holds\n"
       ".TP\n.B 1\na refusal of the library, or a property that is refuted or undecided\n"
       ".TP\n.B 2\ninput that is wrong: syntax, names, numbers of arguments\n"
       ".SH EXAMPLES\n";
  for (command const* const c : commands())
    for (example const& e : c->examples)
      s += ".TP\n.B \"tileproof " + roff(e.command) + "\"\n" + roff(e.meaning) + "\n";
}

}  // namespace

extern command const manual_command{"manual",
                                    "",
                                    "print the manual page",
                                    "The page is in roff: `tileproof manual | man -l -`.",
                                    {},
                                    {{"manual", "the page tileproof(1)"}},
                                    false,
                                    run};

}  // namespace tileproof::explorer
