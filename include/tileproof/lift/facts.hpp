// SPDX-License-Identifier: BSL-1.0
//
// have_facts, broken_fact: whether numbers are those that unknowns stand for. A launcher asks once;
// then what was proved for all values of the unknowns holds for its arguments.
//
//   using m = unknown<"m", multiple_of<8>>;
//   using ld = unknown<"ld", at_least<m{}>>;
//   if (!have_facts<m, ld>(rows, pitch)) return status::leading_dimension_too_small;
//   broken_fact<m, ld>(12, 16);   // "m is 12, and must be a multiple of 8"
#pragma once

#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/types/symbol_text.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A fact that a number lacks: a bound that is a number, a relation to another unknown, a multiple.
enum class fact_kind { none, least, greatest, relation, multiple };

template <class U, class List, class Facts = typename U::facts>
struct facts_at;
template <class U, class List, class... Facts>
struct facts_at<U, List, type_list<Facts...>> {
  static constexpr range_of_unknown range = facts_of_unknown<U>::range;
  static constexpr int place = place_of_unknown<U, List>;

  // The first fact of U that the numbers `at` of the unknowns of List lack.
  static constexpr fact_kind lacking(std::int64_t const* at) {
    if (at[place] < range.least) return fact_kind::least;
    if (at[place] > range.greatest) return fact_kind::greatest;
    if (!relations_of<U, List>::hold(at)) return fact_kind::relation;
    return at[place] % range.multiple != 0 ? fact_kind::multiple : fact_kind::none;
  }
  template <class Fact>
  static constexpr bool put_relation(core::text&, std::int64_t const*, type_list<>) {
    return false;
  }
  // Writes a relation that does not hold: "at least m, which is 16".
  template <class Fact, class Other>
  static constexpr bool put_relation(core::text& t, std::int64_t const* at, type_list<Other>) {
    if (relation_of<Fact, U, List>::holds(at)) return false;
    t.put(fact_of<Fact>::is_least ? "at least " : "at most ");
    formula_of<Other>::put(t);
    std::int64_t const other = value_of_type<Other, List>::of(at);
    if (!is_lost(other)) t.put(", which is "), t.put(other);
    return true;
  }
  // Writes the sentence about the fact that they lack, of this kind.
  static constexpr void put(core::text& t, fact_kind kind, std::int64_t const* at) {
    t.put(U::name()), t.put(" is "), t.put(at[place]), t.put(", and must be ");
    if (kind == fact_kind::least) t.put("at least "), t.put(range.least);
    if (kind == fact_kind::greatest) t.put("at most "), t.put(range.greatest);
    if (kind == fact_kind::multiple) t.put("a multiple of "), t.put(range.multiple);
    if (kind == fact_kind::relation)
      static_cast<void>((put_relation<Facts>(t, at, typename fact_of<Facts>::beside{}) || ...));
  }
};

template <unknown_integer>
using number_for = std::int64_t;

// The first of the unknowns Us, by its place among them, whose number lacks a fact, and which; the
// sentence is appended to `why` where that is not null.
struct broken {
  int which;
  fact_kind kind;
};
template <unknown_integer... Us>
constexpr broken first_broken_fact(std::int64_t const (&values)[sizeof...(Us)],
                                   core::text* why = nullptr) {
  using list = unknowns_in<Us...>;
  static_assert(with_related<list>::type::size == list::size,
                "broken_fact: a fact speaks of an unknown that is not among the arguments");
  std::int64_t at[list::size]{};
  int i = 0;
  ((at[place_of_unknown<Us, list>] = values[i++]), ...);
  broken found{-1, fact_kind::none};
  auto const ask = [&]<class U>(std::type_identity<U>) {
    ++found.which;
    found.kind = facts_at<U, list>::lacking(at);
    if (found.kind == fact_kind::none) return false;
    if (why != nullptr) facts_at<U, list>::put(*why, found.kind, at);
    return true;
  };
  static_cast<void>((ask(std::type_identity<Us>{}) || ...));
  return found;
}

}  // namespace detail

// A sentence about the first of the unknowns Us whose number lacks a fact; empty where all have
// theirs. The unknowns that their facts speak of must be among them. Numbers have 64 bits, so none
// is narrowed before it is asked.
template <detail::unknown_integer... Us>
constexpr core::text broken_fact(detail::number_for<Us>... values) {
  core::text t;
  static_cast<void>(detail::first_broken_fact<Us...>({values...}, &t));
  return t;
}
template <detail::unknown_integer... Us>
constexpr bool have_facts(detail::number_for<Us>... values) {
  return detail::first_broken_fact<Us...>({values...}).kind == detail::fact_kind::none;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
