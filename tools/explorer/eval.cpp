// SPDX-License-Identifier: BSL-1.0
//
// tileproof eval EXPR...: one result a line.
#include "command.hpp"
#include "evaluate.hpp"
#include "value_json.hpp"

#include <tileproof/core/text.hpp>

namespace tileproof::explorer {

namespace {

std::string json_of(std::string const& line, session const& in, outcome const& r) {
  std::string s = "{\"expression\": " + json_string(line);
  if (!r.bound.empty()) s += ", \"bound\": " + json_string(r.bound);
  if (!r.with_run_time.empty()) s += ", \"with run-time\": " + json_string(r.with_run_time);
  if (r.holds())
    return s + ", \"status\": \"result\", \"kind\": " + json_string(kind_word(r.result)) +
           ", \"result\": " + json_string(in.text(r.result)) +
           ", \"value\": " + json_of(r.result, &in.of_unknowns()) +
           (r.conditions.empty() ? "" : ", \"conditions\": " + json_list(r.conditions)) + "}\n";
  return s + ", \"status\": " + (r.why.is == status::refused ? "\"refused\"" : "\"bad input\"") +
         ", \"message\": " + json_string(r.why.what) + ", \"at\": " + std::to_string(r.why.at) +
         ", \"length\": " + std::to_string(r.why.length) + "}\n";
}

// "  if 4 divides m and m <= 8".
std::string conditions_text(std::vector<std::string> const& conditions) {
  std::string s;
  for (std::string const& c : conditions) s += (s.empty() ? "  if " : " and ") + c;
  return s;
}

void run(request const& in, response& r) {
  auto const state = session_of(in);
  session& s = *state;
  for (std::string const& line : in.expressions) {
    outcome const o = s.run(line);
    r.worsen(o.why.is);
    if (in.json)
      r.out += json_of(line, s, o);
    else if (!o.holds())
      r.fail(line, o.why);
    else if (o.bound.empty())
      r.out += (in.reads_run_time() ? s.text(o.result) : s.line(o.result)) +
               conditions_text(o.conditions) + "\n";
    if (!in.json && !o.with_run_time.empty())
      r.err += "note: without a static integer such as _4 in the line, every integer is static; " +
               std::string("with --run-time: ") + o.with_run_time + "\n";
  }
}

}  // namespace

extern command const eval_command{
    "eval",
    "EXPR...",
    "evaluate expressions of the layout algebra",
    "Each EXPR, or each line of standard input, is evaluated and printed on a line of its own. "
    "`let NAME = EXPR` binds a name for the expressions after it and prints nothing. In a line "
    "without an integer such as _4, every integer is static, as CuTe DSL and pycute print layouts; "
    "in other lines, and with --run-time in all, 4 is a run-time integer, as in C++.",
    {run_time_option},
    {{"eval 'composition((_6,_2):(_8,_2),(_4,_3):(_3,_1))'", "a composition"},
     {"eval 'let A = (_4,_8):(_8,_1)' 'zipped_divide(A,<_2,_4>)' 'A(1,2)'",
      "a name, a divide, an offset"},
     {"eval '(Sw<3,3,3> o (_8,_64):(_64,_1))(1,0)'", "an offset after a swizzle"}},
    true,
    run};

}  // namespace tileproof::explorer
