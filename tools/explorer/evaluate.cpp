// SPDX-License-Identifier: BSL-1.0
#include "evaluate.hpp"

#include "accesses.hpp"
#include "operations.hpp"
#include "protocols.hpp"
#include "tiling.hpp"
#include "words.hpp"

#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/sentence.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

value bad(failure& why, node const& n, std::string what) {
  if (!why) why = {status::bad_input, std::move(what), n.begin, n.end - n.begin};
  return {};
}

// The values as the arguments of a sentence: "; the arguments are A and B".
std::string arguments_text(std::vector<value> const& args, unknowns const& names) {
  if (args.empty()) return {};
  std::string s = args.size() == 1 ? "; the argument is " : "; the arguments are ";
  for (std::size_t i = 0; i < args.size(); ++i)
    s += (i == 0 ? "" : i + 1 == args.size() ? " and " : ", ") + text_of(args[i], &names);
  return s;
}

// Gives every run-time integer 64 bits.
void widen(core::integer& v) {
  if (v.node == core::integer::plain_node) v.node = wide_node;
}
void widen(core::layout& l) {
  for (int i = 0; i < l.count; ++i) {
    widen(l.at[i].extent);
    widen(l.at[i].stride);
  }
}
bool exceeds_32_bits(core::layout const& l) {
  core::arithmetic cx;
  return core::all_fixed(l) && (core::cosize(cx, l).value - 1 > INT32_MAX || cx.refused());
}

// The first run-time integer that its type does not hold.
bool fits(core::integer const& v, core::refusal& why) {
  bool const narrow = v.node == core::integer::plain_node;
  if (!narrow || (v.value >= INT32_MIN && v.value <= INT32_MAX)) return true;
  why = {core::property::leaves_fit_their_type, 0, 0, v.value, 32};
  return false;
}
bool fits(core::layout const& l, core::refusal& why) {
  for (int i = 0; i < l.count; ++i)
    if (!fits(l.at[i].extent, why) || !fits(l.at[i].stride, why)) return false;
  return true;
}
bool fits(value const& v, core::refusal& why) {
  bool all = fits(v.of, why) && fits(v.offset, why);
  for (outer_function const& f : v.outside) all = all && fits(f.offset, why) && fits(f.layout, why);
  for (value const& item : v.items) all = all && fits(item, why);
  return all;
}
bool is_full(value const& v) {
  bool full = v.of.full || v.offset.full;
  for (outer_function const& f : v.outside) full = full || f.layout.full || f.offset.full;
  for (value const& item : v.items) full = full || is_full(item);
  return full;
}

// Refuses a call that the library refuses while compiling, from the types alone: the modes of a
// result must follow from them, within the capacity of one recorded program.
void refuse_by_types(value (*run)(call&), call& c) {
  unknowns types(core::program::max_nodes, core::program::max_obligations);
  std::vector<value> args = c.args;
  for (value& v : args) types.take(v);
  if (types.is_empty()) return;
  core::arithmetic cx;
  cx.record = types.record();
  call trial{cx, args, c.angles};
  trial.name = c.name;
  value const r = run(trial);
  if (!trial.why && (types.record()->full || is_full(r)))
    cx.refuse(core::property::leaves_fit_capacity);
  if (cx.refused()) c.cx.refuse(cx.why);
}

}  // namespace

// Runs an operation: prepares its arguments as the library's types would, and puts a refusal into a
// sentence. `names` are the nodes of the arguments, for the caret.
value session::perform(std::string_view name, value (*run)(call&), node const& n,
                       node const* const* names, std::size_t count, std::vector<value> args,
                       std::vector<value> const& angles, failure& why) {
  bool wide = false;
  for (value const& v : args) wide = wide || exceeds_32_bits(v.of);
  for (value& v : args)
    if (wide) {
      widen(v.of);
      widen(v.offset);
    }
  bool unknown = false;
  for (value const& v : args) unknown = unknown || has_unknown(v);
  core::arithmetic cx;
  std::vector<value> given;  // for the sentence, where `args` become nodes
  if (unknown) {
    given = args;
    for (value& v : args) unknowns_->take(v);
    unknowns_->start();
    cx.record = unknowns_->record();
    if (cx.record->full) cx.refuse(core::property::leaves_fit_capacity);
  }
  call c{cx, args, angles};
  c.name = name;
  if (!unknown) refuse_by_types(run, c);
  value r = cx.refused() ? value{} : run(c);
  if (c.why) {
    node const* at = &n;
    if (c.wrong >= 0 && c.wrong < static_cast<int>(count)) at = names[c.wrong];
    if (c.wrong >= 100 && c.wrong - 100 < static_cast<int>(n.angles.size()))
      at = &n.angles[static_cast<std::size_t>(c.wrong - 100)];
    why = std::move(c.why);
    why.at = at->begin;
    why.length = at->end - at->begin;
    return {};
  }
  core::refusal reason = cx.why;
  if (!cx.refused() && is_full(r)) reason.what = core::property::leaves_fit_capacity;
  if (reason.what == core::property::none) fits(r, reason);
  if (reason.what == core::property::none) {
    if (unknown) add_conditions(unknowns_->conditions());
    if (on_step) on_step({name, args, angles, &r});
    return r;
  }
  if (on_step) on_step({name, args, angles, nullptr});
  why = {status::refused,
         std::string(std::string_view(core::sentence(reason))) +
             arguments_text(unknown ? given : args, *unknowns_),
         n.begin, n.end - n.begin};
  return {};
}

// Keeps each condition once.
void session::add_conditions(std::vector<std::string> const& more) {
  for (std::string const& condition : more) {
    bool is_new = true;
    for (std::string const& c : conditions_) is_new = is_new && c != condition;
    if (is_new) conditions_.push_back(condition);
  }
}

outcome session::run(std::string_view line) {
  outcome r;
  parsed const p = parse(line);
  r.why = p.why;
  conditions_.clear();
  reads_static_ = !always_run_time_ && !p.is_run_time && !p.has_static && !uses_run_time(p.tree);
  r.is_static = reads_static_;
  if (!r.why) r.result = evaluate(p.tree, r.why);
  r.conditions = conditions_;
  if (reads_static_ && p.has_run_time && r.why.is != status::bad_input)
    r.with_run_time = with_run_time(p.tree, r);
  if (r.why || p.bound.empty()) return r;
  if (r.result.is_integer()) unknowns_->name(r.result.integer(), p.bound);
  names_[p.bound] = {r.result, r.conditions, r.is_static};
  r.bound = p.bound;
  return r;
}

// Whether a name in the tree is bound to what a line with static and run-time integers computed.
bool session::uses_run_time(node const& n) const {
  if (n.is == form::name || n.is == form::call) {
    auto const at = names_.find(n.text);
    if (at != names_.end() && !at->second.is_static) return true;
  }
  for (std::vector<node> const* const list : {&n.angles, &n.parts})
    for (node const& part : *list)
      if (uses_run_time(part)) return true;
  return false;
}

// The answer to a line of static integers if they were run-time integers; empty where it says the
// same. Lines with unknowns are not asked.
std::string session::with_run_time(node const& tree, outcome const& found) {
  if (!unknowns_->is_empty()) return {};
  auto const steps = std::exchange(on_step, nullptr);
  reads_static_ = false;
  failure why;
  value const other = evaluate(tree, why);
  on_step = steps;
  if (why.is == status::bad_input) return {};
  if (found.why) return why ? std::string() : text(other);
  if (why) return "refused: " + why.what;
  return are_equal(found.result, other) ? std::string() : text(other);
}

std::string session::line(value const& v) const {
  std::string const s = text(v);
  bool const has_integer = s.find_first_of("0123456789") != std::string::npos;
  bool has_static = false;
  for (std::size_t at = s.find('_'); at != std::string::npos; at = s.find('_', at + 1))
    has_static = has_static || s.find_first_of("0123456789-", at + 1) == at + 1;
  return s + (v.has_layout() && has_integer && !has_static ? "  # run-time" : "");
}

outcome session::call_operation(std::string_view name, std::vector<value> args,
                                std::vector<value> angles) {
  outcome r;
  conditions_.clear();
  node n;
  n.text = std::string(name);
  r.result =
      perform(name, find_operation(name)->run, n, nullptr, 0, std::move(args), angles, r.why);
  r.conditions = conditions_;
  return r;
}

std::string session::beyond_device(std::string_view operation, std::vector<value> args,
                                   std::vector<value> const& angles) const {
  unknowns types(core::program::max_nodes, core::program::max_obligations);
  for (value& v : args) types.take(v);
  core::arithmetic cx;
  cx.record = types.record();
  call c{cx, args, angles};
  value const r = find_operation(operation)->run(c);
  return cx.refused() ? std::string() : types.beyond_width(r);
}

value const* session::find(std::string_view name) const {
  auto const at = names_.find(name);
  return at == names_.end() ? nullptr : &at->second.of;
}

// The name of an instruction that is the most similar; empty where none is.
static std::string similar_instruction(std::string const& name) {
  std::vector<std::string> all = mma_atom_names();
  for (std::string& copy : copy_atom_names()) all.push_back(std::move(copy));
  return most_similar(name, all);
}

value session::evaluate(node const& n, failure& why) {
  switch (n.is) {
    case form::integer: {
      core::integer const v =
          n.is_static || reads_static_ ? core::fixed(n.number) : run_time(n.number);
      return integers(core::single({v, v, n.axis}));
    }
    case form::keep: {
      core::layout l;
      l.open(core::keep_token);
      return integers(l);
    }
    case form::unknown: {
      auto const known = unknown_names_.find(n.text);
      if (known != unknown_names_.end()) return integer(known->second);
      core::integer const v = unknowns_->add(n.text.empty() ? "?" : n.text, n.number);
      if (!n.text.empty()) unknown_names_.emplace(n.text, v);
      if (unknowns_->record()->full) return bad(why, n, "too many unknown integers in one session");
      return integer(v);
    }
    case form::name: {
      auto const at = names_.find(n.text);
      if (at != names_.end()) {
        add_conditions(at->second.conditions);
        return at->second.of;
      }
      if (is_word(n.text)) return atom(n.text);
      if (value v; find_instruction(n.text, v) || find_protocol(n.text, v)) return v;
      if (shared_instruction is; shared_access(n.text, is)) return atom(access_of_any_name(n.text));
      if (operation const* const f = find_operation(n.text); f != nullptr)
        return bad(why, n,
                   "`" + n.text + "` is an operation, and " + std::string(f->usage) + " its form");
      operation const* const near = similar_operation(n.text);
      std::string const meant =
          near != nullptr ? std::string(near->usage) : similar_instruction(n.text);
      return bad(why, n,
                 "`" + n.text + "` is no operation, and no `let` has bound it" +
                     (meant.empty() ? "" : ": did you mean " + meant + "?"));
    }
    case form::tuple:
    case form::angles: return tuple(n, why);
    case form::pair: return pair(n, why);
    case form::chain: return chain(n, why);
    case form::apply: {
      std::vector<value> args;
      std::vector<node const*> names;
      for (node const& part : n.parts) {
        args.push_back(evaluate(part, why));
        names.push_back(&part);
        if (why) return {};
      }
      return perform("apply", apply, n, names.data(), names.size(), std::move(args), {}, why);
    }
    case form::call: return call_of(n, why);
    case form::arithmetic: {
      std::vector<value> args{evaluate(n.parts[0], why), {}};
      if (!why) args[1] = evaluate(n.parts[1], why);
      if (why) return {};
      node const* const names[] = {&n.parts[0], &n.parts[1]};
      return perform(n.text, arithmetic, n, names, 2, std::move(args), {}, why);
    }
    case form::pointer:
      return bad(why, n, "a pointer stands before `o` and a layout, ptr[32b](0x0) o (4,8):(8,1)");
  }
  return {};
}

// ( ... ): a tuple of integers, a tiler, or one expression in parentheses. < ... > is never the
// latter.
value session::tuple(node const& n, failure& why) {
  core::layout l;
  l.open(static_cast<int>(n.parts.size()));
  for (node const& part : n.parts) {
    value v = evaluate(part, why);
    if (why) return {};
    bool const grouping = n.is == form::tuple && n.parts.size() == 1;
    if (grouping && v.is != kind::integers) return v;
    if (v.is == kind::layout && !v.is_swizzled())
      l.open(core::tile_token);
    else if (v.is != kind::integers)
      return bad(why, part, kind_of(v) + " cannot stand in a tuple");
    l.copy(v.of);
  }
  if (l.full)
    return bad(why, n,
               "a tuple holds at most " + std::to_string(core::max_leaves) + " integers in " +
                   std::to_string(core::max_tokens) + " levels and integers");
  return integers(l);
}

// Whether every leaf is an integer: no `_` and no layout of a tiler.
static bool are_numbers(core::layout const& l) {
  for (int i = 0; i < l.tokens; ++i)
    if (l.token[i] == core::keep_token || l.token[i] == core::tile_token) return false;
  return true;
}

value session::pair(node const& n, failure& why) {
  value const shape = evaluate(n.parts[0], why);
  value const stride = why ? value{} : evaluate(n.parts[1], why);
  if (why) return {};
  for (int i = 0; i < 2; ++i) {
    value const& v = i == 0 ? shape : stride;
    node const& part = n.parts[static_cast<std::size_t>(i)];
    if (v.is != kind::integers || !are_numbers(v.of))
      return bad(why, part,
                 std::string("a ") + (i == 0 ? "shape" : "stride") +
                     " is an integer or a tuple of integers, and this is " + kind_of(v));
  }
  for (int i = 0; i < shape.of.count; ++i)
    if (shape.of.at[i].axis != 0)
      return bad(why, n.parts[0], "an extent is an integer, and this one is a basis vector");
  core::arithmetic cx;
  core::layout const l = core::zipped(cx, shape.of, stride.of);
  if (!cx.refused()) return plain_layout(l);
  why = {status::refused,
         std::string(std::string_view(core::sentence(cx.why))) + ": the shape is " +
             text_of(shape) + ", the stride " + text_of(stride),
         n.begin, n.end - n.begin};
  return {};
}

// The swizzle of bytes s as one of elements of so many bits; false where it moves parts of them.
static bool of_elements(core::swizzle& s, std::int64_t bits) {
  int shift = 0;
  for (std::int64_t b = bits; b > 8; b /= 2) ++shift;
  for (std::int64_t b = bits; b < 8; b *= 2) --shift;
  s.base -= shift;
  return bits > 0 && (bits & (bits - 1)) == 0 && s.base >= 0;
}

// The operands of a chain without the pointers among them, whose swizzles, or the one before them,
// become swizzles of elements.
bool session::chain_parts(node const& n, std::vector<value>& parts, std::vector<node const*>& names,
                          failure& why) {
  for (node const& part : n.parts) {
    bool const is_pointer = part.is == form::pointer;
    if (is_pointer && &part == &n.parts.back()) bad(why, part, "a layout stands after a pointer");
    bool const is_swizzled = is_pointer && !part.parts.empty();
    if (is_swizzled) {
      std::vector<value> numbers;
      for (node const& number : part.parts) numbers.push_back(evaluate(number, why));
      if (!why)
        parts.push_back(
            perform("Sw", find_operation("Sw")->run, part, nullptr, 0, {}, numbers, why));
      names.push_back(&part);
    } else if (!is_pointer) {
      parts.push_back(evaluate(part, why));
      names.push_back(&part);
    }
    if (why) return false;
    if (is_pointer && !parts.empty() && parts.back().is == kind::swizzle &&
        !of_elements(parts.back().outside[0].swizzle, part.number))
      bad(why, *names.back(),
          "a swizzle of bytes that moves parts of an element: it is none of elements of " +
              std::to_string(part.number) + " bits");
    if (why) return false;
  }
  return true;
}

// A o B o C, from the right: a layout after an integer is a tensor, or stands in a composed layout
// Sw<3,3,3> o _0 o (_8,_64):(_64,_1).
value session::chain(node const& n, failure& why) {
  std::vector<value> parts;
  std::vector<node const*> of;
  if (!chain_parts(n, parts, of, why)) return {};
  std::size_t i = parts.size() - 1;
  value r = std::move(parts[i]);
  while (i > 0) {
    std::vector<value> args;
    std::vector<node const*> names;
    bool const has_offset =
        parts[i - 1].is == kind::integers && i >= 2 && parts[i - 2].is != kind::integers;
    std::size_t const taken = has_offset ? 2 : 1;
    for (std::size_t k = i - taken; k < i; ++k) {
      args.push_back(parts[k]);
      names.push_back(of[k]);
    }
    args.push_back(std::move(r));
    names.push_back(of[i]);
    r = perform("composition", compose, n, names.data(), names.size(), std::move(args), {}, why);
    if (why) return {};
    i -= taken;
  }
  return r;
}

value session::call_of(node const& n, failure& why) {
  if (n.angles.empty() && find(n.text) != nullptr) {  // a layout of this name at a coordinate
    node as_applied = n;
    as_applied.is = form::apply;
    as_applied.parts.insert(as_applied.parts.begin(), node{});
    as_applied.parts[0].is = form::name;
    as_applied.parts[0].text = n.text;
    as_applied.parts[0].begin = n.begin;
    as_applied.parts[0].end = n.begin + n.text.size();
    return evaluate(as_applied, why);
  }
  std::vector<value> args;
  std::vector<value> angles;
  std::vector<node const*> names;
  for (node const& part : n.angles) {
    value instruction;
    bool const is_word = part.is == form::name && find(part.text) == nullptr;
    bool const is_mma_or_copy = is_word && find_instruction(part.text, instruction);
    angles.push_back(is_mma_or_copy ? instruction
                     : is_word      ? atom(part.text)
                                    : evaluate(part, why));
    if (why) return {};
  }
  for (node const& part : n.parts) {
    args.push_back(evaluate(part, why));
    names.push_back(&part);
    if (why) return {};
  }
  operation const* const f = find_operation(n.text);
  int const count = static_cast<int>(args.size());
  int const in_angles = static_cast<int>(angles.size());
  if (count < f->least || count > f->most || in_angles < f->least_angles ||
      in_angles > f->most_angles)
    return bad(
        why, n,
        std::string(f->usage) + " is its form, and it has " + std::to_string(count) + " argument" +
            (count == 1 ? "" : "s") +
            (f->most_angles == 0 ? ""
                                 : " and " + std::to_string(in_angles) + " in angle brackets"));
  return perform(f->name, f->run, n, names.data(), names.size(), std::move(args), angles, why);
}

}  // namespace tileproof::explorer
