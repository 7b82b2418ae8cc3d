// SPDX-License-Identifier: BSL-1.0
//
// Defines the program that the recorder writes: straight-line code, without branches, over the
// run-time leaves of an operation's inputs.
//
//   4 * n for run-time leaf 0 = n:   node 0: input 0;   node 1: mul node 0, constant 4
//
// Invariants: operands of a node are earlier nodes or one constant; equal expressions are one node;
// the first nodes are the inputs, in order. An obligation is a node that must not be 0 for the
// result to be right. lift/evaluate*.hpp run programs; evaluate_exactly below is the reference
// meaning.
#pragma once

#include <tileproof/core/integer.hpp>
#include <tileproof/core/refusal.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The operations. The result of a comparison or a logical operation is 0 or 1. There is no branch:
// a choice is arithmetic with a condition (arithmetic::select).
enum class op : std::uint8_t {
  input,  // run-time leaf number `value`
  add,
  sub,
  mul,
  div,       // floor; both operands are not negative
  ceil_div,  // both operands are not negative
  mod,       // both operands are not negative
  min,
  less_equal,
  equal,
  both,    // logical and
  either,  // logical or
};

// The place of an operand (a node or a constant), and whether it has 64 bits.
enum class operand : std::uint8_t { narrow, wide, narrow_constant, wide_constant };
// Whether an operand has 64 bits; whether it is a constant.
constexpr bool is_wide(operand o) { return o == operand::wide || o == operand::wide_constant; }
constexpr bool is_constant(operand o) {
  return o == operand::narrow_constant || o == operand::wide_constant;
}

// The part of a node that device code has as a template argument: the numbers of nodes and
// constants stay values.
struct instruction {
  op code;
  operand a;
  operand b;

  friend constexpr bool operator==(instruction const&, instruction const&) = default;
};

// One step of a program: an instruction, its operands, and a fact about its value. At most one
// operand is a constant; arithmetic folds the others away.
struct node {
  instruction does;
  bool wide;       // 64 bits: an operand or the leaf has them
  std::int16_t a;  // operands: earlier nodes, 0 where it is a constant
  std::int16_t b;
  std::int64_t value;     // the constant operand (at most one is); the leaf of an input
  std::int64_t multiple;  // a fact: the node is a multiple of this number
};

// A condition on run-time leaves that must hold for the result to be right, and the refusal where
// it fails. The host checks it where the layout is built (layout_error); device code asserts it.
struct obligation {
  std::int16_t node;
  refusal otherwise;
};

// The integers that a node may be: [least,greatest], with the ends of 64 bits where there is no
// bound.
struct node_range {
  std::int64_t least = INT64_MIN;
  std::int64_t greatest = INT64_MAX;
};

// The arithmetic's view of a program that is being written: nodes and obligations stand in arrays
// owned by the caller, so that one type serves both capacities of program_of. Full means that the
// computation is refused (leaves_fit_capacity).
struct recorder {
  node* at = nullptr;
  int max_nodes = 0;
  obligation* owed = nullptr;
  int max_obligations = 0;
  int count = 0;
  int obligations = 0;
  bool full = false;            // a node or an obligation did not fit
  node_range* range = nullptr;  // of each node, where anything is known of them

  // The index of n, appended unless an equal expression is there (O(nodes)); 0 and full where it
  // does not fit.
  constexpr std::int16_t push(node const& n) {
    for (int i = 0; i < count; ++i)
      if (at[i].a == n.a && at[i].b == n.b && at[i].value == n.value && at[i].does == n.does)
        return static_cast<std::int16_t>(i);
    if (count == max_nodes) {
      full = true;
      return 0;
    }
    at[count] = n;
    return static_cast<std::int16_t>(count++);
  }
};

// A recorded program as a value, with room for so many nodes and obligations. It is a constant of
// the operation's type; run-time leaves are its inputs.
template <int Nodes, int Obligations>
struct program_of {
  static constexpr int max_nodes = Nodes;
  static constexpr int max_obligations = Obligations;

  node at[max_nodes]{};
  obligation owed[max_obligations]{};
  int count = 0;
  int obligations = 0;
  bool full = false;

  // A recorder that writes into this program; stop takes over its counts when it is done.
  constexpr recorder record() { return {at, max_nodes, owed, max_obligations}; }
  constexpr void stop(recorder const& r) {
    count = r.count;
    obligations = r.obligations;
    full = r.full;
  }
};

// Nearly every operation fits the short program; a compiler carries the whole constant along for
// each call.
inline constexpr int max_nodes = 320;
using program = program_of<max_nodes, 16>;
using short_program = program_of<24, 6>;

// A value in 64 bits. lost: it leaves them, or was computed from one that does.
struct exact {
  std::int64_t value;
  bool lost;
};

// One instruction on known operands, in 64 bits and without undefined behaviour: writes its value,
// and returns whether it leaves 64 bits. A quotient or remainder by 0 is 0: extents are at least 1,
// and where a divisor may be 0 an obligation fails.
constexpr bool overflows(op code, std::int64_t x, std::int64_t y, std::int64_t& r) {
  switch (code) {
    case op::add: return add_overflows(x, y, r);
    case op::sub: return sub_overflows(x, y, r);
    case op::mul: return mul_overflows(x, y, r);
    case op::div:
    case op::ceil_div:
      if (y == -1 && x == INT64_MIN) return true;
      r = y == 0 ? 0 : x / y + (code == op::ceil_div && x % y != 0);
      return false;
    case op::mod: r = y == 0 || y == -1 ? 0 : x % y; return false;
    case op::min: r = x < y ? x : y; return false;
    case op::less_equal: r = x <= y; return false;
    case op::equal: r = x == y; return false;
    case op::both: r = x != 0 && y != 0; return false;
    default: r = x != 0 || y != 0; return false;
  }
}

// One instruction where operands may be lost. A result that does not need a lost operand (0 times
// it, or `true or` it) is not lost.
constexpr exact perform(op code, exact const& a, exact const& b) {
  exact r{0, false};
  if (!a.lost && !b.lost) {
    r.lost = overflows(code, a.value, b.value, r.value);
    return r;
  }
  bool const decisive = code == op::either;  // the operand that makes the other one idle
  if ((code == op::mul || code == op::both || code == op::either) &&
      ((!a.lost && (a.value != 0) == decisive) || (!b.lost && (b.value != 0) == decisive)))
    r.value = decisive;
  else
    r.lost = true;
  return r;
}

// The value of a node, given the values of the nodes before it and the run-time leaves.
constexpr exact evaluate(node const& n, exact const* values, std::int64_t const* inputs) {
  if (n.does.code == op::input) return {inputs[n.value], false};
  exact const constant{n.value, false};
  return perform(n.does.code, is_constant(n.does.a) ? constant : values[n.a],
                 is_constant(n.does.b) ? constant : values[n.b]);
}

// Node i of the program, given the run-time leaves: the reference meaning of a program. The host
// performs the same instructions one after the other (lift/evaluate_host.hpp), device code those
// that the result needs, in the width of each node (lift/evaluate_device.hpp).
constexpr exact evaluate_exactly(node const* program, int i, std::int64_t const* inputs) {
  exact values[max_nodes]{};
  for (int k = 0; k <= i; ++k) values[k] = evaluate(program[k], values, inputs);
  return values[i];
}
// The value of node i; 0 where it is lost.
constexpr std::int64_t evaluate(node const* program, int i, std::int64_t const* inputs) {
  exact const r = evaluate_exactly(program, i, inputs);
  return r.lost ? 0 : r.value;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
