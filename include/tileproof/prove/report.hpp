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

#include <tileproof/core/text.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The answer of a proof. `undecided` means that neither the strides nor at most enumeration_bound
// coordinates settle the question; it is never reported as yes.
using core::answer;

// Two ways to an answer. by_structure: from extents and strides alone, whatever the size.
// by_enumeration: by visiting coordinates, at most enumeration_bound of them.
enum class decided : bool { by_structure, by_enumeration };

// The most coordinates that a proof visits: 8192. Where there are more and the strides alone do not
// decide, the answer is `undecided`. The bound keeps a proof below clang's default limit of 2^20
// constant-evaluation steps.
inline constexpr std::int64_t enumeration_bound = 1 << 13;

// The clues of which a witness is made, such as at_offset or in_bank. Each is an enumerator of
// `clue` and the name of a type (prove/require.hpp), so that a compiler prints it.
#define TILEPROOF_CLUES(CLUE)                                                            \
  CLUE(at_coordinate)   /* natural: one integer for each mode */                         \
  CLUE(and_coordinate)  /* the second of two */                                          \
  CLUE(at_offset)       /* in elements */                                                \
  CLUE(missing_offset)  /* that no coordinate has */                                     \
  CLUE(missing_element) /* that nobody owns, or no tile visits */                        \
  CLUE(missing_thread)  /* that has no place, or no element */                           \
  CLUE(missing_value)   /* of that thread */                                             \
  CLUE(outside_element) /* that is not one of the tile's */                              \
  CLUE(at_element)                                                                       \
  CLUE(elements_missed) /* how many */                                                   \
  CLUE(elements_repeated)                                                                \
  CLUE(elements_outside)                                                                 \
  CLUE(at_thread)                                                                        \
  CLUE(at_value)                                                                         \
  CLUE(and_thread)                                                                       \
  CLUE(and_value)                                                                        \
  CLUE(on_side) /* 0: the first layout of the two */                                     \
  CLUE(in_mode)                                                                          \
  CLUE(residue_in_modes) /* whose last tile is not whole */                              \
  CLUE(in_warp)                                                                          \
  CLUE(at_step) /* the warp's instruction that moves values [step,step+1) * width */     \
  CLUE(of_lanes)                                                                         \
  CLUE(in_bank)                                                                          \
  CLUE(on_words)         /* of 4 bytes, that meet in the bank */                         \
  CLUE(in_ways)          /* wavefronts of the worst phase */                             \
  CLUE(in_wavefronts)    /* of all instructions of the block */                          \
  CLUE(at_least)         /* wavefronts or sectors that these lanes cost in any layout, */ \
                         /* each of their elements in a place of its own */              \
  CLUE(in_requests)      /* one for each warp instruction */                             \
  CLUE(in_sectors)       /* of 32 bytes, of the worst instruction */                     \
  CLUE(sectors_of_block) /* of all instructions */                                       \
  CLUE(in_per_cent)      /* bytes asked for, of the bytes of the sectors */              \
  CLUE(in_runs_of)       /* consecutive elements */                                      \
  CLUE(aligned_to)       /* in bytes */                                                  \
  CLUE(in_bytes)                                                                         \
  CLUE(in_registers)                                                                     \
  CLUE(in_swizzle)                         /* of bytes: <bits,base,shift> */             \
  CLUE(global_stride)                      /* in elements; 0: a run-time integer */      \
  CLUE(shared_stride)                      /* in elements */                             \
  CLUE(box_extent)                         /* in elements */                             \
  CLUE(in_shares)                          /* one for each block of a cluster */         \
  CLUE(below_zero_in_modes)                /* whose tiles visit coordinates below 0 */   \
  CLUE(offsets_are_coordinates_along_axis) /* i,j,... of a stride along E<i,j,...> */    \
  CLUE(in_bits)                            /* an address inside a byte */                \
  CLUE(in_ways_with_some_source)           /* of cp.async, where none is given */        \
  CLUE(give_the_source)                    /* the layout that cp.async reads, second */  \
  /* Undecided: the bound, by which number it is exceeded, and the remedy. */            \
  CLUE(points_to_visit)      /* coordinates whose offsets differ in more than a shift */ \
  CLUE(enumeration_bound_is) /* in points */                                             \
  CLUE(prove_one_period)     /* a stage, a tile or a warp, and not all repetitions */    \
  CLUE(search_steps_exceed)  /* in the search for two coordinates with one offset */     \
  CLUE(nest_the_strides)     /* each larger than the sum that lower modes reach */       \
  CLUE(integers_exceed_bits) /* a size or an offset; in_mode counts extents from 0 */    \
  CLUE(use_smaller_integers) /* extents or strides */                                    \
  CLUE(leaves_exceed)        /* those that a layout, or two together, may have */        \
  CLUE(use_fewer_modes)      /* coalesce, or prove a part */                             \
  CLUE(least_offset_must_be) /* or more; at_offset is the least */                       \
  CLUE(move_the_base_there)  /* to at_offset, the least offset */                        \
  CLUE(found)                                                                            \
  CLUE(expected)

// One item of a witness, see TILEPROOF_CLUES above. Lengths are in elements unless the comment
// there gives another unit.
enum class clue : std::uint8_t {
#define TILEPROOF_CLUE(NAME) NAME,
  TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE
};

// The name of a clue, with underscores: "at_offset".
constexpr std::string_view name_of(clue c) {
  constexpr std::string_view names[] = {
#define TILEPROOF_CLUE(NAME) #NAME,
      TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE
  };
  return names[static_cast<int>(c)];
}

// The answer with its evidence. Starts as "yes, by structure"; a property fills in the rest. Holds
// at most 8 clues of at most 8 numbers; further clues are dropped.
struct report {
  static constexpr int most_clues = 8;
  static constexpr int most_numbers = 8;
  struct named {
    clue what{};
    int count = 0;
    std::int64_t at[most_numbers]{};
  };

  answer is = answer::yes;
  decided how = decided::by_structure;
  std::int64_t points = 0;  // coordinates that the answer covers
  int count = 0;
  named clues[most_clues]{};

  constexpr bool holds() const { return is == answer::yes; }

  // has(c): the report contains clue c. r(c, i): number i of clue c, or 0 where the report has no
  // such clue.
  constexpr bool has(clue c) const { return find(c) < count; }
  constexpr std::int64_t operator()(clue c, int i = 0) const {
    return has(c) ? clues[find(c)].at[i] : 0;
  }

  // because(a) sets the answer; say(c, numbers...) and add(clue) append a clue. All return the
  // report itself, so calls can be chained.
  constexpr report& because(answer a) {
    is = a;
    return *this;
  }
  template <class... Numbers>
  constexpr report& say(clue c, Numbers... numbers) {
    static_assert(sizeof...(Numbers) <= most_numbers);
    named n{c, sizeof...(Numbers), {std::int64_t{numbers}...}};
    return add(n);
  }
  constexpr report& add(named const& n) {
    if (count < most_clues) clues[count++] = n;
    return *this;
  }

 private:
  constexpr int find(clue c) const {
    int i = 0;
    while (i < count && clues[i].what != c) ++i;
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
    case open_because::negative_offset:
      break;
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
  for (int i = 0; i < r.count; ++i) {
    t.put(i == 0 ? ": " : ", ");
    for (char const c : name_of(r.clues[i].what)) t.put(c == '_' ? ' ' : c);
    if (r.clues[i].count == 0) continue;  // a remedy
    t.put(' ');
    bool const several = r.clues[i].count != 1;
    if (several) t.put('(');
    for (int j = 0; j < r.clues[i].count; ++j) {
      if (j > 0) t.put(',');
      t.put(r.clues[i].at[j]);
    }
    if (several) t.put(')');
  }
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
