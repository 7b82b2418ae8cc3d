// SPDX-License-Identifier: BSL-1.0
//
// theorems: the list of properties on which a kernel relies, as types:
//
//   using proofs = theorems<theorem<owns_every_element<>, thread_value, tile>,
//                           theorem<access_width<128, float>, thread_value>>;
//   static_assert(proofs::hold);
//
// Use it in place of single calls of require where a program reports what was proved: the list is a
// Hana sequence, and each theorem has its property and its report. TILEPROOF_DISABLE_PROOFS makes
// it free, as it makes require free.
#pragma once

#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// States that the static layouts Subjects have the Property. Instantiating it is the proof; where
// the property fails, it does not compile, and the error names the property and the witness.
template <class Property, class... Subjects>
struct theorem {
  using property = Property;
  static_assert(require<Property>(Subjects{}...));
  // The report, with the numbers that the property gives, such as the wavefronts of bank_ways.
  static constexpr report found() { return prove<Property>(Subjects{}...); }
};

template <class... Theorems>
struct theorems;

namespace detail {

// Flattens nested lists: the theorems of a list and of the lists in it, in order.
template <class Flat, class... Rest>
struct flattened;
template <class... Flat>
struct flattened<type_list<Flat...>> {
  using type = tuple<Flat...>;
};
template <class... Flat, class Theorem, class... Rest>
struct flattened<type_list<Flat...>, Theorem, Rest...>
    : flattened<type_list<Flat..., Theorem>, Rest...> {};
template <class... Flat, class... Theorems, class... Rest>
struct flattened<type_list<Flat...>, theorems<Theorems...>, Rest...>
    : flattened<type_list<Flat...>, Theorems..., Rest...> {};

}  // namespace detail

// States that all Theorems hold. Lists may be nested; the sequence is flat. `hold` is true, or the
// program does not compile.
template <class... Theorems>
struct theorems : detail::flattened<detail::type_list<>, Theorems...>::type {
  static constexpr bool hold = true;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
