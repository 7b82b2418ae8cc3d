// SPDX-License-Identifier: BSL-1.0
//
// have_facts, broken_fact: whether numbers are those that unknowns stand for. A launcher asks once;
// then what was proved for all values of the unknowns holds for its arguments.
//
//   using m = unknown<"m", multiple_of<8>>;
//   using ld = unknown<"ld", at_least<m{}>>;
//   if (!have_facts(m(rows), ld(pitch))) return status::leading_dimension_too_small;
//   broken_fact(m(12), ld(16));   // "m is 12, and must be a multiple of 8"
#pragma once

#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/types/symbol_text.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Writes a relation to another unknown or symbol: "at least m".
template <class Fact>
constexpr void put_relation(core::text&, type_list<>) {}
template <class Fact, class Other>
constexpr void put_relation(core::text& t, type_list<Other>) {
  t.put(fact_of<Fact>::is_least ? "at least " : "at most ");
  formula_of<Other>::put(t);
}
template <class U>
constexpr void put_broken_range(core::text& t, std::int64_t v) {
  constexpr range_of_unknown r = facts_of_unknown<U>::range;
  if (v < r.least)
    t.put("at least "), t.put(r.least);
  else if (v > r.greatest)
    t.put("at most "), t.put(r.greatest);
  else if (v % r.multiple != 0)
    t.put("a multiple of "), t.put(r.multiple);
}
template <class U, class List, class Facts = typename U::facts>
struct facts_at;
template <class U, class List, class... Facts>
struct facts_at<U, List, type_list<Facts...>> {
  // Writes the first that does not hold; false where all do.
  static constexpr bool put_broken(core::text& t, std::int64_t const* at) {
    core::text which;
    std::int64_t const v = at[place_of_unknown<U, List>];
    put_broken_range<U>(which, v);
    (void(which.count > 0 || relation_of<Facts, U, List>::holds(at)
              ? void()
              : put_relation<Facts>(which, typename fact_of<Facts>::beside{})),
     ...);
    if (which.count == 0) return false;
    t.put(U::name()), t.put(" is "), t.put(v), t.put(", and must be ");
    t.put(std::string_view(which));
    return true;
  }
};

}  // namespace detail

// A sentence about the first fact that does not hold for the values of these unknowns; empty where
// all hold. The unknowns that their facts speak of must be among them.
template <detail::unknown_integer... Us>
constexpr core::text broken_fact(Us const&... us) {
  using list = detail::unknowns_in<Us...>;
  static_assert(detail::with_related<list>::type::size == list::size,
                "broken_fact: a fact speaks of an unknown that is not among the arguments");
  std::int64_t at[list::size + 1]{};
  ((at[detail::place_of_unknown<Us, list>] = us.value), ...);
  core::text t;
  static_cast<void>((detail::facts_at<Us, list>::put_broken(t, at) || ...));
  return t;
}
template <detail::unknown_integer... Us>
constexpr bool have_facts(Us const&... us) {
  return broken_fact(us...).count == 0;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
