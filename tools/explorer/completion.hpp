// SPDX-License-Identifier: BSL-1.0
//
// Defines the words that complete a command line: those that shells and the playground offer.
#pragma once

#include "command.hpp"

#include <string>
#include <vector>

namespace tileproof::explorer {

// The words that come first after a subcommand: properties, atoms, kinds of suggestion.
std::vector<std::string> first_words(command const& c);
// The words that an option takes; none where it takes any.
std::vector<std::string> words_of(option const& o);

}  // namespace tileproof::explorer
