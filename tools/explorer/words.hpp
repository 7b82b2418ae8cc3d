// SPDX-License-Identifier: BSL-1.0
//
// Defines the words of the grammar that are no operations: element types and majors. A word
// evaluates to a value of kind::atom. And plural, for sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileproof::explorer {

// The width in bits of an element type by its name, half_t or f16; 0 for any other word.
int bits_of_element(std::string_view name);

// Whether the evaluator knows the word.
bool is_word(std::string_view name);
// "1 state", "2 states".
std::string plural(std::int64_t n, char const* word);

}  // namespace tileproof::explorer
