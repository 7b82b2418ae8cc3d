// SPDX-License-Identifier: BSL-1.0
//
// holds_for_all_integers and holds_for_all_ints: properties of a function of integers, for every
// value that its arguments may have and not for a sample of them. Use them for index arithmetic
// with run-time lengths: which tiles a loop visits, which elements a predicate lets through.
//
//   struct ceil_div_covers {
//     static constexpr integers::unknown unknowns[] = {{"length", 0, 1 << 30}, {"i", 0, 1 << 30}};
//     template <class I>
//     static constexpr bool holds(I const& length, I const& i) {
//       return !(i < length) || i / 128 < (length + 127) / 128;
//     }
//   };
//   static_assert(require<holds_for_all_integers<ceil_div_covers>>());
//   using proofs = theorems<theorem<holds_for_all_integers<ceil_div_covers>>>;
//
// The proof calls `holds` with integers of integers/symbolic.hpp, so it can call the very functions
// that a kernel calls, where they are templates on their integer type.
#pragma once

#include <tileproof/integers/symbolic.hpp>
#include <tileproof/prove/require.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(for_integers);    // the unknowns of a claim, in their order
TILEPROOF_CLUE(overflows_for);   // those with which an int overflows
TILEPROOF_CLUE(cases_exceed);    // of a claim about integers
TILEPROOF_CLUE(factors_exceed);  // of an unknown integer

namespace core {
// The name of integers::unknown before; forwards for one version.
using integers::unknown;
}  // namespace core

namespace detail {

template <class Claim>
inline constexpr std::size_t unknowns_of = sizeof(Claim::unknowns) / sizeof(integers::unknown);

// Claim::holds, called with the elements of an array.
template <class Claim, class = std::make_index_sequence<unknowns_of<Claim>>>
struct claim_of_array;
template <class Claim, std::size_t... I>
struct claim_of_array<Claim, std::index_sequence<I...>> {
  constexpr bool operator()(integers::symbolic const* x) const { return Claim::holds(x[I]...); }
};

// The proof of a claim, or that it computes in int.
template <class Claim, bool IntOnly>
struct claim_proof {
  static constexpr int count = static_cast<int>(unknowns_of<Claim>);
  static_assert(count <= report::most_numbers, "a claim has at most 8 unknown integers");
  static constexpr report decide() {
    integers::search s(Claim::unknowns, count, IntOnly);
    integers::search::result const is = s.run(claim_of_array<Claim>{});
    report r;
    r.points = s.runs;
    if (is == integers::search::result::yes) return r;
    if (is == integers::search::result::no) {
      report::named n{s.overflows ? &clue::overflows_for : &clue::for_integers, count, {}};
      for (int i = 0; i < count; ++i) n.at[i] = s.witness[i];
      return r.because(answer::no).add(n);
    }
    r.because(answer::undecided);
    if (s.why == integers::search::reason::many_cases) r.say(clue::cases_exceed, s.runs);
    if (s.why == integers::search::reason::not_linear)
      r.say(clue::factors_exceed, integers::linear::largest_factor);
    return r;
  }
  static constexpr report value = decide();
};

// "it is false for length = {for_integers:0}, i = {for_integers:1}", with the claim's names; or the
// claim's own sentence.
struct claim_pattern {
  static constexpr int capacity = core::text::capacity;
  char at[capacity + 1]{};
  int count = 0;
  constexpr void put(std::string_view s) {
    for (char const c : s)
      if (count < capacity) at[count++] = c;
  }
};
template <class Claim>
constexpr claim_pattern pattern_of_claim(std::string_view what, std::string_view numbers) {
  claim_pattern p;
  p.put(what);
  char digit[] = "0";
  for (integers::unknown const& x : Claim::unknowns) {
    p.put(digit[0] == '0' ? " for " : ", ");
    p.put(x.name);
    p.put(" = {");
    p.put(numbers);
    p.put(":");
    p.put(digit);
    p.put("}");
    ++digit[0];
  }
  return p;
}
template <class Claim>
constexpr claim_pattern false_claim() {
  if constexpr (requires { Claim::otherwise; }) {
    claim_pattern p;
    p.put(Claim::otherwise);
    return p;
  } else {
    return pattern_of_claim<Claim>("the claim is false", "for_integers");
  }
}
template <class Claim>
inline constexpr claim_pattern claim_is_false = false_claim<Claim>();
template <class Claim>
inline constexpr claim_pattern claim_overflows =
    pattern_of_claim<Claim>("an int overflows", "overflows_for");

inline constexpr char const* many_cases =
    "undecided: the claim has more than {cases_exceed} case{|s}, or a run of more than 256 "
    "comparisons; split it into smaller ones";
inline constexpr char const* not_linear =
    "undecided: the claim divides an integer that may be negative by an unknown one, or divides by "
    "one that may be below 1, has a factor larger than {factors_exceed}, or more than 20 unknowns, "
    "quotients and products; bound the integers, or split the claim";
inline constexpr char const* not_found =
    "undecided: neither a proof nor integers that refute the claim are found; split it into "
    "smaller "
    "claims";

}  // namespace detail

// Claim::holds is true for all integers in the bounds of Claim::unknowns, at most 8, and computes
// without overflow. Claim::holds is a template on its integer type. It may use + - * / %,
// comparisons, branches and loops; a divisor has to be positive, and what an unknown divides must
// not be negative. State a precondition as `!precondition || ...`. Decided by cases, one for each
// outcome of the comparisons, each by elimination of the unknowns (integers/linear.hpp): undecided
// beyond 4096 cases. A claim's `otherwise` is the pattern of its sentence. Witness: integers for
// which it is false,
//   "no: for integers (5,1)"
// which are tried before they are reported. A report's `points` are the cases.
template <class Claim>
struct holds_for_all_integers {
  static constexpr char const* sentences[] = {detail::claim_is_false<Claim>.at, detail::many_cases,
                                              detail::not_linear, detail::not_found, nullptr};
  static constexpr report decide() { return detail::claim_proof<Claim, false>::value; }
};

// No + - * / of Claim::holds leaves [-2^31,2^31), for all integers in the bounds of
// Claim::unknowns, and it is true. Otherwise as holds_for_all_integers.
template <class Claim>
struct holds_for_all_ints {
  static constexpr char const* sentences[] = {detail::claim_is_false<Claim>.at,
                                              detail::claim_overflows<Claim>.at,
                                              detail::many_cases,
                                              detail::not_linear,
                                              detail::not_found,
                                              nullptr};
  static constexpr report decide() { return detail::claim_proof<Claim, true>::value; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
