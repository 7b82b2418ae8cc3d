// SPDX-License-Identifier: BSL-1.0
//
// symbol: an integer that the algebra computes from unknowns. Its type is the expression; so its
// range and the numbers that divide it are known by recording that expression.
//
//   facts_of_symbol<S>()   // for ceil_div(m,128) * 4: {4, [4,67108864]}
#pragma once

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/types/multiple.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A step of an expression: operands are earlier steps, or where they are -1 `value`. The value of
// an input is the number of the unknown.
struct expression_node {
  core::op code;
  std::int16_t a, b;
  std::int64_t value;
};
// The last step is the result.
template <int N>
struct expression {
  expression_node at[N]{};
};

}  // namespace detail

// An expression over unknowns, whose order is that of their names, and a value of it.
template <auto Expression, class T, class... Unknowns>
struct symbol {
  using symbolic_kind = symbol;
  using unknowns = detail::type_list<Unknowns...>;
  using value_type = T;
  static constexpr auto expression = Expression;
  value_type value;

  symbol() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit symbol(value_type v) : value(v) {}
  TILEPROOF_HOST_DEVICE constexpr operator value_type() const { return value; }
};

namespace detail {

// ---- recording

// Makes the unknowns of a list the first nodes of a recorder.
template <class... Us>
constexpr void add_unknowns(core::arithmetic& cx, type_list<Us...>) {
  int n = 0;
  (cx.input(
       n++, Us::is_wide, facts_of_unknown<Us>::range.multiple,
       core::node_range{facts_of_unknown<Us>::range.least, facts_of_unknown<Us>::range.greatest}),
   ...);
}
// A recorder with room for a symbol, and for the ranges of its nodes.
struct symbol_program {
  static constexpr int most = 48;
  core::program_of<most, 1> program{};
  core::node_range range[most]{};

  constexpr core::recorder record() {
    core::recorder r = program.record();
    r.range = range;
    return r;
  }
};
// One step with arithmetic's simplifications.
constexpr core::integer advanced(core::arithmetic& cx, core::op code, core::integer const& a,
                                 core::integer const& b) {
  switch (code) {
    case core::op::add: return cx.add(a, b);
    case core::op::sub: return cx.sub(a, b);
    case core::op::mul: return cx.mul(a, b);
    case core::op::div: return cx.div(a, b);
    case core::op::ceil_div: return cx.ceil_div(a, b);
    case core::op::mod: return cx.mod(a, b);
    case core::op::min: return cx.min(a, b);
    case core::op::less_equal: return cx.less_equal(a, b);
    case core::op::equal: return cx.equal(a, b);
    case core::op::both: return cx.both(a, b);
    default: return cx.either(a, b);
  }
}
// The node of a symbolic type or static integer in a recorder whose first nodes are the unknowns of
// List.
template <class T, class List>
struct recorded_type;
template <auto V, class List>
struct recorded_type<C<V>, List> {
  static constexpr core::integer in(core::arithmetic&) { return core::fixed(V); }
};
template <unknown_integer U, class List>
struct recorded_type<U, List> {
  static constexpr core::integer in(core::arithmetic&) { return {0, place_of_unknown<U, List>}; }
};
// The places of the unknowns of a symbol in a list.
template <class Own, class List>
struct places_in;
template <class... Us, class List>
struct places_in<type_list<Us...>, List> {
  static constexpr int at[sizeof...(Us) + 1] = {place_of_unknown<Us, List>..., 0};
};
template <class S>
inline constexpr int steps_of_symbol =
    static_cast<int>(sizeof(S::expression.at) / sizeof(S::expression.at[0]));
template <symbol_integer S, class List>
struct recorded_type<S, List> {
  static constexpr core::integer in(core::arithmetic& cx) {
    constexpr int count = steps_of_symbol<S>;
    core::integer step[count]{};
    for (int i = 0; i < count; ++i) {
      expression_node const& n = S::expression.at[i];
      core::integer const constant = core::fixed(n.value);
      step[i] = n.code == core::op::input
                    ? core::integer{0, places_in<typename S::unknowns, List>::at[n.value]}
                    : advanced(cx, n.code, n.a < 0 ? constant : step[n.a],
                               n.b < 0 ? constant : step[n.b]);
    }
    return step[count - 1];
  }
};

// Facts about a symbol: a number that divides it, and its range.
struct facts_of_integer {
  std::int64_t multiple;
  core::node_range range;
};
template <symbol_integer S>
constexpr facts_of_integer facts_of_symbol() {
  symbol_program program;
  core::arithmetic cx;
  core::recorder recorder = program.record();
  cx.record = &recorder;
  add_unknowns(cx, typename S::unknowns{});
  core::integer const root = recorded_type<S, typename S::unknowns>::in(cx);
  return recorder.full ? facts_of_integer{1, {}}
                       : facts_of_integer{cx.multiple(root), cx.range(root)};
}
template <class T>
struct facts_of_symbolic {
  static constexpr facts_of_integer value = facts_of_symbol<T>();
};
template <unknown_integer U>
struct facts_of_symbolic<U> {
  static constexpr facts_of_integer value{
      facts_of_unknown<U>::range.multiple,
      {facts_of_unknown<U>::range.least, facts_of_unknown<U>::range.greatest}};
};
template <symbolic_integer T>
inline constexpr std::int64_t multiple_v<T> = facts_of_symbolic<T>::value.multiple;
template <symbolic_integer T>
inline constexpr bool is_multiple<T> = facts_of_symbolic<T>::value.multiple > 1;
template <symbolic_integer T>
struct plain_integer<T> {
  using type = typename T::value_type;
};

// The range of a run-time integer.
template <class T>
inline constexpr core::node_range range_v{};
template <symbolic_integer T>
inline constexpr core::node_range range_v<T> = facts_of_symbolic<T>::value.range;

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE

// Last: the operators, without which m * 2 would be an int.
#include <tileproof/types/symbol_arithmetic.hpp>
