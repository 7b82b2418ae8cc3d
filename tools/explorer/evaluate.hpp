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
// In a line without a static integer `_4`, every integer is static; in one with such, or with a
// name that such a line bound, `4` is a run-time integer, as in C++.
//
// A session is also what a page, a Python module or a drawing evaluates with: it needs no command
// line, and nothing in it throws.
#pragma once

#include "syntax.hpp"
#include "unknowns.hpp"
#include "value.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace tileproof::explorer {

// The value of a line, or the reason why it has none.
struct outcome {
  value result{};
  failure why{};
  std::vector<std::string> conditions{};  // on unknowns, under which the result is right
  std::string bound{};                    // the name that the line bound
  bool is_static = false;                 // the line was read as one of static integers
  // Where it was, and the answer would differ for run-time integers: that answer.
  std::string with_run_time{};

  bool holds() const { return why.is == status::result; }
};

struct call;  // operations.hpp

// One call that was evaluated, for whoever explains it: `result` is null where it was refused.
struct step {
  std::string_view name;  // of the operation; "apply" for layout(coordinate)
  std::vector<value> const& args;
  std::vector<value> const& angles;
  value const* result;
};

class session {
 public:
  // Whether `4` is a run-time integer in every line.
  explicit session(bool run_time = false) : always_run_time_(run_time) {}

  // The value of one line. A line `let NAME = EXPR` binds NAME to its value. Refusals of the
  // library are status::refused, and everything else that is wrong with the line is
  // status::bad_input.
  outcome run(std::string_view line);

  // The value that a name is bound to; null where it is bound to none.
  value const* find(std::string_view name) const;

  // CuTe's notation, with expressions in place of unknowns.
  std::string text(value const& v) const { return text_of(v, unknowns_.get()); }
  // The same, as a line that is read with the same meaning: with "# run-time" after a layout of
  // run-time integers, which would be read as static ones.
  std::string line(value const& v) const;
  unknowns const& of_unknowns() const { return *unknowns_; }

  // Called for each call of a line, the innermost first.
  std::function<void(step const&)> on_step{};

  // Calls an operation on values, as a line with that call does: for a command with a question of
  // its own.
  outcome call_operation(std::string_view name, std::vector<value> args,
                         std::vector<value> angles = {});
  // A sentence about the first integer that device code would compute for this call in fewer bits
  // than it needs; empty where there is none.
  std::string beyond_device(std::string_view operation, std::vector<value> args,
                            std::vector<value> const& angles) const;

 private:
  value evaluate(node const& n, failure& why);
  value tuple(node const& n, failure& why);
  value pair(node const& n, failure& why);
  value chain(node const& n, failure& why);
  bool chain_parts(node const& n, std::vector<value>& parts, std::vector<node const*>& names,
                   failure& why);
  value call_of(node const& n, failure& why);
  value perform(std::string_view name, value (*run)(call&), node const& n, node const* const* names,
                std::size_t count, std::vector<value> args, std::vector<value> const& angles,
                failure& why);

  struct bound {
    value of;
    std::vector<std::string> conditions;
    bool is_static;  // of a line without run-time integers
  };
  bool uses_run_time(node const& n) const;
  std::string with_run_time(node const& tree, outcome const& found);
  void add_conditions(std::vector<std::string> const& more);

  std::map<std::string, bound, std::less<>> names_;
  std::unique_ptr<unknowns> unknowns_ = std::make_unique<unknowns>();
  std::vector<std::string> conditions_;
  std::map<std::string, core::integer, std::less<>> unknown_names_;  // of ?T
  bool always_run_time_ = false;
  bool reads_static_ = false;
};

}  // namespace tileproof::explorer
