// SPDX-License-Identifier: BSL-1.0
//
// sentence_of_report: the sentence of a failed proof, from the patterns of its property, the report
// and the layouts. require (prove/require.hpp) shows it as the error, and sentence<P>(layouts...)
// returns it.
//
//   struct injective {
//     static constexpr char const* sentences[] = {
//         "coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}",
//         nullptr};
//     static constexpr void remedy(core::remedy&, report const&, mapping const&);
//     static constexpr core::clue_numbers remedy_clue{&clue::write_stride_of_leaf, 2, {0, 3}};
//     static constexpr void reading(core::text&, mapping const&);
//
// All four members are optional. The first pattern that fits the report is used
// (core/sentence.hpp); after it, as a second sentence, stands what remedy writes: what would do,
// computed only where the proof fails. Compilers that print types have it as the last clue,
// remedy_clue with these numbers of the sentence, or would_do with all. The last sentence is what
// reading writes: how the property took the layout, where a user may have meant it otherwise.
#pragma once

#include <tileproof/prove/mapping.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(would_do);  // the remedy: the numbers of its sentence

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Patterns for every property: arguments that no proof can decide, and undecided answers.
inline constexpr char const* common_sentences[] = {
    "the offsets of {side} are coordinates along E<{offsets_are_coordinates_along_axis:0}>, and "
    "integers are expected here",
    "undecided: {points_to_visit} points differ, more than the {enumeration_bound_is} that a proof "
    "visits; prove one period, a stage, a tile or a warp, in place of all repetitions",
    "undecided: the search for two coordinates with one offset took more than "
    "{search_steps_exceed} steps; nest the strides, each larger than the sum that the modes of "
    "smaller stride reach",
    "undecided: at leaf {in_mode} of {0} a size or an offset exceeds {integers_exceed_bits} bits; "
    "use smaller extents or strides",
    "undecided: a layout formed by the proof has more than {leaves_exceed} leaves; coalesce the "
    "layout, or prove a part of it",
    "undecided: the least offset of {0} is {at_offset}, and an access counts offsets from "
    "{least_offset_must_be} on; move the base to the least offset",
    nullptr};

// Patterns of vector accesses (prove/vector_access.hpp), which several properties share.
inline constexpr char const* access_sentences[] = {
    "ldmatrix and stmatrix need all {expected} lanes of a warp, and warp {in_warp} has no thread "
    "{missing_thread}",
    "the access needs {expected} consecutive {element} that begin at a multiple of {expected}: "
    "value {at_value} of thread {at_thread} has offset {at_offset} in {side}, with runs of "
    "{in_runs_of}",
    "lane {of_lanes:0} of warp {in_warp} accesses byte {in_bytes} at step {at_step}, which is no "
    "multiple of {aligned_to}",
    "lane {of_lanes:0} of warp {in_warp} accesses bit {in_bits} at step {at_step}, which is no "
    "multiple of {aligned_to} bytes",
    nullptr};

// The longest text of a layout in a sentence, in characters; a longer one is named by its position.
inline constexpr int longest_layout = 120;

// A mapping in CuTe's notation: Sw<3,3,3> o _0 o (_8,_64):(_64,_1), or the extents of a shape; a
// run-time integer has no underscore, 64.
constexpr core::text subject(mapping const& m, int position, int count) {
  core::text t;
  if (m.is_swizzled()) {
    t.put("Sw<");
    t.put(std::int64_t{m.swizzle.bits});
    t.put(',');
    t.put(std::int64_t{m.swizzle.base});
    t.put(',');
    t.put(std::int64_t{m.swizzle.shift});
    t.put("> o ");
    t.put(m.offset_as_written());
    t.put(" o ");
  }
  t.put(std::string_view(m.is_layout ? core::layout_text(m.as_written())
                                     : core::shape_text(m.as_written())));
  if (t.count <= longest_layout) return t;
  constexpr char const* name[] = {"the first layout", "the second layout", "the third layout"};
  core::text short_name;
  short_name.put(count == 1 ? "the layout" : name[position]);
  return short_name;
}

// The first sentence of a report that is not yes, by the patterns of a property. Its layouts go
// into the topic. False where no pattern fits.
constexpr bool put_sentence(core::text& t, report const& r, char const* const* patterns,
                            core::topic of, mapping const* const* ms, int count) {
  for (int i = 0; i < count && i < core::topic::most_layouts; ++i)
    of.layout[i] = subject(*ms[i], i, count);
  core::witness const w{r.clues, r.count};
  return put_first(t, common_sentences, w, of) || put_first(t, patterns, w, of) ||
         put_first(t, access_sentences, w, of);
}

// True where the property has a remedy for these arguments. A concept, since nvcc 13.0 took a
// requires-expression inside the function below for false in unnamed namespaces.
template <class Property, class... Mappings>
concept has_remedy = requires(core::remedy& t, report const& r, Mappings const&... ms) {
  Property::remedy(t, r, ms...);
};

// The remedy of a property as a clue, for compilers that print types (clang in C++20, nvcc): the
// numbers of the remedy's sentence, or those that Property::remedy_clue picks by their position.
// Without a remedy, or where it lacks such a number, the clue has none.
template <class Property, class... Mappings>
constexpr core::clue_numbers remedy_in_numbers(report const& r, Mappings const&... ms) {
  core::remedy t;
  if constexpr (has_remedy<Property, Mappings...>) Property::remedy(t, r, ms...);
  t.numbers.what = &clue::would_do;
  if constexpr (requires { Property::remedy_clue; }) {
    core::clue_numbers picked = Property::remedy_clue;
    t.numbers.what = picked.what;
    for (int i = 0; i < picked.count; ++i) {
      if (picked.at[i] >= t.numbers.count) return {picked.what, 0, {}};
      picked.at[i] = t.numbers.at[picked.at[i]];
    }
    if (picked.count > 0) return picked;
  }
  return t.numbers;
}

template <class Property, class... Mappings>
concept has_reading =
    requires(core::text& t, Mappings const&... ms) { Property::reading(t, ms...); };

// The sentence of a report that is not yes; empty where it is.
template <class Property, class... Mappings>
constexpr core::text sentence_of_report(report const& r, Mappings const&... ms) {
  core::text t;
  if (r.holds()) return t;
  mapping const* const all[] = {&ms..., nullptr};  // of no layouts too
  if (!put_sentence(t, r, sentences_of<Property>(), topic_of<Property>(), all, sizeof...(ms))) {
    t.put(std::string_view(core::type_text<Property>()));
    t.put(r.is == answer::undecided ? " is undecided: " : " does not hold: ");
    put_clues(t, {r.clues, r.count});
  }
  if constexpr (has_remedy<Property, Mappings...>) {
    core::remedy remedy;
    if (r.is == answer::no) Property::remedy(remedy, r, ms...);
    put_second(t, remedy);
  }
  if constexpr (has_reading<Property, Mappings...>) {
    core::text reading;
    Property::reading(reading, ms...);
    put_second(t, reading);
  }
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
