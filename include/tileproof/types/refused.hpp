// SPDX-License-Identifier: BSL-1.0
//
// Defines the two ways in which an operation that has no exact result fails: while compiling, one
// error that names the operation, the property and the witness; at run time on the host, an
// exception with the same facts.
//
//   // composition((_5,_4):(_4,_1), _6:_2): A(B(c)) is 0, 8, 16, 5, 13, 2
//   error: incomplete type 'refused<composition_op, composition_is_a_layout, in_mode<0>,
//                                   at_coordinate<5>, found<2>, expected<21>>'
//
// Catch layout_error where run-time sizes come from a user; ask algebra/exact.hpp beforehand in a
// launcher.
#pragma once

#include <tileproof/core/text.hpp>
#include <tileproof/core/witness.hpp>

#include <exception>
#if !defined(__cpp_exceptions)
#include <cstdio>
#include <cstdlib>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The properties as types, for the names in error messages; core/refusal.hpp lists them.
#define TILEPROOF_PROPERTY(NAME, SENTENCE) struct NAME;
TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY

// The clues of a witness as types, for the same names; core/witness.hpp lists them. A refused
// operation has in_mode (the leaf of the right-hand operand), at_coordinate (the first that goes
// wrong), found (the value there) and expected (the value that a layout would need). Never defined.
#define TILEPROOF_CLUE(NAME) \
  template <auto...>         \
  struct NAME;
TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE

// The operation, the property that does not hold, and the witness. Never defined: asking for its
// size stops the compilation, and the first error line is this name.
template <class Operation, class Property, class... Witness>
struct refused;

// The return type of an operation that has no exact result: instantiating it is the error.
template <class Refused>
struct no_exact_result {
  static_assert(sizeof(Refused) != 0);
};

namespace detail {

// Whether T is a refusal that has been reported; callers pass it on, since what follows from it is
// not worth a second error.
template <class T>
inline constexpr bool is_no_result_v = false;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R>> = true;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R> const> = true;

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
requires(V<INT32_MIN || V> INT32_MAX) inline constexpr auto bare<V> = static_cast<long long>(V);

// Throws layout_error, or prints the sentence and aborts under -fno-exceptions.
[[noreturn]] inline void fail(core::refusal const& r) {
#if defined(__cpp_exceptions)
  throw layout_error(r);
#else
  std::fprintf(stderr, "tileproof: %s\n", layout_error(r).what());
  std::abort();
#endif
}

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
