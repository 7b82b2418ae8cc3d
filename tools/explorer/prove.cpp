// SPDX-License-Identifier: BSL-1.0
//
// tileproof prove PROPERTY EXPR...: holds, refuted with the witness, or undecided.
#include "command.hpp"
#include "properties.hpp"

namespace tileproof::explorer {

namespace {

std::string json_of(std::string const& property, verdict const& v) {
  char const* const is = v.is == answer::yes ? "yes" : v.is == answer::no ? "no" : "undecided";
  std::string s = "{\"property\": " + json_string(property) +
                  ", \"arguments\": " + json_list(v.arguments) + ", \"answer\": \"" + is + "\"";
  if (!v.sentence.empty()) s += ", \"sentence\": " + json_string(v.sentence);
  if (!v.conditions.empty()) s += ", \"conditions\": " + json_list(v.conditions);
  if (v.found.points > 0)
    s += std::string(", \"decided\": \"") +
         (v.found.how == decided::by_structure ? "by structure" : "by enumeration") +
         "\", \"points\": " + std::to_string(v.found.points);
  s += ", \"clues\": {";
  for (int i = 0; i < v.found.count; ++i) {
    report::named const& n = v.found.clues[i];
    s += (i > 0 ? ", " : "") + json_string(name_of(*n.what)) + ": [";
    for (int k = 0; k < n.count; ++k) s += (k > 0 ? ", " : "") + std::to_string(n.at[k]);
    s += "]";
  }
  return s + "}}\n";
}

void run(request const& in, response& r) {
  if (in.has("list")) {
    for (property const& p : properties())
      r.out += std::string(p.name) + std::string(p.parameters) + " " + std::string(p.arguments) +
               "\n    " + std::string(p.meaning) + "\n";
    return;
  }
  if (in.expressions.empty()) return r.bad("a property and its arguments are expected");
  session s(in.reads_run_time());
  std::string const& name = in.expressions[0];
  verdict const v = decide(s, name, {in.expressions.begin() + 1, in.expressions.end()});
  if (!v.is_answered()) {
    r.fail(v.blamed, v.why);
    return;
  }
  r.out += in.json ? json_of(name, v) : text_of(v) + "\n";
  if (v.is != answer::yes) r.worsen(status::refused);
}

}  // namespace

extern command const prove_command{
    "prove",
    "PROPERTY EXPR...",
    "decide a property of layouts",
    "PROPERTY is a property of the library with its parameters, such as contiguous<8> or "
    "bank_ways<ldmatrix<4>,half_t>; --list names all. The answer is `holds`, `refuted` with the "
    "witness, or `undecided` with the bound; for unknown run-time integers (?) the facts that "
    "decide.",
    {run_time_option, {"list", "", "", "list all properties with their parameters and arguments"}},
    {{"prove injective '(_4,_2):(_1,_3)'", "refuted: two coordinates share offset 3"},
     {"prove 'free_of_bank_conflicts<ldmatrix<4>,half_t>' 'let T = Sw<3,3,3> o (_8,_64):(_64,_1)' "
      "'T o ((_8,_4),_8):((_1,_64),_8)'",
      "holds: 4 wavefronts where 4 are possible"},
     {"prove divisible 'let m = ?' '(m,_8):(_1,m)' '<_4,_8>'", "a run-time extent"}},
    false,
    run};

}  // namespace tileproof::explorer
