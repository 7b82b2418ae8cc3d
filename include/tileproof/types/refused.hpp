// SPDX-License-Identifier: BSL-1.0
//
// Defines the grammar of refusal: the way of a "no" from its decision to the first line of an
// error.
//
// A reason is a type in the header that refuses. It has its sentences, of which the first one that
// fits the clues is taken, and may have a remedy, a second sentence computed from the same clues:
//
//   struct stages_are_a_power_of_two {
//     static constexpr char const* sentences[] = {"ring: {found} stages are no power of two",
//                                                 nullptr};
//     static constexpr void remedy(core::remedy& t, core::witness const& w);  // "8 would do"
//   };
//
// Clues are types too (core/witness.hpp), declared beside the reason or below it. Four callers
// decide, and refuse in the same way:
//
//   static_assert(refuse_unless<(N & (N - 1)) == 0, stages_are_a_power_of_two, found<N>>);
//   return refuse<stages_are_a_power_of_two, found<N>>{};  // a function that has no result
//   require<injective>(layout);         // a property: its report has the clues (prove/require.hpp)
//   cx.refuse({property::p, mode, at, found, expected});   // the core, whose reasons are numbers
//                                                          // on a list (core/refusal.hpp)
//
// Each names refused<reason, clues...> and asks for the size of no_exact_result of it:
//
//   g++:      error: incomplete type 'error::refused<"ring: 6 stages are no power of two. 8 ...",
//             stages_are_a_power_of_two>'
//   C++26:    the sentence is static_assert's own message, and [stages_are_a_power_of_two]
//   clang in C++20, nvcc: error: incomplete type 'refused<stages_are_a_power_of_two, found<6>>',
//             since clang cuts strings in template arguments short and nvcc prints them by letters
//
// With run-time leaves the core throws layout_error, which has the same sentence. Nothing of a
// sentence is instantiated where the condition holds. A condition whose sentence has no number of
// the call is a plain static_assert with that sentence, which every compiler prints whole. Ask
// algebra/exact.hpp beforehand in a launcher.
#pragma once

#include <tileproof/core/sentence.hpp>

#include <cstddef>
#include <exception>
#if !defined(__cpp_exceptions) && !defined(__CUDACC_RTC__)
#include <cstdio>
#include <cstdlib>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The properties as types, for the names in error messages; core/refusal.hpp lists them.
#define TILEPROOF_PROPERTY(NAME, SENTENCE) struct NAME;
TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY

// TILEPROOF_MESSAGES, the way in which an error shows its sentence, is 2 where static_assert takes
// a message made at compile time (C++26), 1 where the sentence is a template argument, 0 where the
// error is a list of types. As an argument it is a string, which g++ prints. Every compiler prints
// numbers in full: with TILEPROOF_ENCODED_SENTENCES the argument is the sentence in numbers, which
// the program tileproof-errors defines and turns into the sentence again.
#if defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define TILEPROOF_MESSAGES 2
#elif defined(TILEPROOF_ENCODED_SENTENCES) || \
    (defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && !defined(__EDG__))
#define TILEPROOF_MESSAGES 1
#else
#define TILEPROOF_MESSAGES 0
#endif

// The reason and the clues; of an operation of the algebra: the operation, the reason and the
// clues. Never defined: asking for its size stops the compilation, and the first error line is this
// name.
template <class Reason, class... Clues>
struct refused;

// The return type of an operation that has no exact result: instantiating it is the error. App may
// be the application (lift/application.hpp), whose arguments the sentence then shows.
template <class Refused, class App = void>
struct no_exact_result;

namespace detail {

// Whether T is a refusal that has been reported; callers pass it on, since what follows from it is
// not worth a second error.
template <class T>
inline constexpr bool is_no_result_v = false;
template <class R, class App>
inline constexpr bool is_no_result_v<no_exact_result<R, App>> = true;
template <class R, class App>
inline constexpr bool is_no_result_v<no_exact_result<R, App> const> = true;

}  // namespace detail

// Thrown on the host where run-time leaves violate a condition of an operation. Under
// -fno-exceptions the sentence is printed to stderr and abort() called instead.
class layout_error : public std::exception {
 public:
  explicit layout_error(core::refusal const& r) : text_(core::sentence(r)), reason_(r) {}
  // One sentence: the property that does not hold, with the numbers of the call.
  char const* what() const noexcept override { return text_.at; }
  // The property and its witness, of which what() is the sentence.
  core::refusal const& reason() const noexcept { return reason_; }

 private:
  core::text text_;
  core::refusal reason_;
};

namespace detail {

template <core::property P>
struct property_type;
#define TILEPROOF_PROPERTY(NAME, SENTENCE)     \
  template <>                                  \
  struct property_type<core::property::NAME> { \
    using type = NAME;                         \
  };
TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY

// V as an `int` where it fits, so that every compiler prints a bare number.
template <std::int64_t V>
inline constexpr auto bare = static_cast<int>(V);
template <std::int64_t V>
  requires(V<INT32_MIN || V> INT32_MAX)
inline constexpr auto bare<V> = static_cast<long long>(V);

// The patterns of a property's sentences (core/sentence.hpp), its member `sentences`, a
// null-terminated list: the first one that fits the witness is used. Empty where it has none.
inline constexpr char const* no_sentences[] = {nullptr};
template <class Property>
constexpr char const* const* sentences_of() {
  if constexpr (requires { Property::sentences; })
    return Property::sentences;
  else
    return no_sentences;
}

// Writes the first of the patterns that fits; false where none does.
constexpr bool put_first(core::text& t, char const* const* patterns, core::witness const& w,
                         core::topic const& of) {
  for (; *patterns != nullptr; ++patterns)
    if (core::fits(*patterns, w)) return core::put(t, *patterns, w, of), true;
  return false;
}

// The words that a property says of itself: its members element_type, verb and wanted.
template <class Property>
constexpr core::topic topic_of() {
  core::topic of;
  if constexpr (requires { typename Property::element_type; })
    of.element = core::type_text<typename Property::element_type>();
  if constexpr (requires { Property::verb; }) of.verb = Property::verb;
  if constexpr (requires { Property::wanted; }) of.wanted = Property::wanted;
  return of;
}

// Writes a remedy as one more sentence. Nothing where it is empty.
constexpr void put_second(core::text& t, core::text const& remedy) {
  if (remedy.count == 0) return;
  if (t.count > 0 && t.at[t.count - 1] == '.') t.at[--t.count] = 0;
  char const first = remedy.at[0];
  t.put(". ");
  t.put(first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first);
  t.put(std::string_view(remedy).substr(1));
  t.put('.');
}

#if TILEPROOF_MESSAGES > 0
// The property as core::property, or none where it is not one of the core's.
template <class T>
inline constexpr core::property core_property = core::property::none;
#define TILEPROOF_PROPERTY(NAME, SENTENCE) \
  template <>                              \
  inline constexpr core::property core_property<NAME> = core::property::NAME;
TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY

// The sentence of a property and a witness. A refusal of the core has an operation in front of its
// property, and the property's pattern is in core/refusal.hpp, unless the operation has sentences
// of its own.
template <class Property, class... Clues>
constexpr core::text sentence_of_clues(core::property of_core) {
  core::clue_numbers all[sizeof...(Clues) + 1]{};
  core::witness w{all, 0};
  [[maybe_unused]] auto const add = [&]<class C>(C*) {
    if constexpr (numbers_of<C>::is_clue) all[w.count++] = numbers_of<C>::value;
  };
  (add(static_cast<Clues*>(nullptr)), ...);
  char const* const of_property[] = {core::pattern_of(of_core).data(), nullptr};
  core::text t;
  if (put_first(t, sentences_of<Property>(), w, topic_of<Property>()) ||
      (of_core != core::property::none && put_first(t, of_property, w, {}))) {
    if constexpr (requires(core::remedy remedy) { Property::remedy(remedy, w); }) {
      core::remedy remedy;
      Property::remedy(remedy, w);
      put_second(t, remedy);
    }
    return t;
  }
  t.put(std::string_view(core::type_text<Property>()));
  t.put(" does not hold: ");
  put_clues(t, w);
  return t;
}
template <class First, class Second, class... Clues>
constexpr core::text sentence_of(refused<First, Second, Clues...>*) {
  constexpr core::property second = core_property<Second>;
  if constexpr (requires { First::sentences; })
    return sentence_of_clues<First, Second, Clues...>(core::property::none);
  else if constexpr (second != core::property::none)
    return sentence_of_clues<Second, Clues...>(second);
  else
    return sentence_of_clues<First, Second, Clues...>(core_property<First>);
}

template <class Reason>
constexpr core::text sentence_of(refused<Reason>*) {
  return sentence_of_clues<Reason>(core::property::none);
}

// In a message of static_assert the property's name follows the sentence: [injective].
template <class First, class Second, class... Clues>
constexpr core::text name_of_refusal(refused<First, Second, Clues...>*) {
  if constexpr (core_property<Second> != core::property::none)
    return core::type_text<Second>();
  else
    return core::type_text<First>();
}
template <class Reason>
constexpr core::text name_of_refusal(refused<Reason>*) {
  return core::type_text<Reason>();
}
template <class Refused>
constexpr core::text with_name(core::text t) {
#if TILEPROOF_MESSAGES == 2
  t.put(" [");
  t.put(std::string_view(name_of_refusal(static_cast<Refused*>(nullptr))));
  t.put(']');
#endif
  return t;
}

// The arguments of a refused operation, for its sentence; lift/application.hpp specialises it.
template <class App>
struct arguments_of {
  static constexpr void put(core::text&) {}
};

// The sentence of a refusal, a constant, followed by the arguments.
template <class Refused, class App>
struct refusal_message {
  static constexpr core::text made() {
    core::text t = sentence_of(static_cast<Refused*>(nullptr));
    arguments_of<App>::put(t);
    return with_name<Refused>(t);
  }
  static constexpr core::text value = made();
};
#endif
#if TILEPROOF_MESSAGES == 1 && defined(TILEPROOF_ENCODED_SENTENCES)
// The characters of a text, 8 in a number, the first one in its lowest byte; zeros fill the last.
template <std::uint64_t... EightCharacters>
struct encoded_sentence {};
constexpr std::uint64_t eight_characters(std::string_view s) {
  std::uint64_t r = 0;
  for (std::size_t i = 0; i < s.size() && i < 8; ++i)
    r |= std::uint64_t{static_cast<unsigned char>(s[i])} << 8 * i;
  return r;
}
// Deduces the numbers, since clang prints the expressions of those that are written.
template <std::uint64_t... EightCharacters>
constexpr encoded_sentence<EightCharacters...> deduced(encoded_sentence<EightCharacters...>) {
  return {};
}
template <class Message, std::size_t... I>
constexpr auto encoded(std::index_sequence<I...>) {
  constexpr std::string_view all(Message::value.data(), Message::value.size());
  return deduced(encoded_sentence<eight_characters(all.substr(8 * I))...>{});
}
template <class Message>
constexpr auto argument_of() {
  return encoded<Message>(std::make_index_sequence<(Message::value.size() + 7) / 8>{});
}
#elif TILEPROOF_MESSAGES == 1
// The characters of a text as a template argument, without the unused rest.
template <int N>
struct sentence {
  char at[N + 1];
};
template <class Message>
constexpr auto argument_of() {
  sentence<Message::value.count> r{};
  for (int i = 0; i < Message::value.count; ++i) r.at[i] = Message::value.at[i];
  return r;
}
#endif

// Throws layout_error, or prints the sentence and aborts under -fno-exceptions. NVRTC compiles no
// host code and so nothing that calls it.
[[noreturn]] inline void fail([[maybe_unused]] core::refusal const& r) {
#if defined(__CUDACC_RTC__)
  __trap();
#elif defined(__cpp_exceptions)
  throw layout_error(r);
#else
  std::fprintf(stderr, "tileproof: %s\n", layout_error(r).what());
  std::abort();
#endif
}

}  // namespace detail
#if TILEPROOF_MESSAGES == 1
namespace error {

// The error where the sentence is a template argument: the sentence, then the operation and the
// property. Never defined.
template <auto Sentence, class... Names>
struct refused;

}  // namespace error
#endif

namespace detail {

// name_error<Message>(Refused*): of the incomplete type that the error names, for a refusal whose
// sentence is Message::value. A function, since decltype of a call prints no alias.
#if TILEPROOF_MESSAGES == 1
template <class Message, class First, class Second, class... Rest>
error::refused<argument_of<Message>(), First, Second> name_error(refused<First, Second, Rest...>*);
template <class Message, class First, class Second, class... Rest>
  requires(numbers_of<Second>::is_clue)
error::refused<argument_of<Message>(), First> name_error(refused<First, Second, Rest...>*);
template <class Message, class Reason>
error::refused<argument_of<Message>(), Reason> name_error(refused<Reason>*);
#elif TILEPROOF_MESSAGES == 0
template <class Message, class Refused>
Refused name_error(Refused*);
template <class Refused, class App>
struct refusal_message;
#endif

}  // namespace detail

template <class Refused, class App>
struct no_exact_result {
#if TILEPROOF_MESSAGES == 2
  using message = detail::refusal_message<Refused, App>;
  static_assert(false, message::value);
#else
  static_assert(sizeof(decltype(detail::name_error<detail::refusal_message<Refused, App>>(
                    static_cast<Refused*>(nullptr)))) != 0);
#endif
  // A value, a destination, a function: a use of the missing result is no second error.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr operator T() const {
    return T{};
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr no_exact_result const& operator=(T const&) const {
    return *this;
  }
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr no_exact_result const& operator()(Cs const&...) const {
    return *this;
  }
};
// layout(r), shape(r) and size(r) of a missing result are no second error either.
#define TILEPROOF_OF_NO_RESULT(NAME)                                                  \
  template <std::size_t... I, class Refused, class App>                               \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(no_exact_result<Refused, App> const& r) { \
    return r;                                                                         \
  }
TILEPROOF_OF_NO_RESULT(layout)
TILEPROOF_OF_NO_RESULT(shape)
TILEPROOF_OF_NO_RESULT(size)
#undef TILEPROOF_OF_NO_RESULT

// The result of a function that refuses: return refuse<reason, clues...>{};
template <class... Reason>
using refuse = no_exact_result<refused<Reason...>>;

// True where the condition holds; otherwise the compilation stops with the reason and its clues.
//   static_assert(refuse_unless<(N > 0), size_is_positive, found<N>>);
template <bool Holds, class... Reason>
inline constexpr bool refuse_unless = true;
template <class... Reason>
#if TILEPROOF_MESSAGES == 0
inline constexpr bool refuse_unless<false, Reason...> = sizeof(refused<Reason...>) != 0;
#else
inline constexpr bool refuse_unless<false, Reason...> = sizeof(refuse<Reason...>) != 0;
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
