// SPDX-License-Identifier: BSL-1.0
//
// Writes unknowns and symbols as formulas: m, ceil_div(m,128), (m+n)*4. Operators are C++'s.
#pragma once

#include <tileproof/core/text.hpp>
#include <tileproof/types/unknown.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The operators by what they bind: a factor, a sum, a comparison, a logical operator.
enum class binding : unsigned char { logical, comparison, sum, product, none };
struct spelled_operator {
  char const* text;
  binding binds;
  bool is_call = false;
};
constexpr spelled_operator spelling_of(core::op code) {
  switch (code) {
    case core::op::add: return {"+", binding::sum};
    case core::op::sub: return {"-", binding::sum};
    case core::op::mul: return {"*", binding::product};
    case core::op::div: return {"/", binding::product};
    case core::op::mod: return {"%", binding::product};
    case core::op::ceil_div: return {"ceil_div", binding::none, true};
    case core::op::min: return {"min", binding::none, true};
    case core::op::less_equal: return {" <= ", binding::comparison};
    case core::op::equal: return {" == ", binding::comparison};
    case core::op::both: return {" && ", binding::logical};
    default: return {" || ", binding::logical};
  }
}

// Writes an operation on operands that put(is_right, around) writes, in parentheses where its
// operator binds less than `around`, or as much on the right of one.
template <class Put>
constexpr void put_operation(core::text& t, spelled_operator const& by, binding around,
                             bool is_right, Put const& put) {
  bool const is_closed = by.is_call || by.binds < around || (by.binds == around && is_right);
  binding const inside = by.is_call ? binding::logical : by.binds;
  if (by.is_call) t.put(by.text);
  if (is_closed) t.put('(');
  put(false, inside);
  t.put(by.is_call ? "," : by.text);
  put(true, inside);
  if (is_closed) t.put(')');
}
// Writes step i of an expression.
template <int N>
constexpr void put_step(core::text& t, expression<N> const& e, std::string_view const* names, int i,
                        binding around = binding::logical, bool is_right = false) {
  expression_node const& n = e.at[i];
  if (n.code == core::op::input) return t.put(names[n.value]);
  put_operation(t, spelling_of(n.code), around, is_right, [&](bool right, binding inside) {
    int const at = right ? n.b : n.a;
    at < 0 ? t.put(n.value) : put_step(t, e, names, at, inside, right);
  });
}

template <class T>
struct formula_of {
  static constexpr void put(core::text& t) { t.put('?'); }
};
template <unknown_integer U>
struct formula_of<U> {
  static constexpr void put(core::text& t) { t.put(U::name()); }
};
template <class List>
struct names_of;
template <class... Us>
struct names_of<type_list<Us...>> {
  static constexpr std::string_view at[sizeof...(Us) + 1] = {Us::name()..., {}};
};
template <symbol_integer S>
struct formula_of<S> {
  static constexpr void put(core::text& t) {
    put_step(t, S::expression, names_of<typename S::unknowns>::at, steps_of_symbol<S> - 1);
  }
};

// Writes leaf number `leaf` of a list of leaf types; `?` where it is no formula.
template <class... Ls>
constexpr void put_leaf_formula(core::text& t, [[maybe_unused]] int leaf, type_list<Ls...>) {
  [[maybe_unused]] int n = 0;
  (void(n++ == leaf ? formula_of<Ls>::put(t) : void()), ...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
