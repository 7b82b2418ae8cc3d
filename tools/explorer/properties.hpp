// SPDX-License-Identifier: BSL-1.0
//
// Defines property, a property of the library by its name and with its parameters as values, and
// decide, which asks it of evaluated layouts. The decisions and the sentences are those of
// include/tileproof/prove; the table here says which parameters and arguments each takes.
//
//   session s;
//   verdict const v = decide(s, "contiguous<8>", {"(_4,_2):(_1,_8)"});
//   v.text;  // refuted: (_4,_2):(_1,_8) has no runs of 8 consecutive elements: ...
#pragma once

#include "evaluate.hpp"

#include <tileproof/prove/mapping.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

struct property {
  std::string_view name;
  std::string_view parameters;  // <BYTES,ELEMENT>, as --help shows them; empty for none
  std::string_view arguments;   // LAYOUT TILER
  std::string_view meaning;     // one line
};
// All properties, in the order of the documentation.
std::vector<property> const& properties();

// The answer to a question, or the failure that it has no answer.
struct verdict {
  failure why{};       // of the property or of an argument
  std::string blamed;  // the text that `why` points into
  answer is = answer::undecided;
  report found{};                         // where a report was made
  std::string sentence;                   // of a refutation, or why it is undecided
  std::vector<std::string> conditions{};  // on unknowns, under which it holds
  std::vector<std::string> arguments{};   // as evaluated
  std::vector<std::string> objects{};     // the same, as JSON
  std::string clauses{};                  // of a protocol that holds: for what, and how it was seen
  std::vector<std::string> trace{};       // of a protocol: the actions that lead to the fault

  bool is_answered() const { return !why; }
};

// Asks `property`, such as "aligned<16,half_t>", of expressions. A `let` among the expressions
// binds a name and is no argument.
verdict decide(session& s, std::string const& property,
               std::vector<std::string> const& expressions);

// The verdict as one line: "holds: ...", "refuted: ...", "undecided: ..." or "holds if ..."; the
// trace of a protocol, indented, in lines below.
std::string text_of(verdict const& v);

// The mapping that the proofs take, of a layout, swizzled or not, or of a shape or tiler. False,
// with the reason, for other values and for layouts with unknowns.
bool mapping_of_value(value const& v, mapping& out, std::string& why);

}  // namespace tileproof::explorer
