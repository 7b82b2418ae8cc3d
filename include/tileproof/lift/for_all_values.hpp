// SPDX-License-Identifier: BSL-1.0
//
// for_all_values: decides a claim about unknowns (types/unknown.hpp) for every value that their
// facts allow. A claim computes with symbolic integers; value_of_type is what a symbol's type is of
// these.
//
//   struct claim {
//     static constexpr bool holds(symbolic const* x) { return x[0] <= x[1]; }
//   };
//   for_all_values<claim, type_list<m, n>>::value.is   // no, and values of m and n
#pragma once

#include <tileproof/integers/symbolic.hpp>
#include <tileproof/lift/read.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// ---- the unknowns that facts speak of

template <class U>
using beside_unknown = typename facts_in_list<typename U::facts>::beside;
template <class List>
struct unknowns_of_list;
template <class... Ts>
struct unknowns_of_list<type_list<Ts...>> {
  using type = unknowns_in<Ts...>;
};
template <class List, int Before = -1>
struct with_related;
template <class... Us, int Before>
struct with_related<type_list<Us...>, Before> {
  using related = typename joined_lists<beside_unknown<Us>...>::type;
  using all =
      typename put_unknowns<type_list<Us...>, typename unknowns_of_list<related>::type>::type;
  using type = typename std::conditional_t<(all::size > static_cast<int>(sizeof...(Us))),
                                           with_related<all, static_cast<int>(sizeof...(Us))>,
                                           std::type_identity<all>>::type;
};

// ---- what a symbolic type is, computed with symbolic integers

using integers::symbolic;

// One instruction, as core::overflows performs it. A quotient by 0 is 0.
constexpr symbolic performed(core::op code, symbolic const& a, symbolic const& b) {
  switch (code) {
    case core::op::add: return a + b;
    case core::op::sub: return a - b;
    case core::op::mul: return a * b;
    case core::op::div: return b == 0 ? symbolic(0) : a / b;
    case core::op::ceil_div: return b == 0 ? symbolic(0) : (a + b - 1) / b;
    case core::op::mod: return b == 0 ? symbolic(0) : a % b;
    case core::op::min: return a < b ? a : b;
    case core::op::less_equal: return a <= b ? 1 : 0;
    case core::op::equal: return a == b ? 1 : 0;
    case core::op::both: return a != 0 && b != 0 ? 1 : 0;
    default: return a != 0 || b != 0 ? 1 : 0;
  }
}
// A number beyond 64 bits, and what is computed from it, is lost.
inline constexpr std::int64_t lost_value = INT64_MIN;
constexpr bool is_lost(std::int64_t v) { return v == lost_value; }
constexpr bool is_lost(symbolic const&) { return false; }
constexpr std::int64_t performed(core::op code, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return is_lost(a) || is_lost(b) || core::overflows(code, a, b, r) ? lost_value : r;
}
// The value of a type, x being those of the unknowns of List: symbolic, or 64-bit numbers.
template <class T, class List>
struct value_of_type;
template <unknown_integer U, class List>
struct value_of_type<U, List> {
  template <class I>
  static constexpr I of(I const* x) {
    return x[place_of_unknown<U, List>];
  }
};
template <symbol_integer S, class List>
struct value_of_type<S, List> {
  template <class I>
  static constexpr I of(I const* x) {
    constexpr int count = steps_of_symbol<S>;
    I step[count]{};
    for (int i = 0; i < count; ++i) {
      expression_node const& n = S::expression.at[i];
      step[i] = n.code == core::op::input ? x[places_in<typename S::unknowns, List>::at[n.value]]
                                          : performed(n.code, n.a < 0 ? I(n.value) : step[n.a],
                                                      n.b < 0 ? I(n.value) : step[n.b]);
    }
    return step[count - 1];
  }
};
template <auto V, class List>
struct value_of_type<C<V>, List> {
  template <class I>
  static constexpr I of(I const*) {
    return std::int64_t{V};
  }
};

// Whether the relations hold that the facts of unknown U state; not where a number is lost.
template <class Fact, class U, class List>
struct relation_of {
  template <class I>
  static constexpr bool holds(I const*) {
    return true;
  }
};
template <auto V, class U, class List>
  requires(!bound_of_fact<V>::is_number)
struct relation_of<at_least<V>, U, List> {
  template <class I>
  static constexpr bool holds(I const* x) {
    I const other = value_of_type<std::remove_cvref_t<decltype(V)>, List>::of(x);
    return !is_lost(other) && value_of_type<U, List>::of(x) >= other;
  }
};
template <auto V, class U, class List>
  requires(!bound_of_fact<V>::is_number)
struct relation_of<at_most<V>, U, List> {
  template <class I>
  static constexpr bool holds(I const* x) {
    I const other = value_of_type<std::remove_cvref_t<decltype(V)>, List>::of(x);
    return !is_lost(other) && value_of_type<U, List>::of(x) <= other;
  }
};
template <class U, class List, class Facts = typename U::facts>
struct relations_of;
template <class U, class List, class... Facts>
struct relations_of<U, List, type_list<Facts...>> {
  template <class I>
  static constexpr bool hold([[maybe_unused]] I const* x) {
    return (relation_of<Facts, U, List>::holds(x) && ...);
  }
};

// ---- a claim about unknowns

// The answer, and where it is no the values of the unknowns; `cases` as a search counts them.
struct answer_for_all {
  integers::search::result is = integers::search::result::yes;
  integers::search::reason why = integers::search::reason::none;
  int cases = 0;
  std::int64_t at[integers::linear::most]{};
};

// Decides Claim::holds(symbolic const*), which is called with the unknowns of List, for all values
// that their facts allow.
template <class Claim, class List>
struct for_all_values;
template <class Claim, class... Us>
struct for_all_values<Claim, type_list<Us...>> {
  using list = type_list<Us...>;
  Claim claim{};
  static constexpr int count = static_cast<int>(sizeof...(Us));
  static_assert(count <= integers::linear::most);
  static constexpr std::int64_t multiple[count + 1] = {facts_of_unknown<Us>::range.multiple..., 1};

  constexpr bool operator()(symbolic const* x) const {
    symbolic of[count + 1]{};
    for (int i = 0; i < count; ++i) of[i] = multiple[i] == 1 ? x[i] : x[i] * multiple[i];
    return !(relations_of<Us, list>::hold(of) && ...) || claim.holds(of);
  }
  static constexpr integers::unknown bounded(range_of_unknown const& r) {
    auto const up = [&](std::int64_t v) {  // v / multiple, rounded up
      return v >= 0 ? (v + (r.multiple - 1)) / r.multiple : -(-v / r.multiple);
    };
    return {"", up(r.least), -up(-r.greatest)};
  }
  static constexpr answer_for_all decide(Claim const& claim = {}) {
    integers::unknown const of[] = {bounded(facts_of_unknown<Us>::range)..., {""}};
    integers::search s(of, count);
    answer_for_all r;
    r.is = s.run(for_all_values{claim});
    r.why = s.why;
    r.cases = s.runs;
    for (int i = 0; i < count; ++i) r.at[i] = s.witness[i] * multiple[i];
    return r;
  }
  static constexpr answer_for_all value = decide();
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
