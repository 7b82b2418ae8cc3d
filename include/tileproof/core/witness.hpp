// SPDX-License-Identifier: BSL-1.0
//
// Defines a clue, the word of a witness that says where a property fails or by how much, such as
// at_offset<3>. Clues are open: the header that has something to say declares it, in namespace
// tileproof, and nothing else knows of it.
//
//   TILEPROOF_CLUE(in_bank);       // a type, in_bank<5>, and a constant, clue::in_bank
//   r.say(clue::in_bank, 5);       // in a report (prove/report.hpp)
//   "... both in bank {in_bank}"   // in a sentence (core/sentence.hpp)
//   refused<bank_ways<...>, in_bank<5>>   // in the error of a compiler that prints no sentence
//
// Numbers are integers, in elements unless the comment at the declaration gives another unit.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace core {

// The word itself. Two words of one name are the same clue. They are compared by a number made of
// the name (FNV-1a), since with -fsanitize=undefined g++ takes no comparison of addresses for a
// constant.
struct clue_word {
  char const* name;
  std::uint64_t id = 0xcbf29ce484222325;

  constexpr explicit clue_word(char const* n) : name(n) {
    for (; *n != 0; ++n) id = (id ^ static_cast<unsigned char>(*n)) * 0x100000001b3;
  }
  friend constexpr bool operator==(clue_word const& a, clue_word const& b) { return a.id == b.id; }
};

// The name of a clue, with underscores: "at_offset".
constexpr std::string_view name_of(clue_word const& c) { return c.name; }

// A clue with its numbers, at most 8.
struct clue_numbers {
  static constexpr int most = 8;
  clue_word const* what = nullptr;
  int count = 0;
  std::int64_t at[most]{};
};

}  // namespace core

namespace detail {

// A clue's type, found by its word.
template <core::clue_word const* Word, auto... Numbers>
struct clue_type;

// A clue's word and numbers, found by its type; a type that is no clue has none.
template <class T>
struct numbers_of {
  static constexpr bool is_clue = false;
};

}  // namespace detail

// Declares a clue: the type NAME<numbers...>, which compilers print and which is never defined, and
// the constant clue::NAME, which reports hold. Stands in namespace tileproof.
#define TILEPROOF_CLUE(NAME)                                                       \
  template <auto...>                                                               \
  struct NAME;                                                                     \
  namespace clue {                                                                 \
  inline constexpr core::clue_word NAME{#NAME};                                    \
  }                                                                                \
  template <auto... Numbers>                                                       \
  struct detail::clue_type<&clue::NAME, Numbers...> {                              \
    static constexpr NAME<Numbers...>* get() { return nullptr; }                   \
  };                                                                               \
  template <auto... Numbers>                                                       \
  struct detail::numbers_of<NAME<Numbers...>> {                                    \
    static constexpr bool is_clue = true;                                          \
    static constexpr core::clue_numbers value{                                     \
        &clue::NAME, sizeof...(Numbers), {static_cast<std::int64_t>(Numbers)...}}; \
  }

// The witness of an operation that has no exact result (core/refusal.hpp).
TILEPROOF_CLUE(in_mode);        // a leaf of the right-hand operand
TILEPROOF_CLUE(at_coordinate);  // the first that goes wrong; natural: one integer for each mode
TILEPROOF_CLUE(found);          // the value there
TILEPROOF_CLUE(expected);       // the value that a layout would need

// Bounds and amounts.
TILEPROOF_CLUE(at_least);
TILEPROOF_CLUE(at_most);  // the largest number that can be stated
TILEPROOF_CLUE(in_bits);  // a width, or an address in a byte
TILEPROOF_CLUE(in_bytes);
TILEPROOF_CLUE(in_registers);  // of 32 bits
TILEPROOF_CLUE(aligned_to);    // in bytes

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
