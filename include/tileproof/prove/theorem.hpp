// SPDX-License-Identifier: BSL-1.0
//
// What a kernel rests on, as a list of types:
//
//   using proofs = theorems<theorem<owns_every_element<>, thread_value, tile>,
//                           theorem<access_width<128, float>, thread_value>>;
//   static_assert(proofs::hold);
//
// The list is a Hana sequence, so that a report can walk what was proved. TILEPROOF_DISABLE_PROOFS
// makes it free, as it does require.
#pragma once

#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The layouts Subjects, which are static, have the Property: or else a theorem does not compile,
// and the error names the property and the witness.
template <class Property, class... Subjects>
struct theorem {
  using property = Property;
  static_assert(require<Property>(Subjects{}...));
  // What was found: a figure, where the property has one.
  static constexpr report found() { return prove<Property>(Subjects{}...); }
};

template <class... Theorems>
struct theorems;

namespace detail {

// The theorems of a list and of the lists in it, in order.
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

// All of them hold. A list among them counts as what it has: theorems are a flat sequence.
template <class... Theorems>
struct theorems : detail::flattened<detail::type_list<>, Theorems...>::type {
  static constexpr bool hold = true;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
