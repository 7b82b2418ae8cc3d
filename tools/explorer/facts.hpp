// SPDX-License-Identifier: BSL-1.0
//
// Defines facts_of: which facts about unknown run-time integers decide a property. The property is
// asked for many values; the answer stays undecided, with the fact that parts yes from no among
// them.
//
//   contiguous<4> (?,_8):(_1,?)  undecided: for m from 1 to 256 it holds exactly where 4 divides m
#pragma once

#include "properties.hpp"

#include <functional>

namespace tileproof::explorer {

// Asks for the arguments with numbers in place of their unknowns.
using asked_of_numbers = std::function<void(std::vector<value> const&, verdict&)>;

void facts_of(unknowns const& names, std::vector<value> const& args, asked_of_numbers const& ask,
              verdict& out);

}  // namespace tileproof::explorer
