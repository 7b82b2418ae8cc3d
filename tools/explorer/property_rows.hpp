// SPDX-License-Identifier: BSL-1.0
//
// Defines question, a property asked of arguments with its parameters as values, and the table of
// all properties. properties.cpp parses and asks.
#pragma once

#include "properties.hpp"
#include "protocols.hpp"

#include <tileproof/types/refused.hpp>

namespace tileproof::explorer {

// One question: the parameters and the arguments, and the report with its words.
struct question {
  std::vector<value> const& parameters;
  std::vector<mapping> const& of;  // the arguments
  std::string wrong{};             // the reason for which a parameter is none
  report found{};
  char const* const* patterns = detail::no_sentences;
  core::topic topic{};
  core::remedy remedy{};
  core::text reading{};  // how the property took the layout, the last sentence

  std::vector<mapping const*> all() const {
    std::vector<mapping const*> p;
    for (mapping const& m : of) p.push_back(&m);
    return p;
  }
  bool refuted() const { return found.is == answer::no; }

  // Parameter i as a number in [least,most], or the fallback where it is left out; as an element
  // type, whose name goes into the sentence. False, with `wrong`, where it is none.
  bool number(std::size_t i, std::int64_t least, std::int64_t most, std::int64_t& out,
              std::int64_t fallback = 0);
  bool element(std::size_t i, int& bits);
  bool fails(std::string why) {
    wrong = std::move(why);
    return false;
  }
};

// Fills in the report and the words; false, with `wrong`, where a parameter is none.
using decision = bool (*)(question&);

struct limits {
  std::size_t least, most;
};

// A property that is decided by `ask`; or one that asks whether the operation `operation` is
// accepted; or, where both are null, a property of protocols, which the faults of `is_own` refute.
struct row {
  property words;
  limits parameters;
  limits arguments;
  unsigned coordinates;  // bit i: argument i may have coordinates as offsets
  decision ask;
  char const* operation;
  bool (*is_own)(pipeline::fault) = nullptr;  // null: minimal_protocol

  bool is_of_protocols() const { return ask == nullptr && operation == nullptr; }
};

// All properties, in the order of the documentation.
std::vector<row> const& property_rows();
// Whether the second and third arguments are a tensor's layout and a tiler, a tma_tile.
bool takes_tma_tile(row const& r);

}  // namespace tileproof::explorer
