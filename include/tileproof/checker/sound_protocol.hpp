// SPDX-License-Identifier: BSL-1.0
//
// Proves sound_protocol and its parts (protocol_properties.hpp), for every trip count. Like every
// property they can be asked for in several ways:
//
//   prove<sound_protocol>(gemm{})            a verdict
//   proved<sound_protocol, gemm>             a concept
//   require<sound_protocol>(gemm{})          true; or the compilation stops with the counterexample
//   sentence<sound_protocol>(gemm{})         the same sentence, as a text
//
// A proof ends at the first fault. So a part, such as free_of_races, is refused if the first fault
// is of its kind, and undecided if it is of another kind.
#pragma once

#include <tileproof/checker/counterexample.hpp>
#include <tileproof/checker/protocol_properties.hpp>
#include <tileproof/prove/answer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace pipeline {

// The answer about one property of a protocol; `all` is the verdict from which it follows.
struct protocol_report {
  answer is = answer::yes;
  verdict all{};
  constexpr bool holds() const { return is == answer::yes; }
};

// The proof of a protocol, one for all properties.
template <class P>
#if defined(__CUDACC__)
inline constexpr verdict proof_of = prove_protocol<P>();
#else
inline constexpr verdict proof_of = prove_in_parts<P>();
#endif

template <class Property, class P>
struct protocol_proof {
  static constexpr verdict all = proof_of<P>;
  static constexpr protocol_report value{
      all.holds()                                                              ? answer::yes
      : all.found.what != fault::undecided && Property::is_own(all.found.what) ? answer::no
                                                                               : answer::undecided,
      all};
};

// The sentence of a failed proof; empty where it holds.
template <class Property, class P>
struct protocol_sentence {
  static constexpr core::text text() {
    core::text t;
    if (!proof_of<P>.holds()) counterexample<P>(proof_of<P>).put_sentence(t);
    return t;
  }
};

#if TILEPROOF_MESSAGES != 0
template <class Property, class P>
struct protocol_message {
  using name = std::conditional_t<protocol_proof<Property, P>::value.is == answer::undecided,
                                  refused<Property, undecided>, refused<Property>>;
  static constexpr core::text value =
      tileproof::detail::with_name<name>(protocol_sentence<Property, P>::text());
};
// The failing interleaving in one line, and the type whose name shows it. That type is never
// defined.
template <class P>
struct protocol_events {
  struct text {
    static constexpr int capacity = 1000;
    char at[capacity + 1]{};
    int count = 0;
    constexpr void put(char c) {
      if (count < capacity) at[count++] = c;
    }
    constexpr void put(std::string_view s) {
      for (char const c : s) put(c);
    }
    constexpr void put(std::int64_t n) {
      core::text digits;
      digits.put(n);
      put(std::string_view(digits));
    }
    constexpr std::size_t size() const { return static_cast<std::size_t>(count); }
    constexpr char const* data() const { return at; }
  };
  static constexpr text value = [] {
    text t;
    counterexample<P>(proof_of<P>).put_events(t, "; ", 10);
    return t;
  }();
};
#if TILEPROOF_MESSAGES == 1
template <auto>
struct interleaving;
template <class P, bool HasEvents>
struct error_events {
  using type = char;
};
template <class P>
struct error_events<P, true> {
  using type = interleaving<tileproof::detail::argument_of<protocol_events<P>>()>;
};
template <class Message>
using error_name =
    decltype(tileproof::detail::name_error<Message>(static_cast<typename Message::name*>(nullptr)));
#endif
template <class Property, class P>
struct stopped {
  using message = protocol_message<Property, P>;
  static constexpr bool has_events = !proof_of<P>.holds() && proof_of<P>.length > 0;
#if TILEPROOF_MESSAGES == 2
  static_assert(false, message::value);
  static_assert(!has_events, protocol_events<P>::value);
#else
  static_assert(sizeof(error_name<message>) != 0);
  static_assert(sizeof(typename error_events<P, has_events>::type) != 0);
#endif
  static constexpr bool value = true;
};
#else
// The clues of the error for compilers that print types: the fault, the agent, its action, place
// and time, and the conflicting access. They are never defined.
template <fault>
struct because;
template <class Role, int Block>
struct by;
template <op>
struct does;
template <class Resource, int Stage>
struct at_stage;
template <class Role, op>
struct against;
template <section...>
struct after_sections;

template <int I, class L>
struct nth_of {
  using type = void;
};
template <template <class...> class L, class R, class... Rs>
struct nth_of<0, L<R, Rs...>> {
  using type = R;
};
template <int I, template <class...> class L, class R, class... Rs>
  requires(I > 0)
struct nth_of<I, L<R, Rs...>> : nth_of<I - 1, L<Rs...>> {};

template <class P>
struct clues_of {
  static constexpr verdict v = proof_of<P>;
  static constexpr failure f = counterexample<P>(v).found();
  static constexpr bool has_place = has_cell(f.act.what()) && f.what != fault::undecided;
  static constexpr int ring = has_place ? plan<P>::table.ring_of[f.act.at()] : 0;
  static constexpr int other =
      f.other >= 0 && f.other % per_cell != under_way ? state<P>::facts.fact_of(f.other).actor : -1;
  static constexpr int role_of_other() {
    int role = other >= 0 && other < fact::of_group ? plan<P>::table.agent[other].role : -1;
    for (agent_info const& a : plan<P>::table.agent)
      if (a.group == other - fact::of_group) role = a.role;
    return role;
  }
  using who =
      by < typename nth_of < f.agent<0 ? -1 : plan<P>::table.agent[f.agent < 0 ? 0 : f.agent].role,
                                     typename P::roles>::type,
        f.agent<0 ? 0 : plan<P>::table.agent[f.agent < 0 ? 0 : f.agent].block>;
  using where = at_stage<typename nth_of<has_place ? plan<P>::table.ring[ring].resource : -1,
                                         typename P::resources>::type,
                         has_place ? f.act.at() - plan<P>::table.ring[ring].cell : 0>;
  using met =
      against<typename nth_of<role_of_other(), typename P::roles>::type,
              f.other >= 0 && f.other % per_cell != under_way ? state<P>::facts.fact_of(f.other).by
                                                              : op{}>;
};
template <class Property, class P, class Clues = clues_of<P>,
          class = std::make_index_sequence<static_cast<std::size_t>(Clues::v.length)>>
struct stop;
template <class Property, class P, class Clues, std::size_t... I>
struct stop<Property, P, Clues, std::index_sequence<I...>>
    : decltype(tileproof::detail::stop<Property>(
          static_cast<because<Clues::f.what>*>(nullptr), static_cast<typename Clues::who*>(nullptr),
          static_cast<does<Clues::f.act.what()>*>(nullptr),
          static_cast<typename Clues::where*>(nullptr), static_cast<typename Clues::met*>(nullptr),
          static_cast<after_sections<Clues::v.trace[I].is...>*>(nullptr))) {};
#endif

}  // namespace pipeline

// The answer of Property for a protocol, while compiling.
template <class Property, pipeline::protocol_like P>
constexpr pipeline::protocol_report prove(P const&) {
  return pipeline::protocol_proof<Property, P>::value;
}
template <class Property, pipeline::protocol_like P>
constexpr core::text sentence(P const&) {
  return pipeline::protocol_sentence<Property, P>::text();
}
namespace detail {
template <class Property, pipeline::protocol_like P>
struct proof<Property, P> : pipeline::protocol_proof<Property, P> {};
}  // namespace detail

// Stops the compilation unless the protocol has the Property for every trip count. The error is the
// counterexample's sentence, or with clang in C++20 and nvcc refused<Property, because<race>, ...>.
template <class Property, pipeline::protocol_like P>
TILEPROOF_HOST_DEVICE constexpr bool require([[maybe_unused]] P const&) {
#if defined(TILEPROOF_REQUIRE_DECIDES)
  if constexpr (pipeline::protocol_proof<Property, P>::value.is != answer::yes)
#if TILEPROOF_MESSAGES != 0
    return pipeline::stopped<Property, P>::value;
#else
    return pipeline::stop<Property, P>::value;
#endif
#endif
  return true;
}

// Refuses a type that is no protocol, and names the list that it lacks.
template <class Property, class P>
  requires(!pipeline::protocol_like<P> && requires { Property::is_own(pipeline::fault::race); })
TILEPROOF_HOST_DEVICE constexpr bool require(P const&) {
  static_assert(
      refuse_unless<requires { typename P::resources; }, pipeline::protocol_has_resources<P>, P>);
  static_assert(refuse_unless<requires { typename P::roles; }, pipeline::protocol_has_roles<P>, P>);
  static_assert(refuse_unless<requires { typename P::loop; }, pipeline::protocol_has_loop<P>, P>);
  return true;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
