// SPDX-License-Identifier: BSL-1.0
//
// report: the answer of a proof, how it was reached, and a witness where the property fails.
// Returned by prove<P>(layouts...); `sentence` writes it as text.
//
//   report const r = prove<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{});
//   r.holds();              // false
//   r(clue::at_offset);     // 3, the offset that two coordinates share
//   sentence(r);            // "no: at coordinate (3,0), and coordinate (0,1), at offset 3"
#pragma once

#include <tileproof/core/sentence.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(and_coordinate);  // the second of two
TILEPROOF_CLUE(at_offset);       // in elements
TILEPROOF_CLUE(missing_offset);  // that no coordinate has
TILEPROOF_CLUE(on_side);         // 0: the first layout of the two

// An undecided answer has the bound, the number that exceeds it, and the remedy.
TILEPROOF_CLUE(points_to_visit);       // coordinates whose offsets differ in more than a shift
TILEPROOF_CLUE(enumeration_bound_is);  // in points
TILEPROOF_CLUE(prove_one_period);      // a stage, a tile or a warp, and not all repetitions
TILEPROOF_CLUE(search_steps_exceed);   // in the search for two coordinates with one offset
TILEPROOF_CLUE(nest_the_strides);      // each larger than the sum that lower modes reach
TILEPROOF_CLUE(integers_exceed_bits);  // a size or an offset; in_mode counts extents from 0
TILEPROOF_CLUE(use_smaller_integers);  // extents or strides
TILEPROOF_CLUE(leaves_exceed);         // those that a layout, or two together, may have
TILEPROOF_CLUE(use_fewer_modes);       // coalesce, or prove a part
TILEPROOF_CLUE(least_offset_must_be);  // or more; at_offset is the least
TILEPROOF_CLUE(move_the_base_there);   // to at_offset, the least offset

// The answer of a proof. `undecided` means that neither the strides nor at most enumeration_bound
// coordinates settle the question; it is never reported as yes.
using core::answer;
using core::name_of;

// Two ways to an answer. by_structure: from extents and strides alone, whatever the size.
// by_enumeration: by visiting coordinates, at most enumeration_bound of them.
enum class decided : bool { by_structure, by_enumeration };

// The most coordinates that a proof visits: 8192. Where there are more and the strides alone do not
// decide, the answer is `undecided`. The bound keeps a proof below clang's default limit of 2^20
// constant-evaluation steps.
inline constexpr std::int64_t enumeration_bound = 1 << 13;

// The answer with its evidence. Starts as "yes, by structure"; a property fills in the rest. Holds
// at most 8 clues of at most 8 numbers; further clues are dropped.
struct report {
  static constexpr int most_clues = 8;
  using named = core::clue_numbers;
  static constexpr int most_numbers = named::most;

  answer is = answer::yes;
  decided how = decided::by_structure;
  std::int64_t points = 0;  // coordinates that the answer covers
  int count = 0;
  named clues[most_clues]{};

  constexpr bool holds() const { return is == answer::yes; }

  // has(c): the report contains clue c. r(c, i): number i of clue c, or 0 where the report has no
  // such clue.
  constexpr bool has(core::clue_word const& c) const { return find(c) < count; }
  constexpr std::int64_t operator()(core::clue_word const& c, int i = 0) const {
    return has(c) ? clues[find(c)].at[i] : 0;
  }

  // because(a) sets the answer; say(c, numbers...) and add(clue) append a clue. All return the
  // report itself, so calls can be chained.
  constexpr report& because(answer a) {
    is = a;
    return *this;
  }
  template <class... Numbers>
  constexpr report& say(core::clue_word const& c, Numbers... numbers) {
    static_assert(sizeof...(Numbers) <= most_numbers);
    named n{&c, sizeof...(Numbers), {std::int64_t{numbers}...}};
    return add(n);
  }
  constexpr report& add(named const& n) {
    if (count < most_clues) clues[count++] = n;
    return *this;
  }

 private:
  constexpr int find(core::clue_word const& c) const {
    int i = 0;
    while (i < count && *clues[i].what != c) ++i;
    return i;
  }
};

// The reason why a property stays undecided.
enum class open_because : std::uint8_t {
  too_many_points,  // more than enumeration_bound points remain to be visited
  search_too_long,  // the search for two coordinates with one offset reached its step limit
  beyond_64_bits,   // a size or an offset exceeds 64 bits
  too_many_leaves,  // a layout made by the proof has more leaves than a layout can hold
  negative_offset   // a property that counts addresses accepts none below 0
};

// The report "undecided", with the bound, the number that exceeds it and the remedy. `number` is
// the count of points to visit, the steps of the search, the mode at which integers exceed 64 bits,
// the leaf limit, or the least offset, as `reason` requires; `points` is the size of the layout. As
// a sentence, for a swizzled layout of 40000 elements:
//   "undecided: points to visit 40000, enumeration bound is 8192, prove one period"
constexpr report undecided_because(open_because reason, std::int64_t number, std::int64_t points) {
  report r;
  r.points = points;
  r.because(answer::undecided);
  switch (reason) {
    case open_because::too_many_points:
      r.how = decided::by_enumeration;
      return r.say(clue::points_to_visit, number)
          .say(clue::enumeration_bound_is, enumeration_bound)
          .say(clue::prove_one_period);
    case open_because::search_too_long:
      r.how = decided::by_enumeration;
      return r.say(clue::search_steps_exceed, number).say(clue::nest_the_strides);
    case open_because::beyond_64_bits:
      return r.say(clue::integers_exceed_bits, 64)
          .say(clue::in_mode, number)
          .say(clue::use_smaller_integers);
    case open_because::too_many_leaves:
      return r.say(clue::leaves_exceed, number).say(clue::use_fewer_modes);
    case open_because::negative_offset: break;
  }
  return r.say(clue::at_offset, number)
      .say(clue::least_offset_must_be, 0)
      .say(clue::move_the_base_there);
}

// The report as one line, for tests and logs: "no: at coordinate (3,0), and coordinate (0,1), at
// offset 3". A constant expression.
constexpr core::text sentence(report const& r) {
  core::text t;
  t.put(r.is == answer::yes ? "yes" : r.is == answer::no ? "no" : "undecided");
  if (r.count > 0) t.put(": ");
  put_clues(t, {r.clues, r.count});
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
