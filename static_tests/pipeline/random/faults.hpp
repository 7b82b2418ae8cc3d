// SPDX-License-Identifier: BSL-1.0
//
// Defines fault: a sound protocol and one replacement in its text that breaks one condition of one
// verb. Use the tables to check a judge: it must accept the first and refuse the second.
//
//   for (fault const& f : barrier_faults()) check(sound(f.twin()), !sound(f.broken()));
#pragma once

#include "oracle.hpp"
#include "parse.hpp"

namespace random_protocols {

struct fault {
  char const* of;         // the verb
  char const* condition;  // what is broken: who, memory, order, proxy, scope, count, limit
  std::string source, from, to;
  bool strict = false;  // the library refuses the twin too; README.md says why

  protocol twin() const { return parse(source); }
  protocol broken() const {
    std::string s = source;
    std::size_t const at = s.find(from);
    if (at == s.npos)
      std::fprintf(stderr, "fault of %s: no '%s'\n", of, from.c_str()), std::abort();
    return parse(s.replace(at, from.size(), to));
  }
};

}  // namespace random_protocols
