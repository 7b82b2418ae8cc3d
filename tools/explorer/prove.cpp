// SPDX-License-Identifier: BSL-1.0
//
// tileproof prove PROPERTY EXPR...: holds, refuted with the witness, or undecided.
#include "command.hpp"
#include "properties.hpp"

namespace tileproof::explorer {

namespace {

std::string joined(std::vector<std::string> const& objects) {
  std::string s;
  for (std::string const& o : objects) s += (s.empty() ? "" : ", ") + o;
  return s;
}

std::string json_of(std::string const& property, verdict const& v) {
  char const* const is = v.is == answer::yes ? "yes" : v.is == answer::no ? "no" : "undecided";
  std::string s = "{\"property\": " + json_string(property) +
                  ", \"arguments\": " + json_list(v.arguments) + ", \"values\": [" +
                  joined(v.objects) + "], \"answer\": \"" + is + "\"";
  if (!v.sentence.empty()) s += ", \"sentence\": " + json_string(v.sentence);
  if (!v.conditions.empty()) s += ", \"conditions\": " + json_list(v.conditions);
  if (v.found.points > 0)
    s += std::string(", \"decided\": \"") +
         (v.found.how == decided::by_structure ? "by structure" : "by enumeration") +
         "\", \"points\": " + std::to_string(v.found.points);
  if (!v.trace.empty()) s += ", \"trace\": " + json_list(v.trace);
  s += ", \"clues\": {";
  for (int i = 0; i < v.found.count; ++i) {
    report::named const& n = v.found.clues[i];
    s += (i > 0 ? ", " : "") + json_string(name_of(*n.what)) + ": [";
    for (int k = 0; k < n.count; ++k) s += (k > 0 ? ", " : "") + std::to_string(n.at[k]);
    s += "]";
  }
  return s + "}}\n";
}

// The failure of a line: with --json an object too, so that each line has its answer.
void fail(request const& in, response& r, std::string const& line, failure const& why) {
  if (!in.json) return r.fail(line, why);
  r.out += "{\"expression\": " + json_string(line) +
           ", \"status\": " + (why.is == status::refused ? "\"refused\"" : "\"bad input\"") +
           ", \"message\": " + json_string(why.what) + ", \"at\": " + std::to_string(why.at) +
           ", \"length\": " + std::to_string(why.length) + "}\n";
  r.worsen(why.is);
}

void run(request const& in, response& r) {
  if (in.has("list")) {
    for (property const& p : properties())
      r.out += in.json ? "{\"property\": " + json_string(p.name) +
                             ", \"parameters\": " + json_string(p.parameters) +
                             ", \"arguments\": " + json_string(p.arguments) +
                             ", \"meaning\": " + json_string(p.meaning) + "}\n"
                       : std::string(p.name) + std::string(p.parameters) + " " +
                             std::string(p.arguments) + "\n    " + std::string(p.meaning) + "\n";
    return;
  }
  auto const state = session_of(in);
  std::size_t first = 0;  // the property, after what `let` binds
  for (; first < in.expressions.size() && in.expressions[first].substr(0, 4) == "let "; ++first)
    if (outcome const o = state->run(in.expressions[first]); !o.holds())
      return fail(in, r, in.expressions[first], o.why);
  if (first == in.expressions.size()) {
    if (first == 0) r.bad("a property and its arguments are expected");
    return;
  }
  std::string const& name = in.expressions[first];
  verdict const v = decide(
      *state, name,
      {in.expressions.begin() + static_cast<std::ptrdiff_t>(first) + 1, in.expressions.end()});
  if (!v.is_answered()) return fail(in, r, v.blamed, v.why);
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
    "decide. Of a protocol, gemm_wgmma(stages=4), it is the actions that lead to the fault. "
    "Without "
    "arguments each line of standard input is a question, `PROPERTY EXPR; EXPR`, and has an "
    "answer.",
    {run_time_option, {"list", "", "", "list all properties with their parameters and arguments"}},
    {{"prove injective '(_4,_2):(_1,_3)'", "refuted: two coordinates share offset 3"},
     {"prove 'free_of_bank_conflicts<ldmatrix<4>,half_t>' 'let T = Sw<3,3,3> o (_8,_64):(_64,_1)' "
      "'T o ((_8,_4),_8):((_1,_64),_8)'",
      "holds: 4 wavefronts where 4 are possible"},
     {"prove divisible 'let m = ?' '(m,_8):(_1,m)' '<_4,_8>'", "a run-time extent"},
     {"prove sound_protocol 'without(gemm_wgmma(stages=4),3)'", "a barrier left out"}},
    true,
    run};

}  // namespace tileproof::explorer
