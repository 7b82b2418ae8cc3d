// SPDX-License-Identifier: BSL-1.0
//
// The recorder's output: a straight-line program over the run-time leaves of an operation's inputs.
#pragma once

#include <tileproof/core/refusal.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

enum class op : std::uint8_t {
  input,     // run-time leaf number `value`
  constant,  // `value`
  add,
  sub,
  mul,
  div,  // floor; both operands are not negative
  mod,  // both operands are not negative
  min,
  less_equal,
  both,    // logical and
  either,  // logical or
};

struct node {
  op code;
  bool wide;       // computed in 64 bits: an operand has them
  std::int16_t a;  // operands: earlier nodes
  std::int16_t b;
  std::int64_t value;
  std::int64_t multiple;  // a fact: the node is a multiple of this number
  bool wide_a;            // the width of each operand, known once all nodes are recorded
  bool wide_b;
};

// A condition on run-time leaves that must hold for the result to be right.
struct obligation {
  std::int16_t node;
  refusal otherwise;
};

// Where a context records: nodes and obligations in somebody's arrays.
struct recorder {
  node* at = nullptr;
  int max_nodes = 0;
  obligation* owed = nullptr;
  int max_obligations = 0;
  int count = 0;
  int obligations = 0;
  bool full = false;  // a node or an obligation did not fit

  // The node with these members; equal expressions are one.
  constexpr std::int16_t push(op code, bool wide, std::int16_t a, std::int16_t b,
                              std::int64_t value, std::int64_t multiple) {
    for (int i = 0; i < count; ++i)
      if (at[i].code == code && at[i].a == a && at[i].b == b && at[i].value == value)
        return static_cast<std::int16_t>(i);
    if (count == max_nodes) {
      full = true;
      return 0;
    }
    at[count] = {code, wide, a, b, value, multiple, false, false};
    return static_cast<std::int16_t>(count++);
  }
};

// A recorded program as a value.
template <int Nodes, int Obligations>
struct program_of {
  static constexpr int max_nodes = Nodes;
  static constexpr int max_obligations = Obligations;

  node at[max_nodes]{};
  obligation owed[max_obligations]{};
  int count = 0;
  int obligations = 0;
  bool full = false;

  constexpr recorder record() { return {at, max_nodes, owed, max_obligations}; }
  constexpr void stop(recorder const& r) {
    count = r.count;
    obligations = r.obligations;
    full = r.full;
  }
};

// Nearly every operation fits the short one; a compiler carries its constant along for each call.
using program = program_of<320, 16>;
using short_program = program_of<32, 6>;

// The value of node i, given the run-time leaves. The reference meaning of a program; kernels
// evaluate the same nodes as an expression tree (algebra/build.hpp).
constexpr std::int64_t evaluate(node const* program, int i, std::int64_t const* inputs) {
  node const& n = program[i];
  if (n.code == op::input) return inputs[n.value];
  if (n.code == op::constant) return n.value;
  std::int64_t const a = evaluate(program, n.a, inputs);
  std::int64_t const b = evaluate(program, n.b, inputs);
  switch (n.code) {
    case op::add:
      return a + b;
    case op::sub:
      return a - b;
    case op::mul:
      return a * b;
    case op::div:
      return b == 0 ? 0 : a / b;  // an obligation fails where b is 0
    case op::mod:
      return b == 0 ? 0 : a % b;
    case op::min:
      return a < b ? a : b;
    case op::less_equal:
      return a <= b;
    case op::both:
      return a && b;
    default:
      return a || b;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
