// SPDX-License-Identifier: BSL-1.0
//
// Defines the part of a proof that does not depend on what is proved: the concept proved, and the
// type whose instantiation is the error. Include prove/require.hpp to prove a property of layouts;
// checker/sound_protocol.hpp, which proves protocols, includes this header alone, without the
// layout algebra.
#pragma once

#include <tileproof/prove/report.hpp>
#include <tileproof/types/refused.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Stands before the clues in the error of a require that was not decided.
struct undecided;

namespace detail {

// `value` is the report. Defined for layouts in prove/require.hpp, for protocols in
// checker/sound_protocol.hpp.
template <class Property, class... Ls>
struct proof;

// The type whose instantiation is the error. It is named and never called: a compiler then
// evaluates nothing that has failed, and prints one error.
template <class Property, class... Clues>
struct stopped {
#if TILEPROOF_MESSAGES == 0
  static_assert(sizeof(refused<Property, Clues...>) != 0);
#else
  static_assert(sizeof(refuse<Property, Clues...>) != 0);
#endif
  static constexpr bool value = true;
};

// Deduces each clue, so that compilers print the clue itself and not an alias.
template <class Property, class... Clues>
stopped<Property, Clues...> stop(Clues*...);

}  // namespace detail

// True where the static layouts Ls have the Property. False also where the answer is undecided.
template <class Property, class... Ls>
concept proved = detail::proof<Property, std::remove_cv_t<Ls>...>::value.is == answer::yes;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
