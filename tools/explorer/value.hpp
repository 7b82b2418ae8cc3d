// SPDX-License-Identifier: BSL-1.0
//
// Defines value, a result of the explorer's evaluator: a layout, a tensor, a swizzle, integers or
// the name of an atom, as plain data in the types of core/. text_of writes it in CuTe's notation,
// as the library's to_string does.
//
//   Sw<3,3,3> o _0 o (_8,_64):(_64,_1)   kind::layout, outside = {Sw<3,3,3>, _0}, of = (_8,_64):...
//   14 o (_2,_2):(6,_1)                  kind::tensor, offset = 14
//
// Nothing in the evaluator throws, reads a file or writes to a stream: refusals are values
// (failure), so that it also runs in a page (WebAssembly, -fno-exceptions) and under a fuzzer.
#pragma once

#include <tileproof/core/layout.hpp>
#include <tileproof/core/swizzle.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::explorer {

namespace core = tileproof::core;

// A run-time integer of 64 bits: 5000000000, and each integer that is computed from one. Its mark
// is less than that of a run-time integer of 32 bits, so that core::arithmetic, which gives a
// result the least mark of its operands, passes it on.
inline constexpr std::int32_t wide_node = core::integer::plain_node - 1;
// A run-time integer: 32 bits where they hold it, as an `int` in C++.
constexpr core::integer run_time(std::int64_t v) {
  return v < INT32_MIN || v > INT32_MAX ? core::integer{v, wide_node} : core::plain(v);
}

// integers: an integer, tuple, coordinate, shape, Step, or tiler, in the extents of `of`; `_` and
// `X` are keep_token, and a layout in a tiler follows tile_token. layout: of, composed with the
// functions `outside`. tensor: a layout and `offset`, which its pointer adds: an integer or a
// coordinate. swizzle: outside[0]. list: `items`, such as (layout,offset). atom: `name`, of a type.
// mma and copy: an atom or a tiling (tiling.hpp). tma: the boxes of a TMA copy (boxes.hpp). order:
// a tile_order, its rows, columns, group and batches in `of`. protocol: protocols.hpp.
enum class kind : std::uint8_t {
  integers,
  layout,
  tensor,
  swizzle,
  list,
  atom,
  mma,
  copy,
  tma,
  order,
  protocol
};

// A function applied after a layout: x -> swizzle(offset + x), or layout(offset + x).
struct outer_function {
  bool is_swizzle = true;
  core::swizzle swizzle{};
  core::layout layout{};
  core::layout offset{};  // an integer or a coordinate
};

struct value {
  kind is = kind::integers;
  core::layout of{};
  std::vector<outer_function> outside{};  // the last applied first: f, g, of is c -> f(g(of(c)))
  core::layout offset{};
  std::vector<value> items{};
  std::string name{};

  // A layout, swizzled or not, or a tensor.
  bool has_layout() const { return is == kind::layout || is == kind::tensor; }
  // One integer.
  bool is_integer() const {
    return is == kind::integers && of.tokens == 1 && of.token[0] == core::leaf_token;
  }
  bool is_swizzled() const { return !outside.empty(); }
  // The integer. Pre: is_integer().
  core::integer integer() const { return of.at[0].extent; }
};

// A value of one kind.
value integers(core::layout const& extents);
value integer(core::integer v);
value plain_layout(core::layout const& l);
value tensor(core::layout const& offset, value const& layout);
value swizzle(core::swizzle const& s);
value list(std::vector<value> items);
value atom(std::string name);

// As a tiler of the core, whose terminals are marked. Pre: integers or a layout without a swizzle.
core::layout tiler_of(value const& v);

class unknowns;  // unknowns.hpp

// CuTe's notation, as to_string writes it: (_4,8):(_1,_4), Sw<3,3,3> o _0 o _512:_1, _1@0. An
// unknown is `?`, or its expression where `names` is given.
std::string text_of(value const& v, unknowns const* names = nullptr);
// Whether two values say the same, whatever in them is static: equal integers; layouts of one size
// whose offsets are equal at each of the first 4096 indices. Pre: all integers are known.
bool are_equal(value const& a, value const& b);
// "a layout", "a tensor", "an integer": the kind of a value in the words of an error.
std::string kind_of(value const& v);

// The statuses with which the program exits.
enum class status : std::uint8_t { result = 0, refused = 1, bad_input = 2 };

// The reason why a line has no value. `at` and `length` are the characters that it is about.
struct failure {
  status is = status::result;
  std::string what{};  // one sentence, without a capital letter and a full stop
  std::size_t at = 0;
  std::size_t length = 0;

  explicit operator bool() const { return is != status::result; }
};

// The line and, below it, a caret under the characters of the failure:
//
//   composition((_4,_8):(_1,_4),)
//                               ^
std::string with_caret(std::string const& line, failure const& why);

}  // namespace tileproof::explorer
