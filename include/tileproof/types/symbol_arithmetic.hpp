// SPDX-License-Identifier: BSL-1.0
//
// The operators of unknowns, symbols and static integers. The type of a result is made by recording
// it, so that m + 0 is m, and m*4/2 is m*2.
//
//   unknown<"m">{} * _4{} / _2{}   // a symbol, m*2
#pragma once

#include <tileproof/types/symbol.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// ---- the type of a recorded integer. Source has `unknowns`, a type_list, and `record(arithmetic&)
// -> integer`, which is called with these as the first nodes.

struct recorded_symbol {
  core::program_of<symbol_program::most, 1> program{};
  core::integer root{};
  bool is_lost = false;                         // it has no place, or is no expression
  std::int16_t number[symbol_program::most]{};  // of each node in the expression, or -1
  int count = 0;                                // its steps

  // Numbers the nodes that node n needs, operands first.
  constexpr void visit(int n) {
    if (number[n] >= 0) return;
    core::node const& at = program.at[n];
    if (at.does.code != core::op::input) {
      if (!core::is_constant(at.does.a)) visit(at.a);
      if (!core::is_constant(at.does.b)) visit(at.b);
    }
    number[n] = static_cast<std::int16_t>(count++);
  }
};
template <class Source>
constexpr recorded_symbol record_symbol() {
  recorded_symbol r;
  symbol_program in;
  core::arithmetic cx;
  core::recorder recorder = in.record();
  cx.record = &recorder;
  add_unknowns(cx, typename Source::unknowns{});
  r.root = Source::record(cx);
  in.program.stop(recorder);
  r.program = in.program;
  r.is_lost = cx.refused() || recorder.full;
  for (std::int16_t& n : r.number) n = -1;
  if (!r.is_lost && !r.root.is_known()) r.visit(r.root.node);
  return r;
}
// The expression, with the unknowns that it uses numbered in their order.
template <int N, int Unknowns>
constexpr expression<N> expression_of(recorded_symbol const& r) {
  expression<N> e;
  int place[Unknowns + 1]{};
  for (int u = 0, used = 0; u < Unknowns; ++u) place[u] = r.number[u] >= 0 ? used++ : 0;
  for (int i = 0; i < r.program.count; ++i) {
    if (r.number[i] < 0) continue;
    core::node const& n = r.program.at[i];
    bool const is_input = n.does.code == core::op::input;
    auto const operand = [&](core::operand o, std::int16_t at) {
      return is_input || core::is_constant(o) ? std::int16_t{-1} : r.number[at];
    };
    e.at[r.number[i]] = {n.does.code, operand(n.does.a, n.a), operand(n.does.b, n.b),
                         is_input ? place[n.value] : n.value};
  }
  return e;
}
template <class List, class Used, class Source, int Place>
struct used_unknowns;
template <class... Used, class Source, int Place>
struct used_unknowns<type_list<>, type_list<Used...>, Source, Place> {
  using type = type_list<Used...>;
};
template <class U, class... Us, class... Used, class Source, int Place>
struct used_unknowns<type_list<U, Us...>, type_list<Used...>, Source, Place>
    : used_unknowns<type_list<Us...>,
                    std::conditional_t<(Source::number[Place] >= 0), type_list<Used..., U>,
                                       type_list<Used...>>,
                    Source, Place + 1> {};

template <auto E, class T, class List>
struct symbol_over;
template <auto E, class T, class... Us>
struct symbol_over<E, T, type_list<Us...>> {
  using type = symbol<E, T, Us...>;
};
template <class List>
struct only_unknown;
template <class U>
struct only_unknown<type_list<U>> {
  using type = U;
};
// T is the type of the value where it is none that is known.
template <class Source, class T>
struct type_of_symbol {
  static constexpr recorded_symbol value = record_symbol<Source>();
  static constexpr auto const& number = value.number;
  using unknowns =
      typename used_unknowns<typename Source::unknowns, type_list<>, type_of_symbol, 0>::type;
  static constexpr auto choose() {
    if constexpr (value.is_lost)
      return std::type_identity<T>{};
    else if constexpr (value.root.is_fixed())
      return std::type_identity<static_int<value.root.value>>{};
    else if constexpr (value.root.node < Source::unknowns::size)
      return std::type_identity<typename only_unknown<unknowns>::type>{};
    else
      return std::type_identity<typename symbol_over<
          expression_of<value.count, Source::unknowns::size>(value), T, unknowns>::type>{};
  }
  using type = typename decltype(choose())::type;
};

// ---- arithmetic

template <class T>
concept symbolic_operand = is_symbolic<T> || is_static_integer<T>;

template <core::op Op, class A, class B>
struct symbolic_step {
  using unknowns = unknowns_in<A, B>;
  static constexpr core::integer record(core::arithmetic& cx) {
    core::integer const a = recorded_type<A, unknowns>::in(cx);
    return advanced(cx, Op, a, recorded_type<B, unknowns>::in(cx));
  }
};
template <core::op Op, class A, class B, class T>
TILEPROOF_HOST_DEVICE constexpr auto symbolic_result(T v) {
  using type = typename type_of_symbol<symbolic_step<Op, A, B>, T>::type;
  if constexpr (__is_empty(type))
    return type{};
  else
    return type(v);
}

}  // namespace detail

#define TILEPROOF_SYMBOLIC_OPERATOR(OPERATOR, OP)                                                \
  template <detail::symbolic_operand A, detail::symbolic_operand B>                              \
    requires(detail::is_symbolic<A> || detail::is_symbolic<B>)                                   \
  TILEPROOF_HOST_DEVICE constexpr auto operator OPERATOR(A const& a, B const& b) {               \
    return detail::symbolic_result<core::op::OP, A, B>(                                          \
        static_cast<typename A::value_type>(a) OPERATOR static_cast<typename B::value_type>(b)); \
  }
TILEPROOF_SYMBOLIC_OPERATOR(+, add)
TILEPROOF_SYMBOLIC_OPERATOR(-, sub)
TILEPROOF_SYMBOLIC_OPERATOR(*, mul)
TILEPROOF_SYMBOLIC_OPERATOR(/, div)
TILEPROOF_SYMBOLIC_OPERATOR(%, mod)
TILEPROOF_SYMBOLIC_OPERATOR(<=, less_equal)
TILEPROOF_SYMBOLIC_OPERATOR(==, equal)
#undef TILEPROOF_SYMBOLIC_OPERATOR

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
