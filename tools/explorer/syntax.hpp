// SPDX-License-Identifier: BSL-1.0
//
// Defines the grammar of the explorer: parse turns a line into a tree whose nodes know their
// characters.
//
//   line    [let NAME =] chain
//   chain   applied { o applied }                A o B is composition(A,B)
//   applied mode { ( chain, ... ) }              layout(coordinate)
//   mode    primary [: primary]                  shape:stride
//   primary 4 | _4 | _ | X | ? | _1@0 | NAME | ( chain, ... ) | < chain, ... >
//           NAME [< chain, ... >] ( chain, ... )  group<0,2>((_4,_8,_2):(_1,_4,_32))
//           NAME < chain, ... >                   Sw<3,3,3>, Shape<_4,_8>
//
// `4` is a run-time integer, `_4` a static one. `{}` after a primary is skipped, so that types of
// C++ can be pasted.
#pragma once

#include "value.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

enum class form : std::uint8_t {
  integer,  // number, is_static, axis
  keep,     // _ and X
  unknown,  // ? and ?8: a run-time integer without a value, known to be a multiple of `number`
  name,     // text
  tuple,    // parts, in parentheses
  angles,   // parts, in angle brackets
  pair,     // parts: shape and stride
  chain,    // parts: the operands of o
  apply,    // parts: the function, then its arguments
  call      // text: the name; angles: the arguments in angle brackets; parts: the others
};

struct node {
  form is = form::integer;
  std::size_t begin = 0;  // characters [begin,end) of the line
  std::size_t end = 0;
  std::string text{};
  std::int64_t number = 0;
  bool is_static = false;
  core::axis_path axis = 0;
  bool is_called = false;  // call: parentheses are there
  std::vector<node> angles{};
  std::vector<node> parts{};
};

struct parsed {
  std::string bound{};  // the name that `let` binds; empty for an expression
  node tree{};
  failure why{};
};

// Limits. Longer input is refused, so that no input exhausts the stack or the memory.
inline constexpr std::size_t longest_line = 1 << 14;
inline constexpr int deepest_nesting = 64;

// The tree of a line, or the failure (bad_input) with the character at which it stops.
parsed parse(std::string_view line);

// Whether `name` may be bound by let: a word that is no operation, no type and no sign of the
// grammar.
bool is_free_name(std::string_view name);

}  // namespace tileproof::explorer
