// SPDX-License-Identifier: BSL-1.0
//
// audit<Subject...>: all that can be said of an object of CuTe or CUTLASS that a program already
// has, as one static_assert and as a report:
//
//   static_assert(audit<CollectiveMainloop>());  // stops with a sentence for each line that fails
//   print(audit<CollectiveMainloop>());          // a host program prints every line
//
//   holds       A: every element has a place of its own in shared memory
//   holds       A: wgmma can read it
//   fails       the bytes that the barrier of a stage expects: it is 16384, where 24576 is needed
//   costs       B: no bank conflict: 8-way bank conflict: ... Swizzle<3,3,3> removes it.
//   by model    the barriers of PipelineTmaAsync
//   not seen    its rows and columns in global memory
//
// A line is a claim (a property of layouts that correctness needs), a cost (a property whose
// failure costs time only), a model of what the types do not tell, or a remark on what is not seen;
// claims and costs that are undecided fail. Which lines an audit has is for the headers of beside/
// that specialise audit_of; to audit a type of your own, specialise it too.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/prove/require.hpp>

#include <cstdio>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Defines an aspect, the text of a line or of a part: TILEPROOF_ASPECT(tile_divides, "...").
#define TILEPROOF_ASPECT(NAME, TEXT)          \
  struct NAME {                               \
    static constexpr char const* text = TEXT; \
  }

// The parts of an audit.
namespace audits {

// The finding of a line: it holds, fails, costs time (a cost that is not the least), is undecided,
// holds for a model of the program, is needed by the PTX ISA and spared in practice, or is not
// seen.
enum class finding { holds, fails, costs, undecided, by_model, by_practice, not_seen };

// A claim on which correctness depends: the static Subjects have the Property. Aspect::text names
// what is claimed, a phrase without a full stop.
template <class Aspect, class Property, class... Subjects>
struct claim {
  static constexpr report found() { return detail::proof<Property, Subjects...>::value; }
  static constexpr finding is() {
    answer const a = found().is;
    return a == answer::yes  ? finding::holds
           : a == answer::no ? finding::fails
                             : finding::undecided;
  }
  static constexpr char const* text() { return Aspect::text; }
  // The sentence of require where it does not hold, with its remedy; empty where it does.
  static constexpr core::text sentence() {
    return detail::sentence_of_report<Property>(found(), detail::mapping_of<Subjects>::value...);
  }
  // Stops the compilation, as require does, unless it holds.
  static constexpr bool required() { return detail::required<Property, Subjects...>(); }
};

// A claim on which only speed depends, such as freedom from bank conflicts.
template <class Aspect, class Property, class... Subjects>
struct cost : claim<Aspect, Property, Subjects...> {
  using base = claim<Aspect, Property, Subjects...>;
  static constexpr finding is() {
    return base::is() == finding::fails ? finding::costs : base::is();
  }
};

// A claim that the PTX ISA needs, and without which GPUs were seen to compute the same:
// Aspect::text says what was seen. Where it does not hold, the line says so, and stops nothing.
template <class Aspect, class Property, class... Subjects>
struct practice : claim<Aspect, Property, Subjects...> {
  using base = claim<Aspect, Property, Subjects...>;
  static constexpr finding is() {
    return base::is() == finding::fails ? finding::by_practice : base::is();
  }
  static constexpr bool required() { return is() == finding::by_practice || base::required(); }
};

// A sound Protocol that stands for the barriers of the subject: it holds by model, never by itself.
template <class Aspect, class Protocol>
struct model {
  static constexpr finding is() {
    return proved<sound_protocol, Protocol> ? finding::by_model : finding::fails;
  }
  static constexpr char const* text() { return Aspect::text; }
  static constexpr core::text sentence() {
    return is() == finding::by_model ? core::text{}
                                     : tileproof::sentence<sound_protocol>(Protocol{});
  }
  static constexpr bool required() { return require<sound_protocol>(Protocol{}); }
};

// A remark: Aspect::text names what the audit does not see.
template <class Aspect>
struct not_seen {
  static constexpr finding is() { return finding::not_seen; }
  static constexpr char const* text() { return Aspect::text; }
  static constexpr core::text sentence() { return {}; }
  static constexpr bool required() { return true; }
};

// A line that is about a part of the subject, such as operand A: Part::text stands before it.
template <class Part, class Line>
struct line_of_part : Line {
  static constexpr core::text part() {
    core::text t;
    t.put(std::string_view(Part::text));
    if constexpr (requires { Line::part(); }) {
      t.put(", ");
      t.put(std::string_view(Line::part()));
    }
    return t;
  }
};

// The lines of an audit, each a claim, a cost or a remark; + joins them.
template <class... Lines>
struct lines {};
template <class... A, class... B>
constexpr lines<A..., B...> operator+(lines<A...>, lines<B...>) {
  return {};
}
// The lines, each about Part.
template <class Part, class... Lines>
constexpr lines<line_of_part<Part, Lines>...> of_part(lines<Lines...>) {
  return {};
}

template <bool IsOfPart, class Part, class... Lines>
constexpr auto of_part_if(lines<Lines...> all) {
  if constexpr (IsOfPart)
    return of_part<Part>(all);
  else
    return all;
}

}  // namespace audits

// The lines for these subjects: `static constexpr auto lines()` returns an audits::lines. An object
// for which none are written has no audit.
template <class... Subjects>
struct audit_of;

namespace detail {

// The words before the colon of a line: its part and its text.
template <class Line>
constexpr core::text heading() {
  core::text t;
  if constexpr (requires { Line::part(); }) {
    t.put(std::string_view(Line::part()));
    t.put(": ");
  }
  t.put(std::string_view(Line::text()));
  return t;
}

template <class Lines>
struct audited;
template <class... Lines>
struct audited<audits::lines<Lines...>> {
  static constexpr int count(audits::finding f) { return (0 + ... + (Lines::is() == f)); }
  static constexpr bool required() { return (true && ... && Lines::required()); }
  template <class Put>
  static void each(Put const& put) {
    (put(Lines::is(), heading<Lines>(), Lines::sentence()), ...);
  }
};

// True, or the compilation stops. A variable, so that device code may read it.
template <class Lines>
inline constexpr bool every_line_holds = audited<Lines>::required();

template <class... Subjects>
concept has_audit = requires { sizeof(audit_of<Subjects...>); };

}  // namespace detail

// The audit of the Subjects, types of CuTe or CUTLASS. In a static_assert it is true, or stops the
// compilation with the sentence of each line that does not hold.
template <class... Subjects>
struct audit {
  static_assert(detail::has_audit<Subjects...>,
                "tileproof: audit<> knows a TiledCopy (with its two tensors), a TiledMMA (with its "
                "operands in shared memory), CUTLASS's collective mainloops and epilogues and "
                "GemmUniversal of sm_80 and sm_90, and FlashAttention's Kernel_traits; specialise "
                "tileproof::audit_of for another type");
  using lines = decltype(audit_of<Subjects...>::lines());

  static constexpr int count(audits::finding f) { return detail::audited<lines>::count(f); }
  // Every claim holds; costs may not.
  static constexpr bool is_correct() {
    return count(audits::finding::fails) == 0 && count(audits::finding::undecided) == 0;
  }
  // Every claim and every cost holds.
  static constexpr bool holds() { return is_correct() && count(audits::finding::costs) == 0; }
  TILEPROOF_HOST_DEVICE constexpr explicit operator bool() const {
    return detail::every_line_holds<lines>;
  }
};

// Writes the report to stdout: a line for each claim, cost and remark, and the counts.
template <class... Subjects>
void print(audit<Subjects...> const&) {
  using all = detail::audited<typename audit<Subjects...>::lines>;
  static constexpr char const* words[] = {"holds",    "fails",       "costs",   "undecided",
                                          "by model", "by practice", "not seen"};
  all::each([](audits::finding is, core::text const& heading, core::text const& why) {
    std::printf("%-11s %s%s%s\n", words[static_cast<int>(is)], heading.at,
                why.count > 0 ? ": " : "", why.at);
  });
  std::printf("%d hold, %d fail, %d cost, %d undecided, %d by model, %d by practice, %d not seen\n",
              all::count(audits::finding::holds), all::count(audits::finding::fails),
              all::count(audits::finding::costs), all::count(audits::finding::undecided),
              all::count(audits::finding::by_model), all::count(audits::finding::by_practice),
              all::count(audits::finding::not_seen));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
