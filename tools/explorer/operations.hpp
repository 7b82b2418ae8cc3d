// SPDX-License-Identifier: BSL-1.0
//
// Defines operation, one named function of the explorer's grammar, and the table of all of them.
// Parser, evaluator, completion and the manual page read the table; a new operation is one row.
#pragma once

#include "value.hpp"

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/core/slice.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

// The arguments of one call, and the place where it fails. An operation returns its result; where
// it sets `why`, or the arithmetic refuses, the result is not looked at.
struct call {
  core::arithmetic& cx;
  std::vector<value> const& args;    // in parentheses
  std::vector<value> const& angles;  // in angle brackets
  failure why{};
  int wrong = -1;           // the argument that `why` is about; counted from 100 for angle brackets
  std::string_view name{};  // of the operation: one function may serve several

  // Fails: argument i is not what the operation takes. "a layout is expected here".
  value expected(int i, std::string what);
  // Whether argument i is there, and has the kind; fails where it has another.
  bool has(int i) const { return i < static_cast<int>(args.size()); }
  bool is_layout(int i);    // a layout, swizzled or not, or a tensor
  bool is_plain(int i);     // a layout without a swizzle
  bool is_function(int i);  // is_layout, and its static extents are at least 1 (refused)
  bool is_plain_function(int i);
  bool are_integers(int i);  // an integer or a tuple of integers
  bool is_integer(int i);    // one integer
  bool is_number(int i);     // one integer whose value is known
  bool is_tiler(int i);      // an integer, `_`, a layout, or a tuple of tilers; extents as above
  // Angle argument i as a number in [least,most]; fails where it is none.
  bool number(int i, std::int64_t least, std::int64_t most, std::int64_t& out);

 private:
  bool has_extents(int i);
};

struct operation {
  std::string_view name;
  int least;  // arguments in parentheses
  int most;
  int least_angles;  // arguments in angle brackets
  int most_angles;
  value (*run)(call&);
  std::string_view usage;    // composition(A,B)
  std::string_view meaning;  // one line
};

struct operation_list {
  operation const* at;
  std::size_t count;

  operation const* begin() const { return at; }
  operation const* end() const { return at + count; }
};

// The tables, by group. `every_operation` lists the groups.
operation_list tuple_operations();
operation_list layout_operations();
operation_list algebra_operations();
operation_list tensor_operations();
operation_list access_operations();
operation_list tiled_operations();
operation_list tma_operations();
operation_list order_operations();
operation_list protocol_operations();
std::vector<operation_list> every_operation();

// The operation of that name; null where there is none.
operation const* find_operation(std::string_view name);
// The operation whose name is the most similar: "did you mean ...?"; null where none is.
operation const* similar_operation(std::string_view name);

// The name in the list that is the most similar to a word; empty where none is.
std::string most_similar(std::string_view name, std::vector<std::string> const& list);

// composition(a,b), for every pair of values that the library composes: `A o B` in the grammar.
value compose(call& c);
// The layout at a coordinate: an offset, or the part that `_` keeps.
value apply(call& c);
// The integer a + b, or what the sign that is the call's name makes of them: + - * / %; quotients
// and remainders as in C++.
value arithmetic(call& c);
// A part of a layout or a tensor: the kept modes, at an offset that goes inside a swizzle, or to
// the pointer.
value part(call& c, value const& of, core::sliced const& s);

}  // namespace tileproof::explorer
