// SPDX-License-Identifier: BSL-1.0
//
// unknown<"m", facts...>: a run-time integer with a name and with facts, in its type. A layout that
// is made of them stands for all its values: what the algebra computes from it is right for every
// value that the facts allow, or is refused with one for which it is not, and properties answer for
// all of them. It has a value too, so the layout that was proved is the one that runs.
//
//   using m = unknown<"m">;                                    // 1 <= m < 2^31
//   using ld = unknown<"ld", at_least<m{}>, multiple_of<8>>;   // m <= ld < 2^31, 8 divides ld
//   auto const A = make_layout(make_shape(m(rows), _64{}), make_stride(_1{}, ld(pitch)));
//   static_assert(require<offsets_fit<std::int64_t>>(decltype(A){}));
//
// An integer that the algebra computes from unknowns is a symbol: its type is the expression, and
// two symbols of one type are equal. It is printed as a formula: ceil_div(m,128), m*4+ld.
#pragma once

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/types/multiple.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Facts about an unknown: at_least<V> and at_most<V>, where V is an integer, or an unknown or
// symbol, of which only the type counts; multiple_of<8>; and std::int64_t: it has 64 bits, not 32.
template <auto...>
struct at_least;
template <auto...>
struct at_most;

namespace detail {

// A string as a template argument.
template <std::size_t N>
struct unknown_name {
  char at[N]{};
  constexpr unknown_name(char const (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) at[i] = s[i];
  }
  constexpr operator std::string_view() const { return {at, N - 1}; }
};

}  // namespace detail

// An integer of [1,2^31), or with std::int64_t of [1,2^62], unless a fact says otherwise; two
// unknowns of one name are one integer, and must have the same facts. Its size and cost are those
// of an int. Sums, differences, products, quotients, remainders, and comparisons by <= and == with
// unknowns, symbols and static integers are symbols; with other integers they are those of
// value_type.
template <detail::unknown_name Name, class... Facts>
struct unknown {
  using symbolic_kind = unknown;
  using facts = detail::type_list<Facts...>;
  static constexpr bool is_wide = (std::is_same_v<Facts, std::int64_t> || ...);
  using value_type = std::conditional_t<is_wide, std::int64_t, int>;
  value_type value;

  unknown() = default;
  // Pre: the facts are true of v. Not checked here; a launcher asks have_facts.
  TILEPROOF_HOST_DEVICE constexpr explicit unknown(value_type v) : value(v) {}
  TILEPROOF_HOST_DEVICE constexpr operator value_type() const { return value; }
  static constexpr std::string_view name() { return Name; }
};

namespace detail {

// ---- expressions

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

// (nvcc matches no specialisation for the string that is unknown's argument: members tell.)
template <class T>
concept symbolic_integer = is_symbolic<T>;
template <class T>
concept unknown_integer = requires { typename T::facts; };
template <class T>
concept symbol_integer = is_symbolic<T> && !unknown_integer<T>;

// ---- what the facts of an unknown say

template <class Fact>
struct fact_of {
  static_assert(std::is_same_v<Fact, std::int64_t>,
                "unknown: a fact is at_least<V>, at_most<V>, multiple_of<N> or std::int64_t");
  static constexpr bool has_least = false, has_greatest = false, is_least = false;
  static constexpr std::int64_t bound = 0, multiple = 1;
  using beside = type_list<>;
};
template <std::int64_t N>
struct fact_of<multiple_of<N, int>> : fact_of<std::int64_t> {
  static constexpr std::int64_t multiple = N;
};
// A bound that is a number, or else a relation to another unknown.
template <auto V, bool IsNumber = !is_symbolic<std::remove_cvref_t<decltype(V)>>>
struct bound_of_fact : fact_of<std::int64_t> {
  static constexpr std::int64_t bound = V;
  static constexpr bool is_number = true;
};
template <auto V>
struct bound_of_fact<V, false> : fact_of<std::int64_t> {
  static constexpr bool is_number = false;
  using beside = type_list<std::remove_cvref_t<decltype(V)>>;
};
template <auto V>
struct fact_of<at_least<V>> : bound_of_fact<V> {
  static constexpr bool has_least = bound_of_fact<V>::is_number;
  static constexpr bool is_least = true;
};
template <auto V>
struct fact_of<at_most<V>> : bound_of_fact<V> {
  static constexpr bool has_greatest = bound_of_fact<V>::is_number;
};

struct range_of_unknown {
  std::int64_t least, greatest, multiple;
};
template <class List>
struct facts_in_list;
template <class... Facts>
struct facts_in_list<type_list<Facts...>> {
  using beside = typename joined_lists<typename fact_of<Facts>::beside...>::type;
  static constexpr range_of_unknown range(bool is_wide) {
    range_of_unknown r{1, is_wide ? std::int64_t{1} << 62 : INT32_MAX, 1};
    ((fact_of<Facts>::has_least ? void(r.least = fact_of<Facts>::bound) : void(),
      fact_of<Facts>::has_greatest ? void(r.greatest = fact_of<Facts>::bound) : void(),
      r.multiple =
          r.multiple / core::gcd(r.multiple, fact_of<Facts>::multiple) * fact_of<Facts>::multiple),
     ...);
    return r;
  }
};
template <class U>
struct facts_of_unknown {
  static constexpr range_of_unknown range = facts_in_list<typename U::facts>::range(U::is_wide);
  static_assert(range.least <= range.greatest, "unknown: no integer has these facts");
};

// ---- the unknowns of several types, in the order of their names, each once

template <class U, class Before, class After>
struct put_unknown;
template <class U, class... Bs>
struct put_unknown<U, type_list<Bs...>, type_list<>> {
  using type = type_list<Bs..., U>;
};
template <class U, class... Bs, class A, class... As>
struct put_unknown<U, type_list<Bs...>, type_list<A, As...>> {
  static constexpr bool is_same_name = U::name() == A::name();
  static_assert(!is_same_name || std::is_same_v<U, A>,
                "unknown: one name has two lists of facts; name the type once, by `using`");
  using type = typename std::conditional_t<
      is_same_name, std::type_identity<type_list<Bs..., A, As...>>,
      std::conditional_t<(U::name() < A::name()), std::type_identity<type_list<Bs..., U, A, As...>>,
                         put_unknown<U, type_list<Bs..., A>, type_list<As...>>>>::type;
};
template <class List, class Rest>
struct put_unknowns;
template <class List>
struct put_unknowns<List, type_list<>> {
  using type = List;
};
template <class List, class U, class... Us>
struct put_unknowns<List, type_list<U, Us...>>
    : put_unknowns<typename put_unknown<U, type_list<>, List>::type, type_list<Us...>> {};

template <class T>
struct own_unknowns {
  using type = type_list<>;
};
template <unknown_integer U>
struct own_unknowns<U> {
  using type = type_list<U>;
};
template <symbol_integer S>
struct own_unknowns<S> {
  using type = typename S::unknowns;
};
// The unknowns of the types, without the ones that their facts speak of.
template <class... Ts>
using unknowns_in =
    typename put_unknowns<type_list<>,
                          typename joined_lists<typename own_unknowns<Ts>::type...>::type>::type;

template <class U, class List>
inline constexpr int place_of_unknown = -1;
template <class U, class... Us>
inline constexpr int place_of_unknown<U, type_list<Us...>> = [] {
  int place = 0;
  static_cast<void>(((std::is_same_v<U, Us> ? false : (++place, true)) && ...));
  return place;
}();

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

// The range of a run-time integer.
template <class T>
inline constexpr core::node_range range_v{};
template <symbolic_integer T>
inline constexpr core::node_range range_v<T> = facts_of_symbolic<T>::value.range;

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

template <symbolic_integer T>
struct plain_integer<T> {
  using type = typename T::value_type;
};
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
