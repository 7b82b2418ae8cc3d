// SPDX-License-Identifier: BSL-1.0
#include "properties.hpp"

#include "facts.hpp"
#include "operations.hpp"
#include "property_rows.hpp"
#include "value_json.hpp"
#include "words.hpp"

#include <tileproof/atom/tma/canonical.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

row const* find_row(std::string_view name) {
  for (row const& r : property_rows())
    if (r.words.name == name) return &r;
  return nullptr;
}

std::string form_of(property const& p) {
  return std::string(p.name) + std::string(p.parameters) + " " + std::string(p.arguments);
}

failure bad(std::string what, std::size_t at, std::size_t length) {
  return {status::bad_input, std::move(what), at, length};
}

// "did you mean injective? ", or nothing.
std::string meant_by(std::string const& name) {
  std::vector<std::string> names;
  for (row const& r : property_rows()) names.emplace_back(r.words.name);
  std::string const best = most_similar(name, names);
  return best.empty() ? best : "did you mean " + best + "? ";
}

// Splits "aligned<16,half_t>" and evaluates the parameters.
row const* parse_property(session& s, std::string const& text, std::vector<value>& parameters,
                          failure& why) {
  std::size_t const open = text.find('<');
  std::string name = text.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  row const* const r = find_row(name);
  if (r == nullptr) {
    why = bad(
        "`" + name + "` is no property: " + meant_by(name) + "`tileproof prove --list` lists all",
        0, name.empty() ? 1 : name.size());
    return nullptr;
  }
  if (open != std::string::npos) {
    std::string const list = "Parameters" + text.substr(open);
    outcome const o = s.run(list);
    std::size_t const prefix = 10;
    if (!o.holds()) {
      why = o.why;
      why.at = why.at + open >= prefix ? why.at + open - prefix : 0;
      return nullptr;
    }
    parameters = o.result.items;
  }
  if (parameters.size() < r->parameters.least || parameters.size() > r->parameters.most) {
    why = bad(form_of(r->words) + " is its form, and " + std::to_string(parameters.size()) +
                  " parameters are given",
              0, text.size());
    return nullptr;
  }
  return r;
}

// The argument of canonical_for_tma: shared layout, and the tile of a global layout by a tiler.
bool tma_arguments(std::vector<value>& args, std::vector<mapping>& of, std::string& why) {
  if (!args[1].has_layout() || args[1].is_swizzled() ||
      (args[2].is != kind::integers && args[2].is != kind::layout)) {
    why = "the second argument is the layout of the tensor, the third a tiler";
    return false;
  }
  core::arithmetic cx;
  core::layout const global = core::as_fixed(args[1].of);  // a known number is that of the tensor
  core::layout const whole = core::identity(cx, global);
  core::layout const cut = args[2].is == kind::layout
                               ? core::composition(cx, whole, args[2].of)
                               : core::composition_by(cx, whole, tiler_of(args[2]));
  if (cx.refused()) {
    why = std::string(std::string_view(core::sentence(cx.why)));
    return false;
  }
  for (int i = 0; i < cut.count; ++i)
    if (!cut.at[i].extent.is_fixed()) {
      why = "a TMA box needs a tile with static extents";
      return false;
    }
  of[1] = detail::tma_tile_of(global, cut);
  of.pop_back();
  return true;
}

// Asks a row of values without unknowns.
void ask(row const& r, std::vector<value> const& parameters, std::vector<value> args, verdict& v) {
  std::vector<mapping> of(args.size());
  std::string wrong;
  bool const is_tma = takes_tma_tile(r);
  for (std::size_t i = 0; i < args.size() && wrong.empty(); ++i) {
    if (is_tma && i > 0) continue;
    if (!mapping_of_value(args[i], of[i], wrong)) break;
  }
  if (wrong.empty() && is_tma) tma_arguments(args, of, wrong);
  question q{parameters, of};
  int side = -1;
  for (std::size_t i = 0; i < of.size() && side < 0 && wrong.empty(); ++i)
    if (detail::has_other_offsets(of[i], r.coordinates, static_cast<int>(i)))
      side = static_cast<int>(i);
  if (wrong.empty() && side >= 0)
    q.found = detail::other_offsets(of[static_cast<std::size_t>(side)], side,
                                    static_cast<int>(of.size()));
  else if (wrong.empty() && !r.ask(q))
    wrong = q.wrong;
  if (!wrong.empty()) {
    v.why = bad(wrong, 0, 0);
    return;
  }
  v.found = q.found;
  v.is = q.found.is;
  if (q.found.holds()) return;
  core::text t;
  auto const all = q.all();
  if (!detail::put_sentence(t, q.found, q.patterns, q.topic, all.data(),
                            static_cast<int>(all.size()))) {
    t.put(r.words.name);
    t.put(q.found.is == answer::undecided ? " is undecided: " : " does not hold: ");
    core::put_clues(t, {q.found.clues, q.found.count});
  }
  detail::put_second(t, q.remedy);
  detail::put_second(t, q.reading);
  v.sentence = std::string(std::string_view(t));
  if (v.sentence.substr(0, 11) == "undecided: ") v.sentence.erase(0, 11);
}

// Asks for a property of a protocol. A proof ends at the first fault, so a property of which this
// is none is undecided.
void ask_protocol(row const& r, value const& of, verdict& v) {
  if (of.is != kind::protocol) {
    v.why = bad("a protocol is expected, gemm_wgmma(stages=4), and this is " + kind_of(of) +
                    "; a protocol of yours is a type of C++, which require<" +
                    std::string(r.words.name) + ">(protocol{}) proves while compiling",
                0, 0);
    return;
  }
  asked_protocol const p = protocol_of(of);
  protocol_answer const found = p.ask->prove(p.left_out);
  v.is = found.holds()                                  ? answer::yes
         : found.what == pipeline::fault::undecided     ? answer::undecided
         : r.is_own == nullptr || !r.is_own(found.what) ? answer::undecided
                                                        : answer::no;
  v.sentence = found.sentence;
  v.trace = found.trace;
  if (found.holds()) v.clauses = "for every trip count: " + plural(found.states, "state");
  if (!found.holds() || r.is_own != nullptr) return;
  v.clauses = "of " + std::to_string(p.ask->synchronisations().size()) +
              " synchronisations none can be left out";
  v.sentence = p.ask->spare();
  if (!v.sentence.empty()) v.is = answer::no;
}

// Asks whether an operation is accepted.
void ask_operation(row const& r, session& s, std::vector<value> const& parameters,
                   std::vector<value> const& args, verdict& v) {
  outcome const o = s.call_operation(r.operation, args, parameters);
  if (o.why.is == status::bad_input) {
    v.why = o.why;
    return;
  }
  if (o.why.is == status::refused) {
    v.is = answer::no;
    v.sentence = o.why.what;
    return;
  }
  v.conditions = o.conditions;
  v.is = o.conditions.empty() ? answer::yes : answer::undecided;
  std::string const beyond = s.beyond_device(r.operation, args, parameters);
  if (v.is != answer::yes || beyond.empty()) return;
  v.is = answer::no;
  v.sentence = beyond;
}

}  // namespace

bool mapping_of_value(value const& v, mapping& out, std::string& why) {
  if (v.is == kind::tensor) {
    why = "a proof asks about a layout, and a tensor is given";
    return false;
  }
  if (v.is != kind::layout && v.is != kind::integers) {
    why = "a layout, a shape or a tiler is expected, and " + kind_of(v) + " is given";
    return false;
  }
  if (has_unknown(v)) {
    why = "the layout has an unknown integer";
    return false;
  }
  for (int i = 0; i < v.of.tokens; ++i)
    if (v.is == kind::integers && v.of.token[i] == core::keep_token) {
      why = "a layout, a shape or a tiler of layouts and integers is expected, without `_` and X";
      return false;
    }
  if (v.outside.size() > 1 || (v.outside.size() == 1 && !v.outside[0].is_swizzle)) {
    why = "a proof asks about a layout with one swizzle at most";
    return false;
  }
  if (v.outside.empty()) {
    out = mapping(v.of);
    out.is_layout = v.is == kind::layout;
    return true;
  }
  if (core::is_tuple(v.outside[0].offset)) {
    why = "the offset inside a swizzle is an integer";
    return false;
  }
  core::integer const offset = v.outside[0].offset.at[0].extent;
  out = mapping(v.of, offset.value, v.outside[0].swizzle);
  out.is_offset_run_time = !offset.is_fixed();
  return true;
}

std::vector<property> const& properties() {
  static std::vector<property> const all = [] {
    std::vector<property> list;
    for (row const& r : property_rows()) list.push_back(r.words);
    return list;
  }();
  return all;
}

verdict decide(session& s, std::string const& text, std::vector<std::string> const& expressions) {
  verdict v;
  std::vector<value> parameters;
  v.blamed = text;
  row const* const r = parse_property(s, text, parameters, v.why);
  if (r == nullptr) return v;
  std::vector<value> args;
  std::vector<std::string> conditions;  // under which the arguments are right
  for (std::string const& e : expressions) {
    outcome const o = s.run(e);
    v.blamed = e;
    v.why = o.why;
    if (!o.holds()) return v;
    if (!o.bound.empty()) continue;
    args.push_back(o.result);
    v.arguments.push_back(s.text(o.result));
    v.objects.push_back(json_of(o.result, &s.of_unknowns()));
    conditions.insert(conditions.end(), o.conditions.begin(), o.conditions.end());
  }
  v.blamed = text;
  if (args.size() < r->arguments.least || args.size() > r->arguments.most) {
    v.why = bad(form_of(r->words) + " is its form, and " + std::to_string(args.size()) +
                    (args.size() == 1 ? " argument is" : " arguments are") + " given",
                0, text.size());
    return v;
  }
  bool unknown = false;
  for (value const& a : args) unknown = unknown || has_unknown(a);
  if (r->is_of_protocols()) {
    ask_protocol(*r, args[0], v);
  } else if (r->ask == nullptr) {
    ask_operation(*r, s, parameters, args, v);
    if (v.is != answer::no && !conditions.empty()) {
      v.is = answer::undecided;
      v.conditions.insert(v.conditions.begin(), conditions.begin(), conditions.end());
    }
  } else if (!conditions.empty()) {
    v.sentence = "an argument is right only if " + conditions[0] + ": give the unknown a value";
  } else if (!unknown) {
    ask(*r, parameters, args, v);
  } else {
    facts_of(
        s.of_unknowns(), args,
        [&](std::vector<value> const& numbers, verdict& one) { ask(*r, parameters, numbers, one); },
        v);
  }
  if (v.why && v.why.length == 0) v.why.length = text.size();
  return v;
}

std::string text_of(verdict const& v) {
  if (!v.conditions.empty()) {
    std::string s = "holds if ";
    for (std::size_t i = 0; i < v.conditions.size(); ++i)
      s += (i > 0 ? " and " : "") + v.conditions[i];
    return s;
  }
  std::string trace;
  for (std::string const& line : v.trace) trace += "\n  " + line;
  if (v.is == answer::no) return "refuted: " + v.sentence + trace;
  if (v.is == answer::undecided) return "undecided: " + v.sentence + trace;
  std::string s = v.clauses.empty() ? "holds" : "holds, " + v.clauses;
  if (v.found.points > 0)
    s += std::string(v.found.how == decided::by_structure ? ", from the strides alone"
                                                          : ", by visiting coordinates");
  if (v.found.count > 0) {
    core::text t;
    core::put_clues(t, {v.found.clues, v.found.count});
    s += ": " + std::string(std::string_view(t));
  }
  return s;
}

}  // namespace tileproof::explorer
