// SPDX-License-Identifier: BSL-1.0
#include "unknowns.hpp"

#include <utility>

namespace tileproof::explorer {

namespace {

constexpr int most_operators = 200;  // in one text; `...` stands for the others

// Calls visit for every integer of the value.
template <class Layout, class Visit>
void each_integer_of(Layout& l, Visit const& visit) {
  for (int i = 0; i < l.count; ++i) {
    visit(l.at[i].extent);
    visit(l.at[i].stride);
  }
}
template <class Value, class Visit>
void each_integer(Value& v, Visit const& visit) {
  each_integer_of(v.of, visit);
  each_integer_of(v.offset, visit);
  for (auto& f : v.outside) {
    each_integer_of(f.layout, visit);
    each_integer_of(f.offset, visit);
  }
  for (auto& item : v.items) each_integer(item, visit);
}

}  // namespace

bool has_unknown(value const& v) {
  bool any = false;
  each_integer(v, [&](core::integer const& i) { any = any || !i.is_known(); });
  return any;
}

unknowns::unknowns(int nodes, int conditions)
    : nodes_(static_cast<std::size_t>(nodes)), owed_(static_cast<std::size_t>(conditions)) {
  recorder_.at = nodes_.data();
  recorder_.max_nodes = nodes;
  recorder_.owed = owed_.data();
  recorder_.max_obligations = conditions;
}

core::integer unknowns::add(std::string name, std::int64_t multiple_of) {
  core::arithmetic cx;
  cx.record = &recorder_;
  std::size_t others = 0;  // without a name; they are then ?, ?b, ?c, ...
  for (std::string const& n : names_) others += n[0] == '?';
  if (name == "?" && others > 0)
    name += std::string(others / 26, 'z') + static_cast<char>('a' + others % 26);
  names_.push_back(std::move(name));
  multiples_.push_back(multiple_of);
  numbers_.push_back(0);
  return cx.input(static_cast<int>(names_.size()) - 1, false, multiple_of);
}

core::integer unknowns::known(core::integer v) {
  if (v.is_fixed() || !v.is_known()) return v;
  names_.push_back(std::to_string(v.value));
  multiples_.push_back(0);
  numbers_.push_back(v.value);
  core::arithmetic cx;
  cx.record = &recorder_;
  return cx.input(static_cast<int>(names_.size()) - 1, v.node == wide_node, 1);
}

void unknowns::take(value& v) {
  each_integer(v, [&](core::integer& i) { i = known(i); });
}

void unknowns::name(core::integer v, std::string name) {
  if (v.is_known() || nodes_[static_cast<std::size_t>(v.node)].does.code != core::op::input) return;
  std::string& now =
      names_[static_cast<std::size_t>(nodes_[static_cast<std::size_t>(v.node)].value)];
  if (now[0] == '?') now = std::move(name);
}

unknowns::spelled unknowns::operand(core::node const& n, bool first, int& left) const {
  if (core::is_constant(first ? n.does.a : n.does.b)) return known_number(n.value);
  return spell(first ? n.a : n.b, left);
}

unknowns::spelled unknowns::known_number(std::int64_t n) {
  return {std::to_string(n), n < 0 ? 2 : 0, true, n, false, n};
}

// Writes a op b without an operator, as a number or one of the operands; false where it is neither.
bool unknowns::fold(core::op code, spelled const& a, spelled const& b, spelled& out) {
  using core::op;
  auto const is = [](spelled const& s, std::int64_t n) { return s.is_number && s.number == n; };
  if (a.is_number && b.is_number) {
    core::exact const r = core::perform(code, {a.number, false}, {b.number, false});
    bool const divides_by_0 =
        b.number == 0 && (code == op::div || code == op::mod || code == op::ceil_div);
    if (r.lost || divides_by_0) return false;
    out = known_number(r.value);
    return true;
  }
  bool const are_same = !a.is_cut && !b.is_cut && a.text == b.text;
  switch (code) {
    case op::add:
      if (!is(a, 0) && !is(b, 0)) return false;
      out = is(a, 0) ? b : a;
      return true;
    case op::sub:
      if (!is(b, 0)) return false;
      out = a;
      return true;
    case op::mul:
    case op::both:
      if (is(a, 0) || is(b, 0))
        out = known_number(0);
      else if (is(a, 1) || is(b, 1))
        out = is(a, 1) ? b : a;
      else
        return false;
      return true;
    case op::either:
      if (is(a, 1) || is(b, 1))
        out = known_number(1);
      else if (is(a, 0) || is(b, 0))
        out = is(a, 0) ? b : a;
      else
        return false;
      return true;
    case op::div:
    case op::ceil_div:
      if (!is(b, 1)) return false;
      out = a;
      return true;
    case op::mod:
      if (!b.is_number || b.number == 0 || a.factor % b.number != 0) return false;
      out = known_number(0);
      return true;
    case op::min:
      if (!are_same) return false;
      out = a;
      return true;
    case op::equal:
    case op::less_equal: {
      bool const never =
          code == op::equal && ((a.is_number && b.factor != 0 && a.number % b.factor != 0) ||
                                (b.is_number && a.factor != 0 && b.number % a.factor != 0));
      if (!are_same && !never) return false;
      out = known_number(are_same);
      return true;
    }
    default: return false;
  }
}

unknowns::spelled unknowns::spell(int node, int& left) const {
  core::node const& n = nodes_[static_cast<std::size_t>(node)];
  if (n.does.code == core::op::input) {
    std::size_t const i = static_cast<std::size_t>(n.value);
    if (multiples_[i] == 0) return known_number(numbers_[i]);
    return {names_[i], 0, false, 0, false, multiples_[i]};
  }
  if (--left < 0) return {"...", 0, false, 0, true};
  spelled const a = operand(n, true, left);
  spelled const b = operand(n, false, left);
  if (spelled folded; fold(n.does.code, a, b, folded)) return folded;
  bool const is_cut = a.is_cut || b.is_cut;
  auto const within = [](spelled const& s, int level) {
    return s.level > level ? "(" + s.text + ")" : s.text;
  };
  auto const infix = [&](char const* sign, int level) {
    return spelled{within(a, level) + sign + within(b, level - 1), level, false, 0, is_cut};
  };
  auto const of_factor = [](spelled r, std::int64_t factor) {
    r.factor = factor == 0 ? 1 : factor;
    return r;
  };
  auto const product_of = [](std::int64_t x, std::int64_t y) {
    std::int64_t r = 1;
    return core::mul_overflows(x, y, r) ? 1 : r;
  };
  auto const call = [&](char const* name) {
    return spelled{std::string(name) + "(" + a.text + "," + b.text + ")", 0, false, 0, is_cut};
  };
  switch (n.does.code) {
    case core::op::add: return of_factor(infix("+", 2), core::gcd(a.factor, b.factor));
    case core::op::sub: return of_factor(infix("-", 2), core::gcd(a.factor, b.factor));
    case core::op::mul: return of_factor(infix("*", 1), product_of(a.factor, b.factor));
    case core::op::div: return infix("/", 1);
    case core::op::mod: return infix("%", 1);
    case core::op::ceil_div: return call("ceil_div");
    case core::op::min: return of_factor(call("min"), core::gcd(a.factor, b.factor));
    case core::op::less_equal: return infix(" <= ", 3);
    case core::op::equal: {
      core::node const& m = nodes_[static_cast<std::size_t>(n.a)];
      bool const is_remainder = !core::is_constant(n.does.a) && m.does.code == core::op::mod &&
                                b.is_number && b.number == 0;
      if (!is_remainder) return infix(" == ", 3);
      return {within(operand(m, false, left), 2) + " divides " + within(operand(m, true, left), 2),
              3, false, 0, is_cut};
    }
    case core::op::both: return {within(a, 4) + " and " + within(b, 4), 4, false, 0, is_cut};
    default:  // either; an `and` in it stands in parentheses
      return {(a.level == 4 ? "(" + a.text + ")" : within(a, 5)) + " or " +
                  (b.level == 4 ? "(" + b.text + ")" : within(b, 5)),
              5, false, 0, is_cut};
  }
}

std::string unknowns::text(core::integer v) const {
  if (v.is_fixed()) return "_" + std::to_string(v.value);
  int left = most_operators;
  return v.is_known() ? std::to_string(v.value) : spell(v.node, left).text;
}

std::vector<std::string> unknowns::conditions() const {
  std::vector<std::string> all;
  for (int i = 0; i < recorder_.obligations; ++i) {
    int const node = owed_[static_cast<std::size_t>(i)].node;
    int left = most_operators;
    spelled const one = spell(node, left);
    if (!one.is_number)
      all.push_back(one.text);
    else if (one.number == 0)
      all.push_back("never");
  }
  return all;
}

std::vector<bool> unknowns::nodes_of(value const& v) const {
  std::vector<bool> used(static_cast<std::size_t>(recorder_.count));
  each_integer(v, [&](core::integer const& i) {
    if (!i.is_known()) used[static_cast<std::size_t>(i.node)] = true;
  });
  for (std::size_t i = used.size(); i > 0; --i) {
    core::node const& n = nodes_[i - 1];
    if (!used[i - 1] || n.does.code == core::op::input) continue;
    if (!core::is_constant(n.does.a)) used[static_cast<std::size_t>(n.a)] = true;
    if (!core::is_constant(n.does.b)) used[static_cast<std::size_t>(n.b)] = true;
  }
  return used;
}

std::vector<int> unknowns::inputs_of(value const& v) const {
  std::vector<bool> const used = nodes_of(v);
  std::vector<int> inputs;
  for (std::size_t i = 0; i < used.size(); ++i) {
    core::node const& n = nodes_[i];
    bool const is_unknown = used[i] && n.does.code == core::op::input &&
                            multiples_[static_cast<std::size_t>(n.value)] != 0;
    if (is_unknown) inputs.push_back(static_cast<int>(n.value));
  }
  return inputs;
}

std::string unknowns::beyond_width(value const& result) const {
  std::vector<bool> const used = nodes_of(result);
  std::vector<core::exact> values(used.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = core::evaluate(nodes_[i], values.data(), numbers_.data());
    bool const fits =
        !values[i].lost &&
        (nodes_[i].wide || (values[i].value >= INT32_MIN && values[i].value <= INT32_MAX));
    if (fits || !used[i]) continue;
    int left = most_operators;
    return "device code computes " + spell(static_cast<int>(i), left).text + " in " +
           (nodes_[i].wide ? "64" : "32") + " bits, and " +
           (values[i].lost ? "it has more" : "it is " + std::to_string(values[i].value));
  }
  return {};
}

bool unknowns::substitute(value& v, std::vector<std::int64_t> const& numbers) const {
  std::vector<core::exact> values(static_cast<std::size_t>(recorder_.count));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = core::evaluate(nodes_[i], values.data(), numbers.data());
  bool fits = true;
  each_integer(v, [&](core::integer& i) {
    if (i.is_known()) return;
    core::exact const& x = values[static_cast<std::size_t>(i.node)];
    fits = fits && !x.lost;
    i = run_time(x.value);
  });
  return fits;
}

}  // namespace tileproof::explorer
