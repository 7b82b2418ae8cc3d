// SPDX-License-Identifier: BSL-1.0
//
// Declares decide(protocol): the library's own decision about a protocol. random.cpp calls it where
// a program that defines it is linked; without one, only the oracle judges.
#pragma once

#include "protocol.hpp"

#include <string>

namespace random_protocols {

enum class answer : std::uint8_t { none, accepted, refused, undecided };
struct decision {
  answer is = answer::none;
  std::string why;
  bool has_machine = false;  // the machine runs it: no ring has places of two counters
};
#if defined(__GNUC__)
__attribute__((weak))
#endif
decision
decide(protocol const& p);

}  // namespace random_protocols
