// SPDX-License-Identifier: BSL-1.0
//
// How an operation that has no exact result fails: while compiling, by naming the property and the
// witness in one error; at run time on the host, by an exception with the same facts.
#pragma once

#include <tileproof/core/text.hpp>

#include <exception>
#if !defined(__cpp_exceptions)
#include <cstdio>
#include <cstdlib>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The properties, by name (core/refusal.hpp).
#define TILEPROOF_PROPERTY(NAME, SENTENCE) struct NAME;
TILEPROOF_PROPERTIES(TILEPROOF_PROPERTY)
#undef TILEPROOF_PROPERTY

// The witness.
template <auto...>
struct in_mode;
template <auto...>
struct at_coordinate;
template <auto...>
struct found;
template <auto...>
struct expected;

// The operation, the property that does not hold, and the witness. Never defined: asking for its
// size stops the compilation, and the first error line is this name.
template <class Operation, class Property, class... Witness>
struct refused;

// What an operation returns where no exact result exists.
template <class Refused>
struct no_exact_result {
  static_assert(sizeof(Refused) != 0);
};

namespace detail {

// A refusal has been reported; what follows from it is not worth a second error.
template <class T>
inline constexpr bool is_no_result_v = false;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R>> = true;
template <class R>
inline constexpr bool is_no_result_v<no_exact_result<R> const> = true;

}  // namespace detail

// Thrown on the host where run-time leaves violate a condition of an operation. what() is a
// sentence.
class layout_error : public std::exception {
 public:
  explicit layout_error(core::refusal const& r) : text_(core::sentence(r)), reason_(r) {}
  char const* what() const noexcept override { return text_.at; }
  // The property that does not hold and its witness, of which what() is the sentence.
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

// `int` where it fits, so that every compiler prints a bare number.
template <std::int64_t V>
inline constexpr auto bare = static_cast<int>(V);
template <std::int64_t V>
requires(V<INT32_MIN || V> INT32_MAX) inline constexpr auto bare<V> = static_cast<long long>(V);

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
