// SPDX-License-Identifier: BSL-1.0
//
// Defines unknowns: run-time integers without a value, `?` in the grammar, and what operations
// compute from them. The recorder of the library (core/program.hpp) writes the expressions and the
// conditions; here they become text and, for given values, numbers.
//
//   let m = ?8                             a multiple of 8
//   logical_divide((m,_8):(_1,m), <_4,_2>)  (((_4,m/4),(_2,_4))):...
#pragma once

#include "value.hpp"

#include <tileproof/core/arithmetic.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::explorer {

class unknowns {
 public:
  // Room for so many nodes and conditions; then the recorder is full.
  explicit unknowns(int nodes = 4096, int conditions = 64);
  unknowns(unknowns const&) = delete;
  unknowns& operator=(unknowns const&) = delete;

  // The recorder that an arithmetic writes to. Its obligations are those since the last `start`.
  core::recorder* record() { return &recorder_; }
  void start() { recorder_.obligations = 0; }
  bool is_empty() const { return names_.empty(); }

  // A new unknown, known to be a multiple of a number.
  core::integer add(std::string name, std::int64_t multiple_of);
  // A run-time integer as a node of its own, as each stored leaf of the library is one.
  core::integer known(core::integer v);
  void take(value& v);  // known, for every integer of v
  // Gives the name to an unknown that has none yet.
  void name(core::integer v, std::string name);

  // The expression, m*4+1, and the conditions since `start`: "4 divides m".
  std::string text(core::integer v) const;
  std::vector<std::string> conditions() const;  // those that hold for every value are left out

  // The unknowns on which a value depends.
  std::vector<int> inputs_of(value const& v) const;
  std::string const& name_of(int input) const { return names_[static_cast<std::size_t>(input)]; }
  std::int64_t multiple_of(int input) const { return multiples_[static_cast<std::size_t>(input)]; }
  // The value with numbers in place of the unknowns; false where one leaves 64 bits.
  bool substitute(value& v, std::vector<std::int64_t> const& numbers) const;
  // A sentence about the first integer of the result, or of what it is computed from, that leaves
  // the bits of its node with the numbers of the inputs; empty where all fit.
  std::string beyond_width(value const& result) const;
  // The numbers of all inputs, those of unknowns 0.
  std::vector<std::int64_t> const& numbers() const { return numbers_; }

 private:
  struct spelled {
    std::string text;
    int level = 0;  // of the operator: 0 none, 1 *, 2 +, 3 <=, 4 and, 5 or
    bool is_number = false;
    std::int64_t number = 0;
    bool is_cut = false;      // parts are left out, `...`
    std::int64_t factor = 1;  // divides it; 0 for the number 0
  };
  static spelled known_number(std::int64_t n);
  static bool fold(core::op code, spelled const& a, spelled const& b, spelled& out);
  // `left` bounds the operators of one text: a shared node is spelled wherever it stands.
  spelled spell(int node, int& left) const;
  // The nodes that a value is computed from.
  std::vector<bool> nodes_of(value const& v) const;
  spelled operand(core::node const& n, bool first, int& left) const;

  std::vector<core::node> nodes_;
  std::vector<core::obligation> owed_;
  core::recorder recorder_;
  std::vector<std::string> names_;       // of the inputs; a number for a known one
  std::vector<std::int64_t> multiples_;  // of the inputs; 0 for a known one
  std::vector<std::int64_t> numbers_;
};

// Whether some integer of the value is unknown.
bool has_unknown(value const& v);

}  // namespace tileproof::explorer
