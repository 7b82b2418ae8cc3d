// SPDX-License-Identifier: BSL-1.0
//
// Defines the grammar of the explorer: parse turns a line into a tree whose nodes know their
// characters.
//
//   line    [let NAME =] chain [# comment]
//   chain   applied { o applied }                A o B is composition(A,B)
//   applied mode { ( chain, ... ) }              layout(coordinate)
//   mode    sum [: sum]                          shape:stride
//   sum     integers with + - * / % between them, each a primary
//   primary 4 | _4 | _ | X | ? | ?T | _1@0 | NAME | ( chain, ... ) | < chain, ... >
//           NAME [< chain, ... >] ( chain, ... )  group<0,2>((_4,_8,_2):(_1,_4,_32))
//           NAME < chain, ... >                   Sw<3,3,3>, Shape<_4,_8>
//
// `_4` is a static integer. `4` is a run-time one in a line with a static one, and in a line
// without any, as CuTe DSL and pycute print layouts, a static one too. The text of
// compilers, CuTe, CuTe DSL, PyTorch and NumPy is read as well:
//
//   cute::Layout<cute::tuple<cute::C<4>,...>>{}   C<4> is _4; namespaces and {} are skipped
//   S<3,4,3> o 0 o (8,64):(64,1)                  a swizzle of CuTe DSL
//   Sw<3,4,3> o smem_ptr[16b](unset) o L          swizzles bytes: Sw<3,3,3> o _0 o L
//   smem_Sw<3,4,3>_ptr[16b](0x7f..) o L           the same
//   gmem_ptr[32b](0x7f..) o L, ptr[32b](..) o L   L
//   ArithTuple(0,0) o L                           the tuple
//   None, ?{i64 div=8}, [4, 8], torch.Size([4, 8]), (4,), stride=(8,1)
//   Tiler_MN: (_16,_128)                          a label and a colon
//   #ttg.blocked<{...}>                           a layout of Triton (triton.hpp)
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
  unknown,  // ? and ?8: a run-time integer without a value, known to be a multiple of `number`; ?T
            // is the one that `text` names
  name,     // text
  tuple,    // parts, in parentheses
  angles,   // parts, in angle brackets
  pair,     // parts: shape and stride
  arithmetic,  // parts: two integers; text: + - * / or %
  chain,       // parts: the operands of o
  pointer,  // to elements of `number` bits; parts: the numbers of its swizzle of bytes, if it has
            // one
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
  std::string bound{};        // the name that `let` binds; empty for an expression
  bool has_static = false;    // a static integer stands in the line
  bool has_run_time = false;  // an integer that is static only where no other one is
  bool is_run_time = false;   // the line says "# run-time"
  node tree{};
  failure why{};
};

// Limits. Longer input is refused, so that no input exhausts the stack or the memory.
inline constexpr std::size_t longest_line = 1 << 14;
inline constexpr int deepest_nesting = 64;

// Whether a text that begins with `#` is a comment, and no layout of Triton.
bool is_comment(std::string_view rest);

// The tree of a line, or the failure (bad_input) with the character at which it stops.
parsed parse(std::string_view line);

// Whether `name` may be bound by let: a word that is no type and no sign of the grammar. A name
// that is bound stands before the operation of this name.
bool is_free_name(std::string_view name);

}  // namespace tileproof::explorer
