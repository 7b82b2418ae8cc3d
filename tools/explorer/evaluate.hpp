// SPDX-License-Identifier: BSL-1.0
//
// Defines session, which evaluates lines of the explorer's grammar (syntax.hpp) and keeps the names
// that `let` binds.
//
//   session s;
//   s.run("let A = (_6,_2):(_8,_2)");
//   outcome const r = s.run("composition(A,(_4,_3):(_3,_1))");
//   text_of(r.result);  // ((_2,_2),_3):((_24,_2),_8)
//
// A session is also what a page, a Python module or a drawing evaluates with: it needs no command
// line, and nothing in it throws.
#pragma once

#include "syntax.hpp"
#include "value.hpp"

#include <map>
#include <string>
#include <string_view>

namespace tileproof::explorer {

// The value of a line, or the reason why it has none.
struct outcome {
  value result{};
  failure why{};
  std::string bound{};  // the name that the line bound

  bool holds() const { return why.is == status::result; }
};

class session {
 public:
  // The value of one line. A line `let NAME = EXPR` binds NAME to its value. Refusals of the library
  // are status::refused, and everything else that is wrong with the line is status::bad_input.
  outcome run(std::string_view line);

  // The value that a name is bound to; null where it is bound to none.
  value const* find(std::string_view name) const;

 private:
  value evaluate(node const& n, failure& why);
  value tuple(node const& n, failure& why);
  value pair(node const& n, failure& why);
  value chain(node const& n, failure& why);
  value call_of(node const& n, failure& why);

  std::map<std::string, value, std::less<>> names_;
};

}  // namespace tileproof::explorer
