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
  op code = op::constant;
  bool wide = false;   // computed in 64 bits: an operand has them
  std::int16_t a = 0;  // operands: earlier nodes
  std::int16_t b = 0;
  std::int64_t value = 0;
  std::int64_t multiple = 1;  // a fact: the node is a multiple of this number
  bool wide_a = false;        // the width of each operand, known once all nodes are recorded
  bool wide_b = false;
};

// A condition on run-time leaves that must hold for the result to be right.
struct obligation {
  std::int16_t node = 0;
  refusal otherwise{};
};

struct program {
  static constexpr int max_nodes = 320;
  static constexpr int max_obligations = 16;

  node at[max_nodes]{};
  int count = 0;
  obligation owed[max_obligations]{};
  int obligations = 0;
  bool full = false;

  // Equal expressions are one node.
  constexpr std::int16_t push(node const& n) {
    for (int i = 0; i < count; ++i)
      if (at[i].code == n.code && at[i].a == n.a && at[i].b == n.b && at[i].value == n.value)
        return static_cast<std::int16_t>(i);
    if (count == max_nodes) {
      full = true;
      return 0;
    }
    at[count] = n;
    return static_cast<std::int16_t>(count++);
  }
};

// The value of node i, given the run-time leaves. The reference meaning of a program; kernels
// evaluate the same nodes as an expression tree (algebra/build.hpp).
constexpr std::int64_t evaluate(program const& p, int i, std::int64_t const* inputs) {
  node const& n = p.at[i];
  if (n.code == op::input) return inputs[n.value];
  if (n.code == op::constant) return n.value;
  std::int64_t const a = evaluate(p, n.a, inputs);
  std::int64_t const b = evaluate(p, n.b, inputs);
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
